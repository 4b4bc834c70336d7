"""Runs the checks of a finished match: those of the stand-alone verifier, and those that take the rules."""

from __future__ import annotations

import io
from dataclasses import dataclass

from games.match import proof
from games.models import Match
from games.play import history
from games.rules.kernel.codec import codec
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS
from games.rules.tools import verify_log, walk

NOT_PROVED = "NOT"


@dataclass(frozen=True)
class Checked:
    """What came of the checks. `fault`: in one sentence what is wrong; "" if nothing is."""

    fault: str
    events: int
    draws: int
    knows_cards: bool = False  # the version of the rules it was opened with is still here

    @property
    def is_right(self) -> bool:
        return not self.fault


def check(match: Match) -> Checked:
    """Check the whole log of a match that is over; raise TooNew if a newer program wrote some of it."""
    records = [codec(match.rules).read(line) for line in history.stored(match)]
    draws = sum(len(record.draws) for record in records)
    try:
        history.check_chain(match)
        verify_log.check(io.BytesIO(b"".join(proof.log(match, AFTERWARDS))), match.head)
        told = walk.replay(match.rules, records)
    except (HistoryBroken, verify_log.InvalidLog) as wrong:
        return Checked(" ".join(str(wrong).split()), len(records), draws)
    return Checked("", len(records), draws, not any(line.startswith(NOT_PROVED) for line in told))
