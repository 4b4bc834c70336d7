"""Blocking somebody: nothing of theirs reaches me, and they never find out.

What a blocked player tries looks to them as if it had worked, or as if there were nothing to try.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.infra.locks import writing
from games.models import Block, Player, Seat
from games.rules.kernel.refusal import Refused


def block(player: Player, other: Player, now: datetime) -> None:
    """Block somebody from now on; raise Refused for oneself."""
    if player.pk == other.pk:
        raise Refused("oneself")
    with writing():
        Block.objects.get_or_create(player=player, blocked=other, defaults={"at": now})


def lift(player: Player, other_id: UUID) -> None:
    """Unblock somebody."""
    with writing():
        Block.objects.filter(player=player, blocked=other_id).delete()


def blocked_by(player: Player) -> list[Block]:
    """List the players a player has blocked, the latest first."""
    return list(Block.objects.filter(player=player).select_related("blocked").order_by("-at", "-pk"))


def hidden_from(player: Player) -> set[UUID]:
    """Return the ids of everyone who has blocked a player: the player doesn't see their matches."""
    return set(Block.objects.filter(blocked=player).values_list("player", flat=True))


def hidden_by(player: Player) -> set[UUID]:
    """Return the ids of everyone a player has blocked: nothing of theirs may reach the player."""
    return set(Block.objects.filter(player=player).values_list("blocked", flat=True))


def apart(player: Player) -> set[UUID]:
    """Return the ids of everyone a player doesn't meet in circles and lists, whoever blocked whom."""
    return hidden_from(player) | hidden_by(player)


def companions(player: Player) -> list[Player]:
    """List players this player has shared a match with and hasn't blocked, by name."""
    tables = Seat.objects.filter(player=player).values("match")
    found = Player.objects.filter(seats__match__in=tables).exclude(pk=player.pk)
    return list(found.exclude(pk__in=hidden_by(player)).distinct().order_by("display_name", "pk"))
