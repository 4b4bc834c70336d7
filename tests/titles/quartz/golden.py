"""The golden games of Quartz, and the ways a day can end in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from games.rules.kernel.fold import played
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN
from tests.kit.golden_games import GoldenGames, Log

GOLDEN = GoldenGames(QUARTZ, Path(__file__).parent / "golden", most_bytes=1_500_000)

LAST_BUT_ONE: dict[type, str] = {
    e.LeftMine: "the last but one leaves",
    e.Mined: "the last but one digs up a second obsidian",
    e.Shared: "the last but one finds a second obsidian in the middle of a gimme_a_hand",
    e.ObsidianLanded: "the last but one is given a second obsidian",
    e.AccidentTaken: "the last but one saves the token",
}
ALONE = {
    "bonus": "alone, and takes the bonus",
    "stop": "alone, gives the bonus up, and stops in time",
    "all four": "alone, gives the bonus up, and draws all four",
    "accident": "alone, gives the bonus up, and has an accident",
}
WAYS = frozenset(LAST_BUT_ONE.values()) | frozenset(ALONE.values())


HIDING = ("plain", "covered")


def hides_obsidian(records: Log) -> bool:
    """Tell whether obsidian lies on a what_crystal card somewhere in a match."""
    return any(isinstance(one.event, e.Parked) and one.event.gem == OBSIDIAN for one in played(records))


def endings(records: Log) -> Counter[str]:
    """Count in which ways the days of a match end."""
    return Counter(ending(day) for day in days(records))


def days(records: Log) -> Iterator[list[Any]]:
    """Give each day's events, from dawn till evening, what was rewound and time-ups left out."""
    day: list[Any] = []
    for record in played(records):
        if isinstance(record.event, e.DayBegan):
            day = []
        if isinstance(record.event, e.EveningFell):
            yield day
        if type(record.event) in QUARTZ.core.events:
            day.append(record.event)


def ending(day: Sequence[Any]) -> str:
    kinds = [type(event) for event in day]
    if e.AloneInside in kinds:
        after = kinds[kinds.index(e.AloneInside) :]
        if e.BonusGivenUp not in after:
            return ALONE["bonus"]
        if e.AccidentHappened in after:
            return ALONE["accident"]
        return ALONE["all four" if after.count(e.Mined) == 4 else "stop"]
    before = [kind for kind in kinds if kind not in (e.StayedLast, e.AccidentHappened)]
    return LAST_BUT_ONE[before[-1]]
