"""Writing down what one desk has done, or several: each kind of row with one statement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

from django.db import connection, models
from django.db.models import Q

from games.mail import queue as emails
from games.mail.kinds import ASKING_IN_TURN
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Event,
    Match,
    Outbox,
    SealedAnswer,
    Seat,
    Submission,
)
from games.play import rows
from games.play.workspace import Desk

M = TypeVar("M", bound=models.Model)

OF_MATCH = ("version", "head", "awaited", "status", "ended_at", "started_at", "fault")
OF_SEAT = ("silences", "on_autopilot", "offer")


def write(desks: Sequence[Desk]) -> None:
    """Write all of it: what was asked for, what happened, and what follows."""
    Submission.objects.bulk_create(chain.from_iterable(rows.submissions(desk) for desk in desks))
    Event.objects.bulk_create(chain.from_iterable(rows.log(desk) for desk in desks))
    SealedAnswer.objects.bulk_create(chain.from_iterable(rows.sealed_answers(desk) for desk in desks))
    bring_up_to_date(Match, [desk.match for desk in desks], OF_MATCH)
    bring_up_to_date(Seat, [seat for desk in desks for seat in desk.changed_seats], OF_SEAT)
    write_what_follows(desks)


def write_what_follows(desks: Sequence[Desk]) -> None:
    """Stop clocks, set clocks, and queue emails."""
    stop(desks)
    clocks = [clock for desk in desks for clock in desk.clocks]
    Deadline.objects.bulk_create(one for one in clocks if one.kind != DeadlineKind.CARRY_ON)
    # To come back to the same question twice is to come back once.
    Deadline.objects.bulk_create(
        (one for one in clocks if one.kind == DeadlineKind.CARRY_ON), ignore_conflicts=True
    )
    queue([mail for desk in desks for mail in desk.mails])
    for desk in desks:
        hand_on_mails(desk)
    for desk in desks:  # it may go on
        desk.stopped, desk.done, desk.clocks, desk.mails, desk.renamed = set(), [], [], [], {}


def stop(desks: Sequence[Desk]) -> None:
    over = Q(pk__in=[clock.pk for desk in desks for clock in desk.done])
    for desk in desks:
        over |= Q(match=desk.match, question__in=desk.stopped)
    Deadline.objects.open().filter(over).update(state=DeadlineState.DONE)


def queue(mails: list[Outbox]) -> None:
    """Queue emails, once for each reason."""
    if mails:
        emails.write(mails)
    else:  # as many statements: whether somebody is asked ahead is nobody else's business
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")


def hand_on_mails(desk: Desk) -> None:
    """Let emails that haven't gone yet ask under the new name: what is asked on is emailed once, not lost."""
    for old, new in desk.renamed.items():
        mine = Outbox.objects.unwritten().filter(match=desk.match, question=old)
        mine.filter(kind__in=ASKING_IN_TURN).update(question=new)


def bring_up_to_date(model: type[M], rows: list[M], fields: Sequence[str]) -> None:
    """Write fields of rows that are there: as an insert that finds them, for that is one short statement.

    An update of many rows has a case for each row and field, and that took half of the time.
    """
    model._base_manager.bulk_create(rows, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
