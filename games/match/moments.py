"""The moments of a match to look back at, the same for every reader, and the table as it was at each of them.

A moment is just after an event that everybody may read of. What only some may read of belongs to the moment
after it, so that the number of a moment tells nothing hidden, and a link to it means the same to all. What
was rewound has no moments: as in the story, the first one after it is marked.

The log of a match in memory is folded anew for each moment, which takes a millisecond. Only the moments
themselves are kept, for the matches looked at last.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from games.infra.recent import Recent
from games.models import Match
from games.play.history import AnyTable, Records
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record, Rewound
from games.rules.kernel.fold import fold_to, played, step_by_step
from games.rules.kernel.redaction import message, seen
from games.rules.kernel.seats import PUBLIC, EventNumber

MOST = 100  # matches whose moments are in memory


class ShownMoment(NamedTuple):
    """One moment: just after event `number`, with all that happened after event `since`."""

    number: EventNumber
    since: EventNumber
    part: int  # of the match, counted from one; zero before the first
    begins: bool  # this part
    went_back: bool  # play went back to an earlier moment just before


@dataclass(frozen=True)
class Moments:
    """All moments of a match, in order. People count them from one."""

    all: tuple[ShownMoment, ...]

    def __len__(self) -> int:
        return len(self.all)

    def at(self, place: int) -> ShownMoment:
        """Give the moment at a place; what is beyond an end is the first or the last."""
        return self.all[self.nearest(place) - 1]

    def nearest(self, place: int) -> int:
        return min(max(place, 1), len(self.all))

    def place_of(self, number: int) -> int:
        """Find the moment to which an event belongs."""
        return self.nearest(bisect_left(self.all, number, key=lambda one: one.number) + 1)

    def parts(self) -> list[int]:
        """List the places at which parts of the match begin."""
        return [place for place, one in enumerate(self.all, 1) if one.begins]


kept: Recent[tuple[int, str], Moments] = Recent(MOST)  # by match and head


def moments_of(match: Match, records: Records, options: Any) -> Moments:
    """List the moments of a match; they are kept until its log has grown."""
    return kept.get((match.pk, match.head), lambda: moments_in(match.rules, records, options))


def moments_in(rules: AnyRules, records: Records, options: Any) -> Moments:
    """List the moments of a log."""
    return Moments(tuple(_moments(rules, records, options)))


def table_at(rules: AnyRules, records: Records, moment: ShownMoment) -> AnyTable:
    """Give the table as it was at a moment."""
    return fold_to(rules, records, moment.number)


def happened(kept: Sequence[Record[Any]], first: ShownMoment, last: ShownMoment) -> Sequence[Record[Any]]:
    """Cut what happened from one moment to another, both included, out of a log without rewinds."""
    begin = bisect_right(kept, first.since, key=lambda one: one.number)
    return kept[begin : bisect_right(kept, last.number, key=lambda one: one.number)]


def _moments(rules: AnyRules, records: Records, options: Any) -> Iterator[ShownMoment]:
    told = _from_the_first_question(rules, records, [*_told(rules, records, options)])
    backs = [record.number for record in records if isinstance(record.event, Rewound)]
    part, ends = 0, [EventNumber(0), *(number for number, _ in told)]
    last = played(records)[-1].number
    for (since, number), (_, begins) in zip(pairwise(ends), told, strict=True):
        part += begins
        back = any(since < one < number for one in backs)
        until = last if number == ends[-1] else number  # the last moment is the table as it is
        yield ShownMoment(until, since, part, begins, back)


def _from_the_first_question(
    rules: AnyRules, records: Records, told: list[tuple[EventNumber, bool]]
) -> list[tuple[EventNumber, bool]]:
    """Make the opening one moment: nobody has seen the table before the first question was asked."""
    steps = step_by_step(rules, records)
    asked = next((record.number for record, table in steps if rules.core.open(table.state)), told[-1][0])
    later = bisect_left(told, asked, key=lambda one: one[0], hi=len(told) - 1)
    return [(told[later][0], any(begins for _, begins in told[: later + 1])), *told[later + 1 :]]


def _told(rules: AnyRules, records: Records, options: Any) -> Iterator[tuple[EventNumber, bool]]:
    """Yield the events that everybody may read of, and whether a part of the match begins with them."""
    begins = False
    for record in played(records):
        event = seen(rules, record, PUBLIC, options)
        begins = begins or (event is not None and event.kind in rules.text.chapters)
        if event is not None and message(rules, event) is not None:
            yield record.number, begins
            begins = False
