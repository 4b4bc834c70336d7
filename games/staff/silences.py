"""How often players timed out in a match, without counting what was undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import F

from games.models import Door, Event, Match, Seat, Submission
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Rewound, kind_of_type

Spans = dict[int, list[tuple[int, int]]]


def times_up(seats: Sequence[Seat]) -> Counter[int]:
    """Count the timeouts of each seat's current player, with the same number of queries for any seats."""
    undone = _undone({seat.match_id: seat.match for seat in seats})
    silent = Submission.objects.filter(seat__in=seats, door=Door.TIMER, first_event__gt=F("seat__since"))
    rows = silent.values_list("seat", "match", "first_event")
    return Counter(
        seat for seat, match, at in rows if not any(to < (at or 0) < back for to, back in undone[match])
    )


def _undone(matches: dict[int, Match]) -> Spans:
    """Find the undone stretches of each match: after which event, and before which."""
    found: Spans = {pk: [] for pk in matches}
    rows = Event.objects.filter(match__in=matches, kind=kind_of_type(Rewound))
    for pk, number, payload in rows.values_list("match", "number", "payload"):
        found[pk].append((codec(matches[pk].rules).read(bytes(payload)).event.to, number))
    return found
