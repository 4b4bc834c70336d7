"""The end of a match: who won and why, and the moments that turned it. Weights are points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.ceremony import Finish, Moment
from games.rules.kernel.events import Event
from games.rules.kernel.messages import Message, Who
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import MONSTER_POINTS, MONSTERS, SECRET_POINTS
from games.titles.gnomes.rules.land import Laid
from games.titles.gnomes.rules.state import State


def ending(end: Finish) -> Message:
    """Say who won."""
    return Message(f"ended.{end.how}", end.params)


def moment(state: State, event: Event) -> Moment | None:
    """Weigh an event in the state just before it."""
    weigh = WEIGHED.get(type(event))
    return weigh(state, event) if weigh else None


def purchase(state: State, event: e.GoalBought) -> Moment:
    return _moment("purchase", event.seat, event.points)


def secret(state: State, event: e.GoalShown) -> Moment:
    return _moment("secret", event.seat, SECRET_POINTS)


def slain(state: State, event: e.MonsterSlain) -> Moment:
    freed = -state.tables.kingdom[event.card].star
    message = Message("moment.slain", {"seat": Who(event.seat)})
    return Moment("slain", MONSTER_POINTS + freed, message, open=True)


def kingdom_card(state: State, event: e.KingdomPlayed) -> Moment | None:
    """Weigh a monster by the kingdoms it falls upon, another card by what it joins to the own one."""
    laid = Laid(event.card, event.seat, event.turn)
    area = state.land.with_card(event.place, laid).areas[event.place]
    if event.card in MONSTERS:
        prey = max([worth(state, seat) for seat in area.castles if seat != event.seat], default=0)
        return _moment("monster", event.seat, prey) if prey > 0 else None
    if event.seat not in area.castles:
        return None
    gained = sum(state.tables.kingdom[one.card].star for one in area.cards) - worth(state, event.seat)
    return _moment("union", event.seat, gained)


def worth(state: State, seat: Seat) -> int:
    area = state.land.area_of(seat)
    return 0 if area is None else state.land.worth(area)


def _moment(kind: str, seat: Seat, points: int) -> Moment:
    message = Message(f"moment.{kind}", {"seat": Who(seat), "points": points})
    return Moment(kind, points, message, open=True)


WEIGHED: dict[type[Event], Callable[[State, Any], Moment | None]] = {
    e.GoalBought: purchase,
    e.GoalShown: secret,
    e.MonsterSlain: slain,
    e.KingdomPlayed: kingdom_card,
}
