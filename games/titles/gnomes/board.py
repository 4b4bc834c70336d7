"""The table of Gnomes as its board draws it: the map, place by place, and what each seat has.

The map is a table of places, so that it can be read without being seen; each place is a picture of its own.
What a picture shows besides its place is kept (`drawings.py`): cards lie where they are for many turns.
"""

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
from games.rules.kernel.messages import Motion
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gnomes.drawings import (
    card,
    ground,
    icon,
    pawn,
    shared,
    symbols,
    turned_card,
)  # templates call them
from games.titles.gnomes.rules.cards import (
    GEMS,
    GOALS_TO_END,
    HAND_LIMIT,
    MONSTERS,
    OGRES,
    SECRET_POINTS,
    TABLES,
)
from games.titles.gnomes.rules.land import xy
from games.titles.gnomes.rules.options import Options
from games.titles.gnomes.rules.score import points_of
from games.titles.gnomes.rules.view import AreaSeen, GoalSeen, PlaceSeen, Player, Sight
from games.titles.gnomes.words.labels import OURS

__all__ = ["HAND_LIMIT", "SECRET_POINTS", "icon", "pawn", "shared", "symbols"]

PARTS = ("act", "work", "discard")
WIDEST = 12  # columns and rows that styles know


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


# --- the map


@dataclass(frozen=True)
class Spot:
    """A card on the map, or an empty place where one can be laid.

    `drawn`: its picture; `query`: what points at it, if that leads anywhere.
    """

    place: str
    seen: PlaceSeen | None = None
    drawn: SafeString = SafeString()
    area: AreaSeen | None = None
    query: str = ""
    is_at: bool = False
    moves: str = ""  # what has just happened here
    home: bool = False  # the reader's castle, at which the map opens

    @property
    def anchor(self) -> str:
        return anchor(self.place)

    @property
    def standing(self) -> list[tuple[Seat, int]]:
        """List who stands there."""
        return sorted(self.seen.dwarves.items()) if self.seen else []

    @property
    def below(self) -> list[str]:
        """List the cards that lie beneath the top one."""
        return [one.card for one in self.seen.cards[1:]] if self.seen else []


@dataclass(frozen=True)
class Chart:
    """The map: its columns and rows, from west to east and from north to south."""

    columns: Sequence[int]
    rows: Sequence[tuple[int, Sequence[Spot | None]]]  # none where nothing is next to a card

    @property
    def size(self) -> str:
        """Name its size for styles."""
        return f"n-{min(len(self.columns), WIDEST)} m-{min(len(self.rows), WIDEST)}"


def anchor(place: str) -> str:
    """Give the id of a place on its page."""
    return "place-" + place.replace("/", "_")


def chart(view: Sight, names: Names, pointing: Pointing | None = None, motion: Motion | None = None) -> Chart:
    """Draw the map with the empty places around it; once the match is over, without."""
    edge = frozenset() if view.over and view.places else frozenset(view.edge)
    seen = {one.place: one for one in view.places}
    where = [xy(place) for place in (*seen, *edge)]
    columns = range(min(x for x, _ in where), max(x for x, _ in where) + 1)
    rows = range(max(y for _, y in where), min(y for _, y in where) - 1, -1)
    moves = {motion.what: motion.name} if motion else {}
    areas = {one.number: one for one in view.areas}
    home = view.players[max(view.reader, 0)].castle
    letters = initials(view, names)
    point = pointing or Pointing()
    return Chart(
        columns,
        [
            (y, [spot(f"{x}/{y}", seen, edge, areas, letters, point, moves, home) for x in columns])
            for y in rows
        ],
    )


def spot(
    place: str,
    seen: Mapping[str, PlaceSeen],
    edge: frozenset[str],
    areas: Mapping[int, AreaSeen],
    letters: tuple[str, ...],
    pointing: Pointing,
    moves: Mapping[str, str],
    home: str | None,
) -> Spot | None:
    one = seen.get(place)
    if one is None:
        return Spot(place, query=pointing.link(place), is_at=pointing.is_at(place)) if place in edge else None
    area = areas[one.area]
    return Spot(
        place,
        one,
        drawn_place(one, area, letters),
        area,
        pointing.link(place),
        pointing.is_at(place),
        moves.get(place, ""),
        place == home,
    )


def drawn_place(one: PlaceSeen, area: AreaSeen, letters: tuple[str, ...]) -> SafeString:
    """Draw a place with who stands on it."""
    top = one.top
    return card(
        top.card,
        top.walls,
        one.star,
        one.need,
        one.slots,
        ground(area.castles, area.number),
        tuple(
            [
                letter
                for seat, count in sorted(one.dwarves.items())
                for letter in [(seat, letters[seat])] * count
            ]
        ),
        tuple([below.card for below in one.cards[1:]]),
        (top.owner, letters[top.owner]) if top.card == "castle" else None,
    )


def initials(view: Sight, names: Names) -> tuple[str, ...]:
    """Give the letter of each seat."""
    return tuple([initial(names.seat(player.seat)) for player in view.players])


def letter(seat: Seat, names: Names) -> str:
    return initial(names.seat(seat))


def shared_areas(view: Sight) -> list[AreaSeen]:
    """List the kingdoms with several castles: each has a pattern of its own."""
    return [area for area in view.areas if len(area.castles) > 1]


@dataclass(frozen=True)
class Landmark:
    """A place worth going to on a large map: a castle or a monster."""

    card: str
    seat: Seat | None
    place: str

    @property
    def anchor(self) -> str:
        return anchor(self.place)


def landmarks(view: Sight) -> list[Landmark]:
    return [
        Landmark(one.top.card, one.top.owner if one.top.card == "castle" else None, one.place)
        for one in view.places
        if one.top.card == "castle" or one.top.card in MONSTERS
    ]


# --- seats


@dataclass(frozen=True)
class Stand:
    """One player with all that is theirs."""

    player: Player
    mine: bool
    castle: str  # where it is on the page
    slain: Sequence[tuple[str, int]]
    cards: Sequence[Tile]
    ogres: Sequence[tuple[str, int]]
    over_limit: int

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
        max(0, player.hand_count - HAND_LIMIT),
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


def tops(view: Sight) -> dict[str, str]:
    return {one.place: one.top.card for one in view.places}


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
