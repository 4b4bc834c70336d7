"""Tables of the card game in the middle of a turn, set up by what happened there.

    table("ruby ruby", "quartz", hands=("", "yours_no_more"), line="ruby 0, quartz 1")

Columns go by seat and say how many sit there. Every mine card is drawn from the mine and every helper
from the pile; cards without an icon of interest are given one by the mine itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import MINE, PACK, VALUES
from games.titles.quartz_cards.rules.line import crystal_of
from tests.kit.given import Drawing, Scene, drawing, given

Happened = Iterator[Event | Drawing]

ZERO, ONE, TWO, THREE = map(Seat, range(4))


def table(
    *columns: str,
    hands: Sequence[str] = (),
    line: str | None = None,
    chests: Mapping[int, str] | None = None,
    waiting: Mapping[int, int] | None = None,
    used: str = "",
    left: Sequence[str] | None = None,
    active: int = 0,
    pack: Mapping[str, int] = PACK,
    **options: Any,
) -> Scene:
    """Set a table with the turn at `active`, or in the middle of digging where there is a line.

    `used`: helpers lying face up; `left`: the mine cards that are left to dig; `pack`: the helpers there are.
    """
    seats = len(columns)
    mine = dict(MINE)
    windows = options.get("windows", "light")
    order = [Seat(seat) for seat in range(seats)]
    cards = [] if line is None else [card.strip() for card in line.split(",") if card.strip()]
    for card in [*cards, *(left or ())]:
        if card in mine:
            mine[card] -= 1
    events: list[Event | Drawing] = [
        e.SatDown(order, windows, dict(VALUES), {**dict.fromkeys(PACK, 0), **pack})
    ]
    events += collected(columns, mine)
    events += protected(chests or {}, mine)
    events += dealt([*hands, *[""] * (seats - len(hands))], used)
    events += returned(waiting or {})
    events += dealt([], " ".join(card for card in cards if card == "little_present"))
    events += worn_away(mine, left)
    events.append(e.TurnBegan(Seat(active)))
    if line is not None:
        events += dug(Seat(active), cards)
    tables = {} if pack is PACK else {"helper_cards": dict(pack)}
    return given(QUARTZ_CARDS, seats, *events, options=options | tables)


def take(mine: dict[str, int], crystal: str) -> str:
    """Find a card of a crystal that no line wants."""
    card = next(card for card in mine if crystal_of(card) == crystal and mine[card])
    mine[card] -= 1
    return card


def collected(columns: Sequence[str], mine: dict[str, int]) -> Happened:
    for seat, gems in enumerate(columns):
        if gems:
            cards = [take(mine, gem) for gem in gems.split()]
            yield drawing("mine", cards, e.LineCollected(Seat(seat), multiset(cards), 0))


def protected(chests: Mapping[int, str], mine: dict[str, int]) -> Happened:
    for seat, gems in chests.items():
        for gem in gems.split():
            card = take(mine, gem)
            yield drawing("mine", [card], e.LineCollected(Seat(seat), {card: 1}, 0))
            yield e.ColumnProtected(Seat(seat), gem, 1, by_card=False)


def dealt(hands: Sequence[str], used: str) -> Happened:
    for seat, hand in enumerate(hands):
        cards = hand.split()
        yield drawing("helpers", cards, e.HelpersDealt(Seat(seat), multiset(cards)))
    for card in used.split():
        yield drawing("helpers", [card], e.HelpersDealt(ZERO, {card: 1}))
        yield from laid_down(card)


def laid_down(card: str) -> Happened:
    """Let somebody attack with a helper in vain, so that it lies face up."""
    yield e.TurnBegan(ONE)
    yield e.ExploreAnnounced(ONE, 0, brief=False)
    yield e.AttackPlayed(ZERO, ONE, card, None, {})
    yield e.AccidentHappened(ONE, {}, 0)


def returned(waiting: Mapping[int, int]) -> Happened:
    presents = ["little_present"] * sum(waiting.values())
    yield from dealt([], " ".join(presents))
    for seat, count in waiting.items():
        for _ in range(count):
            yield e.PresentReturned(Seat(seat))


def worn_away(mine: dict[str, int], left: Sequence[str] | None) -> Happened:
    """Lose all the mine but what is to be left."""
    if left is not None:
        gone = [card for card, count in mine.items() for _ in range(count)]
        yield drawing("mine", gone, e.AccidentHappened(ZERO, multiset(gone), 0))


def dug(active: Seat, cards: Sequence[str]) -> Happened:
    """Dig up a line whose last card nobody has attacked yet."""
    yield e.ExploreAnnounced(active, 0, brief=False)
    for card in cards:
        if card == "little_present":
            yield e.PresentLaid(active)
        else:
            yield drawing("mine", [card], e.CardLaid(active, card))
    yield e.LineStands("laid", active, [])
