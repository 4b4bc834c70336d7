"""What was done at a table that isn't the game: votes, seats, holidays. Rows that are only ever added."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.models.match import Match
from games.models.seat import Seat


class ActKind(models.TextChoices):
    SAID_YES = "said_yes", "said yes to a vote"
    CARRIED = "carried", "said the last yes a vote needed"
    TOOK_YES_BACK = "took_yes_back", "took a yes back"
    CALLED_OFF = "called_off", "called off the vote it had proposed"
    GAVE_UP = "gave_up", "gave up the seat"
    CAME_BACK = "came_back", "came back from autopilot"
    OFFERED = "offered", "offered a seat to a substitute"
    KEPT_BACK = "kept_back", "called off the offer of a seat"
    TOOK_SEAT = "took_seat", "took over a seat"
    TOOK_DAYS = "took_days", "took holidays"
    GAVE_DAYS = "gave_days", "gave holidays back"
    MUTED = "muted", "wants no more mails of this match"
    UNMUTED = "unmuted", "wants mails of this match again"
    HAND = "hand", "chose whether mails show the hand"
    DISOWNED = "disowned", "said that somebody else had acted from a mail"
    MOVED = "moved", "has mails sent to another address"
    ACCEPTED = "accepted", "accepted an invitation"
    NUDGED = "nudged", "nudged who is waited for"
    SAID = "said", "said something at the table"
    HUSHED = "hushed", "reads no more of what somebody says"
    UNHUSHED = "unhushed", "reads again what somebody says"
    DECLINED = "declined", "declined an invitation"
    JOINED = "joined", "took a free seat"
    LEFT = "left", "left before it began"
    INVITED = "invited", "invited somebody"
    WITHDREW = "withdrew", "withdrew an invitation"
    ROBOT_IN = "robot_in", "sat a robot down"
    ROBOT_OUT = "robot_out", "sent a robot away"
    DOOR_OPENED = "door_opened", "made an address that lets people in"
    DOOR_SHUT = "door_shut", "shut the address that let people in"
    OPENED = "opened", "let everybody here take a free seat"
    CLOSED = "closed", "let nobody in but who is asked"
    STARTED = "started", "began with robots in the free seats"
    CANCELLED = "cancelled", "called the match off before it began"


class Act(AppendOnly):
    """Who sat in the seat is told by its generation: a player can be forgotten without touching this."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    generation = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=ActKind)
    about = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64)  # made by the page; the same key is the same press
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Act]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "key"], name="one_act_a_key"),)

    def __str__(self) -> str:
        return f"seat {self.seat_id} {self.get_kind_display()}"
