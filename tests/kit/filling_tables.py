"""Matches that wait for players."""

from __future__ import annotations

import itertools
from typing import Any

from games.lobby import create
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MatchSettings
from games.mail import links
from games.models import Link, Match, Player, Purpose, Seat
from tests.kit.cast import NOON, SOON, at, browser, person

__all__ = ["NOON", "SOON", "at", "browser", "person"]
YES, NO = Accepted(True), Accepted(False)
_keys = itertools.count()


def table(host: str | Player = "alice", *invited: str, seats: int = 3, **more: Any) -> Match:
    """Open a match and invite these addresses."""
    sits = host if isinstance(host, Player) else person(host)
    guests = [Guest(f"{name}@example.org") for name in invited]
    said = more.pop("said", NO)
    settings = MatchSettings(more.pop("game", "quartz"), seats, **more)
    return create.open_for(sits, settings, said, f"key {next(_keys)}", NOON, guests)


def seat_of(match: Match, name: str) -> Seat:
    return match.seats.select_related("match__lobby", "player").get(player=person(name))


def link_to(match: Match, number: int) -> Link:
    """Create the link that the invitation to a seat would hold."""
    seat = Seat.objects.select_related("match").get(match=match, number=number)
    (link,) = links.write([links.of_seat(seat, Purpose.INVITATION, address=seat.invited)])
    found = links.find(links.token(link))
    assert found == link
    return link


def fresh(match: Match) -> Match:
    return Match.objects.select_related("lobby").get(pk=match.pk)


def places(match: Match) -> list[str]:
    """Say who each seat is for."""
    return [
        str(seat.player.display_name if seat.player else seat.robot or seat.invited or "-")
        for seat in match.seats.select_related("player").order_by("number")
    ]
