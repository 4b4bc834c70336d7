"""The cards (GN-1 to GN-5). What the printed ones show is lost: the tables are reconstructed, here alone.

The rulebook gives the totals (36 kingdom cards, 34 gem cards, 13 ogres, 10 trade goals, 7 secret goals), what
the cards do, most needs and that a dragon may cover a mine. Slots, stars, walls and counts are worked out.
The match's facts say so, and options replace the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

TABLES_ARE_RECONSTRUCTED = True

GEM_TOTAL, OGRE_TOTAL, GOAL_TOTAL = 34, 13, 10
DWARVES = 7  # of each colour

Pile = Literal["none", "mine", "house"]
Work = Literal["dig", "gem", "hire", "trade", "slay"]


class Kingdom(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of kingdom card. `walls`: its sides N, E, S, W before turning; `gem`: what a mine gives.

    Logs hold it, and write what is within an event by name: so its fields are in that order.
    """

    gem: str = ""
    gives: int = 0
    need: int
    pile: Pile
    slots: int
    star: int
    walls: str
    work: Work


def _kind(
    pile: Pile, need: int, slots: int, work: Work, star: int, walls: str, gem: str = "", gives: int = 0
) -> Kingdom:
    """Read a row of the table."""
    return Kingdom(pile=pile, need=need, slots=slots, work=work, star=star, walls=walls, gem=gem, gives=gives)


KINGDOM: dict[str, Kingdom] = {
    "castle": _kind("none", 2, 3, "dig", 2, "N"),
    "ruby_mine": _kind("mine", 3, 4, "gem", 1, "NE", "ruby", 1),
    "emerald_mine": _kind("mine", 2, 3, "gem", 1, "NE", "emerald", 1),
    "diamond_mine": _kind("mine", 2, 3, "gem", 1, "NS", "diamond", 1),
    "topaz_mine": _kind("mine", 2, 3, "gem", 2, "NS", "topaz", 2),
    "tavern": _kind("house", 2, 3, "hire", 1, "NE"),
    "shop": _kind("house", 3, 4, "trade", 1, "NS"),
    "dragon": _kind("mine", 5, 5, "slay", -2, "N"),
    "ice_giant": _kind("none", 5, 5, "slay", -2, "N"),
}
CARDS = tuple(KINGDOM)
MONSTERS = ("dragon", "ice_giant")

#: Gem cards, and what each counts in a hand (GN-2).
GEMS = {"topaz": 12, "emerald": 8, "diamond": 8, "ruby": 6}
GEM_POINTS = {"topaz": 1, "emerald": 2, "diamond": 2, "ruby": 3}

#: Trade goals by what they cost, a letter for each gem (GN-3).
GOALS = {
    "RE": 10,
    "RD": 10,
    "TTR": 10,
    "EED": 12,
    "EDD": 12,
    "TTED": 12,
    "RRTT": 14,
    "EEDD": 14,
    "RDDTT": 16,
    "REETT": 16,
}
OPEN_GOALS = 3
LETTERS = {"T": "topaz", "E": "emerald", "D": "diamond", "R": "ruby"}

#: Secret goals, all of them worth the same (GN-4).
SECRETS = ("architect", "king", "hunter", "treasurer", "warlord", "overseer", "conqueror")
SECRET_POINTS = 8
GOALS_TO_END = 3
MONSTER_POINTS = 3
HAND_LIMIT = 9

#: Ogres (GN-5).
OGRES = {"bouncer": 4, "shover": 3, "thief": 2, "sharp": 2, "changer": 2}


@lru_cache(1024)
def cost(goal: str) -> Mapping[str, int]:
    """Count the gems that a trade goal costs."""
    return {LETTERS[letter]: goal.count(letter) for letter in sorted(set(goal))}


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of a match, by name as logs write them."""

    gems: Mapping[str, int]
    goals: Mapping[str, int]
    kingdom: Mapping[str, Kingdom]
    ogres: Mapping[str, int]
    points: Mapping[str, int]


TABLES = Tables(kingdom=KINGDOM, gems=GEMS, points=GEM_POINTS, goals=GOALS, ogres=OGRES)
