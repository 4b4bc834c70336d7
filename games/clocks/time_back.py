"""What is left of a bank after an answer, and time given back for an outage or a pause."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from games.clocks.running import Clock, Stop, due
from games.clocks.settings import MINUTE, NOTHING
from games.clocks.spans import in_utc

#: The sweep leaves a heartbeat; a longer silence between two heartbeats was an outage.
LONGEST_SILENCE: Final = 15 * MINUTE


def spent(clock: Clock, answered_at: datetime, left: timedelta, *, in_person: bool) -> timedelta:
    """Return what the seat's bank holds after this answer, if it held `left` before.

    Only the seat's own clock takes from its bank. Only an answer the player gave in person adds to it, not
    one from a standing order, a plan, a robot or a time-out.
    """
    bank = clock.pace.bank
    if bank is None or clock.wait == "window":
        return left
    used = min(max(NOTHING, answered_at - due(clock).bank_from), clock.bank)
    kept = max(NOTHING, left - used)
    return min(bank.cap, kept + bank.increment) if in_person else kept


def outage(last_beat: datetime, beat: datetime) -> Stop | None:
    """Return the outage between two heartbeats, if there was one.

    Its id is made from the first heartbeat, so two sweeps that wake together find the same one.
    """
    if beat - last_beat <= LONGEST_SILENCE:
        return None
    began = in_utc(last_beat)
    return Stop(id=f"outage-{began.isoformat()}", why="outage", began=began, ended=beat)


def pause(name: str, began: datetime, ended: datetime) -> Stop:
    """Describe a pause that everyone agreed on, once it is over; raise ValueError if it took no time."""
    return Stop(id=f"pause-{name}", why="pause", began=began, ended=ended)


def given_back(clocks: Iterable[Clock], stop: Stop) -> list[Clock]:
    """Add a stop to each clock that doesn't have it yet; other stops and their order don't matter."""
    return [_with(clock, stop) for clock in clocks]


def _with(clock: Clock, stop: Stop) -> Clock:
    if any(known.id == stop.id for known in clock.stops):
        return clock
    return replace(clock, stops=(*clock.stops, stop))
