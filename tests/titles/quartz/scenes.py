"""Tables of Quartz in the middle of a day, set up by what happened there.

    table("ruby obsidian", "quartz", "", hands=("not_mine", "here_we_go", ""))

Carts go by seat and say how many sit there. What was yesterday's (tokens, chests, coins, cards off the
bravery board) happens yesterday; every crystal is drawn from the bag and every card from the deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel.chance import Urns, multiset
from games.rules.kernel.events import Event
from games.rules.kernel.questions import things
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import BAG, Gems, valuable, without
from games.titles.quartz.rules.options import Options
from tests.kit.given import Drawing, Scene, drawing, given
from tests.kit.reading import state

ZERO, ONE, TWO, THREE, FOUR = SEATS = tuple(map(Seat, range(5)))


def sat_down(seats: int, options: Mapping[str, object], order: Sequence[int] | None = None) -> e.SatDown:
    chosen = msgspec.convert(dict(options), Options)
    return e.SatDown(
        order=[Seat(seat) for seat in (range(seats) if order is None else order)],
        covered=chosen.covered_carts,
        thrill=chosen.thrill,
        silence=chosen.silence,
        values=chosen.values,
        sale=chosen.sale,
        bravery_coins=list(chosen.coins[: seats - 1]),
    )


def table(
    *carts: str,
    active: int | None = 0,
    day: int = 2,
    order: Sequence[int] | None = None,
    hands: Sequence[str] = (),
    parked: Mapping[int, str] | None = None,
    out: Sequence[int] = (),
    board: Sequence[str | None] | None = None,
    discard: Sequence[str] = (),
    tokens: Sequence[int] = (),
    chests: Mapping[int, str] | None = None,
    coins: Mapping[int, int] | None = None,
    off_board: Mapping[int, str] | None = None,
    **options: Any,
) -> Scene:
    """Set a table in the middle of a day, with the turn at `active`.

    `board`: the cards on the spaces that remain, their coins are the right ones; `off_board`: cards
    that seats took from the bravery board in the open.
    """
    events = [
        sat_down(len(carts), options, order),
        e.DayBegan(max(day - 1, 1), ZERO),
        *laid_down(discard),
        *yesterday(tokens, off_board or {}, chests or {}, coins or {}),
        e.DayBegan(day, Seat(active or 0)),
        *dealt(hands),
        *today(carts, parked or {}, out),
        *bravery(len(carts), len(carts) - len(out), board),
    ]
    if active is not None:
        events.append(e.TurnBegan(Seat(active)))
    return given(QUARTZ, len(carts), *events, options=options)


Happened = Iterator[Event | Drawing]


def laid_down(cards: Sequence[str]) -> Happened:
    """Bring cards from the deck to the discard pile, by way of the bravery board."""
    for card in cards:
        yield drawing("deck", [card], e.SpaceFilled(card, 0))
        yield e.SpaceEmptied(card, 0)


def yesterday(
    tokens: Sequence[int], off_board: Mapping[int, str], chests: Mapping[int, str], coins: Mapping[int, int]
) -> Happened:
    for victim in map(Seat, tokens):
        yield e.AccidentHappened(victim, {}, True)
    for seat, cards in off_board.items():
        for card in cards.split():
            yield drawing("deck", [card], e.SpaceFilled(card, 0))
            yield e.LeftMine(Seat(seat), True, card, 0)
    for seat in sorted({*chests, *coins}):
        gems = chests.get(seat, "").split()
        yield from mined(Seat(seat), gems)
        yield e.CrystalsSold(Seat(seat), multiset(gems), {}, coins.get(seat, 0))


def dealt(hands: Sequence[str]) -> Happened:
    for seat, hand in enumerate(hands):
        if cards := hand.split():
            yield drawing("deck", cards, e.CardsDealt(Seat(seat), multiset(cards)))


def mined(seat: Seat, gems: Sequence[str]) -> Happened:
    for gem in gems:
        yield drawing("bag", [gem], e.Mined(seat, gem))


def today(carts: Sequence[str], parked: Mapping[int, str], out: Sequence[int]) -> Happened:
    for seat, gems in parked.items():
        for gem in gems.split():
            yield drawing("deck", ["what_crystal"], e.CardsDealt(Seat(seat), {"what_crystal": 1}))
            yield from mined(Seat(seat), [gem])
            yield e.CardPlayed(Seat(seat), "what_crystal", None, gem, {})
            yield e.Parked(Seat(seat), gem)
    for seat, cart in enumerate(carts):
        yield from mined(Seat(seat), cart.split())
    for seat in out:
        yield e.LeftMine(Seat(seat), False, None, 0)


def bravery(seats: int, inside: int, board: Sequence[str | None] | None) -> Happened:
    """Fill the spaces that are left: one fewer than there are dwarves inside."""
    cards = [None] * (inside - 1) if board is None else board
    assert len(cards) == inside - 1, "one space fewer than dwarves inside"
    for card, coins in zip(cards, range(seats - inside, seats), strict=False):
        filled = e.SpaceFilled(card, coins)
        yield filled if card is None else drawing("deck", [card], filled)


# --- reading a table


def cart(scene: Scene, seat: int) -> Gems:
    """Look into a cart."""
    carts: list[Gems] = state(scene).carts
    return carts[seat]


def chest(scene: Scene, seat: int) -> Gems:
    chests: list[Gems] = state(scene).chests
    return chests[seat]


def bag(scene: Scene) -> Gems:
    urns: Urns = state(scene).urns
    return urns["bag"]


def all_but(*left: str) -> str:
    """Fill a cart so that of the valuable crystals only these stay in the bag."""
    return " ".join(things(without(valuable(BAG), multiset(left))))
