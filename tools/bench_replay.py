"""Measure looking back: `python -m tools.bench_replay [--memory] [--games quartz]`, on a SQLite of its own.

Counts the instructions of a moment of a long match beside the page of the same match, with valgrind, which no
other work disturbs; or how much a process grows by a hundred replays. See docs/bench-service.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tools import instructions
from tools.bench import begin, part, result_of

if TYPE_CHECKING:
    from django.test import Client

    from games import play
    from games.models import Match

GAMES = ("quartz", "quartz_cards", "gnomes", "gem_edge")
LONG = 300  # events
REPLAYS, LOOKS = 100, 4  # looked at by turns, and moments of each
MOST_MOVES = 3000
PAGES = {
    "match": "",
    "first moment": "replay/?at=1",
    "a moment": "replay/?at=90",
    "last moment": "replay/",
    "charts": "replay/charts/",
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the pages that look back at a match.")
    parser.add_argument("--memory", action="store_true", help="how much a hundred replays leave behind")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    args = parser.parse_args()
    if not args.memory and not instructions.are_countable():
        print("Counting instructions needs valgrind.", file=sys.stderr)
        return 1
    with database() as (url, folder):
        part(url, "rows.prepare()")
        for game in args.games:
            call = f"from tools import bench_replay; bench_replay.{'grow' if args.memory else 'count'}"
            under = () if args.memory else instructions.command(folder)
            told(game, result_of(begin(url, f"{call}({game!r}, {str(folder)!r})", under)))
    return 0


@contextmanager
def database() -> Iterator[tuple[str, Path]]:
    folder = Path(tempfile.mkdtemp(prefix="quartz-bench-"))
    try:
        yield f"sqlite:///{folder}/bench.sqlite3", folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def told(game: str, found: dict[str, float]) -> None:
    print(f"{game}: " + "; ".join(f"{name} {value:,.2f}" for name, value in found.items()), flush=True)


def count(game: str, folder: str) -> None:
    """Print the millions of instructions of each page, running and over, and each beside the match's page."""
    match = long_match(game)
    client = signed_in(match)
    found = {"events": float(match.version)}
    found |= measured(match, client, "running", folder)
    finish(match)
    found |= {"events at the end": float(match.version)}
    found |= measured(match, client, "over", folder)
    print(json.dumps(found))


def measured(match: Match, client: Client, when: str, folder: str) -> dict[str, float]:
    counted = partial(instructions.counted, folder=Path(folder))
    spent = {}
    for name, rest in PAGES.items():
        look(client, match, rest)
        spent[name] = counted(partial(look, client, match, rest)) / 1e6
    forget()
    spent["charts for the first time"] = counted(partial(look, client, match, PAGES["charts"])) / 1e6
    floor = spent["match"]
    return {f"{when}, {name}": value for name, value in spent.items()} | {
        f"{when}, {name} of the match": value / floor for name, value in spent.items() if name != "match"
    }


def grow(game: str, _: str) -> None:
    """Print by how many MB a process has grown after a hundred replays looked at by turns."""
    match = long_match(game)
    finish(match)
    client, matches = signed_in(match), copies(match)
    for rest in PAGES.values():  # templates are compiled, and glyphs drawn
        look(client, match, rest)
    before = resident()
    places = [round(1 + step * 80) for step in range(LOOKS)]
    for place in places:
        for one in matches:
            look(client, one, f"replay/?at={place}")
    for one in matches:
        look(client, one, PAGES["charts"])
    gc.collect()
    print(json.dumps({"events": match.version, "replays": len(matches), "MB more": resident() - before}))


def resident() -> float:
    """Give the memory of this process now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


# --- matches


def long_match(game: str) -> Match:
    """Play a match between robots' choices until it has many events."""
    from django.utils import timezone

    from games import play
    from games.lobby.match_settings import MatchSettings
    from games.lobby.setup import open_match
    from games.models import Match, Player

    logging.disable()
    now, seats = timezone.now(), 4
    names = (f"{os.urandom(8).hex()}@example.org" for _ in range(seats))
    found = open_match(MatchSettings(game, seats), [Player.objects.create_user(one) for one in names], now)
    Match.objects.filter(pk=found.pk).update(silences_allowed=30_000)
    play.start(found.pk, now)
    play_until(found, lambda: found.version >= LONG)
    return found


def finish(found: Match) -> None:
    play_until(found, lambda: False)


def play_until(found: Match, is_enough: Callable[[], bool]) -> None:
    from django.utils import timezone

    from games import play

    dice = random.Random(3)
    found.refresh_from_db()
    for _ in range(MOST_MOVES):
        if is_enough() or not found.is_running:
            return
        play.submit(wish(found, dice), timezone.now())
        found.refresh_from_db()


def wish(found: Match, dice: random.Random) -> play.Wish:
    """Choose as the game's sensible robot does."""
    from games import play
    from games.models import Door
    from games.play import history
    from games.rules.kernel.codec import canonical
    from games.rules.kernel.table import questions

    _, at = history.load(found)
    waiting = questions(found.rules, at)
    name = min(name for name, one in waiting.items() if one.awaited and name.seat in found.awaited)
    robot = found.rules.robots[found.rules.automation.sensible]
    command = robot(found.rules.core.view(at.state, name.seat), waiting[name], dice)
    text = canonical(command).decode()
    return play.Wish(found.pk, name.seat, 1, name, text, os.urandom(8).hex(), Door.PAGE)


def copies(match: Match) -> list[Match]:
    """Copy a finished match, with its log, its secret and its seats."""
    from games.models import Event, MatchSecret, Seat
    from games.models.match import new_public_id
    from games.play import history

    secret = history.secret_of(match)
    seats, log = list(match.seats.all()), list(Event.objects.filter(match=match).order_by("number"))
    found = []
    for _ in range(REPLAYS):
        one = type(match).objects.get(pk=match.pk)
        one.pk, one.public_id, one._state.adding = None, new_public_id(), True
        one.save()
        MatchSecret.kept.create(match=one, secret=secret)
        for seat in seats:
            seat.pk, seat.match, seat._state.adding = None, one, True
        for event in log:
            event.pk, event.match, event.submission_id, event._state.adding = None, one, None, True
        Seat.objects.bulk_create(seats)
        Event.objects.bulk_create(log)
        found.append(one)
    return found


# --- pages


def signed_in(match: Match) -> Client:
    from django.conf import settings
    from django.test import Client

    from tools.bench_page import sign_in

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    sign_in(client, match.seats.get(number=0).player)  # type: ignore[arg-type]  # people sit everywhere
    return client


def look(client: Client, match: Match, rest: str) -> None:
    answer = client.get(f"/m/{match.public_id}/{rest}")
    assert answer.status_code == 200, answer.status_code


def forget() -> None:
    from games.infra import recent

    recent.forget()


if __name__ == "__main__":
    sys.exit(main())
