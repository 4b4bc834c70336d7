"""The end of a match: who won and why, and the moments that turned it. Weights are points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.ceremony import Finish, Moment
from games.rules.kernel.events import Event
from games.rules.kernel.messages import Message, Param, Who
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.line import crystal_of, crystals, gives_way
from games.titles.quartz_cards.rules.state import State


def ending(end: Finish) -> Message:
    """Say who won. How a tie was broken is told without numbers: chests stay closed to onlookers (QC-21)."""
    return Message(f"ended.{end.how}", end.params)


def moment(state: State, event: Event) -> Moment | None:
    """Weigh an event in the state just before it."""
    weigh = WEIGHED.get(type(event))
    return weigh(state, event) if weigh else None


def worth(state: State, gems: dict[str, int]) -> int:
    return sum(state.values[gem] * count for gem, count in gems.items())


def cards_worth(state: State, cards: dict[str, int]) -> int:
    return sum(state.values[crystal_of(card)] * count for card, count in cards.items())


def accident(state: State, event: e.AccidentHappened) -> Moment:
    lost = cards_worth(state, event.lost)
    return _moment("accident", lost, {"seat": Who(event.seat), "points": lost})


def theft(state: State, event: e.ColumnStolen) -> Moment:
    points = worth(state, event.gems)
    return _moment(
        "theft", points, {"thief": Who(event.thief), "victim": Who(event.victim), "points": points}
    )


def grab(state: State, event: e.CardHandedOver) -> Moment:
    points = cards_worth(state, {event.card: 1})
    return _moment("theft", points, {"thief": Who(event.thief), "victim": Who(event.seat), "points": points})


def dig(state: State, event: e.CardLaid) -> Moment | None:
    """Weigh a card that might have brought the line down, and did not."""
    if gives_way([*state.line, event.card]):
        return None
    mine, points = state.urns["mine"], worth(state, crystals(_mine_cards(state)))
    fatal = sum(count for card, count in mine.items() if gives_way([*state.line, card]))
    risk = fatal / sum(mine.values())
    params: dict[str, Param] = {"seat": Who(event.seat), "percent": round(100 * risk), "points": points}
    return _moment("dig", points * risk, params)


def _mine_cards(state: State) -> list[str]:
    return [card for card in state.line if crystal_of(card) in state.values]


def collected(state: State, event: e.LineCollected) -> Moment:
    """Weigh a line that came home: that is what every turn is for, so it counts for half."""
    points = cards_worth(state, event.cards)
    return _moment("line", points / 2, {"seat": Who(event.seat), "points": points})


def _moment(kind: str, weight: float, params: dict[str, Param]) -> Moment:
    """Put a moment into words; lines and columns are open to all."""
    return Moment(kind, weight, Message(f"moment.{kind}", params), open=True)


WEIGHED: dict[type[Event], Callable[[State, Any], Moment | None]] = {
    e.AccidentHappened: accident,
    e.ColumnStolen: theft,
    e.CardHandedOver: grab,
    e.CardLaid: dig,
    e.LineCollected: collected,
}
