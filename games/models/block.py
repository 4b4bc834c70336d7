"""Whom a player has blocked. The blocked player never sees it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.player import Player


class Block(models.Model):
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager[Block]] = models.Manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_pair"),)

    def __str__(self) -> str:
        return f"a block by player {str(self.player_id)[:8]}"
