"""The map of Gnomes as its board draws it: a table of places, each with a picture of its own.

So it can be read without being seen. What a picture shows besides its place is kept (`drawings.py`): cards
lie where they are for many turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.present.glyphs.dwarves import initial
from games.present.names import Names
from games.present.pointing import Pointing
from games.rules.kernel.messages import Motion
from games.rules.kernel.seats import Seat
from games.titles.gnomes.drawings import card, ground
from games.titles.gnomes.rules.cards import MONSTERS
from games.titles.gnomes.rules.land import xy
from games.titles.gnomes.rules.view import AreaSeen, PlaceSeen, Sight

WIDEST = 12  # columns and rows that styles know


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


def tops(view: Sight) -> dict[str, str]:
    """Name what lies on top of each place."""
    return {one.place: one.top.card for one in view.places}
