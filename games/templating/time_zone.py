"""`{% timezone zone %}…{% endtimezone %}`: dates within are those of that zone, as in Django's templates."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser


class TimeZone(Extension):
    tags = {"timezone"}  # noqa: RUF012 - as Jinja2 declares it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        zone = parser.parse_expression()
        body = parser.parse_statements(("name:endtimezone",), drop_needle=True)
        return nodes.CallBlock(self.call_method("render_in", [zone]), [], [], body).set_lineno(line)

    def render_in(self, zone: str | None, caller: Callable[[], str]) -> str:
        with timezone.override(zone or None):
            return caller()
