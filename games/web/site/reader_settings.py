"""Pages in the language and the time of whoever is signed in; for others in what their browser asks for."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.models import Player
from games.web.site.database_away import AWAY

GetResponse = Callable[[HttpRequest], HttpResponse]


class Reader:
    """Stands behind what answers for a database that is away: who is signed in has been asked there."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with translation.override(translation.get_language()), timezone.override(None):
            answer = self.get_response(request)
            answer.headers.setdefault("Content-Language", translation.get_language())
            return answer

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        speak_to(request)


def speak_to(request: HttpRequest) -> None:
    """Go on in the language and the time of whoever is signed in."""
    try:
        reader = request.user if isinstance(request.user, Player) else None
    except AWAY:  # an open page, which says itself what it can do without
        return
    if reader:
        translation.activate(reader.language)
        timezone.activate(zoneinfo.ZoneInfo(reader.time_zone))
        request.LANGUAGE_CODE = translation.get_language()
