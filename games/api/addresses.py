"""The addresses of the API, read only when somebody asks for one of them.

django-ninja and pydantic take longer to load than all pages together, and most processes never need them.
"""

from __future__ import annotations

from typing import Any

from django.urls import URLResolver
from django.urls.resolvers import RoutePattern

#: Everything below is for tokens: the middleware drops cookies, and errors have one form.
ROOT = "/api/v1/"


class LoadedWhenAsked(URLResolver):
    """Addresses whose module isn't imported before one of them is asked for.

    No page has a link to them, so looking for the address of a page needn't read them either.
    """

    def _populate(self) -> None:
        pass

    @property
    def _nothing(self) -> Any:
        return {}

    reverse_dict = namespace_dict = app_dict = _nothing


def programs() -> LoadedWhenAsked:
    return LoadedWhenAsked(RoutePattern(ROOT.removeprefix("/")), "games.api.application")
