"""Between the pure clocks and the rows: whose clock, by which settings, and what it says now."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from django.db.models import F
from msgspec.structs import replace

from games import clocks
from games.clocks import Clock, Holidays, Pace, Quiet, Rhythm, Stop
from games.models import Deadline, Match, Outage, Pause, Player, Seat

#: What `wind` writes.
FIELDS = ("clock", "asked_at", "due_at", "bank_from", "remind_at", "reminders", "pushed_by")


def stored(thing: object) -> str:
    """Write a setting or a clock as rows keep it."""
    return msgspec.json.encode(thing).decode()


def pace_of(match: Match) -> Pace:
    """Give the pace a match was opened with."""
    return msgspec.json.decode(match.pace, type=Pace) if match.pace else clocks.DAILY


def rhythm_of(player: Player | None) -> Rhythm:
    """Give a player's habits as they are now; a clock keeps those it began with."""
    if player is None:
        return Rhythm()
    quiet = Quiet(player.quiet_from, player.quiet_to) if player.quiet_from and player.quiet_to else None
    return Rhythm(player.time_zone, quiet, tuple(player.free_days))


def start(row: Deadline, match: Match, seat: Seat, kind: str, now: datetime) -> None:
    """Set a clock that begins to run now."""
    pace = pace_of(match)
    first = pace.bank.start if pace.bank else timedelta(0)
    clock = Clock(
        wait=kind,  # type: ignore[arg-type]  # one that `follow_ups.wait_kind` has chosen
        asked=now,
        pace=pace,
        rhythm=rhythm_of(seat.player),
        holidays=Holidays(match.holidays_allowed, tuple(seat.holidays_taken())),
        bank_left=first if seat.bank is None else seat.bank,
    )
    wind(row, clock, now)


def start_plans_own(row: Deadline, hours: int, now: datetime) -> None:
    """Let a plan's own hours run: by no habits and no bank, but they stand still when all clocks do."""
    lasts = timedelta(hours=hours)
    wind(row, Clock(wait="turn", asked=now, pace=Pace(turn=lasts, window=lasts)), now)


def wind(row: Deadline, clock: Clock, now: datetime) -> None:
    """Write down what a clock says."""
    due = clocks.due(clock)
    ahead = [at for at in due.reminders if at > now]
    row.clock, row.asked_at, row.due_at = stored(clock), clock.asked, due.at
    row.bank_from = due.bank_from if clock.bank else None
    row.remind_at = ahead[0] if ahead else None
    row.reminders = [at.isoformat() for at in ahead[1:]]
    row.pushed_by = ",".join(due.reasons)


def clock_of(row: Deadline) -> Clock:
    return msgspec.json.decode(row.clock, type=Clock)


def hand_on(old: Deadline, row: Deadline, now: datetime) -> None:
    """Let a question go on with the clock of the one it takes the place of."""
    wind(row, clock_of(old), now)


def lengthen(row: Deadline, more: timedelta, now: datetime) -> None:
    """Let a clock run longer from its beginning; raise Unfit for longer than any clock may run."""
    clock = clock_of(row)
    turn, window = clock.pace.turn, clock.pace.window
    longer = {"turn": turn + more}
    if clock.wait == "window":
        longer = {"turn": max(turn, window + more), "window": window + more}
    wind(row, replace(clock, pace=replace(clock.pace, **longer)), now)


def stand_still(row: Deadline, stop: Stop, now: datetime) -> None:
    """Give a clock the time back in which it stood; the same stop counts once."""
    if row.clock:
        wind(row, clocks.given_back([clock_of(row)], stop)[0], now)
    elif row.asked_at < stop.ended:  # a robot's moment: no more than a length
        row.due_at += stop.ended - max(stop.began, row.asked_at)


def stopped_since(row: Deadline) -> list[Stop]:
    """List what all clocks of a match have stood still for since this one was set; each counts once."""
    past = {"ended__gt": row.asked_at, "began__lt": F("ended")}
    pauses = Pause.objects.filter(match=row.match_id, **past).order_by("pk")
    outages = Outage.objects.filter(**past).order_by("pk")
    stops = [Stop(f"pause-{one.pk}", "pause", one.began, one.ended) for one in pauses if one.ended]
    return stops + [Stop(f"outage-{one.pk}", "outage", one.began, one.ended) for one in outages]


def bank_now(row: Deadline | None, match: Match, seat: Seat, now: datetime) -> timedelta | None:
    """Say what a seat's bank holds at this moment, its running clock looked at; nothing without a bank."""
    bank = pace_of(match).bank
    if bank is None:
        return None
    left = bank.start if seat.bank is None else seat.bank
    return clocks.spent(clock_of(row), now, left, in_person=False) if row and row.clock else left


def bank_after(row: Deadline, seat: Seat, now: datetime, *, in_person: bool) -> timedelta | None:
    """Say what is left of a seat's time bank after its answer: without what it used, with what it earned."""
    clock = clock_of(row)
    if clock.pace.bank is None:
        return None
    left = seat.bank if seat.bank is not None else clock.pace.bank.start
    return clocks.spent(clock, now, left, in_person=in_person)


def bank_at_the_start(row: Deadline) -> timedelta | None:
    """Say what a time bank held when a clock was set; nothing without a bank."""
    clock = clock_of(row)
    return None if clock.pace.bank is None else clock.bank_left
