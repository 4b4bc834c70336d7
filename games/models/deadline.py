"""When something must happen even if nobody does anything. A row, never a timer in a queue."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.infra.statements import Change, kept, kept_change
from games.models.heartbeat import Heartbeat
from games.models.inbound import Inbound, InboundState
from games.models.match import Match, MatchStatus

#: How long a question stays open for an email of its seat that came in time but isn't read yet.
PATIENCE = timedelta(minutes=2)
#: A mailbox that was read this recently will be read again in a moment; other mailboxes aren't waited for.
IN_USE = timedelta(minutes=1)


class DeadlineKind(models.TextChoices):
    QUESTION = "question", "an answer is due"
    LATE = "late", "a plan that asked may act"  # only its owner may know
    CARRY_ON = "carry_on", "a robot's move, or more to settle"


class DeadlineState(models.TextChoices):
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    DROPPED = "dropped", _("Cancelled")
    STUCK = "stuck", _("Stuck")  # failed again and again; an operator has to look


def patience(now: datetime) -> tuple[datetime, datetime]:
    """Return since when a mailbox must have been read to be waited for, and for which deadlines."""
    return now - IN_USE, now - PATIENCE


class DeadlineQuerySet(models.QuerySet["Deadline"]):
    def due(self, now: datetime) -> DeadlineQuerySet:
        """Find what is to be done now and isn't claimed by anybody."""
        free = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
        return self.filter(free, state=DeadlineState.RUNNING, due_at__lte=now)

    def ripe(self, read_since: datetime, patient_since: datetime) -> DeadlineQuerySet:
        """Leave out questions whose answer may be in an email that came in time but isn't read yet.

        The email may be stored, or in a mailbox that hasn't been read since. Only that there may be one
        counts, never what it says. `patience` gives the moments.
        """
        unread = Inbound.objects.filter(
            state=InboundState.WAITING,
            seat__match=OuterRef("match"),
            seat__number=OuterRef("seat"),
            received_at__lt=OuterRef("due_at"),
        )
        looked_before = Heartbeat.objects.filter(
            name=Heartbeat.MAILBOX, at__gt=read_since, at__lt=OuterRef("due_at")
        )
        may_hold_answer = Exists(unread) | Exists(looked_before)
        return self.exclude(may_hold_answer, kind=DeadlineKind.QUESTION, due_at__gt=patient_since)

    def ready(self, now: datetime, read_since: datetime, patient_since: datetime) -> DeadlineQuerySet:
        """Find what is due in running matches."""
        return self.due(now).ripe(read_since, patient_since).filter(match__status=MatchStatus.RUNNING)

    def open(self) -> DeadlineQuerySet:
        """Find those not finished yet: stuck ones wait for an operator, or for an answer."""
        return self.filter(state__in=(DeadlineState.RUNNING, DeadlineState.STUCK))

    def fresh(self) -> DeadlineQuerySet:
        return self.filter(attempts=0)

    def tried(self) -> DeadlineQuerySet:
        """Find those that were claimed before and not finished."""
        return self.filter(attempts__gt=0)

    def take(self, now: datetime, until: datetime, most: int, *, tried: bool = False) -> list[int]:
        """Claim some for a while, in a transaction, leaving out those that another process is claiming.

        Those that were claimed before are claimed apart from the others.
        """
        taken = _free(now, *patience(now), tried=tried, most=most)
        if taken:
            _claim(taken, until)
        return taken

    def give_up(self, now: datetime, tries: int) -> int:
        """Mark what was claimed so often, and is due again, as stuck; return how many."""
        return _give_up(now, tries)

    def take_first(self, now: datetime, until: datetime) -> int | None:
        """Claim the first of these in the same way, whether it was claimed before or not."""
        free = self.ready(now, *patience(now)).order_by("due_at", "pk")
        first = free.select_for_update(of=("self",), skip_locked=True).first()
        if first is None:
            return None
        _claim([first.pk], until)
        return first.pk

    def any_tried(self, now: datetime) -> bool:
        """Tell whether something is due that was claimed before and not finished."""
        return _tried.exists(now, *patience(now))

    def hand_back(self, pks: Iterable[int], until: datetime) -> None:
        """Leave what isn't done to another process, after a moment; it doesn't count as an attempt."""
        left = self.filter(pk__in=[*pks], attempts__gt=0, state=DeadlineState.RUNNING)
        left.update(lease_until=until, attempts=F("attempts") - 1)


class Deadline(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="deadlines")
    kind = models.CharField(max_length=10, choices=DeadlineKind)
    question = models.CharField(max_length=40, blank=True)  # rewound-opened-seat
    seat = models.PositiveSmallIntegerField(null=True)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    bank_from = models.DateTimeField(null=True)  # when the time bank starts to be used
    remind_at = models.DateTimeField(null=True)  # the next reminder
    reminders = models.JSONField(default=list)  # those after it
    pushed_by = models.CharField(max_length=60, blank=True)  # why it is later than by pace alone
    clock = models.TextField(blank=True)  # everything it is worked out from, for games.clocks to read
    state = models.CharField(max_length=8, choices=DeadlineState, default=DeadlineState.RUNNING)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[DeadlineQuerySet] = DeadlineQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "kind", "question"],
                condition=Q(state="running"),
                name="one_running_deadline",
            ),
        )
        indexes = (
            models.Index(fields=["due_at"], condition=Q(state="running"), name="running_deadlines"),
            models.Index(fields=["remind_at"], condition=Q(state="running"), name="coming_reminders"),
            models.Index(
                fields=["due_at"], condition=Q(state="running", attempts__gt=0), name="tried_deadlines"
            ),
            models.Index(fields=["match"], condition=Q(state="stuck"), name="stuck_deadlines"),
        )

    def gives(self, hours: int) -> bool:
        """Tell whether it leaves this much time; orders made after it was set may want more."""
        return self.due_at - self.asked_at >= timedelta(hours=hours)

    def __str__(self) -> str:
        return f"{self.kind} of match {self.match_id} due {self.due_at:%Y-%m-%d %H:%M}"


@kept
def _free(
    now: datetime, read_since: datetime, patient_since: datetime, *, tried: bool, most: int
) -> models.QuerySet[Deadline, int]:
    ready = Deadline.objects.ready(now, read_since, patient_since)
    among = ready.tried() if tried else ready.fresh()
    free = among.order_by("due_at", "pk").select_for_update(of=("self",), skip_locked=True)
    return free.values_list("pk", flat=True)[:most]


@kept
def _tried(
    now: datetime, read_since: datetime, patient_since: datetime
) -> models.QuerySet[Deadline, Deadline]:
    return Deadline.objects.ready(now, read_since, patient_since).tried()


@kept_change
def _claim(pks: Iterable[int], until: datetime) -> Change:
    return Change(Deadline.objects.filter(pk__in=pks), lease_until=until, attempts=F("attempts") + 1)


@kept_change
def _give_up(now: datetime, tries: int) -> Change:
    return Change(Deadline.objects.due(now).filter(attempts__gte=tries), state=DeadlineState.STUCK)
