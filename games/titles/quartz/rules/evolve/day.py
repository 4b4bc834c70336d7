"""A day: the start, dawn, leaving the mine, tokens and accidents, evening and sales."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber, Seat, clockwise_from
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, joined
from games.titles.quartz.rules.state import (
    LAST_DAY,
    NOBODY,
    Ledger,
    Space,
    State,
    anything_to_sell,
    ask,
    close,
)


def sat_down(state: State, event: e.SatDown, number: EventNumber) -> None:
    seats = len(event.order)
    state.order = event.order
    state.others = [clockwise_from(event.order, Seat(seat))[:-1] for seat in range(seats)]
    state.covered, state.thrill, state.silence = event.covered, event.thrill, event.silence
    state.values, state.sale, state.bravery_coins = event.values, event.sale, event.bravery_coins
    state.inside = [False] * seats
    state.carts, state.parked, state.chests = empty(seats), empty(seats), empty(seats)
    state.hands, state.shown = empty(seats), empty(seats)
    state.tokens, state.coins = [False] * seats, [0] * seats
    state.ledgers = [Ledger((0,) * LAST_DAY)] * seats


def days_chosen(state: State, event: e.DaysChosen, number: EventNumber) -> None:
    state.last_day = event.days
    state.ledgers = [Ledger((0,) * event.days)] * len(state.order)


def empty(seats: int) -> list[dict[str, int]]:
    return [{} for _ in range(seats)]


def day_began(state: State, event: e.DayBegan, number: EventNumber) -> None:
    state.day, state.first, state.active = event.day, event.first, NOBODY
    state.inside = [True] * len(state.order)
    state.evening, state.thrills = False, -1


def deck_shuffled(state: State, event: e.DeckShuffled, number: EventNumber) -> None:
    state.discard = {}


def space_filled(state: State, event: e.SpaceFilled, number: EventNumber) -> None:
    state.board.append(Space(event.card, event.coins))


def cards_dealt(state: State, event: e.CardsDealt, number: EventNumber) -> None:
    add(state.hands[event.seat], event.cards)


# --- out of the mine


def go_out(state: State, seat: Seat, number: EventNumber) -> None:
    """Take a dwarf out of the mine for today, and ask already now what to store (QZ-74)."""
    state.inside[seat] = False
    close(state, "spend", seat)
    if state.day < state.last_day and anything_to_sell(state, seat):
        ask(state, number, seat, "sell", awaited=False, together=f"sell {state.day}")


def take_space(state: State) -> Space:
    return state.board.pop(0)


def reward(state: State, seat: Seat, card: str | None, coins: int) -> None:
    """Give a bravery space's card and coins; everybody has seen the card."""
    take_space(state)
    state.coins[seat] += coins
    ledger = state.ledgers[seat]
    state.ledgers[seat] = replace(ledger, bravery=ledger.bravery + coins)
    if card is not None:
        add(state.hands[seat], {card: 1})
        state.shown[seat] = joined(state.shown[seat], {card: 1})


def space_emptied(state: State, event: e.SpaceEmptied, number: EventNumber) -> None:
    take_space(state)
    if event.card is not None:
        add(state.discard, {event.card: 1})


def left_mine(state: State, event: e.LeftMine, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    if event.bonus:
        reward(state, event.seat, event.card, event.coins)
    go_out(state, event.seat, number)


def stayed_last(state: State, event: e.StayedLast, number: EventNumber) -> None:
    reward(state, event.seat, event.card, event.coins)
    stop_work(state, event.seat)


def alone_inside(state: State, event: e.AloneInside, number: EventNumber) -> None:
    state.last = event.seat
    ask(state, number, event.seat, "thrill" if state.thrills < 0 else "thrill_more")


def bonus_given_up(state: State, event: e.BonusGivenUp, number: EventNumber) -> None:
    close(state, "thrill", event.seat)
    space_emptied(state, e.SpaceEmptied(event.card, event.coins), number)
    state.thrills = 0


def thrill_ended(state: State, event: e.ThrillEnded, number: EventNumber) -> None:
    stop_work(state, event.seat)


def stop_work(state: State, seat: Seat) -> None:
    """End the day for the last dwarf inside, who begins the next."""
    for kind in ("thrill", "thrill_more", "spend"):
        close(state, kind, seat)
    state.last = seat
    state.inside[seat] = False


# --- tokens and accidents


def token_spent(state: State, event: e.TokenSpent, number: EventNumber) -> None:
    """Take an obsidian out of the cart; an open turn is asked again, as it offers other cards now."""
    state.tokens[event.seat] = False
    take(state.carts[event.seat], OBSIDIAN)
    close(state, "spend", event.seat)
    close(state, "token", event.seat)
    turn = close(state, "turn", event.seat)
    if turn:
        ask(state, number, event.seat, "turn", replaces=turn.opened)


def accident_taken(state: State, event: e.AccidentTaken, number: EventNumber) -> None:
    close(state, "token", event.seat)


def accident_happened(state: State, event: e.AccidentHappened, number: EventNumber) -> None:
    state.carts[event.seat] = {}
    state.tokens[event.seat] = True
    ledger = state.ledgers[event.seat]
    state.ledgers[event.seat] = replace(ledger, accidents=ledger.accidents + 1)
    go_out(state, event.seat, number)


def evening_fell(state: State, event: e.EveningFell, number: EventNumber) -> None:
    """Bring what_crystal cards home, drop the obsidian, and ask all seats together what to store."""
    state.evening = True
    for seat in range(len(state.order)):
        add(state.carts[seat], state.parked[seat])
        state.carts[seat].pop(OBSIDIAN, None)
        add(state.discard, {"what_crystal": sum(state.parked[seat].values())})
        state.parked[seat] = {}
    early = {question.seat for question in state.asked.values()}
    state.asked = {key: replace(question, awaited=True) for key, question in state.asked.items()}
    for seat in map(Seat, range(len(state.order))):
        if event.day < state.last_day and seat not in early and anything_to_sell(state, seat):
            ask(state, number, seat, "sell", together=f"sell {event.day}")


def crystals_sold(state: State, event: e.CrystalsSold, number: EventNumber) -> None:
    close(state, "sell", event.seat)
    state.carts[event.seat] = {}
    state.chests[event.seat] = dict(event.stored)
    state.coins[event.seat] += event.coins
    ledger, day = state.ledgers[event.seat], state.day - 1
    days = (*ledger.days[:day], ledger.days[day] + event.coins, *ledger.days[day + 1 :])
    state.ledgers[event.seat] = replace(ledger, days=days)


def hand_sold(state: State, event: e.HandSold, number: EventNumber) -> None:
    add(state.discard, event.cards)
    state.hands[event.seat], state.shown[event.seat] = {}, {}
    state.tokens[event.seat] = False
    state.coins[event.seat] += event.coins + event.token
    state.ledgers[event.seat] = replace(state.ledgers[event.seat], cards=event.coins, token=event.token)


def match_ended(state: State, event: e.MatchEnded, number: EventNumber) -> None:
    state.over = True
