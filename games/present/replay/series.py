"""What the charts of a match show, as one reader knew it: everybody's points over time, and their luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from games.infra.recent import Recent
from games.match.moments import Moments
from games.present.match_view import MatchView
from games.present.replay.eyes import Eyes
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Event, Record, kind_of_type
from games.rules.kernel.fold import step_by_step
from games.rules.kernel.luck import Luck, Stroke
from games.rules.kernel.seats import AFTERWARDS

Note = Callable[[Record[Any], Any], None]
FEW = 5  # so many points make no line: the table tells them
MOST = 200  # of these in memory, a few kilobytes each


class Point(NamedTuple):
    """What each seat had from a moment on."""

    place: int
    values: tuple[float, ...]


class Drawn(NamedTuple):
    """One draw for a seat, and that seat's luck with it and all before."""

    place: int
    seat: int
    came: float
    expected: float
    luck: float


Scores = tuple[Point, ...]


class Charted(NamedTuple):
    """What the charts of a match show one reader."""

    scores: Scores
    luck: Luck


kept: Recent[tuple[int, str, Eyes], Charted] = Recent(MOST)  # by match, head and whose knowledge


def scores(match_view: MatchView, moments: Moments, eyes: Eyes) -> Scores:
    """Give the points of each seat wherever they changed, and at the end; nothing if the game counts none.

    Each is read off the view this reader had at that moment, and so holds nothing else.
    """
    return charted(match_view, moments, eyes).scores


def luck(match_view: MatchView, moments: Moments, eyes: Eyes) -> Luck:
    """Compare what was drawn with what could be expected; nothing unless all draws are open."""
    return charted(match_view, moments, eyes).luck


def charted(match_view: MatchView, moments: Moments, eyes: Eyes) -> Charted:
    """Read the log once for all charts; what is read is kept until the log has grown."""
    match = match_view.match
    return kept.get((match.pk, match.head, eyes), lambda: _charted(match_view, moments, eyes))


def _charted(match_view: MatchView, moments: Moments, eyes: Eyes) -> Charted:
    found = Luck()
    note = partial(found.note, match_view.match.rules) if eyes.reader is AFTERWARDS else None
    return Charted((*_scores(match_view, moments, eyes, note),), found)


def _scores(match_view: MatchView, moments: Moments, eyes: Eyes, note: Note | None) -> Iterator[Point]:
    rules, place, last = match_view.match.rules, 0, Point(0, ())
    changes, is_due, before = changing(rules), True, None
    for record, table in step_by_step(rules, match_view.records, note):
        is_due = is_due or type(record.event) in changes
        if record.number != moments.all[place].number:
            continue
        place, reader = place + 1, eyes.reader_of(record.number)
        if not is_due and reader == before and place < len(moments):
            continue
        is_due, before = False, reader
        values = tuple(rules.text.score(rules.core.view(table.state, reader)))
        if values and (values != last.values or place == len(moments)):
            last = Point(place, values)
            yield last


def changing(rules: AnyRules) -> frozenset[type[Event]]:
    """List the events after which a view is looked at: all of them unless the game names some."""
    events, kinds = rules.core.events, rules.text.scored
    return frozenset(one for one in events if not kinds or kind_of_type(one) in kinds)


def summed(drawn: Iterable[Stroke], moments: Moments) -> Iterator[Drawn]:
    """Add up the luck of each seat draw by draw."""
    sums: dict[int, float] = {}
    for one in drawn:
        sums[one.seat] = sums.get(one.seat, 0) + one.came - one.expected
        yield Drawn(moments.place_of(one.number), one.seat, one.came, one.expected, sums[one.seat])


def luck_over_time(drawn: list[Drawn], seats: int, end: int) -> Scores:
    """Give everybody's luck as points of a chart, from none at first; nothing if it changed at few moments.

    What several draws of one moment came to is one point.
    """
    values, points = [0.0] * seats, {1: (0.0,) * seats}
    for one in drawn:
        values[one.seat] = one.luck
        points[one.place] = tuple(values)
    points[end] = tuple(values)
    return tuple(Point(*one) for one in points.items()) if len(points) > FEW else ()
