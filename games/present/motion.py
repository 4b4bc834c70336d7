"""What a page shows in motion: the latest thing that moved, if its reader saw it move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.present.match_view import MatchView
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Motion
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Reader

LATEST = 40  # events: an evening with the morning after it


def motion(match_view: MatchView, reader_of: Callable[[int], Reader]) -> Motion | None:
    """Find what moved last, from what the reader was told and nothing else."""
    records, options = played(match_view.records), match_view.table.options
    return latest_motion(match_view.match.rules, records, reader_of, options)


def motion_between(
    match_view: MatchView, reader_of: Callable[[int], Reader], first: int, last: int
) -> Motion | None:
    """Find what moved last among some events, like those of one move."""
    some = [record for record in played(match_view.records, first - 1) if record.number <= last]
    return latest_motion(match_view.match.rules, some, reader_of, match_view.table.options)


def latest_motion(
    rules: AnyRules, records: Sequence[Record[Any]], reader_of: Callable[[int], Reader], options: Any
) -> Motion | None:
    """Find what moved last in a log without rewinds."""
    told = (seen(rules, record, reader_of(record.number), options) for record in records[-LATEST:])
    found: Motion | None = rules.text.motion([event for event in told if event])
    return found
