"""The story of a match to share: what everybody could know, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from games.match.moments import Moments
from games.present.ceremony import name_of, weighed
from games.present.match_view import MatchView
from games.present.ranking import points_in_words
from games.present.replay.series import Scores
from games.rules.kernel.ceremony import biggest

#: Of the match, how long a seat has to lead for that to be told.
LONG_LEAD = 0.08
#: Of the best result, what a lead has to be worth: one coin of seventy is none.
LEAST_LEAD = 0.05


@dataclass(frozen=True, order=True)
class Beat:
    """One sentence of the story, with the moment it tells of."""

    place: int
    name: str
    text: str


def beats(match_view: MatchView, moments: Moments, scores: Scores) -> list[Beat]:
    """Tell who led when, and the biggest of the moments that hid nothing."""
    return sorted([*_turns(match_view, moments), *_leads(match_view, scores, len(moments))])


def _turns(match_view: MatchView, moments: Moments) -> Iterator[Beat]:
    names, shown = match_view.names, [one for one in weighed(match_view) if one[1].open]
    for number, moment in biggest(shown):
        yield Beat(moments.place_of(number), name_of(names, moment, False), names.said(moment.message))


def _leads(match_view: MatchView, scores: Scores, end: int) -> Iterator[Beat]:
    """Tell of each lead that counts."""
    names = match_view.names
    for place, seat, points in lasting(scores, end):
        told = {"name": names.seat(seat), "points": points_in_words(names, int(points))}
        # Translators: points with their unit, like "14 coins"
        yield Beat(place, gettext("In the lead"), gettext("%(name)s leads with %(points)s.") % told)


def lasting(scores: Scores, end: int) -> Iterator[tuple[int, int, float]]:
    """Yield when each lead begins that lasts and is worth something, whose it is, and its points at first.

    A seat that leads again, with no other such lead in between, has only kept it.
    """
    before, least = None, LEAST_LEAD * max(scores[-1].values)
    for place, until, seat, points in leads(scores, end):
        if seat != before and points >= least and until - place >= LONG_LEAD * end:
            yield place, seat, points
            before = seat


def leads(scores: Scores, end: int) -> Iterator[tuple[int, int, int, float]]:
    """Yield each lead of one seat alone: from which moment to which, whose, and its points at first."""
    begun: tuple[int, int, float] | None = None
    for point in scores:
        seat = _leader(point.values)
        if begun and seat != begun[1]:
            yield begun[0], point.place, begun[1], begun[2]
            begun = None
        if seat is not None and begun is None:
            begun = (point.place, seat, max(point.values))
    if begun:
        yield begun[0], end, begun[1], begun[2]


def _leader(values: tuple[float, ...]) -> int | None:
    best = max(values)
    return values.index(best) if best > 0 and values.count(best) == 1 else None
