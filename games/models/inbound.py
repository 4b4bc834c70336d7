"""Emails that came in, unchanged: stored first, read later, within limits."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.outbox import Outbox
from games.models.seat import Seat


class InboundState(models.TextChoices):
    WAITING = "waiting", "not read yet"
    PLAYED = "played", "played"
    CONFIRM = "confirm", "its owner was asked to confirm"
    ANSWERED = "answered", "could not be read as a choice, and was answered"
    IGNORED = "ignored", "no reply: a machine's mail, a double, or nobody's"
    BOUNCE = "bounce", "told that a mail could not be delivered"
    REFUSED = "refused", "too large or too odd to be read"


#: Why we answer a reply: its first line names none of its choices.
NO_CHOICE = "no_choice"
#: A message to the chat: sent, or its author couldn't be verified.
SAID, UNPROVEN, NOBODY_CALLED_SO = "said", "unproven", "nobody_called_so"
#: Starts the dedupe key of the email about a message to the chat; the reply's id follows.
OF_MESSAGE = "message:"
#: Starts the dedupe key of the email that says a reply could not be read; the reply's id follows.
ANSWER = "unreadable:"
#: At most this many of our answers in a row, each to a reply to the one before: two programs could go on for
#: ever.
MOST_IN_A_ROW = 5


class InboundQuerySet(models.QuerySet["Inbound"]):
    def due(self, now: datetime) -> InboundQuerySet:
        """Find what is to be read now and isn't claimed by anybody."""
        free = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
        return self.filter(free, state=InboundState.WAITING)

    def claim(self, pk: int, now: datetime, until: datetime) -> bool:
        """Claim one for a while; only one of several processes can."""
        return bool(self.due(now).filter(pk=pk).update(lease_until=until, attempts=F("attempts") + 1))

    def hand_back(self, pk: int, until: datetime) -> None:
        """Leave one to another process for a moment; it doesn't count as an attempt."""
        self.filter(pk=pk, attempts__gt=0).update(lease_until=until, attempts=F("attempts") - 1)

    def answered_by(self, mail: Outbox) -> Inbound | None:
        """Find the unreadable reply that an email answers; its `why` says what was wrong."""
        name = mail.dedupe.removeprefix(ANSWER)
        found = self.select_related("mail").filter(pk=int(name)) if mail.dedupe.startswith(ANSWER) else None
        return found.first() if found is not None else None

    def with_message(self, mail: Outbox) -> Inbound | None:
        """Find the reply with a message to the chat that an email is about."""
        name = mail.dedupe.removeprefix(OF_MESSAGE)
        return self.filter(pk=int(name)).first() if mail.dedupe.startswith(OF_MESSAGE) else None

    def answers_in_a_row(self, mail: Outbox) -> int:
        """Count the answers that led to an email, including itself, each to a reply to the one before."""
        count, last = 0, self.answered_by(mail)
        while last is not None and count < MOST_IN_A_ROW:
            count += 1
            last = self.answered_by(last.mail) if last.mail else None
        return count


class Inbound(models.Model):
    """The raw bytes are wiped after some days; the outcome stays."""

    raw = models.BinaryField(null=True)
    digest = models.CharField(max_length=64)  # of what came: the same email is read once
    door = models.CharField(max_length=20)  # the provider's webhook, the mailbox, the pipe
    recipient = models.CharField(max_length=320, blank=True)  # of the envelope
    sender = models.CharField(max_length=320, blank=True)  # of the envelope; <> for a bounce
    verdict = models.CharField(max_length=20, blank=True)  # of DMARC, by whom we believe
    state = models.CharField(max_length=10, choices=InboundState, default=InboundState.WAITING)
    why = models.CharField(max_length=40, blank=True)  # a code, never words of the email
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    mail = models.ForeignKey(Outbox, on_delete=models.SET_NULL, null=True, related_name="replies")
    received_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    objects: ClassVar[InboundQuerySet] = InboundQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = (models.UniqueConstraint(fields=["digest"], name="one_inbound_a_digest"),)
        indexes = (
            models.Index(fields=["received_at"], condition=Q(state="waiting"), name="unread_mails"),
            models.Index(fields=["seat", "received_at"], name="mails_of_a_seat"),
            models.Index(fields=["received_at"], condition=Q(raw__isnull=False), name="raw_mails"),
        )

    def __str__(self) -> str:
        return f"mail {self.pk} that came in"
