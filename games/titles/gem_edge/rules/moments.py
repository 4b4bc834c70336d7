"""The end of a match: who won and why, and the moments that turned it. Weights are points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.ceremony import Finish, Moment
from games.rules.kernel.events import Event
from games.rules.kernel.messages import Message, Param, Who
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import GOAL
from games.titles.gem_edge.rules.state import State


def ending(end: Finish) -> Message:
    """Say who won: by reaching the goal, or by the count after the last round."""
    reached = end.winners[0].points >= GOAL
    return Message(f"ended.goal.{end.how}" if reached else f"ended.rounds.{end.how}", end.params)


def moment(state: State, event: Event) -> Moment | None:
    """Weigh an event in the state just before it."""
    weigh = WEIGHED.get(type(event))
    return weigh(state, event) if weigh else None


def handed_in(state: State, event: e.HandedIn) -> Moment:
    """Weigh what was handed in; a set is told as one."""
    kind = "set" if len(event.ornaments) > 1 else "piece"
    return _moment(kind, event.points, {"seat": Who(event.seat), "points": event.points})


def gift(state: State, event: e.Compensated) -> Moment | None:
    """Tell of a point that a rival's card gave away, if it won the match."""
    won = state.points[event.seat] + event.points >= GOAL
    return _moment("gift", GOAL, {"seat": Who(event.seat)}) if won else None


def theft(state: State, event: e.PocketPicked) -> Moment:
    params: dict[str, Param] = {"seat": Who(event.seat), "victim": Who(event.victim)}
    return _moment("theft", len(event.stones), {**params, "count": len(event.stones)})


def duel(state: State, event: e.CardCancelled) -> Moment | None:
    """Tell of a cancellation that was cancelled."""
    if state.play is None or not state.play.cancels:
        return None
    return _moment("duel", 2, {"seat": Who(event.seat), "target": Who(event.target)})


def _moment(kind: str, weight: float, params: dict[str, Param]) -> Moment:
    return Moment(kind, weight, Message(f"moment.{kind}", params), open=True)


WEIGHED: dict[type[Event], Callable[[State, Any], Moment | None]] = {
    e.HandedIn: handed_in,
    e.Compensated: gift,
    e.PocketPicked: theft,
    e.CardCancelled: duel,
}
