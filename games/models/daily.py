"""The daily mine: one secret a day for everybody, and one try at it per player."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.match import Match, NoSecrets
from games.models.player import Player


class DailyMine(models.Model):
    """One day, in UTC. The hash of its secret is published that day, the secret itself the next."""

    day = models.DateField(primary_key=True)
    game = models.CharField(max_length=40)
    commitment = models.CharField(max_length=64)
    robot = models.IntegerField()  # the points of a sensible robot in the player's seat

    objects: ClassVar[models.Manager[DailyMine]] = models.Manager()

    class Meta:
        ordering = ("-day",)

    def __str__(self) -> str:
        return f"the mine of {self.day}"

    @property
    def ends_at(self) -> datetime:
        return midnight(self.day + timedelta(days=1))

    def is_over(self, now: datetime) -> bool:
        return self.ends_at <= now


class DailySecret(models.Model):
    """The secret of a day, kept apart from everything that is shown or dumped."""

    mine = models.OneToOneField(DailyMine, on_delete=models.PROTECT, related_name="+", primary_key=True)
    secret = models.BinaryField()

    objects = NoSecrets()
    kept: ClassVar[models.Manager[DailySecret]] = models.Manager()

    class Meta:
        base_manager_name = "objects"

    def __str__(self) -> str:
        return "the secret of a day"

    __repr__ = __str__


class DailyTry(models.Model):
    """A player's one try at the mine of a day. Its result is noted when its match is over, if in time."""

    mine = models.ForeignKey(DailyMine, on_delete=models.PROTECT, related_name="tries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="daily")
    is_named = models.BooleanField(default=False)  # the table of the day may name the player
    began_at = models.DateTimeField(default=timezone.now)
    points = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # among the robots of the match

    objects: ClassVar[models.Manager[DailyTry]] = models.Manager()

    class Meta:
        verbose_name_plural = "daily tries"
        constraints = (
            models.UniqueConstraint(
                fields=["mine", "player"],
                condition=models.Q(player__isnull=False),
                name="one_try_a_day",
            ),
        )
        indexes = (
            models.Index(fields=["mine", "points"], name="table_of_the_day"),
            models.Index(
                fields=["mine"], condition=models.Q(points__isnull=True), name="tries_without_result"
            ),
        )

    def __str__(self) -> str:
        return f"try {self.pk} at {self.mine}"


def day_of(now: datetime) -> date:
    """Give the day of a moment: the mine changes at midnight UTC, everywhere at once."""
    return now.astimezone(UTC).date()


def midnight(day: date) -> datetime:
    """Give the moment a day begins."""
    return datetime.combine(day, time.min, UTC)
