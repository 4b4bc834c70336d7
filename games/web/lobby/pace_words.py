"""Describe a pace in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.clocks import PRESETS, Pace
from games.present.paces import meaning

#: The name of each preset, and for whom it is.
CALLED: Mapping[str, tuple[Any, Any]] = {
    "brisk": (lazy("Fast"), lazy("for an afternoon when everyone is around")),
    "daily": (lazy("A move a day"), lazy("for people with busy lives; what most matches use")),
    "relaxed": (lazy("Relaxed"), lazy("for people who drop in now and then")),
}


@dataclass(frozen=True)
class PaceOffer:
    """One pace, as the form offers it."""

    name: str
    label: str
    help: str
    chosen: bool


def offers(chosen: str) -> list[PaceOffer]:
    """List the presets, the chosen one marked."""
    return [
        PaceOffer(name, str(CALLED[name][0]), f"{meaning(pace)} {_whom(name)}", name == chosen)
        for name, pace in PRESETS.items()
    ]


def _whom(name: str) -> str:
    said = str(CALLED[name][1])
    return f"{said[:1].upper()}{said[1:]}."


def named(pace: Pace) -> str:
    """Describe a pace, with its name if it is a preset."""
    name = preset_of(pace)
    called = f"{CALLED[name][0]}. " if name else ""
    return f"{called}{meaning(pace)}"


def preset_of(pace: Pace) -> str:
    return next((name for name, one in PRESETS.items() if one == pace), "")
