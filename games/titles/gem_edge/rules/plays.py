"""What action cards can name: every way to play each that changes something by public facts (GE-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.rules.kernel.questions import Choice, Field
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.pieces import fits, is_finished, piece_of, places_left
from games.titles.gem_edge.rules.public import fitting, inserts, others, swappable
from games.titles.gem_edge.rules.state import Open, room

MOST_TIPPED, MOST_PICKED, MOST_THROUGH = 3, 2, 3


def stone(*values: str) -> Field:
    return Field("stone", "stone", values)


def stones(name: str, lot: Sequence[str], least: int, most: int, ordered: bool = False) -> Field:
    return Field(name, "stone", tuple(sorted(lot)), least, most, many=True, ordered=ordered)


def ornament(name: str, values: Sequence[str]) -> Field:
    return Field(name, "ornament", tuple(values))


def target(seat: Seat) -> Field:
    return Field("target", "seat", (seat,))


def swap_ornament(state: Open, seat: Seat) -> Iterator[Choice]:
    mine = swappable(state, seat)
    theirs = [key for other in others(state, seat) for key in swappable(state, other)]
    if mine:
        yield Choice("swap_ornament", (ornament("give", mine), ornament("take", [*theirs, *state.market])))


def swap_stone(state: Open, seat: Seat) -> Iterator[Choice]:
    for other in others(state, seat):
        for given in dict.fromkeys(state.carts[seat]):
            wanted = tuple(one for one in dict.fromkeys(state.carts[other]) if one != given)
            if wanted:
                yield Choice(
                    "swap_stone",
                    (target(other), Field("give", "stone", (given,)), Field("take", "stone", wanted)),
                )


def pry_out(state: Open, seat: Seat) -> Iterator[Choice]:
    if not room(state, seat):
        return
    for other in others(state, seat):
        for piece in state.pieces[other]:
            if piece.stones and not is_finished(piece):
                yield Choice(
                    "pry_out", (ornament("ornament", [piece.key]), stone(*dict.fromkeys(piece.stones)))
                )


def three_cards(state: Open, seat: Seat) -> Iterator[Choice]:
    if state.can_draw:
        yield Choice("three_cards")


def tip_out(state: Open, seat: Seat) -> Iterator[Choice]:
    for one in (*others(state, seat), seat):
        if lot := state.carts[one]:
            yield Choice(
                "tip_out", (target(one), stones("stones", lot, 1, min(MOST_TIPPED, len(lot)), ordered=True))
            )


def pick_through(state: Open, seat: Seat) -> Iterable[Choice]:
    """Offer what to keep of the first one, two or three stones; one at least goes back."""
    if not sifts(state, seat):
        return ()
    return sieve(tuple(state.slide[:MOST_THROUGH]), room(state, seat))


def sifts(state: Open, seat: Seat) -> bool:
    """Tell whether pick_through can change anything: not if equal stones would only go round the slide."""
    if len(set(state.slide)) > 1 or state.behind:
        return True
    return len(state.slide) > 1 and room(state, seat) > 0


@lru_cache(2_000)
def sieve(reach: tuple[str, ...], free: int) -> tuple[Choice, ...]:
    return tuple([choice for count in range(1, len(reach) + 1) for choice in sifted(reach[:count], free)])


def sifted(some: tuple[str, ...], free: int) -> Iterator[Choice]:
    """List the ways to part stones into those kept and those that go back."""
    first = sorted(some)
    for size in range(min(len(first) - 1, free) + 1):
        for kept in dict.fromkeys(combinations(first, size)):
            back = tuple((Counter(first) - Counter(kept)).elements())
            keep = stones("keep", kept, size, size)
            yield Choice("pick_through", (keep, stones("back", back, len(back), len(back), ordered=True)))


def pickpocket(state: Open, seat: Seat) -> Iterator[Choice]:
    for other in others(state, seat):
        most = min(MOST_PICKED, len(state.carts[other]), room(state, seat))
        if most:
            yield Choice("pickpocket", (target(other), stones("stones", state.carts[other], 1, most)))


def deft_hands(state: Open, seat: Seat) -> Iterator[Choice]:
    """Offer one stone, and two at once, in one order each."""
    for one in dict.fromkeys(state.carts[seat]):
        if keys := fitting(state, seat, one):
            yield Choice("deft_hands", (stone(one), ornament("ornament", keys)))
    for (first, key), (second, key_2) in insert_pairs(state, seat):
        yield Choice(
            "deft_hands",
            (
                stone(first),
                ornament("ornament", [key]),
                Field("stone_2", "stone", (second,)),
                ornament("ornament_2", [key_2]),
            ),
        )


Pair = tuple[tuple[str, str], tuple[str, str]]


def insert_pairs(state: Open, seat: Seat) -> Iterator[Pair]:
    """List the ways to set two stones, each in one order."""
    ways = sorted(inserts(state, seat))
    for place, first in enumerate(ways):
        for second in ways[place:]:
            if can_insert_both(state, seat, first, second):
                yield first, second


def can_insert_both(state: Open, seat: Seat, first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Tell whether two stones that each can be set can be set one after the other."""
    if first[0] == second[0] and state.carts[seat].count(first[0]) < 2:
        return False
    if first[1] != second[1]:
        return True
    piece = piece_of(state.pieces[seat], first[1])
    assert piece is not None
    return places_left(piece) > 1 and fits(With(piece.key, (*piece.stones, first[0])), second[0])


class With:
    """An ornament as it would be."""

    def __init__(self, key: str, stones: tuple[str, ...]) -> None:
        self.key, self.stones = key, stones


#: The ways to play each card in an action.
PLAYS: dict[str, Callable[[Open, Seat], Iterable[Choice]]] = {
    "swap_ornament": swap_ornament,
    "swap_stone": swap_stone,
    "pry_out": pry_out,
    "three_cards": three_cards,
    "tip_out": tip_out,
    "pick_through": pick_through,
    "pickpocket": pickpocket,
    "deft_hands": deft_hands,
}
