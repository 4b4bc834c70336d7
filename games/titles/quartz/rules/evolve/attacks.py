"""Cards that are played and answered."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.evolve.turns import give_up_obsidian, land
from games.titles.quartz.rules.gems import OBSIDIAN, without
from games.titles.quartz.rules.state import Attack, State, ask, close


def card_played(state: State, event: e.CardPlayed, number: EventNumber) -> None:
    close(state, "turn", event.seat)
    take(state.hands[event.seat], event.card)
    if event.card != "what_crystal":
        add(state.discard, {event.card: 1})
    if event.card in ("gimme_a_hand", "dont_belong", "not_mine") and event.target is not None:
        obsidian = event.card == "not_mine"
        state.attack = Attack(event.card, event.seat, event.seat, event.target, event.takes, obsidian)
        if obsidian:
            give_up_obsidian(state, event.seat)


def window_opened(state: State, event: e.WindowOpened, number: EventNumber) -> None:
    ask(state, number, event.seat, "window")


def let_happen(state: State, event: e.LetHappen, number: EventNumber) -> None:
    close(state, "window", event.seat)


def reacted(state: State, event: e.Reacted, number: EventNumber) -> None:
    close(state, "window", event.seat)
    take(state.hands[event.seat], event.card)
    add(state.discard, {event.card: 1})
    if state.shown[event.seat].get(event.card):
        state.shown[event.seat] = without(state.shown[event.seat], {event.card: 1})
    if event.to is not None and state.attack:
        state.attack = replace(state.attack, giver=event.seat, target=event.to)
    elif event.card == "on_my_break":
        state.attack = None


def stolen(state: State, event: e.Stolen, number: EventNumber) -> None:
    state.attack = None
    for gem, count in event.gems.items():
        take(state.carts[event.victim], gem, count)
    add(state.carts[event.thief], event.gems)


def taken_back(state: State, event: e.TakenBack, number: EventNumber) -> None:
    state.attack = None
    if event.gem is not None:
        take(state.carts[event.thief], event.gem)
        add(state.carts[event.seat], {event.gem: 1})


def obsidian_landed(state: State, event: e.ObsidianLanded, number: EventNumber) -> None:
    state.attack = None
    land(state, event.seat, OBSIDIAN, number)


def obsidian_lost(state: State, event: e.ObsidianLost, number: EventNumber) -> None:
    state.attack = None
