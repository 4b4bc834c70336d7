"""What players agree on by themselves: votes, and the pauses they lead to. A fault makes a pause too."""

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


# In a pause no time runs out, so players who have gone are never found to be away: without this limit one
# player's silence would stop everybody for good.
PATIENCE = {Subject.RESUME: timedelta(days=7)}


class Vote(models.Model):
    """A yes from one seat. Withdrawn by deleting it; void once the seat changes hands."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="votes")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="votes", db_index=False)
    generation = models.PositiveIntegerField()
    subject = models.CharField(max_length=8, choices=Subject)
    # For going back: the event after which play would continue, and the last event when the vote was cast.
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
        """Return when the match stops waiting for missing votes, if this vote made the proposal."""
        patience = PATIENCE.get(Subject(self.subject))
        return self.at + patience if patience else None


class Pause(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="pauses")
    began = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager[Pause]] = models.Manager()

    class Meta:
        indexes = (
            models.Index(fields=["match"], condition=models.Q(ended__isnull=True), name="open_pauses"),
        )

    def __str__(self) -> str:
        return f"pause of match {self.match_id} from {self.began:%Y-%m-%d %H:%M}"
