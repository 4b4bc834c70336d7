"""Who plays which game."""

from __future__ import annotations

from tests.simulation import card_people, quartz_people
from tests.simulation.styles import Cast

CASTS: dict[str, Cast] = {"quartz": quartz_people.CAST, "quartz_cards": card_people.CAST}
