"""Templates compiled ahead: parts are put in where they are included, and sentences where they are said.

A template is compiled once for each language. What it says then needs no looking up, and a part no context of
its own. What a template means stays the same: `tests/templating/test_ahead.py` renders pages both ways.
The texts of emails are held by snapshots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language, gettext, override
from jinja2 import Environment, nodes
from markupsafe import Markup

SAYS = "_"


class AheadEnvironment(Environment):
    """Compiles templates for one language."""

    language = ""

    def _generate(self, source: nodes.Template, name: str | None, *rest: Any, **named: Any) -> str:
        """Prepare a template before Python is made of it; Jinja leaves this method to be overridden."""
        self._put_in_parts(source, (name or "",))
        with override(self.language):
            _say(source)
        return super()._generate(source, name, *rest, **named)

    def _put_in_parts(self, node: nodes.Node, within: tuple[str, ...]) -> None:
        """Replace what includes a part by the part, in a scope of its own; leave out a part within itself."""
        for found in _includes(node):
            name = _named(found)
            if not name or name in within:
                continue
            part = self._part(name)
            if part.find(nodes.Extends) is None and part.find(nodes.Block) is None:  # it is a mere part
                self._put_in_parts(part, (*within, name))
                _turn_into(found, nodes.Scope(part.body, lineno=found.lineno))

    def _part(self, name: str) -> nodes.Template:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)


class InLanguages(Environment):
    """Finds templates compiled for the active language."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.ahead: dict[str, AheadEnvironment] = {}

    def get_template(self, name: Any, *rest: Any, **named: Any) -> Any:
        """Give the template for the active language; as it is written, if there is none."""
        made = self.ahead.get(get_language() or "")
        return made.get_template(name, *rest, **named) if made else super().get_template(name, *rest, **named)


def _includes(node: nodes.Node) -> Iterator[nodes.Include]:
    return iter([*node.find_all(nodes.Include)])


def _named(node: nodes.Include) -> str:
    """Give the name of the part that is always put in here; "" if there may be another or none."""
    is_fixed = node.with_context and not node.ignore_missing and isinstance(node.template, nodes.Const)
    name = node.template.as_const() if is_fixed else ""
    return name if isinstance(name, str) else ""


def _turn_into(node: nodes.Node, other: nodes.Node) -> None:
    """Make a node of a tree another one in its place."""
    node.__class__ = other.__class__
    vars(node).clear()
    vars(node).update(vars(other))


def _say(source: nodes.Template) -> None:
    """Replace sentences without blanks by what they are in the active language."""
    for call in [*source.find_all(nodes.Call)]:
        if text := _said(call):
            told = gettext(text)
            marked = Markup(told)  # nosec B704 # our own sentence
            _turn_into(call, nodes.Const(marked, lineno=call.lineno))


def _said(call: nodes.Call) -> str:
    """Give the sentence of a call that only says one; "" for others."""
    plain = isinstance(call.node, nodes.Name) and call.node.name == SAYS and len(call.args) == 1
    if not plain or call.kwargs or call.dyn_args or call.dyn_kwargs:
        return ""
    (text,) = call.args
    return text.value if isinstance(text, nodes.Const) and isinstance(text.value, str) else ""
