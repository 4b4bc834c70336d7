"""Tables of Gem Edge at the beginning of a turn, set up by what happened there.

    table("red blue", "", pieces=["ring_red:red trio_rgy"], hands=("not_so_fast",), slide="red green")

Carts go by seat. A piece is its key, and after a colon the stones in it. Whatever isn't named is filled with
ornaments that nobody names, and the slide up to ten stones with what is left, in the order of colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import (
    IN_FRONT,
    IN_MARKET,
    IN_SIGHT,
    OF_A_COLOUR,
    ORNAMENTS,
    PACK,
    POINTS,
    SET_BONUS,
    STONES,
)
from tests.kit.given import Drawing, Scene, drawing, given

Happened = Iterator[Event | Drawing]

ZERO, ONE, TWO, THREE = map(Seat, range(4))
#: Ornaments for places and markets that a test doesn't name, the least handy first.
FILLING = sorted(ORNAMENTS, key=lambda key: (-len(ORNAMENTS[key].sockets), key))


def table(
    *carts: str,
    pieces: Sequence[str] = (),
    hands: Sequence[str] = (),
    slide: str = "",
    market: str = "",
    points: Sequence[int] = (),
    used: str = "",
    scrap: str = "",
    active: int = 0,
    round: int = 1,
    drained: bool = False,
    **options: Any,
) -> Scene:
    """Set a table with the turn at `active`.

    `used`, `scrap`: discarded cards and ornaments. `drained`: nothing is on the slide but what is named; all
    other stones lie in the last cart, as they never would.
    """
    seats = len(carts)
    order = [Seat(seat) for seat in range(seats)]
    windows, rounds = options.get("windows", "light"), options.get("rounds", 60)
    worked = [parse(line) for line in [*pieces, *[""] * (seats - len(pieces))]]
    named = [key for line in worked for key, _ in line] + market.split() + scrap.split()
    spare = [key for key in FILLING if key not in named]
    for line in worked:
        line.extend((spare.pop(0), []) for _ in range(IN_FRONT - len(line)))
    shown = market.split() + [spare.pop(0) for _ in range(IN_MARKET - len(market.split()))]
    left = Counter(dict.fromkeys(STONES, OF_A_COLOUR))
    events: list[Event | Drawing] = [
        e.SatDown(order, Seat(active), windows, rounds, multiset(POINTS), list(SET_BONUS), multiset(PACK))
    ]
    for seat in order:
        events += laid_open(seat, [key for key, _ in worked[seat]], scrap.split() if seat == 0 else [])
        for key, stones in worked[seat]:
            events += set_in(seat, key, stones, left)
        events += carted(seat, carts[seat].split(), left)
    events += stocked(order, hands, used)
    events += [drawing("ornaments", [key], e.MarketRefilled(place, key)) for place, key in enumerate(shown)]
    events += [e.Compensated(Seat(seat), "tip_out", count) for seat, count in enumerate(points) if count]
    events += filled(slide.split(), left, drained, order[-1])
    events.append(e.TurnBegan(Seat(active), round))
    return given(GEM_EDGE, seats, *events, options=options)


def parse(line: str) -> list[tuple[str, list[str]]]:
    """Read pieces like "ring_red:red,red crown_rgyb"."""
    found = (word.partition(":") for word in line.split())
    return [(key, stones.split(",") if stones else []) for key, _, stones in found]


def laid_open(seat: Seat, keys: list[str], discarded: list[str]) -> Happened:
    lot = [*keys, *discarded]
    yield drawing("ornaments", lot, e.OrnamentsDealt(seat, lot))
    yield e.OrnamentsKept(seat, keys, discarded)


def set_in(seat: Seat, key: str, stones: Sequence[str], left: Counter[str]) -> Happened:
    for stone in stones:
        yield from carted(seat, [stone], left)
        yield e.StoneInserted(seat, stone, key, "card")


def carted(seat: Seat, stones: Sequence[str], left: Counter[str]) -> Happened:
    for stone in stones:
        left[stone] -= 1
        yield drawing("mine", [stone], e.SlideFilled([stone]))
        yield e.StoneTaken(seat, stone, [], "start")


def stocked(order: Sequence[Seat], hands: Sequence[str], used: str) -> Happened:
    for card in used.split():
        yield drawing("cards", [card], e.CardDrawn(ZERO, card, "start"))
        yield e.Dropped(ZERO, [card])
    for seat, hand in zip(order, hands, strict=False):
        for card in hand.split():
            yield drawing("cards", [card], e.CardDrawn(seat, card, "start"))


def filled(named: list[str], left: Counter[str], drained: bool, last: Seat) -> Happened:
    """Fill the slide; the stones that are left over stay unseen, or go into the last cart."""
    left.subtract(named)
    rest = [stone for stone in STONES for _ in range(left[stone])]
    if drained:
        yield from carted(last, rest, Counter(left))
    stones = named if drained else [*named, *rest][:IN_SIGHT]
    yield drawing("mine", stones, e.SlideFilled(stones))
