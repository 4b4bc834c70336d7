"""The table of Gnomes as its board draws it: the map (`charted.py`), and what each seat has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.present.glyphs.dwarves import initial
from games.present.names import Names
from games.present.pointing import Pointing
from games.rules.kernel.drawing import Glance
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gnomes.charted import anchor, chart, landmarks, shared_areas, tops
from games.titles.gnomes.drawings import card, icon, pawn, shared, symbols, turned_card
from games.titles.gnomes.rules.cards import (
    GEMS,
    GOALS_TO_END,
    HAND_LIMIT,
    OGRES,
    SECRET_POINTS,
    TABLES,
)
from games.titles.gnomes.rules.options import Options
from games.titles.gnomes.rules.score import points_of
from games.titles.gnomes.rules.view import GoalSeen, Player, Sight
from games.titles.gnomes.words.labels import OURS

#: What templates call besides what is written here.
__all__ = [
    "HAND_LIMIT",
    "SECRET_POINTS",
    "anchor",
    "chart",
    "icon",
    "landmarks",
    "pawn",
    "shared",
    "shared_areas",
    "symbols",
]

PARTS = ("act", "work", "discard")


def glance(view: Sight, options: Options, seat: Seat, names: Names) -> Glance:
    """Show how near somebody is to the end, and the gems that one seat has paid for its goals."""
    met = max(player.goals_met for player in view.players)
    one = view.players[seat]
    paid: Counter[str] = Counter()
    for goal in one.bought:
        paid.update(goal.cost)
    rounds = gettext("Round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.rounds}
    goals = gettext("goals met: %(count)d") % {"count": one.goals_met}
    return Glance(
        GOALS_TO_END if view.over else min(met, GOALS_TO_END - 1), GOALS_TO_END, (rounds, goals), paid
    )


# --- seats


def letter(seat: Seat, names: Names) -> str:
    return initial(names.seat(seat))


@dataclass(frozen=True)
class Stand:
    """One player with all that is theirs."""

    player: Player
    mine: bool
    castle: str  # where it is on the page
    slain: Sequence[tuple[str, int]]
    cards: Sequence[Tile]
    ogres: Sequence[tuple[str, int]]

    @property
    def knows_hand(self) -> bool:
        return self.player.gems is not None


@dataclass(frozen=True)
class Tile:
    """A kingdom card in the reader's hand."""

    key: str
    drawn: SafeString
    query: str
    is_at: bool


def stands(view: Sight, mine: int | None, pointing: Pointing | None = None) -> list[Stand]:
    """List the players clockwise, the reader first."""
    own = mine is not None and Seat(mine) in view.order
    seats = [Seat(mine or 0), *clockwise_from(view.order, Seat(mine or 0))[:-1]] if own else view.order
    return [stand(view, view.players[seat], seat == mine, pointing or Pointing()) for seat in seats]


def stand(view: Sight, player: Player, mine: bool, pointing: Pointing) -> Stand:
    return Stand(
        player,
        mine,
        anchor(player.castle) if player.castle is not None else "",
        sorted(Counter(player.slain).items()),
        [tile(view, card, pointing) for card in player.kingdom] if mine and not view.over else (),
        sorted(Counter(player.ogres or ()).items()),
    )


def specimens() -> list[tuple[str, SafeString]]:
    """Draw all kingdom cards as they usually are, for the rules."""
    return [
        (key, card(key, kind.walls, kind.star, kind.need, kind.slots)) for key, kind in TABLES.kingdom.items()
    ]


def tile(view: Sight, key: str, pointing: Pointing) -> Tile:
    kind = view.tables.kingdom[key]
    face = card(key, kind.walls, kind.star, kind.need, kind.slots)
    return Tile(key, face, pointing.link(key), pointing.is_at(key))


def brief(goal: str) -> str:
    """Give the name of a secret goal without its condition."""
    return goal.partition(":")[0]


@dataclass(frozen=True)
class Goal:
    """An open trade goal, which may be bought now."""

    seen: GoalSeen
    query: str
    is_at: bool


def goals(view: Sight, pointing: Pointing | None = None) -> list[Goal]:
    point = pointing or Pointing()
    return [Goal(one, point.link(one.goal), point.is_at(one.goal)) for one in view.goals]


# --- forms


def drawn(view: Sight, of: str, value: str, names: Names, settled: Mapping[str, str]) -> SafeString:
    """Draw a thing that can be chosen: a card, what lies at a place, how a card looks when turned."""
    if of == "turn" and settled.get("card") in view.tables.kingdom:
        return turned_card(view.tables.kingdom[settled["card"]].walls, int(value))
    key = value if of == "card" else tops(view).get(value) if of == "place" else None
    return icon(key) if key in view.tables.kingdom else SafeString()


# --- the turn


def steps(view: Sight) -> list[tuple[str, bool, bool]]:
    """List the parts of a turn: whether it is now, and whether it is behind."""
    if view.over or view.part not in PARTS:
        return []
    at = PARTS.index(view.part)
    return [(part, number == at, number < at) for number, part in enumerate(PARTS)]


def pips(view: Sight) -> list[bool]:
    """Give a mark for each action of the turn: those that are left are full."""
    return [False] * view.actions + [True] * view.actions_left


def reconstructed(names: Names) -> list[str]:
    """Say which of a match's figures nobody has vouched for."""
    return [names.word(row) for row in OURS.values() if row in names.contexts]


# --- the end


def account(view: Sight, seats: Sequence[Stand]) -> list[tuple[str, list[int]]]:
    """List where points came from, once the match is over and all hands are open."""
    players = [one.player for one in seats]
    if not view.over or any(player.gems is None for player in players):
        return []
    counted = [points_of(view, player) for player in players]
    rows = [(source, [one[source] for one in counted]) for source in counted[0]]
    return [(source, each) for source, each in rows if any(each)]


def totals(rows: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    return [sum(counts) for counts in zip(*[counts for _, counts in rows], strict=True)]


def card_copies(key: str) -> int:
    """Count how many there are of a card in its pile; of kingdom cards each player has one."""
    return {**GEMS, **OGRES}.get(key, 0)
