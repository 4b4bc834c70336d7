"""What comes before the API: no cookies, no token in an address, and one form for all errors."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from games.api import problems
from games.api.addresses import ROOT
from games.api.problems import BAD_REQUEST, FORBIDDEN, Problem
from games.infra.in_clear import came_in_clear
from games.players.api_tokens import PREFIX

GetResponse = Callable[[HttpRequest], HttpResponse]
#: Names under which other services take a token in an address.
NAMES = frozenset({"token", "access_token", "api_token", "api_key", "apikey", "authorization", "bearer"})


def for_programs(get_response: GetResponse) -> GetResponse:
    """Keep browsers' sessions out of the API, so no other site can use one, and tokens out of addresses."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(ROOT):
            return get_response(request)
        if has_token_in_address(request):
            return _kept(Problem(BAD_REQUEST, "token_in_address").answer())
        if came_in_clear(request):
            return _kept(Problem(FORBIDDEN, "in_clear").answer())
        request.COOKIES = {}
        answer = get_response(request)
        is_page = answer.status_code >= BAD_REQUEST and not answer.get("Content-Type", "").startswith(
            "application/json"
        )
        return _kept(problems.of_answer(answer) if is_page else answer)

    return respond


def is_error_page(answer: HttpResponse) -> bool:
    """Tell whether an answer was made for a browser, by something that comes before the API."""
    is_json = answer.get("Content-Type", "").startswith("application/json")
    return answer.status_code >= BAD_REQUEST and not is_json


def has_token_in_address(request: HttpRequest) -> bool:
    return PREFIX in unquote(request.get_full_path()) or any(name.lower() in NAMES for name in request.GET)


def _kept(answer: HttpResponse) -> HttpResponse:
    """Let nobody on the way store an answer; a program may keep it and ask by its ETag."""
    add_never_cache_headers(answer)
    return answer
