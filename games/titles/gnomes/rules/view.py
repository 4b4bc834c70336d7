"""What a reader sees of the table, built from nothing, piece by piece.

Hidden are gems and ogres in hands, secret goals that aren't shown, and what is in the piles. Which kingdom
cards a hand still has is open: everybody began with the same nine. A view shares what the state replaces
anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from games.rules.kernel.questions import Asked, Question
from games.rules.kernel.seats import AFTERWARDS, Onlooker, Reader, Seat
from games.titles.gnomes.rules.cards import Tables, cost
from games.titles.gnomes.rules.choices import choices
from games.titles.gnomes.rules.facts import actions_left
from games.titles.gnomes.rules.land import Laid, Land, xy
from games.titles.gnomes.rules.state import Shoved, Standing, State, open_questions


class CardSeen(msgspec.Struct, frozen=True, gc=False):
    """A card of a stack. `walls`: its sides with walls as it is turned."""

    card: str
    owner: Seat
    turn: int
    walls: str


class PlaceSeen(msgspec.Struct, frozen=True, gc=False):
    """A stack of cards. `area`: the number of its area; `dwarves`: by seat, only those who stand there."""

    place: str
    x: int
    y: int
    cards: tuple[CardSeen, ...]  # from top to bottom
    need: int
    slots: int
    star: int
    dwarves: dict[Seat, int]
    area: int
    worked: bool

    @property
    def top(self) -> CardSeen:
        return self.cards[0]

    @property
    def free(self) -> int:
        return self.slots - sum(self.dwarves.values())


class AreaSeen(msgspec.Struct, frozen=True, gc=False):
    """An area: a kingdom if there are castles in it."""

    number: int
    places: tuple[str, ...]
    castles: tuple[Seat, ...]
    worth: int
    dragon: bool
    giant: bool


class GoalSeen(msgspec.Struct, frozen=True, gc=False):
    goal: str
    cost: dict[str, int]
    points: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """What a reader knows of one seat; None for what they may not know.

    `sure`: gems that everybody knows it to hold; `area`: of its kingdom, or -1.
    """

    seat: Seat
    supply: int
    on_cards: int
    kingdom: tuple[str, ...]
    gems: dict[str, int] | None
    gem_count: int
    sure: dict[str, int]
    ogres: tuple[str, ...] | None
    ogre_count: int
    secret: str | None
    shown: bool
    bought: tuple[GoalSeen, ...]
    slain: tuple[str, ...]
    castle: str | None
    area: int
    worth: int

    @property
    def goals_met(self) -> int:
        return len(self.bought) + self.shown

    @property
    def hand_count(self) -> int:
        return len(self.kingdom) + self.gem_count + self.ogre_count


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The table as one reader sees it. `edge`: the empty places where a card may be laid."""

    reader: int  # a seat's number, or -1
    order: list[Seat]
    active: Seat
    over: bool
    round: int
    rounds: int
    part: str
    actions: int
    actions_left: int
    last_turns: int | None
    places: tuple[PlaceSeen, ...]
    areas: tuple[AreaSeen, ...]
    edge: tuple[str, ...]
    players: tuple[Player, ...]  # by seat
    piles: dict[str, int]
    goals: tuple[GoalSeen, ...]
    goals_left: int
    ogres_left: int
    used: dict[str, int]
    stepped: bool
    shoved: Shoved | None
    worked: tuple[str, ...]
    tables: Tables
    questions: tuple[Question, ...]
    asked: tuple[Asked, ...]

    @property
    def me(self) -> Player:
        return self.players[self.reader]

    @property
    def land(self) -> Land:
        stacks = {
            one.place: tuple([Laid(card.card, card.owner, card.turn) for card in one.cards])
            for one in self.places
        }
        return Land(self.tables.kingdom, stacks)

    @property
    def dwarves(self) -> dict[str, Standing]:
        return {
            one.place: tuple([one.dwarves.get(player.seat, 0) for player in self.players])
            for one in self.places
            if one.dwarves
        }

    @property
    def row(self) -> list[str]:
        return [one.goal for one in self.goals]

    @property
    def supply(self) -> list[int]:
        return [one.supply for one in self.players]

    @property
    def kingdom(self) -> list[tuple[str, ...]]:
        return [one.kingdom for one in self.players]

    @property
    def sure(self) -> list[dict[str, int]]:
        return [one.sure for one in self.players]

    @property
    def slain(self) -> list[tuple[str, ...]]:
        return [one.slain for one in self.players]

    @property
    def shown(self) -> list[bool]:
        return [one.shown for one in self.players]

    def gem_count(self, seat: Seat) -> int:
        return self.players[seat].gem_count

    def ogre_count(self, seat: Seat) -> int:
        return self.players[seat].ogre_count


class Map(NamedTuple):
    """The map as everybody sees it, with the number of each place's area."""

    places: tuple[PlaceSeen, ...]
    areas: tuple[AreaSeen, ...]
    numbers: dict[str, int]


def view(state: State, reader: Reader) -> Sight:
    """Show the table to a reader."""
    return sight(state, reader, mapped(state))


def views(state: State, readers: Sequence[Reader]) -> list[Sight]:
    """Show the table to several readers, who see the same map."""
    shown = mapped(state)
    return [sight(state, reader, shown) for reader in readers]


def sight(state: State, reader: Reader, shown: Map) -> Sight:
    own = -1 if isinstance(reader, Onlooker) else reader
    questions = open_questions(state)
    return Sight(
        reader=own,
        order=state.order,
        active=state.active,
        over=state.over,
        round=state.round,
        rounds=state.rounds,
        part=state.part,
        actions=state.actions,
        actions_left=actions_left(state) if state.part == "act" else 0,
        last_turns=state.last_turns,
        places=shown.places,
        areas=shown.areas,
        edge=state.land.edge,
        players=tuple([player(state, seat, reader, shown) for seat in range(len(state.order))]),
        piles=state.piles,
        goals=tuple([goal(state, one) for one in state.row]),
        goals_left=sum(state.urns.get("goals", {}).values()),
        ogres_left=sum(state.urns.get("ogres", {}).values()),
        used=state.used,
        stepped=state.stepped,
        shoved=state.shoved,
        worked=state.worked,
        tables=state.tables,
        questions=tuple(questions),
        asked=tuple([Asked(one, choices(state, one)) for one in questions if one.seat == own]),
    )


def mapped(state: State) -> Map:
    """Show the map, in reading order: what follows from the cards alone is put together once for each map."""
    empty, standing, worked = _empty(state.land), state.dwarves, state.worked
    places = [
        crowded(one, standing.get(one.place, ()), is_worked=one.place in worked)
        if one.place in standing or one.place in worked
        else one
        for one in empty.places
    ]
    return Map(tuple(places), empty.areas, empty.numbers)


def crowded(place: PlaceSeen, standing: Standing, *, is_worked: bool) -> PlaceSeen:
    """Show who stands on a place."""
    dwarves = {Seat(seat): count for seat, count in enumerate(standing) if count}
    return replace(place, dwarves=dwarves, worked=is_worked)


def _empty(land: Land) -> Map:
    """Show a map as if nobody stood on it."""
    if not isinstance(land.shown, Map):
        areas, numbers = _areas(land)
        land.shown = Map(
            tuple([place_seen(land, place, numbers[place]) for place in land.ordered]), areas, numbers
        )
    return land.shown


def _areas(land: Land) -> tuple[tuple[AreaSeen, ...], dict[str, int]]:
    found = []
    numbers: dict[str, int] = {}
    for number, area in enumerate(land.listed_areas()):
        numbers |= dict.fromkeys(area.places, number)
        found.append(
            AreaSeen(
                number,
                area.places,
                area.castles,
                land.worth(area),
                "dragon" in area.kinds,
                "ice_giant" in area.kinds,
            )
        )
    return tuple(found), numbers


def place_seen(land: Land, place: str, area: int) -> PlaceSeen:
    """Show a stack."""
    x, y = xy(place)
    return PlaceSeen(
        place=place,
        x=x,
        y=y,
        cards=card_seen(land, place),
        need=land.need[place],
        slots=land.slots[place],
        star=land.kingdom[land.top[place]].star,
        dwarves={},
        area=area,
        worked=False,
    )


def card_seen(land: Land, place: str) -> tuple[CardSeen, ...]:
    """Show the cards of a stack: all that lies on the table lay open once."""
    return tuple([CardSeen(one.card, one.owner, one.turn, land.sides(one)) for one in land.stacks[place]])


def goal(state: State, name: str) -> GoalSeen:
    """Show a trade goal."""
    return GoalSeen(name, dict(cost(name)), state.tables.goals[name])


def player(state: State, seat: int, reader: Reader, shown_map: Map) -> Player:
    """Show one seat: what is open to all, and to its owner what only they may see."""
    own = reader == seat or reader is AFTERWARDS
    area = state.land.area_of(Seat(seat))
    gems, ogres, shown = state.gems[seat], state.ogres[seat], state.shown[seat]
    castle = state.land.castles.get(Seat(seat))
    return Player(
        seat=Seat(seat),
        supply=state.supply[seat],
        on_cards=sum([here[seat] for here in state.dwarves.values()]),
        kingdom=state.kingdom[seat],
        gems=gems if own else None,
        gem_count=sum(gems.values()),
        sure=state.sure[seat],
        ogres=ogres if own else None,
        ogre_count=len(ogres),
        secret=state.secrets[seat] if own or shown else None,
        shown=shown,
        bought=tuple([goal(state, one) for one in state.bought[seat]]),
        slain=state.slain[seat],
        castle=castle,
        area=-1 if castle is None else shown_map.numbers[castle],
        worth=0 if area is None else state.land.worth(area),
    )
