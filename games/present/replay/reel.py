"""A match moment by moment, as one reader knew it: where one is, what happened there, and where to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from games.match.moments import Moments, ShownMoment, happened, moments_of, table_at
from games.present.match_view import MatchView
from games.present.motion import latest_motion
from games.present.names import Names
from games.present.replay.eyes import Eyes
from games.present.story import MatchStory
from games.rules.kernel.events import Record
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Motion
from games.rules.kernel.table import Table

AROUND = 6  # moments shown before this one, and after it
STOPS = 40  # of the slider, at most


class ToldMoment(NamedTuple):
    """One moment in a list: what happened there."""

    place: int
    lines: Sequence[str]
    went_back: bool
    is_now: bool


class SliderStop(NamedTuple):
    """One place on the slider; `begins`: a part of the match begins between the stop before and this one."""

    place: int
    is_now: bool
    begins: bool


class Chapter(NamedTuple):
    """A part of the match, called by its first line."""

    number: int
    place: int
    title: str
    is_now: bool


@dataclass
class Reel:
    """A match looked back at, at one moment, with one reader's eyes."""

    match_view: MatchView
    eyes: Eyes
    wanted: int | None = None  # the place; without it, the last

    @cached_property
    def moments(self) -> Moments:
        view = self.match_view
        return moments_of(view.match, view.records, view.table.options)

    @cached_property
    def played(self) -> Sequence[Record[Any]]:
        return played(self.match_view.records)

    @property
    def names(self) -> Names:
        return self.match_view.names

    @cached_property
    def place(self) -> int:
        return self.moments.nearest(len(self.moments) if self.wanted is None else self.wanted)

    @property
    def moment(self) -> ShownMoment:
        return self.moments.at(self.place)

    @cached_property
    def table(self) -> Table[Any, Any]:
        return table_at(self.match_view.match.rules, self.match_view.records, self.moment)

    @cached_property
    def view(self) -> Any:
        """Show the table of this moment as its reader knew it then."""
        return self.match_view.match.rules.core.view(
            self.table.state, self.eyes.reader_of(self.moment.number)
        )

    @property
    def awaited(self) -> list[int]:
        """List the seats that were asked, which everybody knew."""
        asked = self.match_view.match.rules.core.open(self.table.state)
        return sorted({one.seat for one in asked if one.awaited})

    @property
    def motion(self) -> Motion | None:
        """Find what had just moved, from what the reader was told."""
        before = happened(self.played, self.moments.at(1), self.moment)
        return latest_motion(self.match_view.match.rules, before, self.eyes.reader_of, self.table.options)

    # --- what happened

    @cached_property
    def now(self) -> ToldMoment:
        return next(one for one in self.around if one.is_now)

    @cached_property
    def around(self) -> list[ToldMoment]:
        """Tell what happened at this moment, and shortly before and after it."""
        first = max(self.place - AROUND, 1)
        return self.told(first, min(self.place + AROUND, len(self.moments)))

    def told(self, first: int, last: int) -> list[ToldMoment]:
        """Tell what happened at some moments, as the reader knew it then."""
        lines: dict[int, list[str]] = {place: [] for place in range(first, last + 1)}
        for line in self._story(self.moments.at(first), self.moments.at(last)).lines:
            lines[self.moments.place_of(line.number)].append(line.text)
        return [
            ToldMoment(place, said, self.moments.at(place).went_back, place == self.place)
            for place, said in lines.items()
        ]

    def _story(self, first: ShownMoment, last: ShownMoment) -> MatchStory:
        view, records = self.match_view, happened(self.played, first, last)
        return MatchStory(view.match.rules, records, view.table, self.eyes.reader_of, self.names)

    # --- where to go

    @cached_property
    def stops(self) -> list[SliderStop]:
        """Lay stops along the whole match, as many as there is room for; the last is its end."""
        count = len(self.moments)
        steps = min(count, STOPS)
        places = [round(1 + (count - 1) * step / max(steps - 1, 1)) for step in range(steps)]
        here = max(place for place in places if place <= self.place)
        return [
            SliderStop(place, place == here, any(before < part <= place for part in self.moments.parts()))
            for before, place in pairwise([0, *places])
        ]

    @property
    def chapter_places(self) -> tuple[int | None, int | None]:
        """Give where the part before begins, or this one if one is within it; and where the next begins."""
        parts = self.moments.parts()
        before = [place for place in parts if place < self.place]
        after = [place for place in parts if place > self.place]
        return (before[-1] if before else None, after[0] if after else None)

    @cached_property
    def chapters(self) -> list[Chapter]:
        return list(self._chapters())

    def _chapters(self) -> Iterator[Chapter]:
        for number, place in enumerate(self.moments.parts(), 1):
            yield Chapter(number, place, self.title(place), number == self.moment.part)

    def title(self, place: int) -> str:
        """Give the line with which a part of the match begins."""
        begins = self.match_view.match.rules.text.chapters
        lines = self._story(self.moments.at(place), self.moments.at(place)).lines
        return next((line.text for line in lines if line.kind in begins), lines[-1].text if lines else "")

    @property
    def chapter(self) -> Chapter | None:
        """Give the part of the match one is in; None before the first."""
        return next((one for one in self.chapters if one.is_now), None)
