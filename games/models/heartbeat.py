"""When something that must run regularly last ran. A row, as all truth here: the broker may forget."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models


class Heartbeat(models.Model):
    BEAT = "beat"
    MAILBOX = "mailbox read"

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"

    @classmethod
    def record(cls, name: str, at: datetime) -> None:
        """Note that `name` ran; doubled and late messages do no harm, for time only goes forward."""
        _, is_new = cls.objects.get_or_create(name=name, defaults={"at": at})
        if not is_new:
            cls.objects.filter(name=name, at__lt=at).update(at=at)

    @classmethod
    def age(cls, name: str, now: datetime) -> timedelta | None:
        """Tell how long ago `name` ran, or None if it never did."""
        at = cls.objects.filter(name=name).values_list("at", flat=True).first()
        return None if at is None else now - at
