"""What a table may choose before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from games.rules.kernel.chance import multiset
from games.rules.kernel.refusal import Refused
from games.titles.gnomes.rules import cards
from games.titles.gnomes.rules.cards import Kingdom, Tables

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
LONGEST_GOAL = 6
HEAD_START = ("topaz", "topaz", "emerald")  # of the second, third and fourth seat, by an option


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Table options; each has a sentence of help among the words."""

    rounds: Annotated[int, msgspec.Meta(ge=10, le=60)] = 40  # after which the match is counted (GN-23)
    first_player: Literal["random"] | SeatNumber = "random"
    seating: Literal["shuffled", "fixed"] = "shuffled"
    head_start: Literal["none", "turns", "gems"] = "none"  # what makes up for going later (GN-6, GN-20)
    # Whole tables, in place of the reconstructed ones (GN-1 to GN-5).
    needs: dict[str, int] = {}
    slots: dict[str, int] = {}
    stars: dict[str, int] = {}
    walls: dict[str, str] = {}
    gem_cards: dict[str, int] = {}
    gem_points: dict[str, int] = {}
    trade_goals: dict[str, int] = {}
    ogre_cards: dict[str, int] = {}

    @property
    def tables(self) -> Tables:
        """The cards of this match."""
        return Tables(
            kingdom={card: self._kingdom(card) for card in sorted(cards.CARDS)},
            gems=multiset(self.gem_cards or cards.GEMS),
            points=multiset(self.gem_points or cards.GEM_POINTS),
            goals=multiset(self.trade_goals or cards.GOALS),
            ogres=multiset({**dict.fromkeys(cards.OGRES, 0), **(self.ogre_cards or cards.OGRES)}),
        )

    def _kingdom(self, card: str) -> Kingdom:
        usual = cards.KINGDOM[card]
        return replace(
            usual,
            need=self.needs.get(card, usual.need),
            slots=self.slots.get(card, usual.slots),
            star=self.stars.get(card, usual.star),
            walls=self.walls.get(card, usual.walls),
        )


def check(options: Options, seats: int) -> None:
    """Refuse options that make no sense together or break the totals of the rulebook."""
    for name in ("needs", "slots", "stars", "walls"):
        _require(getattr(options, name).keys() <= cards.KINGDOM.keys(), f"{name}: known kingdom cards")
    tables = options.tables
    for card, kingdom in tables.kingdom.items():
        lawful = 1 <= kingdom.need <= kingdom.slots <= cards.DWARVES and -9 <= kingdom.star <= 9
        _require(
            lawful, f"{card}: 1 to {cards.DWARVES} dwarves needed, at least as many slots, -9 to 9 stars"
        )
        _require(_are_sides(kingdom.walls), f"{card}: walls are some of the sides N, E, S, W, not all")
    _check_counts("gem_cards", tables.gems, cards.GEMS, cards.GEM_TOTAL)
    _check_counts("ogre_cards", tables.ogres, cards.OGRES, cards.OGRE_TOTAL)
    _check_points(tables)
    _check_head_start(options, tables, seats)
    known = options.first_player == "random" or options.first_player < seats
    _require(known, "first_player: a seat at this table, or random")


def _require(lawful: bool, reason: str) -> None:
    if not lawful:
        raise Refused("options", reason=reason)


def _are_sides(walls: str) -> bool:
    return len(set(walls)) == len(walls) < 4 and set(walls) <= set("NESW")


def _check_counts(name: str, table: Mapping[str, int], known: Mapping[str, int], total: int) -> None:
    lawful = table.keys() <= known.keys() and all(count >= 0 for count in table.values())
    _require(lawful and sum(table.values()) == total, f"{name}: known cards, {total} of them in all")


def _check_head_start(options: Options, tables: Tables, seats: int) -> None:
    given = multiset(HEAD_START[: seats - 1]) if options.head_start == "gems" else {}
    enough = all(tables.gems.get(gem, 0) >= count for gem, count in given.items())
    _require(enough, "gem_cards: topaz and emerald for the seats that begin with them")


def _check_points(tables: Tables) -> None:
    points = [*tables.points.values(), *tables.goals.values()]
    _require(all(0 <= one <= 99 for one in points), "points: from 0 to 99")
    _require(tables.points.keys() == cards.GEM_POINTS.keys(), "gem_points: a number for each gem")
    _require(len(tables.goals) == cards.GOAL_TOTAL, f"trade_goals: {cards.GOAL_TOTAL} of them")
    for goal in tables.goals:
        lawful = 0 < len(goal) <= LONGEST_GOAL and set(goal) <= cards.LETTERS.keys()
        _require(lawful, f"trade_goals: 1 to {LONGEST_GOAL} of the letters T, E, D, R each")
