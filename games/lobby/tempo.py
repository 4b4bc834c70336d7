"""How long a match is likely to last: as finished ones here did, or else as `make tempo` measured.

`MEASURED` repeats rows of docs/tempo.md, of people who press what emails offer; a test compares the two.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from django.db.models import Count, DurationField, ExpressionWrapper, F, Q

from games.clocks import PRESETS, Pace
from games.lobby.match_settings import MatchSettings
from games.match import clocks
from games.models import Match, MatchStatus
from games.rules.catalogue import by_slug
from games.rules.kernel.codec import read_options
from games.rules.kernel.refusal import Refused

DAY: Final = timedelta(days=1)
#: So many finished matches say more than a simulation, and don't tell how long any one of them took.
ENOUGH: Final = 8
LATEST: Final = 100  # are looked at


@dataclass(frozen=True)
class Measured:
    """The median length of simulated matches, in days."""

    game: str
    seats: int
    pace: str
    days: float
    options: Mapping[str, object] = field(default_factory=dict)


LIGHT: Final = {"windows": "light"}
FULL: Final = {"windows": "full"}
MEASURED: Final = (
    Measured("quartz", 3, "brisk", 1.2),
    Measured("quartz", 3, "daily", 3.0),
    Measured("quartz", 3, "relaxed", 3.5),
    Measured("quartz", 4, "brisk", 1.7),
    Measured("quartz", 4, "daily", 4.7),
    Measured("quartz", 4, "relaxed", 5.2),
    Measured("quartz", 5, "brisk", 2.4),
    Measured("quartz", 5, "daily", 5.8),
    Measured("quartz", 5, "relaxed", 7.5),
    Measured("quartz_cards", 2, "brisk", 0.4, LIGHT),
    Measured("quartz_cards", 2, "daily", 1.6, LIGHT),
    Measured("quartz_cards", 2, "relaxed", 2.0, LIGHT),
    Measured("quartz_cards", 3, "brisk", 0.5, LIGHT),
    Measured("quartz_cards", 3, "daily", 2.1, LIGHT),
    Measured("quartz_cards", 3, "relaxed", 3.2, LIGHT),
    Measured("quartz_cards", 4, "brisk", 0.7, LIGHT),
    Measured("quartz_cards", 4, "daily", 4.8, LIGHT),
    Measured("quartz_cards", 4, "relaxed", 3.9, LIGHT),
    Measured("quartz_cards", 2, "brisk", 0.7, FULL),
    Measured("quartz_cards", 2, "daily", 3.1, FULL),
    Measured("quartz_cards", 2, "relaxed", 4.5, FULL),
    Measured("quartz_cards", 3, "brisk", 2.1, FULL),
    Measured("quartz_cards", 3, "daily", 18.2, FULL),
    Measured("quartz_cards", 3, "relaxed", 25.4, FULL),
    Measured("quartz_cards", 4, "brisk", 3.3, FULL),
    Measured("quartz_cards", 4, "daily", 30.5, FULL),
    Measured("quartz_cards", 4, "relaxed", 44.1, FULL),
    Measured("gnomes", 2, "brisk", 0.4),
    Measured("gnomes", 2, "daily", 1.2),
    Measured("gnomes", 2, "relaxed", 1.2),
    Measured("gnomes", 3, "brisk", 0.6),
    Measured("gnomes", 3, "daily", 1.6),
    Measured("gnomes", 3, "relaxed", 2.1),
    Measured("gnomes", 4, "brisk", 0.9),
    Measured("gnomes", 4, "daily", 2.1),
    Measured("gnomes", 4, "relaxed", 1.9),
    Measured("gem_edge", 4, "daily", 2.9, LIGHT),
    Measured("gem_edge", 4, "daily", 4.1, FULL),
)


@dataclass(frozen=True)
class Estimate:
    """How long a match is likely to last, and what that is based on."""

    lasts: timedelta
    finished: int = 0  # matches here that it is the median of; 0 if it was simulated
    seats: int | None = None  # of the simulated matches, if it is another number

    @property
    def days(self) -> int:
        return max(1, round(self.lasts / DAY))


def estimate(settings: MatchSettings) -> Estimate | None:
    """Say how long a match with these settings is likely to last; None if nothing like it is known."""
    lengths = _finished(settings)
    if len(lengths) >= ENOUGH:
        seconds = statistics.median(length.total_seconds() for length in lengths)
        return Estimate(timedelta(seconds=seconds), finished=len(lengths))
    return simulated(settings)


def _finished(settings: MatchSettings) -> list[timedelta]:
    """List how long the latest matches of people with the same game, seats, options and pace took."""
    over = Match.objects.filter(
        game=settings.game,
        pace=clocks.stored(settings.pace),
        options=dict(settings.options),
        status=MatchStatus.OVER,
        is_scratch=False,
        started_at__isnull=False,
        ended_at__isnull=False,
    )
    of_people = over.annotate(
        sat=Count("seats"), people=Count("seats", filter=Q(seats__robot="")), took=_TOOK
    ).filter(sat=settings.seats, people__gte=2)
    return list(of_people.order_by("-ended_at", "-pk").values_list("took", flat=True)[:LATEST])


_TOOK = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())


def simulated(settings: MatchSettings) -> Estimate | None:
    """Say how long simulated matches took, with the nearest number of seats that was measured."""
    rows = [one for one in MEASURED if one.game == settings.game and _is_so(one, settings)]
    for seats in sorted({one.seats for one in rows}, key=lambda count: abs(count - settings.seats)):
        days = _at_pace([one for one in rows if one.seats == seats], settings.pace)
        if days is not None:
            return Estimate(days * DAY, seats=None if seats == settings.seats else seats)
    return None


def _is_so(one: Measured, settings: MatchSettings) -> bool:
    """Tell whether a row was measured with the options of these settings."""
    try:
        options = read_options(by_slug()[settings.game], dict(settings.options))
    except Refused:
        return False
    return all(getattr(options, name) == value for name, value in one.options.items())


def _at_pace(rows: Sequence[Measured], pace: Pace) -> float | None:
    """Give the days at a preset, or between the two presets whose turns are next to this one's."""
    known = sorted((PRESETS[one.pace].turn, one.days) for one in rows)
    for turn, days in known:
        if turn == pace.turn:
            return days
    for (less, fewer), (more, longer) in zip(known, known[1:], strict=False):
        if less < pace.turn < more:
            return fewer + (longer - fewer) * ((pace.turn - less) / (more - less))
    return None
