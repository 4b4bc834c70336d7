"""The conservation laws of Quartz, checked after every event.

Between two records of one decision a few things are on their way, and are looked for there:
a what_crystal card is played in one record and comes to lie beside the cart with its crystal in the
next; a cart holds two obsidian only while its owner's token interrupt is open, or in the record
directly before its accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.kernel.chance import add
from games.rules.kernel.events import Event, Record, Rewound
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import DECK
from games.titles.quartz.rules.gems import BAG, OBSIDIAN, price, worth
from games.titles.quartz.rules.state import State
from tests.kit.worlds.log import Walk

Coins = tuple[int, ...]


class Watch:
    """Walks along a log and raises AssertionError at the first event that breaks a law."""

    def __init__(self, seats: int) -> None:
        self.walk = Walk(QUARTZ)
        self.seen = 0
        self._earned: dict[EventNumber, Coins] = {EventNumber(0): (0,) * seats}
        self._doomed: Seat | None = None

    def look(self, sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]) -> None:
        """Check what has been written since the last look, and then the moment itself."""
        for record in sitting.records[self.seen :]:
            self.step(record)
        self.seen = len(sitting.records)
        assert self.walk.state == sitting.table.state, "folded step by step it stands elsewhere"
        assert self._doomed is None
        between_actions(self.walk.state)

    def step(self, record: Record[Any]) -> None:
        event, before = record.event, self.walk.state
        if isinstance(event, e.AccidentHappened):
            assert event.token is not before.tokens[event.seat]
        if isinstance(event, e.TokenSpent):
            assert before.tokens[event.seat]
        if isinstance(event, e.LeftMine | e.StayedLast | e.CrystalsSold | e.HandSold):
            paid_for(before, event)
        if self._doomed is not None:
            assert isinstance(event, e.AccidentHappened), "two obsidian, and no accident"
            assert event.seat == self._doomed
        last = record.event.to if isinstance(event, Rewound) else EventNumber(record.number - 1)
        self.walk.step(record)
        state = self.walk.state
        self._earned[record.number] = earned(self._earned[last], event)
        if state.order:
            assert tuple(state.coins) == self._earned[record.number]
            self._doomed = two_obsidian(state)
            everything_once(state, event)


def earned(before: Coins, event: Event) -> Coins:
    """Reckon everybody's coins by what the events say was taken or sold."""
    if isinstance(event, e.LeftMine | e.StayedLast | e.CrystalsSold):
        gained = event.coins
    elif isinstance(event, e.HandSold):
        gained = event.coins + event.token
    else:
        return before
    return tuple(coins + gained * (seat == event.seat) for seat, coins in enumerate(before))


def paid_for(state: State, event: e.LeftMine | e.StayedLast | e.CrystalsSold | e.HandSold) -> None:
    """Check that there was something there for which these coins are paid."""
    if isinstance(event, e.CrystalsSold):
        assert poured([event.stored, event.sold]) == poured(
            [state.carts[event.seat], state.chests[event.seat]]
        )
        assert event.coins == price(event.sold, state.values)
    elif isinstance(event, e.HandSold):
        assert event.cards == state.hands[event.seat]
        assert event.coins == worth(event.cards, state.sale)
        assert event.token == 3 * state.tokens[event.seat]
    elif isinstance(event, e.LeftMine) and not event.bonus:
        assert (event.card, event.coins) == (None, 0)
    else:
        assert (event.card, event.coins) == (state.board[0].card, state.board[0].coins)


def two_obsidian(state: State) -> Seat | None:
    """Find a cart with two obsidian whose owner isn't asked: its accident must come next."""
    assert all(cart.get(OBSIDIAN, 0) <= 2 for cart in state.carts)
    full = [Seat(seat) for seat, cart in enumerate(state.carts) if cart.get(OBSIDIAN) == 2]
    assert len(full) <= 1
    asked = {question.seat for question in state.asked.values() if question.kind == "token"}
    assert asked <= set(full), "a token interrupt without two obsidian"
    assert all(state.tokens[seat] for seat in asked)
    return next((seat for seat in full if seat not in asked), None)


def everything_once(state: State, event: Event) -> None:
    on_the_card = {OBSIDIAN: 1} if state.attack and state.attack.obsidian else {}
    crystals = [state.urns["bag"], *state.carts, *state.parked, *state.chests, state.tray, on_the_card]
    assert poured(crystals) == BAG
    beside = sum(sum(parked.values()) for parked in state.parked)
    beside += isinstance(event, e.CardPlayed) and event.card == "what_crystal"
    board = [{space.card: 1} for space in state.board if space.card]
    cards = [state.urns["deck"], *state.hands, state.discard, *board, {"what_crystal": beside}]
    assert poured(cards) == DECK
    for lot in (*crystals, *cards[:-1]):
        assert all(count > 0 for count in lot.values()), "an entry for nothing"
    for chest in state.chests:
        assert OBSIDIAN not in chest
        assert sum(chest.values()) <= 2
    for seat, ledger in enumerate(state.ledgers):
        assert sum(ledger.days) + ledger.bravery + ledger.cards + ledger.token == state.coins[seat]


def poured(lots: Iterable[dict[str, int]]) -> dict[str, int]:
    together: dict[str, int] = {}
    for lot in lots:
        add(together, lot)
    return together


def between_actions(state: State) -> None:
    """Check what holds whenever somebody has the turn, and nothing is under way."""
    kinds = {question.kind for question in state.asked.values() if question.awaited}
    if not kinds & {"turn", "thrill", "thrill_more"}:
        return
    assert len(kinds) == 1
    seats, inside = len(state.order), sum(state.inside)
    assert state.tray == {}
    assert state.attack is None
    assert all(cart.get(OBSIDIAN, 0) <= 1 for cart in state.carts)
    on_cards = sum(parked.get(OBSIDIAN, 0) for parked in state.parked)
    assert state.urns["bag"][OBSIDIAN] >= BAG[OBSIDIAN] - seats - on_cards
    assert on_cards <= DECK["what_crystal"]
    if kinds == {"thrill_more"}:
        assert (inside, len(state.board)) == (1, 0)
    else:
        assert len(state.board) == (inside - 1 or 1)
        assert (inside == 1) == (kinds == {"thrill"})


def obey(records: Sequence[Record[Any]], seats: int) -> State:
    """Check a whole log, and give the state it ends in."""
    watch = Watch(seats)
    for record in records:
        watch.step(record)
    state: State = watch.walk.state
    return state
