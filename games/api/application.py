"""All endpoints together, and what becomes of whatever they raise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser

from games.api import actions, hosting, matches, news, operation, playing, problems, results, table_talk
from games.api.addresses import ROOT
from games.api.problems import UNPROCESSABLE, Problem
from games.rules.kernel.refusal import Refused

VERSION = "1.0.0"
#: Reading them declares the endpoints, in this order.
PARTS = (matches, playing, actions, table_talk, news, hosting, results)
SCHEME = "Bearer"


class StrictParser(Parser):
    """Read bodies as JSON and nothing else: no NaN, no numbers that no computer can hold."""

    def parse_body(self, request: HttpRequest) -> Any:
        return msgspec.json.decode(request.body)


def _made() -> NinjaAPI:
    made = NinjaAPI(
        title=settings.SITE_NAME or "Quartz by mail",
        version=VERSION,
        description="Play by program: see docs/api/README.md.",
        docs_url=None,
        openapi_url=None,
        urls_namespace="programs",
        parser=StrictParser(),
    )
    made.add_router("", operation.router)
    handlers: dict[type[Exception], Any] = {
        Problem: lambda request, problem: problem.answer(),
        Refused: lambda request, refused: problems.of_refused(refused).answer(),
        ValidationError: _invalid,
        HttpError: _unreadable,
        Http404: lambda request, error: problems.nothing_here().answer(),
        Exception: _raised,
    }
    for raised, handle in handlers.items():
        made.add_exception_handler(raised, handle)
    return made


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name each field that doesn't fit, never with what was sent in it."""
    wrong = [{"at": ".".join(map(str, one["loc"][1:])), "type": one["type"]} for one in error.errors]
    return Problem(UNPROCESSABLE, "invalid", details={"fields": wrong}).answer()


def _unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    return Problem(error.status_code, problems.OF_STATUS.get(error.status_code, "unreadable")).answer()


def _raised(request: HttpRequest, error: Exception) -> HttpResponse:
    """Leave any other error to Django: the library would show it with all it holds on a developer's site."""
    raise error


api = _made()


def _patterns() -> Iterator[URLPattern]:
    """Give each address once, open to everybody: the token is asked for by the endpoint itself."""
    seen = set()
    for one in api.urls[0]:
        assert isinstance(one, URLPattern)
        if str(one.pattern) and str(one.pattern) not in seen:
            seen.add(str(one.pattern))
            one.callback = login_not_required(one.callback)
            yield one


urlpatterns = list(_patterns())


@cache
def schema() -> dict[str, Any]:
    """Write the schema, in which each operation names its scope."""
    made: dict[str, Any] = api.get_openapi_schema(path_prefix=ROOT)
    for operations in made["paths"].values():
        for told in operations.values():
            told["security"] = [{SCHEME: [told["x-scope"]]}]
            told.pop("description", None)
    return made
