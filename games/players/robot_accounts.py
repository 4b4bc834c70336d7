"""Accounts that a program plays: marked before their first match, and seated only where the host allows it.

The mark can't change once there is a match, so a result always says whether a person or a program reached it.
"""

from __future__ import annotations

from games.infra.locks import writing
from games.models import Match, Player
from games.rules.kernel.refusal import Refused


def mark(player: Player, *, is_robot: bool) -> None:
    """Mark an account as played by a program, or by a person again; raise Refused once it has played."""
    with writing():
        held = Player.objects.select_for_update().get(pk=player.pk)
        if held.is_robot == is_robot:
            return
        if held.is_staff:
            raise Refused("staff_no_robot")
        if has_played(held):
            raise Refused("has_played")
        held.is_robot, held.rated_since = is_robot, None
        held.save(update_fields=["is_robot", "rated_since"])


def has_played(player: Player) -> bool:
    """Tell whether somebody has a seat in any match, or results of one."""
    return player.seats.exists() or player.records.exists() or player.departures.exists()


def may_sit(match: Match, player: Player) -> bool:
    """Tell whether a match takes a player: robots only where the host has allowed them."""
    return match.robot_accounts or not player.is_robot


def check(match: Match, player: Player) -> None:
    """Raise Refused for a robot in a match that is for people."""
    if not may_sit(match, player):
        raise Refused("no_robots")
