"""The schema, and a page drawn from it for people who write programs. Neither needs a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.api import problems

METHODS = ("get", "post", "put", "delete")


@dataclass(frozen=True)
class DocumentedField:
    name: str
    kind: str
    needed: bool
    told: str  # in English: what the schema says


@dataclass(frozen=True)
class DocumentedShape:
    name: str
    fields: list[DocumentedField]


@dataclass(frozen=True)
class DocumentedEndpoint:
    method: str
    path: str
    scope: str
    told: str
    parameters: list[DocumentedField]
    sent: str  # the name of a shape
    got: str


@require_safe
@login_not_required
def schema(request: HttpRequest) -> HttpResponse:
    return JsonResponse(_schema())


@require_safe
@login_not_required
def page(request: HttpRequest) -> HttpResponse:
    read = _schema()
    context = {
        "endpoints": list(_endpoints(read)),
        "shapes": list(_shapes(read["components"]["schemas"])),
        "errors": [(code, gettext(told)) for code, told in sorted(problems.SENTENCES.items())],
        "root": settings.SITE_URL,
    }
    return render(request, "pages/api.html", context)


def _schema() -> dict[str, Any]:
    """Load the endpoints only now: most processes never need the library that reads them."""
    made: dict[str, Any] = import_module("games.api.application").schema()
    return made | {"servers": [{"url": settings.SITE_URL}]}


def _endpoints(read: Mapping[str, Any]) -> Iterator[DocumentedEndpoint]:
    for path, operations in read["paths"].items():
        for method in METHODS:
            if method in operations:
                yield _endpoint(method, path, operations[method])


def _endpoint(method: str, path: str, told: Mapping[str, Any]) -> DocumentedEndpoint:
    said: str = told["summary"]
    sent = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    good = next(answer for status, answer in sorted(told["responses"].items(), key=lambda one: int(one[0])))
    got = good.get("content", {}).get("application/json", {}).get("schema", {})
    return DocumentedEndpoint(
        method.upper(),
        path,
        told["x-scope"],
        gettext(said),
        [_field(one["name"], one["schema"], one["required"]) for one in told["parameters"]],
        kind_of(sent) if sent else "",
        kind_of(got),
    )


def _shapes(read: Mapping[str, Any]) -> Iterator[DocumentedShape]:
    for name, shape in sorted(read.items()):
        needed = shape.get("required", ())
        fields = shape.get("properties", {}).items()
        yield DocumentedShape(name, [_field(field, told, field in needed) for field, told in fields])


def _field(name: str, told: Mapping[str, Any], needed: bool) -> DocumentedField:
    return DocumentedField(name, kind_of(told), needed, told.get("description", ""))


def kind_of(told: Mapping[str, Any]) -> str:
    """Write the type of a field in a few letters."""
    if "$ref" in told:
        return str(told["$ref"]).rpartition("/")[2]
    if "anyOf" in told:
        return " | ".join(map(kind_of, told["anyOf"]))
    if "enum" in told:
        return " | ".join(f'"{value}"' for value in told["enum"])
    if told.get("type") == "array":
        return f"[{kind_of(told.get('items', {}))}]"
    return str(told.get("format") or told.get("type", "any"))
