"""Lay standing orders and plans."""

from __future__ import annotations

from datetime import datetime

from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.models import Door, Match, MatchStatus, Outcome, Seat
from games.play import effects, loading, writer
from games.play.transaction import Receipt, came_back, finish, guarded, load_running
from games.play.workspace import Workspace
from games.rules.kernel.codec import codec
from games.rules.kernel.refusal import Refused


def lay_orders(
    match_id: int,
    seat_number: int,
    generation: int,
    orders: str,
    door: Door,
    now: datetime,
    address: str = "",
) -> Receipt:
    """Lay orders and a plan, up to a rate limit; they act at once if they answer what is asked now.

    Before the match begins they are only stored, and count from the start.
    """
    return guarded(
        match_id, now, lambda: _lay_orders(match_id, seat_number, generation, orders, door, now, address)
    )


def _lay_orders(
    match_id: int, seat_number: int, generation: int, orders: str, door: Door, now: datetime, address: str
) -> Receipt:
    with writing():
        match = loading.lock(match_id)
        read = codec(match.rules).orders(orders)
        work = _workspace(match, now)
        seat = work.seats[seat_number]
        check_generation(seat, generation)
        limits.take("orders of a seat", str(seat.pk), now)
        limits.take("orders of an address", address, now)
        order = work.lay(seat, read, door, match.version)
        work.looked_at = 0  # a moment that is still open is put to these orders too
        if match.status == MatchStatus.LOBBY:
            writer.write([work])
        else:
            came_back(work, seat_number)
            if door in effects.FROM_MAILS:
                effects.acknowledge(work, seat, queue.about_orders(order))
            finish(work)
    return Receipt(Outcome.PLAYED)


def _workspace(match: Match, now: datetime) -> Workspace:
    """Load a running match, or only the seats of one that hasn't begun; raise Refused."""
    if match.status == MatchStatus.LOBBY:
        return Workspace.at(match, now)
    return load_running(match, now)


def check_generation(seat: Seat, generation: int) -> None:
    """Raise Refused for a former player of the seat: only the current one plays it."""
    if seat.generation != generation:
        raise Refused("stale")
