"""What is left of a bank after an answer, and time that an outage or a pause took."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from games.clocks.running import Clock, Stop, due
from games.clocks.settings import MINUTE, NOTHING
from games.clocks.spans import in_utc

#: Sweeps leave a heartbeat; a longer silence between two of them was an outage.
LONGEST_SILENCE: Final = 15 * MINUTE


def spent(clock: Clock, answered_at: datetime, left: timedelta, *, in_person: bool) -> timedelta:
    """Say what the seat's bank holds after this answer, if it held `left` before.

    Only one's own clock takes from a bank: who isn't asked keeps it. Only an answer given in person adds
    to it, never one that an order, a plan, a robot or silence gave.
    """
    bank = clock.pace.bank
    if bank is None or clock.wait == "window":
        return left
    used = min(max(NOTHING, answered_at - due(clock).bank_from), clock.bank)
    kept = max(NOTHING, left - used)
    return min(bank.cap, kept + bank.increment) if in_person else kept


def outage(last_beat: datetime, beat: datetime) -> Stop | None:
    """Tell whether the time between two heartbeats was an outage.

    Its id is made from the first of them, so two sweeps that wake together find the same one.
    """
    if beat - last_beat <= LONGEST_SILENCE:
        return None
    began = in_utc(last_beat)
    return Stop(id=f"outage-{began.isoformat()}", why="outage", began=began, ended=beat)


def pause(name: str, began: datetime, ended: datetime) -> Stop:
    """Describe a pause that all agreed on, once it is over; raises ValueError if it took no time."""
    return Stop(id=f"pause-{name}", why="pause", began=began, ended=ended)


def given_back(clocks: Iterable[Clock], stop: Stop) -> list[Clock]:
    """Add a stop to each clock that doesn't have it yet, whatever else it has and in whatever order."""
    return [_with(clock, stop) for clock in clocks]


def _with(clock: Clock, stop: Stop) -> Clock:
    if any(known.id == stop.id for known in clock.stops):
        return clock
    return replace(clock, stops=(*clock.stops, stop))
