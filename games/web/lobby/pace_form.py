"""A pace of one's own on the form of a new match: its controls, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as lazy

from games.clocks import DAILY, SENTENCES, Bank, FixedHour, Pace, Unfit
from games.web.lobby.seat_form import InvalidForm

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
UNITS: Final[Mapping[str, tuple[timedelta, Any]]] = {
    "minutes": (MINUTE, lazy("minutes")),
    "hours": (HOUR, lazy("hours")),
    "days": (DAY, lazy("days")),
}
TURN, WINDOW, GRACE, BANK, INCREMENT, CAP = "turn", "window", "grace", "bank", "increment", "cap"
FIXED = "fixed_hour"
#: The lengths a host may type, with their labels; an empty one is nothing.
LENGTHS: Final[Mapping[str, tuple[Any, Any]]] = {
    TURN: (lazy("Time for a turn"), ""),
    WINDOW: (lazy("Time to react to another player's card"), ""),
    GRACE: (lazy("Grace period"), lazy("added to every turn, so that nobody is late by minutes")),
    BANK: (lazy("Time bank at the start"), lazy("spare time that a slow turn uses up")),
    INCREMENT: (lazy("Added to the bank by each move"), ""),
    CAP: (lazy("The bank holds at most"), lazy("if empty, what it starts with")),
}
MOST_DIGITS = 4
NO_HOUR: Final = SENTENCES["hour"]
#: The control that each refusal of the clocks is about.
_ABOUT: Final = {"turn": TURN, "window": WINDOW, "grace": GRACE, "bank": BANK, "increment": INCREMENT}


@dataclass(frozen=True)
class LengthControl:
    """One length of time: a number and a unit."""

    name: str
    label: str
    help: str
    value: str
    units: list[tuple[str, str, bool]]
    wrong: str


def controls(said: Mapping[str, str], wrong: Mapping[str, str]) -> list[LengthControl]:
    """List the lengths as the form shows them."""
    return [
        LengthControl(
            name,
            str(label),
            str(help_),
            said.get(f"own.{name}", ""),
            [(unit, str(told), unit == said.get(f"own.{name}_unit")) for unit, (_, told) in UNITS.items()],
            wrong.get(f"own.{name}", ""),
        )
        for name, (label, help_) in LENGTHS.items()
    ]


def hours(said: Mapping[str, str]) -> list[tuple[str, str, bool]]:
    """List the hours at which turns may be due, with the chosen one marked."""
    chosen = said.get(f"own.{FIXED}", "")
    any_time = ("", gettext("any time: when the turn time is over"), not chosen)
    return [any_time, *((str(hour), f"{hour}:00", str(hour) == chosen) for hour in range(24))]


def typed(pace: Pace) -> dict[str, str]:
    """Write a pace as the form sends it."""
    bank = pace.bank
    lengths = {
        TURN: pace.turn,
        WINDOW: pace.window,
        GRACE: pace.grace,
        BANK: bank.start if bank else timedelta(0),
        INCREMENT: bank.increment if bank else timedelta(0),
        CAP: bank.cap if bank else timedelta(0),
    }
    said = {f"own.{FIXED}": str(pace.fixed_hour.hour) if pace.fixed_hour else ""}
    for name, length in lengths.items():
        unit = _unit(length)
        said[f"own.{name}"] = str(length // UNITS[unit][0]) if length else ""
        said[f"own.{name}_unit"] = unit
    return said


def _unit(length: timedelta) -> str:
    """Choose the largest unit that tells a length exactly; a day or less is told in hours."""
    if length > DAY and length % DAY == timedelta(0):
        return "days"
    return "hours" if length % HOUR == timedelta(0) else "minutes"


def read(said: Mapping[str, str], zone: str) -> Pace:
    """Read the pace that was typed, with its hours in this time zone; raise InvalidForm."""
    wrong: dict[str, str] = {}
    found = {name: _length(name, said, wrong) for name in LENGTHS}
    hour = _hour(said, wrong)
    if wrong:
        raise InvalidForm(wrong)
    try:
        return Pace(
            turn=found[TURN],
            window=found[WINDOW],
            bank=_bank(found),
            grace=found[GRACE],
            fixed_hour=None if hour is None else FixedHour(hour, zone),
        )
    except Unfit as unfit:
        raise InvalidForm({f"own.{_ABOUT.get(unfit.code, FIXED)}": gettext(SENTENCES[unfit.code])}) from None


def _bank(found: Mapping[str, timedelta]) -> Bank | None:
    start, increment, cap = found[BANK], found[INCREMENT], found[CAP]
    if not (start or increment or cap):
        return None
    return Bank(start, increment, cap or max(start, increment))


def _length(name: str, said: Mapping[str, str], wrong: dict[str, str]) -> timedelta:
    told, unit = said.get(f"own.{name}", "").strip(), said.get(f"own.{name}_unit", "hours")
    if not told and name not in (TURN, WINDOW):
        return timedelta(0)
    if unit in UNITS and told.isascii() and told.isdigit() and len(told) <= MOST_DIGITS:
        return int(told) * UNITS[unit][0]
    wrong[f"own.{name}"] = gettext("Enter a whole number of minutes, hours or days.")
    return DAILY.turn


def _hour(said: Mapping[str, str], wrong: dict[str, str]) -> int | None:
    told = said.get(f"own.{FIXED}", "")
    if not told:
        return None
    if told in {str(hour) for hour in range(24)}:
        return int(told)
    wrong[f"own.{FIXED}"] = gettext(NO_HOUR)
    return None
