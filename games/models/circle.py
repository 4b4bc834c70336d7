"""A circle of friends: who belongs to it, and which matches are its own."""

from __future__ import annotations

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.lobby import new_door
from games.models.match import Match, new_public_id
from games.models.player import LONGEST_MATCH_NAME, Player, visible

CIRCLE_NAME = _(
    "The name of a circle has 1 to 60 characters, including at least one letter or digit, and no brackets. "
    "It can't be an email or web address."
)


def read_circle_name(told: str) -> str:
    """Read the name of a circle; raise ValidationError."""
    if name := visible(told, LONGEST_MATCH_NAME):
        return name
    raise ValidationError(CIRCLE_NAME, "name")


class Circle(models.Model):
    public_id = models.CharField(max_length=24, default=new_public_id, editable=False)
    name = models.CharField(max_length=60)
    keeper = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    door = models.CharField(max_length=32, default=new_door, blank=True)  # joins by link; empty: nobody
    has_ratings = models.BooleanField(default=False)
    founded_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Circle]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["public_id"], name="one_circle_an_id"),)

    def __str__(self) -> str:
        return self.name


class MembershipState(models.TextChoices):
    INVITED = "invited"
    MEMBER = "member"
    DECLINED = "declined"


class Membership(models.Model):
    """Somebody who belongs to a circle, or was asked to. Whoever leaves has none."""

    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    state = models.CharField(max_length=10, choices=MembershipState, default=MembershipState.INVITED)
    asked_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    rated_since = models.DateTimeField(null=True, blank=True)  # takes part in the circle's ratings

    objects: ClassVar[models.Manager[Membership]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["circle", "player"], name="one_membership_a_person"),)

    def __str__(self) -> str:
        return f"membership {self.pk} of circle {self.circle_id}"


class CircleMatch(models.Model):
    """A match that was opened for a circle."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="circle_match", primary_key=True
    )
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, related_name="matches")

    objects: ClassVar[models.Manager[CircleMatch]] = models.Manager()

    def __str__(self) -> str:
        return f"match {self.match_id} of circle {self.circle_id}"
