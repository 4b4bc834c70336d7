"""A match that fills: taking a seat, what players bring along, and the start when the last seat is taken.

All of it happens in the caller's transaction, with the match locked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from games import play
from games.models import Lobby, Match, MatchStatus, Player, Seat
from games.players import robot_accounts, suspensions
from games.rules.kernel.codec import read_options
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seat_options import seat_options

MOST_WORDS = 200


@dataclass(frozen=True)
class Accepted:
    """What somebody says when taking a seat. Only they decide whether emails may show their hand."""

    hand_in_mail: bool | None
    for_the_draw: str = ""  # words of their own
    brought: Mapping[str, int] = field(default_factory=dict)
    name: str = ""  # the name others see for somebody new here
    language: str = "en"
    time_zone: str = "UTC"


def check_filling(match: Match) -> None:
    """Raise Refused if the match has begun or was called off."""
    if match.status != MatchStatus.LOBBY:
        raise Refused("begun" if match.started_at else "called_off")


def sit_down(match: Match, seat: Seat, player: Player, said: Accepted, now: datetime) -> None:
    """Take a seat, and begin the match if it was the last free one; raise Refused."""
    if match.seats.filter(player=player).exists():
        raise Refused("sits_here_already")
    suspensions.check(player, now)
    robot_accounts.check(match, player)
    seat.player, seat.invited, seat.brought = player, "", brought_by(match, said.brought)
    seat.hand_in_mail, seat.words = said.hand_in_mail, said.for_the_draw[:MOST_WORDS]
    seat.save(update_fields=["player", "invited", "brought", "hand_in_mail", "words"])
    touch(match, now)
    begin_if_full(match, now)


def brought_by(match: Match, told: Mapping[str, int]) -> dict[str, int]:
    """Pick what this match asks players to bring along; raise Refused for values out of range."""
    asked = seat_options(match.rules, read_options(match.rules, match.options))
    return {one.name: one.check(told[one.name]) for one in asked if one.name in told}


def begin_if_full(match: Match, now: datetime) -> bool:
    """Begin the match if every seat is taken; return whether it has begun. Raise Refused."""
    if match.seats.filter(player=None, robot="").exists():
        return False
    asked = seat_options(match.rules, read_options(match.rules, match.options))
    if asked:
        told = [seat.brought for seat in match.seats.order_by("number")]
        match.options |= {one.name: [said.get(one.name, 0) for said in told] for one in asked}
        match.save(update_fields=["options"])
    play.begin(match, now)
    return True


def touch(match: Match, now: datetime) -> None:
    """Note that something happened, so that the match doesn't count as forgotten."""
    Lobby.objects.filter(match=match).update(moved_at=now)


def host_of(match: Match) -> Seat | None:
    """Find the host's seat: that of whoever opened the match, or to whom it was passed on."""
    return match.seats.filter(player__isnull=False, player=match.lobby.host_id).first()
