"""A match before it begins: who opened it, who may join, and who has been invited."""

from __future__ import annotations

import hashlib
import secrets
from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from games.models.match import Match
from games.models.player import Player
from games.models.seat import Seat


def new_door() -> str:
    """Make a secret for the link that lets anyone join: 128 bits."""
    return secrets.token_urlsafe(16)


class Lobby(models.Model):
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="lobby", primary_key=True)
    host = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    is_open = models.BooleanField(default=False)  # to everybody who is signed in here
    door = models.CharField(max_length=32, blank=True)  # to whoever has its address; empty while it is shut
    key = models.CharField(max_length=64)  # of the form it was opened by: the same key is the same press
    greeting = models.CharField(max_length=160, blank=True)  # what the host tells people who are invited
    moved_at = models.DateTimeField(default=timezone.now)  # when somebody last did something here

    objects: ClassVar[models.Manager[Lobby]] = models.Manager()

    class Meta:
        verbose_name_plural = "lobbies"
        constraints = (models.UniqueConstraint(fields=["host", "key"], name="one_table_a_press"),)

    @property
    def key_of_door(self) -> str:
        """Identify the current secret link without revealing it."""
        return hashlib.sha256(self.door.encode()).hexdigest()[:32]

    def __str__(self) -> str:
        return f"lobby of {self.match_id}"


class InvitationState(models.TextChoices):
    OPEN = "open", "not answered yet"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    NEVER = "never", "declined, like every invitation from here"
    WITHDRAWN = "withdrawn"


class Invitation(models.Model):
    """One invitation of one person. Its address is shown only to the person who typed it."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="invitations")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="invitations", db_index=False)
    generation = models.PositiveIntegerField()  # of the seat, from which on it is kept for them
    sender = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    address = models.EmailField()
    # Set if invited by name, by somebody who has played with them and needn't know their address.
    by_name = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=InvitationState, default=InvitationState.OPEN)
    sent_at = models.DateTimeField(default=timezone.now)
    reminded_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Invitation]] = models.Manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["seat", "generation"], name="one_invitation_a_generation"),
        )
        indexes = (
            models.Index(
                fields=["sent_at"], condition=models.Q(state="open"), name="invitations_not_answered"
            ),
            models.Index(fields=["sent_at"], name="old_invitations"),
            models.Index(
                Lower("address"), condition=models.Q(state="open"), name="invitations_to_an_address"
            ),
        )

    def __str__(self) -> str:
        return f"invitation {self.pk}"
