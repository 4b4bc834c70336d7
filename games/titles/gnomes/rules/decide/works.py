"""Work: what each card gives to its dwarves, and what stops it (GN-11 to GN-15)."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import cost
from games.titles.gnomes.rules.choices import payable
from games.titles.gnomes.rules.facts import diggable, hindrance, leaves_a_choice, to_work
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]

#: In which order works go by themselves (GN-31).
BY_ITSELF = ("slay", "hire", "gem", "trade", "dig")


# --- chosen by the player


def work(draft: Table, seat: Seat, command: c.Work) -> None:
    """Work a card at which nothing is to be chosen."""
    require_work(draft.state, command.place, choice=False)
    carry_out(draft, command.place)


def dig(draft: Table, seat: Seat, command: c.Dig) -> None:
    """Put the top card of a stack to its bottom (GN-12)."""
    state = draft.state
    require_work(state, command.place, choice=True, card="castle")
    if command.stack not in diggable(state):
        raise Refused("not_there", place=command.stack)
    top = state.land.top[command.stack]
    draft.emit(e.StackDug(seat, command.place, home(state, command.place), command.stack, top))


def buy(draft: Table, seat: Seat, command: c.Buy) -> None:
    """Pay the gems of an open trade goal (GN-13)."""
    require_work(draft.state, command.place, choice=True, card="shop")
    if command.goal not in draft.state.row:
        raise Refused("not_offered")
    if command.goal not in payable(draft.state.row, draft.state.gems[seat]):
        raise Refused("cannot_pay")
    purchase(draft, command.place, command.goal)


def rest(draft: Table, seat: Seat, command: c.Rest) -> None:
    """Send dwarves home who could dig or buy, or whose shop sells nothing that this hand can pay."""
    state, place = draft.state, command.place
    require_work(state, place, choice=True)
    sells_nothing = state.land.top[place] == "shop" and not payable(state.row, state.gems[seat])
    in_vain(draft, place, "no_trade" if sells_nothing else "rest")


def require_work(state: State, place: str, *, choice: bool, card: str = "") -> None:
    """Refuse a place that isn't to be worked now, or not in this way."""
    if place not in to_work(state) or leaves_a_choice(state, place) != choice:
        raise Refused("no_work", place=place)
    if card and state.land.top[place] != card:
        raise Refused("no_work", place=place)


# --- by itself


def next_by_itself(state: State, waiting: list[str]) -> str:
    """Give the place that is worked next if nobody chooses (GN-31)."""
    kingdom, top = state.land.kingdom, state.land.top
    return min(waiting, key=lambda place: BY_ITSELF.index(kingdom[top[place]].work))


def by_itself(draft: Table, place: str) -> None:
    """Work a place without a choice: a shop buys the dearest goal it can, a castle digs nothing."""
    if not leaves_a_choice(draft.state, place):
        carry_out(draft, place)
    elif draft.state.land.top[place] == "castle":
        in_vain(draft, place, "rest")
    else:
        buy_dearest(draft, place)


def buy_dearest(draft: Table, place: str) -> None:
    state = draft.state
    goals = payable(state.row, state.gems[state.active])
    if goals:
        purchase(draft, place, max(goals, key=lambda goal: (state.tables.goals[goal], goal)))
    else:
        in_vain(draft, place, "no_trade")


def is_for_its_player(state: State, waiting: list[str]) -> bool:
    """Tell whether a player has something to choose in these works: what is done, or in which order."""
    kingdom, top = state.land.kingdom, state.land.top
    if any(leaves_a_choice(state, place) for place in waiting):
        return True
    return len(waiting) > 1 and any(kingdom[top[place]].work == "slay" for place in waiting)


# --- what works do


def home(state: State, place: str) -> int:
    """Say how many dwarves go home from a card that is worked."""
    return state.land.need[place]


def in_vain(draft: Table, place: str, why: str) -> None:
    draft.emit(e.WorkedInVain(draft.state.active, place, home(draft.state, place), why))


def carry_out(draft: Table, place: str) -> None:
    """Let a card give what it gives, or nothing."""
    state = draft.state
    why = hindrance(state, place)
    kind = state.land.kingdom[state.land.top[place]].work
    if why:
        in_vain(draft, place, why)
    elif kind == "gem":
        mine(draft, place)
    elif kind == "hire":
        hire(draft, place)
    else:
        slay(draft, place)


def mine(draft: Table, place: str) -> None:
    state = draft.state
    kind = state.land.kingdom[state.land.top[place]]
    count = min(kind.gives, state.piles[kind.gem])
    draft.emit(e.GemsMined(state.active, place, home(state, place), kind.gem, count))


def hire(draft: Table, place: str) -> None:
    """Draw the top ogre; an empty pile is made of the used ones (GN-15)."""
    state = draft.state
    if not state.urns["ogres"] and not state.used:
        return in_vain(draft, place, "empty")
    if not state.urns["ogres"]:
        draft.put("ogres", state.used)
        draft.emit(e.OgresShuffled(sum(state.used.values())))
    draft.emit(e.OgreHired(state.active, place, home(state, place), draft.draw("ogres")))


def slay(draft: Table, place: str) -> None:
    """Take a monster from the table (GN-14)."""
    state, seat = draft.state, draft.state.active
    left = {str(other): n for other, n in enumerate(state.dwarves[place]) if n and other != seat}
    own = state.dwarves[place][seat]
    draft.emit(e.MonsterSlain(seat, place, own, state.land.top[place], left))


def purchase(draft: Table, place: str, goal: str) -> None:
    """Buy a goal; another one is opened at once, if there is one."""
    state = draft.state
    opened = draft.draw("goals") if state.urns["goals"] else None
    points = state.tables.goals[goal]
    draft.emit(e.GoalBought(state.active, place, home(state, place), goal, points, dict(cost(goal)), opened))
