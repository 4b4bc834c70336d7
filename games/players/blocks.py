"""Keeping away from somebody: nothing of theirs reaches me, and they are never told.

What a blocked player tries looks to them as if it had gone through, or as if there were nothing to be had.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.infra.locks import writing
from games.models import Block, Player, Seat
from games.rules.kernel.refusal import Refused


def block(player: Player, other: Player, now: datetime) -> None:
    """Have nothing to do with somebody from now on; raise Refused for oneself."""
    if player.pk == other.pk:
        raise Refused("oneself")
    with writing():
        Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})


def lift(player: Player, other_id: UUID) -> None:
    """Let somebody in again."""
    with writing():
        Block.objects.filter(player=player, blocked=other_id).delete()


def blocked_by(player: Player) -> list[Block]:
    """List whom a player has blocked, the latest first."""
    return list(Block.objects.filter(player=player).select_related("blocked").order_by("-at", "-pk"))


def hidden_from(player: Player) -> set[UUID]:
    """Give the ids of all who keep away from a player: their tables and free seats are not to be seen."""
    return set(Block.objects.filter(blocked=player).values_list("player", flat=True))


def hidden_by(player: Player) -> set[UUID]:
    """Give the ids of all whom a player keeps away from: nothing of theirs is to come there."""
    return set(Block.objects.filter(player=player).values_list("blocked", flat=True))


def companions(player: Player) -> list[Player]:
    """List with whom a player has sat at a table, and who isn't blocked yet, by name."""
    tables = Seat.objects.filter(player=player).values("match")
    found = Player.objects.filter(seats__match__in=tables).exclude(pk=player.pk)
    return list(found.exclude(pk__in=hidden_by(player)).distinct().order_by("display_name", "pk"))
