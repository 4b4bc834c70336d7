"""Matches with their other worlds, as rows, for what is written about them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games import play
from games.models import Match, Seat
from tests.kit import two_matches
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, player, remembering, view
from tests.kit.two_matches import other_match
from tests.titles.quartz.worlds import ONE_PRICE
from tests.titles.quartz.worlds import other_world as of_quartz
from tests.titles.quartz_cards.worlds import other_world as of_cards

PAIRS = 6
TABLES = [
    ("quartz", ONE_PRICE),
    ("quartz", ONE_PRICE | {"covered_carts": True, "thrill": True}),
    ("quartz_cards", {}),
]
each_table = pytest.mark.parametrize(("game", "options"), TABLES, ids=["open", "covered", "cards"])


def worlds_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the other world of a match be made as its game makes one."""
    others = {"quartz": of_quartz, "quartz_cards": of_cards}
    monkeypatch.setattr(two_matches, "other_world", lambda log, *more: others[log[0].event.game](log, *more))


def play_some(found: Match, answers: int, dice: random.Random) -> None:
    with remembering():
        for _ in range(answers):
            waiting = sorted(name for name, one in open_questions(found).items() if one.awaited)
            if waiting:
                name = dice.choice(waiting)
                robot = found.rules.robots[found.rules.automation.sensible]
                command = robot(view(found, name.seat), open_questions(found)[name], dice)
                assert not answer(found, name, command).refused


def pairs(
    game: str, options: dict[str, object], wanted: int, *, hand: bool
) -> Iterator[tuple[Match, Match, Seat]]:
    """Make matches, and their other worlds for a seat that can't tell them apart."""
    made = 0
    for seed in range(20 * wanted):
        found = open_table(
            game, [player() for _ in range(3)], [], now=NOON, options=options, secret=bytes([seed + 1] * 32)
        )
        play.start(found.pk, NOON)
        found.seats.update(hand_in_mail=hand)
        play_some(found, 3 + 5 * (seed % 9), random.Random(seed))
        found.refresh_from_db()
        for reader in found.seats.select_related("player") if found.is_running else ():
            other = other_match(found, reader, random.Random(seed))
            if other is not None:
                yield found, other, reader
                made += 1
            if made == wanted:
                return
