"""The log in sentences, as one reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.pages.names import Names
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, Rewound
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Reader
from games.rules.kernel.table import Table, played
from games.telling import tell

LATEST = 12  # lines that stand open at least
BACK = gettext_noop("Play went back to an earlier moment.")


@dataclass(frozen=True)
class Line:
    number: int  # of its event: for cutting the story in two, never to be shown
    text: str


@dataclass(frozen=True)
class Story:
    """What happened: what one has read before, and what is new since one's own last move."""

    earlier: Sequence[str]
    latest: Sequence[str]
    new: Sequence[str]


class Telling:
    """Tells one reader what happened at one table."""

    def __init__(
        self,
        rules: AnyRules,
        records: Sequence[Record[Any]],
        table: Table[Any, Any],
        reader_of: Callable[[int], Reader],  # by the number of the event
        names: Names,
    ) -> None:
        self._records = records
        told = [
            (record.number, seen(rules, record, reader_of(record.number), table.options))
            for record in played(records)
        ]
        lines = [(number, tell(rules, event, names.seat, table.options)) for number, event in told if event]
        self.lines = [Line(number, text) for number, text in lines if text]

    def story(self, last_move: int) -> Story:
        """Tell it all, cut after one's own last move."""
        before = [line.text for line in self.lines if line.number <= last_move]
        new = self.since(last_move)
        shown = max(LATEST - len(new), 3)
        return Story(before[:-shown], before[-shown:], new)

    def since(self, number: int) -> list[str]:
        """Tell what came after an event; going back is said first, for it isn't among what counts."""
        went_back = any(
            record.number > number and isinstance(record.event, Rewound) for record in self._records
        )
        new = [line.text for line in self.lines if line.number > number]
        return [gettext(BACK), *new] if went_back else new

    def between(self, first: int, last: int) -> list[str]:
        """Tell what one move did."""
        return [line.text for line in self.lines if first <= line.number <= last]
