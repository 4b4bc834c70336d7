"""The moments to which a table may go back by consent, and whose consent that takes.

Everything a rewind undoes was shown to everybody at the table: so all who are there are concerned, whoever
moved. Who is away decides nothing, as in every vote, unless a move of their own hand or orders would be
undone: that is not taken from anybody behind their back. What a robot or silence did for them is none.

Both follow from what anybody may know: which moves there were, and who is away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from games.models import Door, Match, Outcome, Seat, Submission
from games.play import history
from games.rules.kernel.fold import played
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.kernel.seats import EventNumber

MOST = 12  # moments to choose from
FAR = 300  # events that are looked through for them
#: What undoes moves or begins a match is no move that one goes back before.
NO_MOVES = (Door.START, Door.TAKE_BACK, Door.MODERATOR, Door.CONSENT)
BY_THEIR_WILL = (Door.PAGE, Door.LINK, Door.REPLY, Door.ORDER)


@dataclass(frozen=True)
class Moment:
    """A moment play may go back to: just after an event, as seen from where the match stands."""

    to: int
    as_of: int


@dataclass(frozen=True)
class Choosable:
    """A moment with the move that came next."""

    moment: Moment
    moved_at: datetime


def choosable(match: Match) -> list[Choosable]:
    """List the moments before the last moves, the latest first; raise HistoryBroken or TooNew."""
    if not match.is_running:
        return []
    records, _ = history.load(match)
    standing = [record.number for record in played(records)]
    before = dict(zip(standing[1:], standing, strict=False))
    rested = {*rewind_targets(match.rules, records)}
    found: list[Choosable] = []
    for first, at in _moves(match, standing):
        to = before.get(EventNumber(first))
        if to in rested:
            found.append(Choosable(Moment(to, match.version), at))
        if len(found) == MOST:
            break
    return found


def is_choosable(match: Match, moment: Moment) -> bool:
    return any(one.moment == moment for one in choosable(match))


def _moves(match: Match, standing: Sequence[int]) -> Iterator[tuple[int, datetime]]:
    made = Submission.objects.filter(match=match, outcome__in=(Outcome.PLAYED, Outcome.SEALED))
    recent = made.filter(first_event__gt=standing[-FAR:][0]).exclude(door__in=NO_MOVES)
    for first, at in recent.order_by("-first_event").values_list("first_event", "at"):
        yield first or 0, at


def concerned(match: Match, seats: Iterable[Seat], moment: Moment) -> list[Seat]:
    """List whose consent going back takes."""
    people = [seat for seat in seats if seat.player_id is not None]
    away = [seat.pk for seat in people if seat.on_autopilot]
    undone = Submission.objects.filter(match=match, seat__in=away, door__in=BY_THEIR_WILL)
    mine = undone.filter(first_event__gt=moment.to, first_event__lte=moment.as_of)
    bound = {*mine.filter(first_event__gt=F("seat__since")).values_list("seat", flat=True)}
    return [seat for seat in people if not seat.on_autopilot or seat.pk in bound]
