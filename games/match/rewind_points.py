"""The moments to which a match can go back by consent, and which players have to agree.

Everybody saw what a rewind undoes, so all players who are there have to agree, no matter who moved. A player
who is away has no vote, as in every vote, unless a move they made themselves or by their orders would be
undone: that isn't taken from anybody behind their back. What a robot or silence did for them doesn't count.

Both follow from what everybody may know: which moves there were, and who is away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from games.models import Door, Match, Outcome, Seat, Submission
from games.models.submission import IN_PERSON
from games.play import history
from games.rules.kernel.fold import played
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.kernel.seats import EventNumber

MOST = 12  # moments to choose from
FAR = 300  # how many events are searched for them
#: These undo moves or begin the match: they aren't moves that play can go back to before.
NO_MOVES = (Door.START, Door.TAKE_BACK, Door.MODERATOR, Door.CONSENT)
BY_THEIR_WILL = (*IN_PERSON, Door.STAND_IN, Door.ORDER)


@dataclass(frozen=True)
class RewindPoint:
    """A moment play can go back to: just after event `to`, seen when the match was at event `as_of`."""

    to: int
    as_of: int


@dataclass(frozen=True)
class Choosable:
    """A moment, with the time of the move that came next."""

    moment: RewindPoint
    moved_at: datetime


def choosable(match: Match) -> list[Choosable]:
    """List the moments just before each of the last moves, latest first; raise HistoryBroken or TooNew."""
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
            found.append(Choosable(RewindPoint(to, match.version), at))
        if len(found) == MOST:
            break
    return found


def is_choosable(match: Match, moment: RewindPoint) -> bool:
    return any(one.moment == moment for one in choosable(match))


def _moves(match: Match, standing: Sequence[int]) -> Iterator[tuple[int, datetime]]:
    made = Submission.objects.filter(match=match, outcome__in=(Outcome.PLAYED, Outcome.SEALED))
    recent = made.filter(first_event__gt=standing[-FAR:][0]).exclude(door__in=NO_MOVES)
    for first, at in recent.order_by("-first_event").values_list("first_event", "at"):
        yield first or 0, at


def concerned(match: Match, seats: Iterable[Seat], moment: RewindPoint) -> list[Seat]:
    """List the seats that have to agree to going back."""
    people = [seat for seat in seats if seat.player_id is not None]
    away = [seat.pk for seat in people if seat.on_autopilot]
    undone = Submission.objects.filter(match=match, seat__in=away, door__in=BY_THEIR_WILL)
    mine = undone.filter(first_event__gt=moment.to, first_event__lte=moment.as_of)
    bound = {*mine.filter(first_event__gt=F("seat__since")).values_list("seat", flat=True)}
    return [seat for seat in people if not seat.on_autopilot or seat.pk in bound]
