"""When something that must run regularly last ran. A row, as all truth here: the broker may forget."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

#: No message is so late, and no two machines are so far apart.
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
        """Note that `name` ran; doubled and late messages do no harm, for time only goes forward.

        Unless a clock was wrong: what was written by one that ran ahead would hide all silences until then.
        """
        _, is_new = cls.objects.get_or_create(name=name, defaults={"at": at})
        if not is_new:
            cls.objects.filter(Q(at__lt=at) | Q(at__gt=at + FAR_AHEAD), name=name).update(at=at)

    @classmethod
    def age(cls, name: str, now: datetime) -> timedelta | None:
        """Tell how long ago `name` ran, or None if it never did; by a clock that ran ahead: how far ahead."""
        at = cls.objects.filter(name=name).values_list("at", flat=True).first()
        return None if at is None else abs(now - at)
