"""What must be true of Gem Edge after every step, besides what must be true of any match."""

from __future__ import annotations

from games.models import Match
from games.play import history
from tests.simulation.laws import require
from tests.titles.gem_edge.laws import Watch


class GemLaws:
    """Walks along the log of one match."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.seen = 0

    def look(self, match: Match) -> None:
        """Check what has been written since the last look, and that no moment is left to a person."""
        records, table = history.load(match)
        for record in records[self.seen :]:
            self.watch.step(record)
        self.seen = len(records)
        asked = {one.kind for one in match.rules.core.open(table.state) if one.awaited}
        waits = match.rules.core.moments & asked
        later = match.deadlines.filter(kind="carry_on", question="", state="running")
        require(not waits or later.exists(), f"{waits} is left to somebody to answer")
