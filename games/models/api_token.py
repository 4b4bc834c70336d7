"""A token with which a program acts for a player through the API. The secret itself is never stored."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.player import Player

LONGEST_TOKEN_NAME = 60


class Scope(models.TextChoices):
    """What a token may be used for. None includes another."""

    READ = "read"
    PLAY = "play"
    HOST = "host"


class ApiToken(models.Model):
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens", db_index=False)
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64)  # of the secret: whoever reads this row can't use it
    ending = models.CharField(max_length=4)  # how the secret ends, to recognize it by
    key = models.CharField(max_length=64)  # of the form it was made by: the same key is the same press
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    last_address = models.CharField(max_length=50, blank=True)  # as in the list of browsers
    uses = models.PositiveBigIntegerField(default=0)
    # How often it was used in which minute: its limit, counted by the statement that notes the use.
    minute = models.PositiveBigIntegerField(default=0)
    in_minute = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager[ApiToken]] = models.Manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["digest"], name="one_token_a_digest"),
            models.UniqueConstraint(fields=["player", "key"], name="one_token_a_press"),
        )
        indexes = (models.Index(fields=["ends_at"], name="ended_tokens"),)

    def __str__(self) -> str:
        return f"API token {self.pk}"

    def has_ended(self, now: datetime) -> bool:
        return self.ends_at is not None and self.ends_at <= now

    def allows(self, scope: str) -> bool:
        return scope in self.scopes
