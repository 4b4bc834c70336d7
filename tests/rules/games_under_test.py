"""Every game the contract binds: those of the catalogue, and the toy."""

from __future__ import annotations

from games.rules.catalogue import GAMES
from games.rules.kernel.contract import AnyRules
from tests.toy import MAGPIES

ALL: tuple[AnyRules, ...] = (MAGPIES, *GAMES)
TABLES = [(rules, seats) for rules in ALL for seats in rules.meta.seats]


def table_id(value: object) -> str:
    """Name a parameter in the list of tests."""
    return value.meta.slug if hasattr(value, "meta") else str(value)
