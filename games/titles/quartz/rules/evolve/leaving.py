"""Going out of the mine, and what the bravery board gives for it."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import add
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.evolve.questions import ask, close
from games.titles.quartz.rules.gems import joined
from games.titles.quartz.rules.state import LAST_DAY, Space, State, anything_to_sell


def go_out(state: State, seat: Seat, number: EventNumber) -> None:
    """Leave the mine for today, and be asked what to store as soon as that can't change (QZ-74)."""
    state.inside[seat] = False
    close(state, "spend", seat)
    if state.day < LAST_DAY and anything_to_sell(state, seat):
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
