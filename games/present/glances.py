"""Where a match is, at a glance: how far it has come, and what one seat has that everybody can see.

A game says so in its board, with `glance(view, options, seat, names)`, from the onlooker's view: nothing
hidden can be in it, so it may be shown wherever the match may be named.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from games.models import Match, Seat
from games.play.history import AnyTable
from games.present.names import Names
from games.rules.kernel.drawing import Glance
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import questions


def glance(boards: Mapping[str, ModuleType], seat: Seat, table: AnyTable) -> Glance | None:
    """Show a match at a glance to one of its players; None if its game doesn't say how."""
    match = seat.match
    show = getattr(boards.get(match.game), "glance", None)
    if show is None:
        return None
    view = match.rules.core.view(table.state, PUBLIC)
    found: Glance = show(view, table.options, SeatNumber(seat.number), _names(match, table))
    return found


def asked(seat: Seat, table: AnyTable) -> str:
    """Say what a seat whose turn it is has to decide; "" if there is nothing."""
    if seat.number not in seat.match.awaited:
        return ""
    open_now = questions(seat.match.rules, table)
    mine = [one for name, one in sorted(open_now.items()) if name.seat == seat.number and one.awaited]
    live = [one for one in mine if not table.is_timed_out(one)]
    return _names(seat.match, table).word(f"asked.{live[0].kind}") if live else ""


def _names(match: Match, table: AnyTable) -> Names:
    return Names(match.rules, (), table.options)
