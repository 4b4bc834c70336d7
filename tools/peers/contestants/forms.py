"""Requests that make moves, prepared as browsers and programs would send them. Needs Django set up."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import play
from games.api.describe import name_of_question
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.models import Match, Player, Scope, Seat
from games.play import history
from games.players import api_tokens
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.table import questions
from games.web.match import pressed
from tools.bench_page import sign_in

FORM, JSON = "application/x-www-form-urlencoded", "application/json"


class Request(dict[str, str]):
    """A request as its path, type, cookie or token, and body."""


def prepare(number: int) -> None:
    """Print three lists of requests: for the page and the API a match each, for the bare view any."""
    settings.ALLOWED_HOSTS = ["testserver"]
    people = [Player.objects.create_user(f"{secrets.token_hex(8)}@example.org") for _ in range(3)]
    cookies: dict[UUID | None, tuple[str, str]] = {one.pk: _cookies(one) for one in people}
    tokens: dict[UUID | None, str] = {one.pk: _token(one) for one in people}
    page, api = list(_matches(people, number)), list(_matches(people, number))
    made = {
        "page": [_pressed(seat, name, cookies) for seat, name in page],
        "api": [_called(seat, name, tokens) for seat, name in api],
        "bare": [_bare(seat) for seat, _ in page],
    }
    print(json.dumps(made))


def _matches(people: list[Player], number: int) -> Iterator[tuple[Seat, QuestionName]]:
    for _ in range(number):
        now = timezone.now()
        match = open_match(MatchSettings("quartz", len(people)), people, now)
        play.start(match.pk, now)
        found = Match.objects.get(pk=match.pk)
        _, table = history.load(found)
        name = next(name for name, one in questions(found.rules, table).items() if one.awaited)
        yield found.seats.select_related("match", "player").get(number=name.seat), name


def _pressed(seat: Seat, name: QuestionName, cookies: Mapping[UUID | None, tuple[str, str]]) -> Request:
    cookie, csrf = cookies[seat.player_id]
    token = pressed.draw(seat, name.text())
    body = urlencode({"press": token, "do": "mine", "csrfmiddlewaretoken": csrf})
    return Request(path=f"/m/{seat.match.public_id}/", type=FORM, cookie=cookie, body=body)


def _called(seat: Seat, name: QuestionName, tokens: Mapping[UUID | None, str]) -> Request:
    told = {
        "question": name_of_question(seat, name),
        "command": {"kind": "mine"},
        "key": secrets.token_hex(8),
    }
    path = f"/api/v1/matches/{seat.match.public_id}/answers"
    return Request(path=path, type=JSON, token=tokens[seat.player_id], body=json.dumps(told))


def _bare(seat: Seat) -> Request:
    body = urlencode({"key": secrets.token_hex(8)})
    return Request(path=f"/bare/{seat.match.public_id}/", type=FORM, body=body)


def _cookies(player: Player) -> tuple[str, str]:
    """Sign in; give the cookies and what forms repeat of them."""
    client, csrf = Client(), secrets.token_hex(16)
    sign_in(client, player)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={csrf}", csrf


def _token(player: Player) -> str:
    scopes = (Scope.READ, Scope.PLAY)
    return api_tokens.make(player, "bench", scopes, None, secrets.token_hex(8), timezone.now())[1]
