"""A time when nothing ran here. Its length is added once to every deadline that was running."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Outage(models.Model):
    began = models.DateTimeField(unique=True)
    ended = models.DateTimeField()
    given_back_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Outage]] = models.Manager()

    def __str__(self) -> str:
        return f"outage from {self.began:%Y-%m-%d %H:%M} to {self.ended:%Y-%m-%d %H:%M}"
