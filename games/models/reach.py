"""Notices that go by other channels than email: one row for each notice, channel and target.

The notice itself stays the row of the outbox. A dispatch says what became of it on one way.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.infra.statements import Change, kept_change
from games.models.match import RESTING
from games.models.outbox import Outbox


class Channel(models.TextChoices):
    """The ways a notice goes beside email."""

    PUSH = "push", _("Push")
    CHAT = "chat", _("Chat app")


class DispatchState(models.TextChoices):
    QUEUED = "queued", _("Queued")
    ACCEPTED = "accepted", _("Accepted")
    SUPERSEDED = "superseded", _("Outdated")  # no longer made sense when it was due, or its target is gone
    FAILED = "failed", _("Failed")  # gave up


class DispatchQuerySet(models.QuerySet["Dispatch"]):
    def due(self, now: datetime) -> DispatchQuerySet:
        """Find what is to be sent now and isn't claimed by anybody."""
        free = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
        return self.filter(free, state=DispatchState.QUEUED, send_after__lte=now)

    def not_held_up(self, always: Iterable[str]) -> DispatchQuerySet:
        """Leave out what asks something in a match that is stopped, unless its kind is in `always`."""
        waits = ~Q(notice__kind__in=[*always])
        return self.exclude(waits, notice__question__gt="", notice__match__status__in=RESTING)

    def claim(self, pk: int, now: datetime, until: datetime) -> bool:
        """Claim one for a while; only one of several processes can."""
        return bool(_claim(pk, now, until))

    def wait(self, pk: int, until: datetime) -> None:
        """Put one off until later; it doesn't count as an attempt."""
        mine = self.filter(pk=pk, state=DispatchState.QUEUED, attempts__gt=0)
        mine.update(send_after=until, lease_until=None, attempts=F("attempts") - 1)


class Dispatch(models.Model):
    notice = models.ForeignKey(Outbox, on_delete=models.CASCADE, related_name="dispatches")
    channel = models.CharField(max_length=8, choices=Channel)
    target = models.PositiveBigIntegerField()  # the primary key of what the channel sends to
    # For the player of the seat alone: such a one can take the place of the email.
    is_personal = models.BooleanField()
    reason = models.CharField(max_length=100)  # one target hears the same reason once
    # Random and known to the target alone: by this it reports that its reader has seen the notice.
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    state = models.CharField(max_length=12, choices=DispatchState, default=DispatchState.QUEUED)
    send_after = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    receipt = models.CharField(max_length=100, blank=True)  # what the other side calls it, to change it later
    error = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    objects: ClassVar[DispatchQuerySet] = DispatchQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = "dispatches"
        constraints = (
            models.UniqueConstraint(fields=["channel", "target", "reason"], name="one_dispatch_a_reason"),
        )
        indexes = (
            models.Index(fields=["send_after"], condition=Q(state="queued"), name="queued_dispatches"),
            models.Index(fields=["created_at"], name="old_dispatches"),
        )

    def __str__(self) -> str:
        return f"{self.channel} dispatch {self.pk}"


@kept_change
def _claim(pk: int, now: datetime, until: datetime) -> Change:
    mine = Dispatch.objects.due(now).filter(pk=pk)
    return Change(mine, lease_until=until, attempts=F("attempts") + 1)
