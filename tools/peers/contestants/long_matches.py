"""A move, a page and a cold load of a match with that many events. Needs Django set up.

No game here lasts 3,000 events, so a moderator takes the match back near its beginning again and again: what
was undone stays in the log. However long that is, about as many events count.
"""

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
from games.disputes import moderation
from games.disputes.moderation import By
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.models import Match, Player
from tools.bench_page import sign_in
from tools.bench_replay import wish

GAME, SEATS = "gem_edge", 4
OPTIONS = {"rounds": 200, "windows": "full"}
COUNT = 270  # events that are played until play goes back
MOVES, LOOKS = 20, 8


def measure(events: int) -> None:
    """Print the least milliseconds of CPU of each."""
    from games.play import history

    logging.disable()
    settings.ALLOWED_HOSTS = ["testserver"]
    match, dice, client = played(events), random.Random(4), Client()
    sign_in(client, Player.objects.get(seats__match=match, seats__number=0))
    address, wishes = f"/m/{match.public_id}/", list[play.Wish]()

    def load() -> None:
        history.memo.clear()
        history.load(match)

    found = {
        "a move": least(MOVES, lambda: submit(wishes.pop()), lambda: wishes.append(chosen(match, dice))),
        "the page after a move": least(LOOKS, lambda: client.get(address), lambda: move(match, dice)),
        "a load by a process that has nothing": least(LOOKS, load, match.refresh_from_db),
    }
    print(json.dumps({**found, "events": match.version}))


def chosen(match: Match, dice: random.Random) -> play.Wish:
    match.refresh_from_db()
    return wish(match, dice)


def submit(one: play.Wish) -> None:
    assert not play.submit(one, timezone.now()).refused


def move(match: Match, dice: random.Random) -> None:
    submit(chosen(match, dice))


def least(times: int, do: Callable[[], object], ready: Callable[[], object]) -> float:
    took = []
    for _ in range(times):
        ready()
        begun = time.process_time()
        do()
        took.append(time.process_time() - begun)
    return 1000 * min(took)


def played(events: int) -> Match:
    """Play until there are that many events, of which about 300 count."""
    found, dice = opened(), random.Random(3)
    judge = Player.objects.create_user(f"{os.urandom(8).hex()}@example.org", is_moderator=True)
    move(found, dice)
    found.refresh_from_db()
    beginning = since = found.version
    while found.version < events:
        if found.version - since >= COUNT and found.version + COUNT <= events:
            since = found.version
            moderation.rewind(By(judge, "Once more."), found.pk, beginning, timezone.now())
        move(found, dice)
        found.refresh_from_db()
    return found


def opened() -> Match:
    now = timezone.now()
    people = [Player.objects.create_user(f"{os.urandom(8).hex()}@example.org") for _ in range(SEATS)]
    found = open_match(MatchSettings(GAME, SEATS, options=OPTIONS), people, now)
    Match.objects.filter(pk=found.pk).update(silences_allowed=30_000)
    play.start(found.pk, now)
    found.refresh_from_db()
    return found
