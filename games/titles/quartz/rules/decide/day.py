"""A day: dawn, tokens and accidents, the last dwarf inside, evening, and the end of the match."""

from __future__ import annotations

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat, clockwise_from
from games.rules.kernel.table import Draft
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.choices import CHEST
from games.titles.quartz.rules.gems import OBSIDIAN, holds, price, without, worth
from games.titles.quartz.rules.public import inside_count
from games.titles.quartz.rules.state import State, anything_to_sell, goods

Table = Draft[State, Event]

FIRST_HAND = 5
TOKEN = 3  # coins for a token at the end (QZ-50)
DRAWS_AFTER_BONUS = 4


# --- dawn


def dawn(draft: Table, day: int, first: Seat) -> None:
    """Deal, then fill the bravery board (QZ-5, QZ-7)."""
    draft.emit(e.DayBegan(day, first))
    for seat in [first, *clockwise_from(draft.state.order, first)[:-1]]:
        deal(draft, seat, FIRST_HAND if day == 1 else 1)
    for coins in draft.state.bravery_coins:
        have_deck(draft)
        draft.emit(e.SpaceFilled(draft.draw("deck") if draft.state.urns["deck"] else None, coins))


def deal(draft: Table, seat: Seat, count: int) -> None:
    """Deal cards to a hand while there are any."""
    while count:
        have_deck(draft)
        ready = min(count, sum(draft.state.urns["deck"].values()))
        if not ready:
            return
        draft.emit(e.CardsDealt(seat, multiset(draft.draw("deck") for _ in range(ready))))
        count -= ready


def have_deck(draft: Table) -> None:
    """Shuffle the discard pile into a new deck when there is none left (QZ-8)."""
    pile = draft.state.discard
    if not draft.state.urns["deck"] and pile:
        draft.put("deck", pile)
        draft.emit(e.DeckShuffled(sum(pile.values())))


# --- the last dwarf inside


# --- tokens and accidents


def spend(draft: Table, seat: Seat, command: c.SpendToken) -> None:
    """Put one obsidian back into the bag; while the question is open its seat has one, and a token."""
    draft.put("bag", {OBSIDIAN: 1})
    draft.emit(e.TokenSpent(seat))


def have_accident(draft: Table, seat: Seat, command: c.HaveAccident) -> None:
    draft.emit(e.AccidentTaken(seat))


def accident(draft: Table, seat: Seat) -> None:
    """Empty the cart into the bag (QZ-14, 16) and, with two still inside, the next space (QZ-15)."""
    lost = multiset(draft.state.carts[seat])
    draft.put("bag", lost)
    draft.emit(e.AccidentHappened(seat, lost, not draft.state.tokens[seat]))
    if inside_count(draft.state) > 1:
        space = draft.state.board[0]
        draft.emit(e.SpaceEmptied(space.card, space.coins))


def last_inside(draft: Table, seat: Seat) -> None:
    """End the day (QZ-13), or with `thrill` ask the last dwarf how (QZ-60)."""
    state = draft.state
    if not state.thrill:
        stay(draft, seat)
    elif state.thrills < DRAWS_AFTER_BONUS:
        draft.emit(e.AloneInside(seat))
    else:
        draft.emit(e.ThrillEnded(seat))


def stay(draft: Table, seat: Seat) -> None:
    space = draft.state.board[0]
    draft.emit(e.StayedLast(seat, space.card, space.coins))


def take_bonus(draft: Table, seat: Seat, command: c.TakeBonus) -> None:
    stay(draft, seat)


def give_up_bonus(draft: Table, seat: Seat, command: c.GiveUpBonus) -> None:
    space = draft.state.board[0]
    draft.emit(e.BonusGivenUp(seat, space.card, space.coins))
    draft.emit(e.Mined(seat, draft.draw("bag")))


def draw_on(draft: Table, seat: Seat, command: c.DrawOn) -> None:
    draft.emit(e.Mined(seat, draft.draw("bag")))


def stop(draft: Table, seat: Seat, command: c.Stop) -> None:
    draft.emit(e.ThrillEnded(seat))


# --- evening


def fall_evening(draft: Table) -> None:
    """Bring everything home (QZ-40); on the last day sell all of it (QZ-41)."""
    lots = (*draft.state.carts, *draft.state.parked)
    if obsidian := sum(lot.get(OBSIDIAN, 0) for lot in lots):
        draft.put("bag", {OBSIDIAN: obsidian})
    draft.emit(e.EveningFell(draft.state.day))
    if draft.state.day == draft.state.last_day:
        for seat in map(Seat, range(len(draft.state.order))):
            if anything_to_sell(draft.state, seat):
                sell(draft, seat, {})


def store(draft: Table, seat: Seat, command: c.Store) -> None:
    stored = multiset(command.gems)
    if len(command.gems) > CHEST:
        raise Refused("chest_is_full", most=CHEST)
    if not holds(goods(draft.state, seat), stored):
        raise Refused("not_yours_to_store")
    sell(draft, seat, stored)


def sell(draft: Table, seat: Seat, stored: dict[str, int]) -> None:
    sold = without(goods(draft.state, seat), stored)
    draft.put("bag", sold)
    draft.emit(e.CrystalsSold(seat, stored, sold, price(sold, draft.state.values)))


def after_sales(draft: Table) -> None:
    """Begin the next day, or end the match."""
    if draft.state.day < draft.state.last_day:
        dawn(draft, draft.state.day + 1, draft.state.last)
        return
    for seat in map(Seat, range(len(draft.state.order))):
        hand = multiset(draft.state.hands[seat])
        token = TOKEN if draft.state.tokens[seat] else 0
        draft.emit(e.HandSold(seat, hand, worth(hand, draft.state.sale), token))
    draft.emit(e.MatchEnded())
