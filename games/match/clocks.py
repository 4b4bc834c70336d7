"""Between the pure clocks and the rows: whose clock it is, its settings, and what it says now."""

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
    """Encode a setting or a clock as rows store it."""
    return msgspec.json.encode(thing).decode()


def pace_of(match: Match) -> Pace:
    """Return the pace a match was opened with."""
    return msgspec.json.decode(match.pace, type=Pace) if match.pace else clocks.DAILY


def rhythm_of(player: Player | None) -> Rhythm:
    """Return a player's habits as they are now; a running clock keeps those it began with."""
    if player is None:
        return Rhythm()
    quiet = Quiet(player.quiet_from, player.quiet_to) if player.quiet_from and player.quiet_to else None
    return Rhythm(player.time_zone, quiet, tuple(player.free_days))


def start(row: Deadline, match: Match, seat: Seat, kind: str, now: datetime) -> None:
    """Start a clock now."""
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
    """Start the clock of a plan's own hours: no habits, no time bank, but it stops when all clocks do."""
    lasts = timedelta(hours=hours)
    wind(row, Clock(wait="turn", asked=now, pace=Pace(turn=lasts, window=lasts)), now)


def wind(row: Deadline, clock: Clock, now: datetime) -> None:
    """Store a clock in its row, with what follows from it: when it is due, its reminders."""
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
    """Pass the clock of a question on to the one that replaces it."""
    wind(row, clock_of(old), now)


def lengthen(row: Deadline, more: timedelta, now: datetime) -> None:
    """Make a clock longer, counted from its start; raise Unfit if no clock may be that long."""
    clock = clock_of(row)
    turn, window = clock.pace.turn, clock.pace.window
    longer = {"turn": turn + more}
    if clock.wait == "window":
        longer = {"turn": max(turn, window + more), "window": window + more}
    wind(row, replace(clock, pace=replace(clock.pace, **longer)), now)


def stand_still(row: Deadline, stop: Stop, now: datetime) -> None:
    """Give a clock the time of a stop back; the same stop counts once."""
    if row.clock:
        wind(row, clocks.given_back([clock_of(row)], stop)[0], now)
    elif row.asked_at < stop.ended:  # a robot's deadline: only a due time, no clock
        row.due_at += stop.ended - max(stop.began, row.asked_at)


def stopped_since(row: Deadline) -> list[Stop]:
    """List the pauses and outages that stopped the match's clocks since this one was set."""
    past = {"ended__gt": row.asked_at, "began__lt": F("ended")}
    pauses = Pause.objects.filter(match=row.match_id, **past).order_by("pk")
    outages = Outage.objects.filter(**past).order_by("pk")
    stops = [Stop(f"pause-{one.pk}", "pause", one.began, one.ended) for one in pauses if one.ended]
    return stops + [Stop(f"outage-{one.pk}", "outage", one.began, one.ended) for one in outages]


def bank_now(row: Deadline | None, match: Match, seat: Seat, now: datetime) -> timedelta | None:
    """Return what a seat's time bank holds now, counting its running clock; None without a bank."""
    bank = pace_of(match).bank
    if bank is None:
        return None
    left = bank.start if seat.bank is None else seat.bank
    return clocks.spent(clock_of(row), now, left, in_person=False) if row and row.clock else left


def bank_after(row: Deadline, seat: Seat, now: datetime, *, in_person: bool) -> timedelta | None:
    """Return what a seat's time bank holds after its answer: minus what it used, plus what it earned."""
    clock = clock_of(row)
    if clock.pace.bank is None:
        return None
    left = seat.bank if seat.bank is not None else clock.pace.bank.start
    return clocks.spent(clock, now, left, in_person=in_person)


def bank_at_the_start(row: Deadline) -> timedelta | None:
    """Return what a time bank held when a clock was set; None without a bank."""
    clock = clock_of(row)
    return None if clock.pace.bank is None else clock.bank_left
