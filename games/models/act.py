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
    SAID_YES = "said_yes", _("voted yes")
    CARRIED = "carried", _("cast the last yes vote needed")
    TOOK_YES_BACK = "took_yes_back", _("withdrew a yes vote")
    CALLED_OFF = "called_off", _("cancelled their own proposal")
    GAVE_UP = "gave_up", _("left the match")
    CAME_BACK = "came_back", _("came back from automatic play")
    OFFERED = "offered", _("opened a seat to substitutes")
    KEPT_BACK = "kept_back", _("closed a seat to substitutes")
    TOOK_SEAT = "took_seat", _("took over a seat")
    TOOK_DAYS = "took_days", _("added holidays")
    GAVE_DAYS = "gave_days", _("cancelled holidays")
    MUTED = "muted", _("muted this match's emails")
    UNMUTED = "unmuted", _("unmuted this match's emails")
    HAND = "hand", _("chose whether emails show the hand")
    DISOWNED = "disowned", _("reported that someone else acted from an email")
    MOVED = "moved", _("has emails sent to another address")
    ACCEPTED = "accepted", _("accepted an invitation")
    NUDGED = "nudged", _("nudged a player")
    SAID = "said", _("sent a chat message")
    STAND_IN = "stand_in", _("let someone stand in")
    STOOD_DOWN = "stood_down", _("ended a stand-in's turn to play")
    SOUGHT = "sought", _("looks for a substitute")
    STAYED = "stayed", _("no longer looks for a substitute")
    SAID_ALONE = "said_alone", _("sent a private message")
    HUSHED = "hushed", _("muted someone in the chat")
    UNHUSHED = "unhushed", _("unmuted someone in the chat")
    DECLINED = "declined", _("declined an invitation")
    JOINED = "joined", _("took an open seat")
    LEFT = "left", _("left before the match began")
    INVITED = "invited", _("invited someone")
    WITHDREW = "withdrew", _("withdrew an invitation")
    ROBOT_IN = "robot_in", _("added a robot")
    ROBOT_OUT = "robot_out", _("removed a robot")
    DOOR_OPENED = "door_opened", _("created a join link")
    DOOR_SHUT = "door_shut", _("closed the join link")
    OPENED = "opened", _("opened the match to everyone here")
    CLOSED = "closed", _("made the match invitation-only")
    STARTED = "started", _("began with robots in the open seats")
    NAMED = "named", _("agreed to be named on the card to share")
    UNNAMED = "unnamed", _("no longer agrees to be named on the card to share")
    CANCELLED = "cancelled", _("cancelled the match before it began")


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
