"""When something that must run regularly last ran.

A row like everything that counts: the broker may forget.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

#: More than any delay of a message or difference between two machines' clocks.
FAR_AHEAD = timedelta(minutes=10)


class Heartbeat(models.Model):
    BEAT = "beat"
    MAILBOX = "mailbox read"

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def record(cls, name: str, at: datetime) -> None:
        """Record that `name` ran; repeated and late messages do no harm, because the time only moves forward.

        Unless it is far ahead: a wrong clock wrote that, and it would hide all silences until then. Ahead of
        the clock, that is: whoever was held up for long since `at` must not undo what others did meanwhile.
        """
        _, is_new = cls.objects.get_or_create(name=name, defaults={"at": at})
        if not is_new:
            wrong = Q(at__gt=max(at, timezone.now()) + FAR_AHEAD)
            cls.objects.filter(Q(at__lt=at) | wrong, name=name).update(at=at)

    @classmethod
    def age(cls, name: str, now: datetime) -> timedelta | None:
        """Return how long ago `name` ran, None if never; if a clock ran ahead, by how much."""
        at = cls.objects.filter(name=name).values_list("at", flat=True).first()
        return None if at is None else abs(now - at)
