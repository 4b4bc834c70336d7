"""The log: what happened, for good. The payload holds exactly the bytes that were hashed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.models.match import Match
from games.models.submission import Submission


class Event(AppendOnly):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    rules_version = models.PositiveSmallIntegerField()
    payload = models.BinaryField()
    digest = models.CharField(max_length=64)
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Event]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ("match", "number")
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="one_event_a_number"),)

    def __str__(self) -> str:
        return f"event {self.number} of match {self.match_id}"
