"""What was done at a match that isn't the game: votes, seats, holidays. Rows that are only ever added."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.append_only import AppendOnly, AppendOnlyQuerySet
from games.models.match import Match
from games.models.seat import Seat


class ActKind(models.TextChoices):
    SAID_YES = "said_yes", _("said yes to a vote")
    CARRIED = "carried", _("said the last yes a vote needed")
    TOOK_YES_BACK = "took_yes_back", _("took a yes back")
    CALLED_OFF = "called_off", _("called off the vote it had proposed")
    GAVE_UP = "gave_up", _("gave up the seat")
    CAME_BACK = "came_back", _("came back from autopilot")
    OFFERED = "offered", _("offered a seat to a substitute")
    KEPT_BACK = "kept_back", _("called off the offer of a seat")
    TOOK_SEAT = "took_seat", _("took over a seat")
    TOOK_DAYS = "took_days", _("took holidays")
    GAVE_DAYS = "gave_days", _("gave holidays back")
    MUTED = "muted", _("wants no more mails of this match")
    UNMUTED = "unmuted", _("wants mails of this match again")
    HAND = "hand", _("chose whether mails show the hand")
    DISOWNED = "disowned", _("said that somebody else had acted from a mail")
    MOVED = "moved", _("has mails sent to another address")
    ACCEPTED = "accepted", _("accepted an invitation")
    NUDGED = "nudged", _("nudged who is waited for")
    SAID = "said", _("said something at the table")
    HUSHED = "hushed", _("reads no more of what somebody says")
    UNHUSHED = "unhushed", _("reads again what somebody says")
    DECLINED = "declined", _("declined an invitation")
    JOINED = "joined", _("took a free seat")
    LEFT = "left", _("left before it began")
    INVITED = "invited", _("invited somebody")
    WITHDREW = "withdrew", _("withdrew an invitation")
    ROBOT_IN = "robot_in", _("sat a robot down")
    ROBOT_OUT = "robot_out", _("sent a robot away")
    DOOR_OPENED = "door_opened", _("made an address that lets people in")
    DOOR_SHUT = "door_shut", _("shut the address that let people in")
    OPENED = "opened", _("let everybody here take a free seat")
    CLOSED = "closed", _("let nobody in but who is asked")
    STARTED = "started", _("began with robots in the free seats")
    NAMED = "named", _("agreed to be named on the card to share")
    UNNAMED = "unnamed", _("no longer agrees to be named on the card to share")
    CANCELLED = "cancelled", _("called the match off before it began")


class Act(AppendOnly):
    """The generation tells who had the seat, so a player can be deleted without changing this row."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    generation = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=ActKind)
    about = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64)  # made by the page; the same key means the same press
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Act]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "key"], name="one_act_a_key"),)

    def __str__(self) -> str:
        return f"seat {self.seat_id} {self.get_kind_display()}"
