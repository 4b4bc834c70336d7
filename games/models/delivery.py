"""What became of an email on its way, and the addresses we send nothing to any more."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.outbox import Outbox


class DeliveryStep(models.TextChoices):
    """Fetching a link is no step: scanners fetch links too."""

    SENT = "sent", _("sent")
    DELIVERED = "delivered", _("delivered")
    DEFERRED = "deferred", _("delayed by the recipient's server")
    BOUNCED = "bounced", _("bounced")
    COMPLAINED = "complained", _("marked as spam")
    ACTED = "acted", _("used")


class Delivery(models.Model):
    mail = models.ForeignKey(Outbox, on_delete=models.CASCADE, related_name="steps")
    step = models.CharField(max_length=10, choices=DeliveryStep)
    event = models.CharField(max_length=200)  # by which a second telling is known
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Delivery]] = models.Manager()

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=["event"], name="one_step_a_telling"),)

    def __str__(self) -> str:
        return f"mail {self.mail_id} {self.step}"


class Heard(models.Model):
    """The id and digest of a webhook we received, so that a different one with the same id is refused."""

    event = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[Heard]] = models.Manager()

    class Meta:
        verbose_name_plural = "heard"
        constraints = (models.UniqueConstraint(fields=["event"], name="one_webhook_an_id"),)
        indexes = (models.Index(fields=["at"], name="old_webhooks"),)

    def __str__(self) -> str:
        return f"heard at {self.at:%Y-%m-%d %H:%M}"


class WhyNot(models.TextChoices):
    BOUNCED = "bounced", _("it doesn't exist or doesn't accept email")
    COMPLAINED = "complained", _("its owner marked our email as spam")
    STOPPED = "stopped", _("a moderator has stopped emails to it")
    NEVER = "never", _("its owner doesn't want invitations")


class Unreachable(models.Model):
    """An address that gets no emails, or no invitations, until its owner changes that."""

    address = models.EmailField()
    why = models.CharField(max_length=10, choices=WhyNot)
    since = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Unreachable]] = models.Manager()

    class Meta:
        verbose_name_plural = "unreachable addresses"
        constraints = (models.UniqueConstraint(Lower("address"), "why", name="one_reason_an_address"),)

    def __str__(self) -> str:
        return f"unreachable since {self.since:%Y-%m-%d}: {self.why}"
