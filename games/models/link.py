"""What a link in an email is for. Its address is this row's name and a proof; see games/mail/links.py."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.match import Match
from games.models.outbox import Outbox
from games.models.player import Player
from games.models.seat import Seat


class Purpose(models.TextChoices):
    CHOICE = "choice", "one way to answer one question"
    SEAT = "seat", "what a seat is asked, and what may be laid ahead"
    ORDERS = "orders", "orders or a plan to be laid"
    NOT_ME = "not_me", "this wasn't me"
    LIFT = "lift", "taking back what was laid"
    SNOOZE = "snooze", "remind me later"
    MUTE = "mute", "no more mails of this match"
    MUTE_ALL = "mute_all", "no more mails at all"
    INVITATION = "invitation", "a seat that waits for somebody"
    NEVER = "never", "no more invitations from anybody"
    CONFIRM = "confirm", "a reply that could not be believed"
    REPLY = "reply", "the address a mail is answered to"
    VOTE = "vote", "what a table agrees on"
    FEED = "feed", "a player's own deadlines, for a calendar or a reader of feeds"
    FLAG = "flag", "flagging a problem with what a mail is about"
    CASE = "case", "what was said about a case, for whoever has opened it"
    STAND_IN = "stand_in", "playing for a seat's player until a day"
    UNDO = "undo", "undoing what was changed about an account"


def new_name() -> bytes:
    return secrets.token_bytes(8)


class Link(models.Model):
    """Doesn't record who looked, because scanners look too. Only the address of feeds is ever deleted."""

    name = models.BinaryField(max_length=8, default=new_name, unique=True, editable=False)
    purpose = models.CharField(max_length=12, choices=Purpose)
    mail = models.ForeignKey(Outbox, on_delete=models.CASCADE, null=True, related_name="links")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, null=True, related_name="links", db_index=False)
    generation = models.PositiveIntegerField(default=1)  # of the seat; one of another generation is dead
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    question = models.CharField(max_length=40, blank=True)  # rewound-opened-seat
    since = models.PositiveIntegerField(default=0)  # the last event when the link was made
    content = models.TextField(blank=True)  # a command or orders, as JSON; may have blanks to fill in
    code = models.CharField(max_length=4, blank=True)  # what a reply says instead of clicking
    words = models.JSONField(default=list)  # other ways to say it, in any language, case-folded
    address = models.EmailField(blank=True)  # of somebody who may have no account
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Link]] = models.Manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["mail", "code"], condition=~Q(code=""), name="one_link_a_code_and_mail"
            ),
        )
        indexes = (models.Index(fields=["seat", "question"], name="links_of_a_question"),)

    def __str__(self) -> str:
        return f"{self.purpose} link {self.pk}"

    @property
    def is_current(self) -> bool:
        """Tell whether the player it was written for still has the seat."""
        return self.seat is None or self.seat.generation == self.generation
