"""Somebody who plays for a seat's player until a day, by a link that the player gave them."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.link import Link
from games.models.match import UNDERWAY
from games.models.player import Player
from games.models.seat import Seat


class StandInQuerySet(models.QuerySet["StandIn"]):
    def at_work(self, now: datetime) -> StandInQuerySet:
        """Find those who may play now."""
        return self.filter(
            ended_at=None,
            until__gt=now,
            generation=F("seat__generation"),
            seat__player=F("player"),
            seat__match__status__in=UNDERWAY,
        )


class StandIn(models.Model):
    """The generation is the seat's when the link was made: with another one it is over."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="stand_ins")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")  # who is stood in for
    link = models.OneToOneField(Link, on_delete=models.SET_NULL, null=True, related_name="stand_in")
    # The account that played by it, if any: it never takes another seat of the match.
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    until = models.DateTimeField()
    made_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)  # by its player, before the time

    objects: ClassVar[StandInQuerySet] = StandInQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["seat", "generation"], condition=Q(ended_at=None), name="one_stand_in_a_seat"
            ),
        )

    def __str__(self) -> str:
        return f"a stand-in for seat {self.seat_id}"
