"""Write down what one workspace has done, or several: each kind of row with one statement."""

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
from games.play.workspace import Workspace

M = TypeVar("M", bound=models.Model)

OF_MATCH = ("version", "head", "awaited", "status", "ended_at", "started_at", "fault")
OF_SEAT = ("silences", "on_autopilot", "offer")


def write(workspaces: Sequence[Workspace]) -> None:
    """Write all of it: what was asked for, what happened, and what follows."""
    Submission.objects.bulk_create(chain.from_iterable(rows.submissions(work) for work in workspaces))
    Event.objects.bulk_create(chain.from_iterable(rows.log(work) for work in workspaces))
    SealedAnswer.objects.bulk_create(chain.from_iterable(rows.sealed_answers(work) for work in workspaces))
    bring_up_to_date(Match, [work.match for work in workspaces], OF_MATCH)
    bring_up_to_date(Seat, [seat for work in workspaces for seat in work.changed_seats], OF_SEAT)
    write_what_follows(workspaces)


def write_what_follows(workspaces: Sequence[Workspace]) -> None:
    """Stop clocks, set clocks, and queue emails."""
    stop(workspaces)
    clocks = [clock for work in workspaces for clock in work.clocks]
    Deadline.objects.bulk_create(one for one in clocks if one.kind != DeadlineKind.CARRY_ON)
    # To come back to the same question twice is to come back once.
    Deadline.objects.bulk_create(
        (one for one in clocks if one.kind == DeadlineKind.CARRY_ON), ignore_conflicts=True
    )
    queue([mail for work in workspaces for mail in work.mails])
    for work in workspaces:
        hand_on_mails(work)
    for work in workspaces:  # it may go on
        work.stopped, work.done, work.clocks, work.mails, work.renamed = set(), [], [], [], {}


def stop(workspaces: Sequence[Workspace]) -> None:
    over = Q(pk__in=[clock.pk for work in workspaces for clock in work.done])
    for work in workspaces:
        over |= Q(match=work.match, question__in=work.stopped)
    Deadline.objects.open().filter(over).update(state=DeadlineState.DONE)


def queue(mails: list[Outbox]) -> None:
    """Queue emails, once for each reason."""
    if mails:
        emails.write(mails)
    else:  # as many statements: whether somebody is asked ahead is nobody else's business
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")


def hand_on_mails(work: Workspace) -> None:
    """Let emails that haven't gone yet ask under the new name: what is asked on is emailed once, not lost."""
    for old, new in work.renamed.items():
        mine = Outbox.objects.unwritten().filter(match=work.match, question=old)
        mine.filter(kind__in=ASKING_IN_TURN).update(question=new)


def bring_up_to_date(model: type[M], rows: list[M], fields: Sequence[str]) -> None:
    """Write fields of rows that are there: as an insert that finds them, for that is one short statement.

    An update of many rows has a case for each row and field, and that took half of the time.
    """
    model._base_manager.bulk_create(rows, update_conflicts=True, unique_fields=["pk"], update_fields=fields)
