"""What was submitted, by whom, through which door, and what came of it. Refusals are here too."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.models.seat import Seat


class Door(models.TextChoices):
    PAGE = "page", _("page")
    LINK = "link", _("email link")
    REPLY = "reply", _("email reply")
    API = "api", "API"
    STAND_IN = "stand_in", _("stand-in")
    TIMER = "timer", _("time ran out")
    ORDER = "order", _("standing order or plan")
    ROBOT = "robot", _("robot")
    START = "start", _("start of the match")
    TAKE_BACK = "take_back", _("undo")
    MODERATOR = "moderator", _("moderator")
    CONSENT = "consent", _("agreed by all")


IN_PERSON = (Door.PAGE, Door.LINK, Door.REPLY, Door.API)


class Outcome(models.TextChoices):
    PLAYED = "played", _("played")
    SEALED = "sealed", _("kept secret")
    REFUSED = "refused", _("refused")


class Submission(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="submissions", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="submissions")
    door = models.CharField(max_length=12, choices=Door)
    key = models.CharField(max_length=64)  # made by the door; the same key means the same submission
    question = models.CharField(max_length=40, blank=True)  # rewound-opened-seat
    command = models.TextField(blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    refusal = models.JSONField(default=dict, blank=True)  # its code and details
    first_event = models.PositiveIntegerField(null=True)
    last_event = models.PositiveIntegerField(null=True)
    order = models.ForeignKey("games.Order", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Submission]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "key"], name="one_outcome_a_key"),)
        indexes = (models.Index(fields=["outcome", "at"], name="old_refusals"),)

    def __str__(self) -> str:
        return f"{self.door} {self.outcome} in match {self.match_id}"
