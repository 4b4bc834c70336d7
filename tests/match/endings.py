"""Matches just before the move that ends them."""

from __future__ import annotations

from games import play
from games.match import rewind_points
from games.match.rewind_points import RewindPoint
from games.models import Event, Match
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, play_on, player

OVER = [
    ("quartz", "window_opened"),
    ("quartz", "accident_happened"),
    ("quartz", "crystals_sold"),  # an evening's sale, in secret
    ("quartz_cards", "window_opened"),
    ("quartz_cards", "accident_happened"),
    ("quartz_cards", "attack_played"),  # named in secret
]


def before_the_last(kind: str, game: str) -> tuple[Match, RewindPoint]:
    """Play until that has happened, and give the last moment before it."""
    chosen = {"windows": "full"} if game == "quartz_cards" else {}
    for seed in range(1, 20):
        found = table_of(game, seed, chosen)
        for step in range(120):
            play_on(found, 1, seed=seed * 1000 + step)
            happened = Event.objects.filter(match=found, kind=kind).order_by("number").last()
            if happened is None or not found.is_running:
                continue
            found.refresh_from_db()
            offered = [
                one.moment for one in rewind_points.choosable(found) if one.moment.to < happened.number
            ]
            if offered:
                return found, offered[0]
    raise AssertionError(f"{kind} never happened in {game}")


def table_of(game: str, seed: int, options: dict[str, object]) -> Match:
    found = open_table(
        game, [player() for _ in range(3)], [], now=NOON, secret=bytes([seed] * 32), options=options
    )
    play.start(found.pk, NOON)
    return found
