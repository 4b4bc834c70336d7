"""The end of a match: who won and why, and the moments that turned it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.infra.recent import Recent
from games.play import history
from games.present.match_view import MatchView
from games.present.names import Names, labelled
from games.present.seat_view import SeatView
from games.rules.kernel.ceremony import Moment, biggest, finish
from games.rules.kernel.contract import AnyRules, Outcome
from games.rules.kernel.fold import before_each
from games.rules.kernel.messages import Who

Weighed = tuple[tuple[int, Moment], ...]
MOST = 100  # matches whose moments are in memory
kept: Recent[tuple[int, str], Weighed] = Recent(MOST)  # by match and head


@dataclass(frozen=True)
class TurningPoint:
    name: str  # what it was of all its kind; "" if its game has no name for that
    text: str
    number: int  # of its event: to find it by, never to be shown
    line: int  # of the story, counted from one; 0 if no line tells of it
    from_the_end: int  # so many lines have to be shown for it to be among them

    @property
    def told(self) -> str:
        return labelled(self.name, self.text) if self.name else self.text


def headline(match_view: MatchView) -> str:
    """Say who won and why; "" while the match is played."""
    outcome = outcome_of(match_view)
    return said_of(outcome, match_view.names) if outcome else ""


def outcome_of(match_view: MatchView) -> Outcome:
    """Give the result of a match that is over, else nothing."""
    found = match_view.match.rules.core.outcome(match_view.table.state) if match_view.is_over else None
    return found or ()


def said_of(outcome: Outcome, names: Names) -> str:
    return names.said(names.rules.text.ending(finish(outcome)))


def turning_points(seat_view: SeatView) -> list[TurningPoint]:
    """List the biggest moments of a match that is over, for its players: all is open to them then."""
    if not seat_view.is_over:
        return []
    lines = seat_view.story.lines
    places = {line.number: place for place, line in enumerate(lines, 1)}

    def pointed(number: int, moment: Moment) -> TurningPoint:
        line, names = places.get(number, 0), seat_view.names
        name = name_of(names, moment, actor(moment) == seat_view.number)
        return TurningPoint(name, names.said(moment.message), number, line, len(lines) - line + 1)

    return [pointed(number, moment) for number, moment in biggest(weighed(seat_view))]


def weighed(match_view: MatchView) -> Weighed:
    """Weigh every event of a match, hidden things included: for a match that is over."""
    match = match_view.match
    return kept.get((match.pk, match.head), lambda: tuple(_weighed(match.rules, match_view.records)))


def _weighed(rules: AnyRules, records: history.Records) -> Iterator[tuple[int, Moment]]:
    weigh: Callable[[Any, Any], Moment | None] = rules.text.moment
    for record, before in before_each(rules, records):
        if moment := weigh(before.state, record.event):
            yield record.number, moment


def actor(moment: Moment) -> int | None:
    """Give the seat whose moment it is: the first that its sentence names."""
    return next((int(one.seat) for one in moment.message.params.values() if isinstance(one, Who)), None)


def name_of(names: Names, moment: Moment, is_mine: bool) -> str:
    """Call a moment what it was: "The boldest dig", or "Your boldest dig"."""
    key = f"named.{moment.kind}"
    return names.word(f"{key}.mine", key) if is_mine else names.word(key)
