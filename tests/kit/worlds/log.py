"""Walks logs record by record, and checks whether their draws are possible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules.kernel.chance import ONCE, Draw, Urn, Urns, item_at, spend, take
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import KERNEL_EVENTS, Opened, Record, Rewound
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import EventNumber
from tests.kit.worlds.game import Log


class Walk:
    """Follows a log one record at a time, rewound parts included.

    If the log is known beforehand, only the states it goes back to are kept: copying the state after every
    record takes more than half of the time of a long walk.
    """

    def __init__(self, rules: AnyRules, log: Log | None = None) -> None:
        self.rules = rules
        self.state: Any = rules.core.empty()
        self.rewound = EventNumber(0)
        self._kept = None if log is None else _gone_back_to(log)
        self._after: dict[EventNumber, Any] = {}

    @classmethod
    def along(cls, rules: AnyRules, log: Log) -> Walk:
        """Walk a whole log."""
        walk = cls(rules, log)
        for record in log:
            walk.step(record)
        return walk

    def step(self, record: Record[Any]) -> None:
        """Apply one record; raise HistoryBroken if it is impossible."""
        event = record.event
        if isinstance(event, Opened):
            self.state.urns = {name: dict(urn) for name, urn in event.urns.items()}
        elif isinstance(event, Rewound):
            self.state = self.rules.core.copy(self._after[event.to])
            self.rewound = record.number
        else:
            spend(self.state.urns, record.puts, record.draws)
            if type(event) not in KERNEL_EVENTS:
                self.rules.core.evolve(self.state, event, record.number)
        if self._kept is None or record.number in self._kept:
            self._after[record.number] = self.rules.core.copy(self.state)


def respun(log: Log, dice: random.Random) -> list[Record[Any]]:
    """Give every draw an index that yields its item; raise HistoryBroken if none does."""
    return [
        msgspec.structs.replace(record, draws=tuple(_spin(draw, urn, dice) for draw, urn in drawn))
        for record, drawn in _followed(log)
    ]


def follow(log: Log) -> None:
    """Raise HistoryBroken unless every draw's index yields its item from its urn."""
    for record, drawn in _followed(log):
        for draw, urn in drawn:
            if draw.size != sum(urn.values()) or item_at(urn, draw.index) != draw.item:
                raise HistoryBroken(f"event {record.number} draws what can't have come out")


def _spin(draw: Draw, urn: Urn, dice: random.Random) -> Draw:
    first = sum(count for name, count in urn.items() if name < draw.item)
    index = first + dice.randrange(urn[draw.item])
    return msgspec.structs.replace(draw, index=index, size=sum(urn.values()))


def _followed(log: Log) -> Iterator[tuple[Record[Any], list[tuple[Draw, Urn]]]]:
    """Pair each record's draws with the urns they were drawn from."""
    urns: Urns = {}
    kept = _gone_back_to(log)
    after: dict[EventNumber, Urns] = {}
    for record in log:
        if isinstance(record.event, Opened):
            urns = _copy(record.event.urns)
        elif isinstance(record.event, Rewound):
            urns = _copy(after[record.event.to])
        once = {put.urn: dict(put.items) for put in record.puts if put.urn.startswith(ONCE)}
        yield record, [_taken(draw, {**urns, **once}[draw.urn]) for draw in record.draws]
        spend(urns, [put for put in record.puts if put.urn not in once], [])
        if record.number in kept:
            after[record.number] = _copy(urns)


def _gone_back_to(log: Log) -> set[EventNumber]:
    return {record.event.to for record in log if isinstance(record.event, Rewound)}


def _taken(draw: Draw, urn: Urn) -> tuple[Draw, Urn]:
    before = dict(urn)
    take(urn, draw.item)
    return draw, before


def _copy(urns: Urns) -> Urns:
    return {name: dict(urn) for name, urn in urns.items()}
