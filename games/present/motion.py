"""What a page shows in motion: the latest thing that moved, if its reader saw it move."""

from __future__ import annotations

from collections.abc import Callable

from games.present.match_view import MatchView
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Motion
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Reader

LATEST = 40  # events: an evening with the morning after it


def motion(match_view: MatchView, reader_of: Callable[[int], Reader]) -> Motion | None:
    """Find what moved last, from what the reader was told and nothing else."""
    rules, table = match_view.match.rules, match_view.table
    latest = played(match_view.records)[-LATEST:]
    told = (seen(rules, record, reader_of(record.number), table.options) for record in latest)
    found: Motion | None = rules.text.motion([event for event in told if event])
    return found
