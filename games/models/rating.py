"""How strong players are, as far as the finished matches tell. Every figure follows from the records."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.circle import Circle
from games.models.player import Player

SITE = Q(circle=None)


class RatingPool(models.Model):
    """The ratings of one game, on this site or within a circle, and up to which match they are worked out."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    through_at = models.DateTimeField(null=True)  # when the last match that is in them ended
    through_match = models.BigIntegerField(default=0)  # and which it was
    is_stale = models.BooleanField(default=False)  # to be worked out from the beginning

    objects: ClassVar[models.Manager[RatingPool]] = models.Manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game"], condition=SITE, name="one_pool_of_the_site"),
            models.UniqueConstraint(fields=["circle", "game"], name="one_pool_of_a_circle"),
        )
        indexes = (models.Index(fields=["id"], condition=Q(is_stale=True), name="stale_pools"),)

    def __str__(self) -> str:
        return f"ratings of {self.game} in {self.circle or 'the site'}"


class Rating(models.Model):
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    low = models.FloatField()  # the lower end of what is shown, by which they are listed
    matches = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Rating]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["pool", "player"], name="one_rating_a_person"),)
        indexes = (models.Index(fields=["pool", "-low", "player"], name="ratings_in_order"),)

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {2 * self.sigma:.1f}"
