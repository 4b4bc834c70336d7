"""What came of the matches that the site plays with itself, to see that it can."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.match import Match


class CanaryRun(models.Model):
    """One match of the canary: how long each stage took, and at which it failed."""

    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="+")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  # null while it runs, or if its process was killed
    seconds = models.JSONField(default=dict)  # by stage
    failed_at = models.CharField(max_length=10, blank=True)  # a stage; empty if all went well
    why = models.CharField(max_length=80, blank=True)  # never an address, a link or anything of an email

    objects: ClassVar[models.Manager[CanaryRun]] = models.Manager()

    def __str__(self) -> str:
        return f"canary {self.pk}"
