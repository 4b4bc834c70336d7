"""Opening a table from a page: the seats, who is asked to them, and the beginning where nobody has to come.

All of it is one transaction: what is refused leaves nothing behind, and a second press finds the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError

from games.clocks import DAILY, Pace
from games.infra import limits
from games.infra.locks import writing
from games.lobby import fill, invitations, setup
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.setup import Away
from games.models import Lobby, Match, Player, new_door
from games.players import suspensions
from games.rules.catalogue import by_slug
from games.rules.kernel import turn
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class Wanted:
    """What a host asks for. The first seat is theirs, robots have the last."""

    game: str
    seats: int
    said: Accepted  # by the host, who sits down like everybody else
    options: Mapping[str, object] = field(default_factory=dict)
    pace: Pace = DAILY
    away: Away = Away()
    guests: Sequence[Guest] = ()
    robots: Sequence[str] = ()
    is_open: bool = False
    has_door: bool = False
    spectators: bool = False
    spectators_signed_out: bool = False  # whoever has the address
    name: str = ""  # of the match; without one it is called by its players

    @property
    def free(self) -> int:
        """Count the seats that are neither the host's nor a robot's."""
        return self.seats - 1 - len(self.robots)


def open_for(host: Player, wanted: Wanted, key: str, now: datetime) -> Match:
    """Open a table, once for each press; raise Refused."""
    check(wanted)
    if found := opened_by(host, key):
        return found
    try:
        with writing():
            return _open(host, wanted, key, now)
    except IntegrityError:  # the same press, at the same moment
        if found := opened_by(host, key):
            return found
        raise


def opened_by(host: Player, key: str) -> Match | None:
    """Find the table that a press has opened."""
    lobby = Lobby.objects.select_related("match").filter(host=host, key=key).first()
    return lobby.match if lobby else None


def check(wanted: Wanted) -> None:
    """Look at what can be known beforehand; raise Refused."""
    rules = by_slug()[wanted.game]
    turn.check_opening(rules, wanted.seats, dict(wanted.options))
    if len(wanted.guests) > wanted.free:
        raise Refused("too_few_seats", seats=wanted.seats)
    if not all(robot in rules.robots for robot in wanted.robots):
        raise Refused("no_such_robot")


def _open(host: Player, wanted: Wanted, key: str, now: datetime) -> Match:
    suspensions.check(host, now)
    limits.take("tables of a player", str(host.pk), now)
    match = setup.lay_table(
        wanted.game,
        [host],
        wanted.robots,
        now=now,
        options=dict(wanted.options),
        pace=wanted.pace,
        away=wanted.away,
        words=[wanted.said.for_the_draw],
        free=wanted.free,
        spectators=wanted.spectators,
        spectators_signed_out=wanted.spectators_signed_out,
        key=key,
        name=wanted.name,
    )
    match.lobby.is_open, match.lobby.door = wanted.is_open, new_door() if wanted.has_door else ""
    match.lobby.save(update_fields=["is_open", "door"])
    mine = match.seats.get(number=0)
    mine.hand_in_mail, mine.brought = wanted.said.hand_in_mail, fill.brought_by(match, wanted.said.brought)
    mine.save(update_fields=["hand_in_mail", "brought"])
    _ask(match, wanted.guests, host, now)
    fill.begin_if_full(match, now)
    return match


def _ask(match: Match, guests: Sequence[Guest], host: Player, now: datetime) -> None:
    free = match.seats.filter(player=None, robot="").order_by("number")
    for seat, guest in zip(free, guests, strict=False):
        invitations.ask(match, seat, guest, host, now)
