"""Luck: what came out of an urn for a seat, against what could be expected of the urn as it was.

A log tells what was drawn and what else was in the urn. A game adds whose draw it was, what each thing would
have been worth, and whether things are counted by themselves (`Text.fortune`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel.chance import ONCE, Urn, take
from games.rules.kernel.contract import AnyRules, C, E, O, P, Rules, S, V
from games.rules.kernel.events import Record
from games.rules.kernel.fold import before_each
from games.rules.kernel.fortune import Fortune
from games.rules.kernel.seats import EventNumber, Seat


class Stroke(msgspec.Struct, frozen=True, gc=False):
    """One draw for a seat: what it was worth, and what was to be expected."""

    number: EventNumber
    seat: Seat
    came: float
    expected: float


class LuckCount(msgspec.Struct, gc=False):
    """How often a thing came for a seat, and how often that was to be expected."""

    came: int = 0
    expected: float = 0.0


class Luck(msgspec.Struct):
    """All draws of a match that had a worth, and what came how often, by thing and seat."""

    strokes: list[Stroke] = []
    tallies: dict[str, dict[Seat, LuckCount]] = {}

    def note(self, rules: AnyRules, record: Record[Any], state: Any) -> None:
        """Compare what an event draws, if its game speaks of it, with the urn that it finds."""
        fortune = rules.text.fortune(state, record.event) if record.draws else None
        if fortune is not None:
            for item, urn in _draws(record, fortune, state.urns):
                self.strokes += _strokes(record.number, fortune, item, urn) if fortune.worth else ()
                if fortune.is_counted:
                    _count(self.tallies, fortune.seat, item, urn)


def luck_of(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> Luck:
    """Compare every draw of a valid log with its urn, without what was rewound."""
    found = Luck()
    for record, table in before_each(rules, records):
        found.note(rules, record, table.state)
    return found


def _draws(record: Record[Any], fortune: Fortune, urns: Mapping[str, Urn]) -> Iterator[tuple[str, Urn]]:
    """Yield what an event drew for a seat, each with the urn just before."""
    filled = {put.urn: put.items for put in record.puts if put.urn.startswith(ONCE)}
    left: dict[str, Urn] = {}
    for draw in record.draws:
        if draw.urn == fortune.urn or (fortune.urn == ONCE and draw.urn in filled):
            urn = left.setdefault(draw.urn, dict(filled.get(draw.urn) or urns[draw.urn]))
            yield draw.item, urn
            take(urn, draw.item)


def _strokes(number: EventNumber, fortune: Fortune, item: str, urn: Urn) -> Iterator[Stroke]:
    came, expected = fortune.worth.get(item, 0), average(urn, fortune.worth)
    yield Stroke(number, fortune.seat, came, expected)
    if fortune.loser is not None:
        yield Stroke(number, fortune.loser, -came, -expected)


def _count(tallies: dict[str, dict[Seat, LuckCount]], seat: Seat, item: str, urn: Urn) -> None:
    size = sum(urn.values())
    for thing, count in urn.items():
        mine = tallies.setdefault(thing, {}).setdefault(seat, LuckCount())
        mine.came += thing == item
        mine.expected += count / size


def average(urn: Urn, worth: Mapping[str, float]) -> float:
    """Give what one thing out of an urn is worth on average."""
    return sum(worth.get(item, 0) * count for item, count in urn.items()) / sum(urn.values())
