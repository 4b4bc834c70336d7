"""Compares the page of a match with a minimal page in the same run. Called by `bench`."""

from __future__ import annotations

import json
import logging
import random
from functools import partial
from pathlib import Path
from statistics import median

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, Template
from django.test import Client
from django.urls import include, path, set_urlconf
from django.utils import timezone

from games import play
from games.models import Match, Player
from games.play import history
from games.web.match.players_only import open_hands
from tools.bench_rows import table, timed, wish
from tools.instructions import counted

COUNTED = 5  # pages whose instructions are counted
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


class Bench:
    """A match that goes on, its reader's browser, and the floor beside it."""

    def __init__(self) -> None:
        logging.disable()  # nobody reads it, and writing it would count
        settings.ROOT_URLCONF = __name__
        set_urlconf(__name__)
        settings.ALLOWED_HOSTS = ["testserver"]
        self.dice, self.got, self.client = random.Random(2), Got(), Client()
        self.begin()
        for ready in (self.page, self.again, self.floor):
            ready()

    def begin(self) -> None:
        self.match = played()
        reader = Player.objects.get(seats__match=self.match, seats__number=self.match.awaited[0])
        sign_in(self.client, reader)
        self.address = f"/m/{self.match.public_id}/"
        self.page()

    def move(self) -> None:
        """Make a move, so that no page is one that was drawn before; begin another match after the last."""
        play.submit(wish(self.match, self.dice), timezone.now())
        self.match.refresh_from_db()
        if not self.match.is_running:
            self.begin()

    def page(self) -> None:
        ask(self.client, self.address, self.got)

    def again(self) -> None:
        ask_again(self.client, self.address, self.got)

    def floor(self) -> None:
        ask(self.client, f"/bare/{self.match.public_id}/", self.got)


def pages(seconds: float) -> None:
    """Fetch pages in turn as a signed-in player; print how many of each were served a second.

    Each page of the match comes after a move; one more is fetched by a process that has no table in memory.
    """
    bench = Bench()
    spent, done = dict.fromkeys(("page", "again", "floor"), 0.0), 0
    while sum(spent.values()) < seconds:
        for _ in range(BLOCK):
            bench.move()
            spent["page"] += timed(bench.page)
        for name, want in (("again", bench.again), ("floor", bench.floor)):
            spent[name] += sum(timed(want) for _ in range(BLOCK))
        done += BLOCK
    rates = {name: done / took for name, took in spent.items()}
    history.memo.clear()
    print(json.dumps({**rates, "cold": timed(bench.page), "bytes": bench.got[bench.address][1]}))


def count(folder: str) -> None:
    """Print how many instructions each of them takes, the page after a move as the middle of some."""
    bench, instructions = Bench(), partial(counted, folder=Path(folder))
    found = {"floor": instructions(bench.floor), "again": instructions(bench.again)}
    pages = []
    for _ in range(COUNTED):
        bench.move()
        pages.append(instructions(bench.page))
    history.memo.clear()
    print(json.dumps({**found, "page": median(pages), "cold": instructions(bench.page)}))


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
