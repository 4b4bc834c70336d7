"""A channel for tests: it goes where it is told to and keeps what it was given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from games.models import Channel, Dispatch, Outbox, Player
from games.reach import fan_out, send
from games.reach.carrier import Answer, CarrierOutcome, Errand, Target

ACCEPTED = CarrierOutcome(Answer.ACCEPTED, receipt="41")
MINE, TABLE = Target(1, is_personal=True), Target(2, is_personal=False)


@dataclass
class Kept:
    """Keeps what it carries, and answers as it is told to."""

    goes_to: Iterable[Target] = (MINE,)
    answers: Callable[[Dispatch], CarrierOutcome] = lambda dispatch: ACCEPTED
    carried: list[tuple[int, str]] = field(default_factory=list)  # target, kind
    settled: list[CarrierOutcome] = field(default_factory=list)

    def targets(self, notice: Outbox, reader: Player | None) -> Iterable[Target]:
        return self.goes_to

    def is_used_by(self, player: Player) -> bool:
        return any(one.is_personal for one in self.goes_to)

    def pack(self, dispatch: Dispatch, now: datetime) -> Errand | None:
        target, kind = dispatch.target, dispatch.notice.kind

        def carry() -> CarrierOutcome:
            outcome = self.answers(dispatch)
            self.carried.append((target, kind))
            return outcome

        return carry

    def settle(self, dispatch: Dispatch, outcome: CarrierOutcome, now: datetime) -> None:
        self.settled.append(outcome)


@contextmanager
def carried_by(kept: Kept, channel: str = Channel.PUSH) -> Iterator[Kept]:
    """Let this be the only channel beside email."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (fan_out, send):
            patch.setattr(module, "CARRIERS", {channel: kept})
        yield kept
