"""A move, a page and a cold load of a match with that many events. Needs Django set up."""

from __future__ import annotations

import json
import logging
import os
import random
import time
from collections.abc import Callable

from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import play
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.models import Match, Player
from games.play import history
from tools.bench_page import sign_in
from tools.bench_replay import wish

GAME, SEATS = "gem_edge", 5
OPTIONS = {"rounds": 200, "windows": "full"}
MOVES, LOOKS = 20, 8


def measure(events: int) -> None:
    """Print the least milliseconds of CPU of each."""
    logging.disable()
    settings.ALLOWED_HOSTS = ["testserver"]
    match = played(events)
    client = Client()
    player = match.seats.select_related("player").get(number=0).player
    assert player is not None
    sign_in(client, player)
    dice, address = random.Random(4), f"/m/{match.public_id}/"
    found = {
        "a move": least(MOVES, lambda: move(match, dice), ready=lambda: forget_wish(match, dice)),
        "the page after a move": least(LOOKS, lambda: client.get(address), ready=lambda: move(match, dice)),
        "a load by a process that has nothing": least(LOOKS, lambda: load(match)),
    }
    print(json.dumps({**found, "events": match.version}))


_wishes: dict[int, play.Wish] = {}


def forget_wish(match: Match, dice: random.Random) -> None:
    """Choose the next move, which isn't counted."""
    match.refresh_from_db()
    _wishes[match.pk] = wish(match, dice)


def move(match: Match, dice: random.Random) -> None:
    asked = _wishes.pop(match.pk, None)
    if asked is None:
        match.refresh_from_db()
        asked = wish(match, dice)
    assert not play.submit(asked, timezone.now()).refused


def load(match: Match) -> None:
    match.refresh_from_db()
    history.memo.clear()
    history.load(match)


def least(times: int, do: Callable[[], object], ready: Callable[[], object] = lambda: None) -> float:
    took = []
    for _ in range(times):
        ready()
        begun = time.process_time()
        do()
        took.append(time.process_time() - begun)
    return 1000 * min(took)


def played(events: int) -> Match:
    """Play until there are that many events; raise if the match ends before."""
    now = timezone.now()
    people = [Player.objects.create_user(f"{os.urandom(8).hex()}@example.org") for _ in range(SEATS)]
    found = open_match(MatchSettings(GAME, SEATS, options=OPTIONS), people, now)
    Match.objects.filter(pk=found.pk).update(silences_allowed=30_000)
    play.start(found.pk, now)
    dice = random.Random(3)
    found.refresh_from_db()
    while found.version < events:
        if not found.is_running:
            raise RuntimeError(f"it ended after {found.version} events")
        play.submit(wish(found, dice), timezone.now())
        found.refresh_from_db()
    return found
