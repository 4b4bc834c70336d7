"""Undo a player's own moves, one after the other, as long as nothing has followed from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.models import Deadline, DeadlineKind, Match, Outcome, Seat, Submission
from games.models.submission import IN_PERSON
from games.play import actions, autoplay, effects, history, loading
from games.play.orders import check_generation
from games.play.transaction import Receipt, finish, guarded, heard_before, receipt_of
from games.play.workspace import Workspace
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import questions

#: What the clock of a turn's question holds; reactions and secret choices have other clocks.
A_TURN = '"wait":"turn"'


@dataclass(frozen=True)
class LastMove:
    """A move that may be undone until some moment, or without a hurry."""

    move: Submission
    until: datetime | None


def may_take_back(
    match: Match, seat: Seat, now: datetime, loaded: tuple[history.Records, history.AnyTable] | None = None
) -> LastMove | None:
    """Find the move a seat may undo: the last one that stands, without chance or hidden things.

    Within the seat's own turn there is no hurry, and the move before it may follow, step by step. Otherwise
    it must be undone before the emails go out. Pass the log and its table if you have them.
    """
    last = _moves.first(match.pk, seat.pk, seat.since, now)
    if last is None or not match.is_running:
        return None
    records, table = loaded or history.load(match)
    end = _last_played(records, table)
    if last.last_event > end:  # it was undone itself
        last = _in_person(match.pk, seat.pk, seat.since, now).filter(last_event=end).first()
    if last is None or last.last_event != end:
        return None
    if last.is_over:  # its clock can't go on, and a new one would be a gift of time
        return None
    goes_on = last.in_a_turn and not _asks_others(match, seat, table)
    until = None if goes_on else last.at + timedelta(seconds=settings.SEND_AFTER)
    if until and now > until:
        return None
    made = records[last.first_event - 1 : last.last_event]
    return None if history.is_final(match.rules, made) else LastMove(last, until)


def _asks_others(match: Match, seat: Seat, table: history.AnyTable) -> bool:
    asked = questions(match.rules, table).values()
    return any(one.awaited and one.seat != seat.number for one in asked)


def _last_played(records: history.Records, table: history.AnyTable) -> int:
    return played(records)[-1].number if table.rewound else table.number


@kept
def _moves(match: int, seat: int, since: int, now: datetime) -> QuerySet[Any]:
    """Find the moves a player made in person, the latest first, and what their clocks say by now."""
    return _in_person(match, seat, since, now).order_by("-pk")


def _in_person(match: int, seat: int, since: int, now: datetime) -> QuerySet[Any]:
    mine = Submission.objects.filter(match=match, seat=seat, outcome=Outcome.PLAYED, first_event__gt=since)
    clocks = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, question=OuterRef("question"))
    timed = mine.annotate(
        is_over=Exists(clocks.filter(due_at__lte=now)),
        in_a_turn=Exists(clocks.filter(clock__contains=A_TURN)),
    )
    return timed.filter(door__in=IN_PERSON)


def take_back(match_id: int, seat_number: int, generation: int, key: str, now: datetime) -> Receipt:
    """Undo a seat's last move if `may_take_back` allows it; a refusal is in the receipt."""
    return guarded(match_id, now, lambda: _take_back(match_id, seat_number, generation, key, now))


def _take_back(match_id: int, seat_number: int, generation: int, key: str, now: datetime) -> Receipt:
    with writing():
        match = loading.lock(match_id)
        if heard := heard_before(match.pk, key):
            return heard
        seat = match.seats.get(number=seat_number)
        check_generation(seat, generation)
        last = may_take_back(match, seat, now)
        if last is None or last.move.first_event is None:
            raise Refused("too_late")
        work = loading.load(match, now)
        actions.go_back(work, key, seat, _before(work, last.move.first_event))
        autoplay.disarm(work, seat_number, "take_back")
        if last.move.door in effects.FROM_MAILS:
            about = queue.AboutQuestion.parse(last.move.question)
            work.notify("taken_back", about, [work.seats[seat_number]], wait=queue.AT_ONCE)
        finish(work)
        return receipt_of(work.steps[0].submission)


def _before(work: Workspace, number: int) -> EventNumber:
    """Find the last event before `number`, leaving out what was rewound."""
    return max(record.number for record in played(work.records) if record.number < number)
