"""Compares the page of a match with a minimal page in the same run. Called by `bench`."""

from __future__ import annotations

import json
import logging
import random
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, Template
from django.test import Client
from django.urls import include, path, set_urlconf
from django.utils import timezone

from games import play
from games.models import Match, Player
from games.web.match.players_only import open_hands
from tools.bench_rows import table, timed, wish

BLOCK = 10  # pages of each kind in turn, so that other load slows both
MOVES = 30
SIZE = 10_000
OK, NOT_MODIFIED = 200, 304
Got = dict[str, tuple[str, int]]  # by URL: the ETag of the latest page, and its length
ROW = "<tr><th>{{ match.game }}</th><td>{{ match.status }}</td><td>{{ match.version }}</td></tr>\n"
WORDS = "<p>What a page says that is the same for everybody who reads it.</p>\n"


def bare(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render one row and ten kilobytes, behind the same middleware as every page."""
    match = Match.objects.get(public_id=public_id)
    return HttpResponse(TEMPLATE.render(Context({"match": match, "user": request.user})))


TEMPLATE: Template = Engine().from_string(f"<table>{ROW}</table>" + WORDS * (SIZE // len(WORDS)))
urlpatterns = [path("bare/<slug:public_id>/", bare), path("", include("games.urls"))]


def pages(seconds: float) -> None:
    """Fetch both pages in turn as a signed-in player; print how many of each were served a second."""
    logging.disable()  # nobody reads it, and writing it would count
    settings.ROOT_URLCONF = __name__
    set_urlconf(__name__)
    settings.ALLOWED_HOSTS = ["testserver"]
    found = played()
    client = Client()
    sign_in(client, Player.objects.get(seats__match=found, seats__number=found.awaited[0]))
    page, floor = f"/m/{found.public_id}/", f"/bare/{found.public_id}/"
    got: Got = {}
    wants = {
        "page": partial(ask, client, page, got),
        "again": partial(ask_again, client, page, got),
        "floor": partial(ask, client, floor, got),
    }
    spent, done = dict.fromkeys(wants, 0.0), 0
    while sum(spent.values()) < seconds:
        for name, want in wants.items():
            for _ in range(BLOCK):
                spent[name] += timed(want)
        done += BLOCK
    rates = {name: done / took for name, took in spent.items()}
    print(json.dumps({**rates, "bytes": got[page][1]}))


def sign_in(client: Client, player: Player) -> None:
    """Sign in as somebody who has verified their email recently, so that their hands are shown."""
    client.force_login(player)
    session = client.session
    open_hands(session, player, timezone.now())
    session.save()


def ask(client: Client, address: str, got: Got) -> None:
    answer = client.get(address)
    assert answer.status_code == OK
    got[address] = answer.headers.get("ETag", ""), len(answer.content)


def ask_again(client: Client, address: str, got: Got) -> None:
    """Fetch as an open page does: only if there is something newer, as there is every ten minutes."""
    mark, _ = got[address]
    assert client.get(address, headers={"If-None-Match": mark}).status_code in (OK, NOT_MODIFIED)


def played() -> Match:
    """Play part of a match, so that its page has something to show."""
    dice, found = random.Random(1), table(timezone.now())
    for _ in range(MOVES):
        play.submit(wish(found, dice), timezone.now())
        found.refresh_from_db()
    return found
