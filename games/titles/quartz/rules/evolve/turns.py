"""Turns: crystals that come into carts and move between them."""

from __future__ import annotations

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, joined
from games.titles.quartz.rules.state import State, ask, close


def turn_began(state: State, event: e.TurnBegan, number: EventNumber) -> None:
    state.active = event.seat
    ask(state, number, event.seat, "turn")


def land(state: State, seat: Seat, gem: str, number: EventNumber) -> None:
    """Put a crystal into a cart; with obsidian, its owner's token may come into play (QZ-17)."""
    cart = state.carts[seat]
    cart[gem] = cart.get(gem, 0) + 1
    if gem != OBSIDIAN or not state.tokens[seat]:
        return
    if cart[gem] == 1:
        ask(state, number, seat, "spend", awaited=False)
    else:
        close(state, "spend", seat)
        ask(state, number, seat, "token")


def mined(state: State, event: e.Mined, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    if state.thrills >= 0:
        state.thrills += 1
        close(state, "thrill_more", event.seat)
    land(state, event.seat, event.gem, number)


def tray_filled(state: State, event: e.TrayFilled, number: EventNumber) -> None:
    state.tray = dict(event.gems)
    if event.asks is not None:
        kind = {"here_we_go": "keep", "eureka": "replace", "gimme_a_hand": "share"}[event.card]
        ask(state, number, event.asks, kind)


def kept(state: State, event: e.Kept, number: EventNumber) -> None:
    close(state, "keep", event.seat)
    state.tray = {}
    add(state.carts[event.seat], event.gems)


def replaced(state: State, event: e.Replaced, number: EventNumber) -> None:
    close(state, "replace", event.seat)
    state.tray = {}
    if event.gave is not None and event.took is not None:
        take(state.carts[event.seat], event.gave)
        add(state.carts[event.seat], {event.took: 1})


def shared(state: State, event: e.Shared, number: EventNumber) -> None:
    close(state, "share", event.player)
    state.tray, state.attack = {}, None
    if event.took is not None:
        land(state, event.player, event.took, number)
    for gem, count in event.kept.items():
        for _ in range(count):
            land(state, event.miner, gem, number)


def traded(state: State, event: e.Traded, number: EventNumber) -> None:
    mine, theirs = state.carts[event.seat], state.carts[event.target]
    take(mine, event.gave)
    take(theirs, event.took)
    add(mine, {event.took: 1})
    add(theirs, {event.gave: 1})


def shoved(state: State, event: e.Shoved, number: EventNumber) -> None:
    for seat, gem in event.losses:
        take(state.carts[seat], gem)


def give_up_obsidian(state: State, seat: Seat) -> None:
    """Take the obsidian out of a cart: there is none left to spend a token on."""
    take(state.carts[seat], OBSIDIAN)
    close(state, "spend", seat)


def parked(state: State, event: e.Parked, number: EventNumber) -> None:
    if event.gem == OBSIDIAN:
        give_up_obsidian(state, event.seat)
    else:
        take(state.carts[event.seat], event.gem)
    state.parked[event.seat] = joined(state.parked[event.seat], {event.gem: 1})
