"""The end of a match: who won and why, and the moments that turned it. Weights are coins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.ceremony import Finish, Moment
from games.rules.kernel.events import Event
from games.rules.kernel.messages import Message, Param, Who
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, price, worth
from games.titles.quartz.rules.state import State


def ending(end: Finish) -> Message:
    """Say who won, and by which coins for cards if coins were equal (QZ-52)."""
    params: dict[str, Param] = dict(end.params)
    if end.how == "tie" and end.second:
        best, second = (one.details["cards"] for one in (end.winners[0], end.second))
        assert isinstance(best, int) and isinstance(second, int)
        params |= {"cards": best, "cards_of_other": second}
    return Message(f"ended.{end.how}", params)


def moment(state: State, event: Event) -> Moment | None:
    """Weigh an event in the state just before it."""
    weigh = WEIGHED.get(type(event))
    return weigh(state, event) if weigh else None


def accident(state: State, event: e.AccidentHappened) -> Moment:
    lost = price(event.lost, state.values)
    return _moment("accident", lost, {"seat": Who(event.seat), "coins": lost}, not state.covered)


def theft(state: State, event: e.Stolen) -> Moment:
    coins = worth(event.gems, state.values)
    params: dict[str, Param] = {"thief": Who(event.thief), "victim": Who(event.victim), "coins": coins}
    return _moment("theft", coins, params, not state.covered)


def dig(state: State, event: e.Mined) -> Moment | None:
    """Weigh a crystal mined where obsidian would have been the second one, and was not."""
    cart, bag = state.carts[event.seat], state.urns["bag"]
    if event.gem == OBSIDIAN or not cart.get(OBSIDIAN) or state.tokens[event.seat]:
        return None
    coins, risk = price(cart, state.values), bag.get(OBSIDIAN, 0) / sum(bag.values())
    params: dict[str, Param] = {"seat": Who(event.seat), "percent": round(100 * risk), "coins": coins}
    return _moment("dig", coins * risk, params, not state.covered)


def sale(state: State, event: e.CrystalsSold) -> Moment:
    """Weigh an evening: everyone sells, so it counts for half."""
    params: dict[str, Param] = {"seat": Who(event.seat), "day": state.day, "coins": event.coins}
    return _moment("sale", event.coins / 2, params, True)


def _moment(kind: str, weight: float, params: dict[str, Param], is_open: bool) -> Moment:
    """Put a moment into words; what covered carts hold isn't open to onlookers."""
    return Moment(kind, weight, Message(f"moment.{kind}", params), is_open)


WEIGHED: dict[type[Event], Callable[[State, Any], Moment | None]] = {
    e.AccidentHappened: accident,
    e.Stolen: theft,
    e.Mined: dig,
    e.CrystalsSold: sale,
}
