"""Emails to send. The row is written with the move; sending comes later, and is repeated if need be."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.infra.statements import Change, kept_change
from games.models.match import RESTING, Match
from games.models.seat import Seat


class MailState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    SENT = "sent", _("Sent")
    SUPERSEDED = "superseded", _("Outdated")  # no longer made sense when it was due
    FAILED = "failed", _("Failed")  # gave up; shown to operators


class OutboxQuerySet(models.QuerySet["Outbox"]):
    def due(self, now: datetime) -> OutboxQuerySet:
        """Find what is to be sent now and isn't claimed by anybody."""
        free = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
        return self.filter(free, state=MailState.QUEUED, send_after__lte=now)

    def not_held_up(self, always: Iterable[str]) -> OutboxQuerySet:
        """Leave out emails that ask something in a match that is stopped: they go when it continues.

        Kinds in `always` aren't left out: they are about the match itself.
        """
        return self.exclude(~Q(kind__in=[*always]), question__gt="", match__status__in=RESTING)

    def unwritten(self) -> OutboxQuerySet:
        """Find queued emails whose text isn't written yet."""
        return self.filter(state=MailState.QUEUED, rendered=None)

    def claim(self, pk: int, now: datetime, until: datetime) -> bool:
        """Claim one for a while; only one of several processes can."""
        return bool(_claim(pk, now, until))

    def wait(self, pk: int, until: datetime) -> None:
        """Put one off until later, for any process to send; it doesn't count as an attempt."""
        mine = self.filter(pk=pk, state=MailState.QUEUED, attempts__gt=0)
        mine.update(send_after=until, lease_until=None, attempts=F("attempts") - 1)

    def hurry(self, pk: int, now: datetime) -> None:
        """Send one now that was put off."""
        self.filter(pk=pk, state=MailState.QUEUED, send_after__gt=now).update(send_after=now)

    def hand_back(self, pk: int, until: datetime) -> None:
        """Leave one to another process for a moment; it doesn't count as an attempt."""
        self.filter(pk=pk, attempts__gt=0).update(lease_until=until, attempts=F("attempts") - 1)


class Outbox(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="mails")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="mails")
    generation = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=24)
    question = models.CharField(max_length=40, blank=True)
    dedupe = models.CharField(max_length=100)  # the same reason writes one row
    message_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    state = models.CharField(max_length=12, choices=MailState, default=MailState.QUEUED)
    send_after = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    to = models.EmailField(blank=True)
    rendered = models.BinaryField(null=True)  # the finished bytes, from the first attempt on; wiped later
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    fanned_out_at = models.DateTimeField(
        null=True
    )  # when other channels were given it; null if there are none
    sent_at = models.DateTimeField(null=True)

    objects: ClassVar[OutboxQuerySet] = OutboxQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = "outbox"
        constraints = (models.UniqueConstraint(fields=["dedupe"], name="one_mail_a_reason"),)
        indexes = (
            models.Index(fields=["send_after"], condition=Q(state="queued"), name="queued_mails"),
            models.Index(Lower("to"), name="mails_to_an_address"),
            models.Index(
                fields=["kind", "created_at"], condition=Q(match__isnull=True), name="mails_of_no_match"
            ),
            models.Index(fields=["created_at"], condition=Q(state="failed"), name="failed_mails"),
            models.Index(fields=["sent_at"], condition=Q(rendered__isnull=False), name="kept_bytes"),
        )

    @property
    def is_held_up(self) -> bool:
        """Tell whether it asks something in a match that is stopped."""
        return bool(self.question and self.match and self.match.status in RESTING)

    def __str__(self) -> str:
        return f"{self.kind} mail {self.pk}"


@kept_change
def _claim(pk: int, now: datetime, until: datetime) -> Change:
    mine = Outbox.objects.due(now).filter(pk=pk)
    return Change(mine, lease_until=until, attempts=F("attempts") + 1)
