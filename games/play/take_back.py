"""Undo a player's own last move, as long as nothing has followed from it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.models import Deadline, DeadlineKind, Door, Match, Outcome, Seat, Submission
from games.play import actions, autoplay, effects, history, loading
from games.play.orders import check_generation
from games.play.receipts import Receipt, guarded, heard_before, receipt_of
from games.play.transaction import finish
from games.play.workspace import Workspace
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber


def may_take_back(
    match: Match, seat: Seat, now: datetime, records: history.Records | None = None
) -> Submission | None:
    """Find the move a seat may still undo: the match's last one, without chance or hidden things.

    Pass `records` if you have them; otherwise the log is read.
    """
    last = _moves.first(match.pk, seat.pk, seat.since, now)
    if last is None or last.last_event != match.version or not match.is_running:
        return None
    if now - last.at > timedelta(seconds=settings.SEND_AFTER):
        return None
    if last.is_over:  # its clock can't go on, and a new one would be a gift of time
        return None
    log = history.load(match)[0] if records is None else records
    made = [record for record in log if record.number >= (last.first_event or 0)]
    return None if history.is_final(match.rules, made) else last


@kept
def _moves(match: int, seat: int, since: int, now: datetime) -> QuerySet[Any]:
    """Find the moves a player made in person, the latest first, and whether their time is over by now."""
    mine = Submission.objects.filter(match=match, seat=seat, outcome=Outcome.PLAYED, first_event__gt=since)
    over = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, due_at__lte=now)
    timed = mine.annotate(is_over=Exists(over.filter(question=OuterRef("question"))))
    return timed.filter(door__in=(Door.PAGE, Door.LINK, Door.REPLY)).order_by("-pk")


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
        if last is None or last.first_event is None:
            raise Refused("too_late")
        work = loading.load(match, now)
        actions.go_back(work, key, seat, _before(work, last.first_event))
        autoplay.disarm(work, seat_number, "take_back")
        if last.door in effects.FROM_MAILS:
            about = queue.AboutQuestion.parse(last.question)
            work.notify("taken_back", about, [work.seats[seat_number]], wait=queue.AT_ONCE)
        finish(work)
        return receipt_of(work.steps[0].submission)


def _before(work: Workspace, number: int) -> EventNumber:
    """Find the last event before `number`, leaving out what was rewound."""
    return max(record.number for record in played(work.records) if record.number < number)
