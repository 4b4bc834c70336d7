"""Luck: what came out of an urn for a seat, against what could be expected of the urn as it was.

A log tells what was drawn and what else was in the urn. A game adds what each thing would have been worth
(`Text.fortune`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel.chance import Urn, take
from games.rules.kernel.contract import C, E, O, P, Rules, S, V
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


def strokes(rules: Rules[S, E, C, O, V, P], records: Sequence[Record[E]]) -> Iterator[Stroke]:
    """Yield every draw of a valid log that its game gives a worth, without what was rewound."""
    for record, table in before_each(rules, records):
        found = rules.text.fortune(table.state, record.event) if record.draws else None
        if found is not None:
            yield from _of_event(record, found, dict(table.state.urns.get(found.urn, {})))


def _of_event(record: Record[Any], fortune: Fortune, urn: Urn) -> Iterator[Stroke]:
    for draw in record.draws:
        if draw.urn == fortune.urn:
            came, expected = fortune.worth.get(draw.item, 0), average(urn, fortune.worth)
            yield Stroke(record.number, fortune.seat, came, expected)
            take(urn, draw.item)


def average(urn: Urn, worth: Mapping[str, float]) -> float:
    """Give what one thing out of an urn is worth on average."""
    return sum(worth.get(item, 0) * count for item, count in urn.items()) / sum(urn.values())
