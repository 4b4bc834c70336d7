"""What a table agrees on by itself: votes, and the pauses that come of them; a fault makes one too."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.match import Match
from games.models.seat import Seat


class Subject(models.TextChoices):
    PAUSE = "pause", "pause the match"
    RESUME = "resume", "go on"
    END = "end", "end without a result"
    REWIND = "rewind", "go back to an earlier moment"


# In a pause nobody runs out of time, so nobody who has gone is ever found to be away: without an end to
# the waiting one player's silence would hold everybody for good.
PATIENCE = {Subject.RESUME: timedelta(days=7)}


class Vote(models.Model):
    """A yes of one seat. Taken back by deleting it; void when the seat changes hands."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="votes")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="votes")
    generation = models.PositiveIntegerField()
    subject = models.CharField(max_length=8, choices=Subject)
    # For going back: the event after which play would go on, and the one that was the last when it was said.
    to = models.PositiveIntegerField(null=True)
    as_of = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Vote]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "subject"], name="one_vote_a_subject"),)

    def __str__(self) -> str:
        return f"seat {self.seat_id} wants to {self.get_subject_display()}"

    @property
    def ends_at(self) -> datetime | None:
        """Say from when on nobody else is waited for, if this proposed it."""
        patience = PATIENCE.get(Subject(self.subject))
        return self.at + patience if patience else None


class Pause(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="pauses")
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Pause]] = models.Manager()

    def __str__(self) -> str:
        return f"pause of match {self.match_id} from {self.began:%Y-%m-%d %H:%M}"
