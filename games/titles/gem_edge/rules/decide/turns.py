"""A turn: take, insert, discard, draw, whole turns in one go, handing in, the market."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from games.rules.kernel.events import Command
from games.rules.kernel.questions import offered
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat, clockwise_from
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import IN_FRONT, IN_MARKET
from games.titles.gem_edge.rules.choices import AT_ONCE
from games.titles.gem_edge.rules.decide.stones import (
    Table,
    draw_card,
    follow_pawn,
    refill_market,
    take_stone,
)
from games.titles.gem_edge.rules.pieces import handable, is_blue, piece_of, worth
from games.titles.gem_edge.rules.public import can_take, finished, fitting
from games.titles.gem_edge.rules.state import State, Step, excess, room
from games.titles.gem_edge.rules.whole_turns import is_possible, steps, whole_turns


def keep(draft: Table, seat: Seat, command: c.Keep) -> None:
    """Keep three of the ornaments dealt, in the order named (GE-5)."""
    dealt, kept = draft.state.dealt[seat], command.ornaments
    if len({*kept} & {*dealt}) != IN_FRONT or len(kept) != IN_FRONT:
        raise Refused("not_offered")
    draft.emit(e.OrnamentsKept(seat, list(kept), [key for key in dealt if key not in kept]))


# --- actions


def take(draft: Table, seat: Seat, command: c.Take) -> None:
    if not room(draft.state, seat):
        raise Refused("cart_full")
    if not can_take(draft.state, seat):
        raise Refused("mine_empty")
    take_stone(draft, seat, "action")


def insert(draft: Table, seat: Seat, command: c.Insert) -> None:
    check_insert(draft.state, seat, command.stone, command.ornament)
    draft.emit(e.StoneInserted(seat, command.stone, command.ornament, "action"))


def check_insert(state: State, seat: Seat, stone: str, ornament: str) -> None:
    check_cart(state, seat, stone)
    if ornament not in fitting(state, seat, stone):
        raise Refused("no_place", stone=stone)


def check_cart(state: State, seat: Seat, stone: str) -> None:
    if stone not in state.carts[seat]:
        raise Refused("not_in_cart", stone=stone)


def discard(draft: Table, seat: Seat, command: c.Discard) -> None:
    check_cart(draft.state, seat, command.stone)
    draft.emit(e.StoneDiscarded(seat, command.stone))


def draw(draft: Table, seat: Seat, command: c.Draw) -> None:
    if not draft.state.can_draw:
        raise Refused("no_cards")
    draw_card(draft, seat, "action")


# --- whole turns


def name_turn(draft: Table, seat: Seat, command: Command) -> None:
    """Note a whole turn that is on offer; it is carried out by and by."""
    fields = msgspec.to_builtins(command)
    named = {name: value for name, value in fields.items() if value is not None}
    if named not in offered(tuple(whole_turns(draft.state, seat))):
        raise Refused("not_offered")
    draft.emit(e.TurnNamed(seat, steps(draft.state, seat, fields)))


def next_step(state: State) -> Step | None:
    """Give the next step of a turn that was named whole, if it is due and still possible."""
    step = state.steps[0] if state.steps else None
    due = step is not None and (step.do == "hand_in") == (state.actions == 0)
    return step if step and due and is_possible(state, state.active, step) else None


def carry_out(draft: Table, step: Step) -> None:
    seat = draft.state.active
    if step.do == "take":
        take_stone(draft, seat, "action")
    elif step.do == "insert":
        draft.emit(e.StoneInserted(seat, step.stone or "", step.ornament or "", "action"))
    elif step.do == "discard":
        draft.emit(e.StoneDiscarded(seat, step.stone or ""))
    elif step.do == "draw":
        draw_card(draft, seat, "action")
    else:
        hand_over(draft, seat, [step.ornament or ""], [], step.new)


# --- handing in


def hand_in(draft: Table, seat: Seat, command: c.HandIn) -> None:
    """Hand in a brown ornament, or blue ones of one colour (GE-7)."""
    state, keys = draft.state, sorted(command.ornaments)
    if tuple(keys) not in handable(state.pieces[seat]):
        raise Refused("not_finished")
    if command.stones and Counter(command.stones) != Counter(stones_in(state, seat, keys)):
        raise Refused("not_offered")
    if command.new is not None and (command.new not in state.market or len(keys) > 1):
        raise Refused("not_in_market")
    hand_over(draft, seat, keys, command.stones, command.new)


def stones_in(state: State, seat: Seat, keys: Sequence[str]) -> list[str]:
    """List the stones of ornaments, as they were set."""
    works = (piece_of(state.pieces[seat], key) for key in keys)
    return [stone for work in works if work for stone in work.stones]


def hand_over(draft: Table, seat: Seat, keys: list[str], stones: Sequence[str], new: str | None) -> None:
    """Hand in, move the pawn, and take what was named from the market."""
    state, before = draft.state, draft.state.points[seat]
    way = list(stones) or stones_in(state, seat, keys)
    draft.emit(e.HandedIn(seat, keys, way, worth(keys, state.worth, state.bonus)))
    follow_pawn(draft, seat, before)
    if new is not None and not state.over:
        take_ornament(draft, seat, new)


def end_turn(draft: Table, seat: Seat, command: c.EndTurn) -> None:
    if not all(map(is_blue, finished(draft.state, seat))):
        raise Refused("must_hand_in")
    next_turn(draft)


def refresh(draft: Table, seat: Seat, command: c.Refresh) -> None:
    """Discard ornaments of the market, once and before the first is taken (GE-9)."""
    state, keys = draft.state, command.ornaments
    if not state.may_refresh:
        raise Refused("too_late")
    if len({*keys}) != len(keys) or not 1 <= len(keys) <= state.to_take or not {*keys} <= {*state.market}:
        raise Refused("not_in_market")
    places = sorted(state.market.index(key) for key in keys)
    draft.emit(e.MarketRefreshed(seat, sorted(keys)))
    for place in places:
        refill_market(draft, place)


def choose(draft: Table, seat: Seat, command: c.Choose) -> None:
    if command.ornament not in draft.state.market:
        raise Refused("not_in_market")
    take_ornament(draft, seat, command.ornament)


def take_ornament(draft: Table, seat: Seat, key: str) -> None:
    place = draft.state.market.index(key)
    draft.emit(e.OrnamentTaken(seat, key))
    refill_market(draft, place)


def drop(draft: Table, seat: Seat, command: c.Drop) -> None:
    """Discard down to the limit; not while a secret answer may name one of the cards (GE-10)."""
    state, hand = draft.state, draft.state.hands[seat]
    if is_busy(state, seat):
        raise Refused("answer_first")
    if len(command.cards) != excess(len(hand)) or Counter(command.cards) - Counter(hand):
        raise Refused("not_offered")
    draft.emit(e.Dropped(seat, sorted(command.cards)))


def is_busy(state: State, seat: Seat) -> bool:
    """Tell whether a seat is asked for a card to be played at once."""
    return any(one.seat == seat and one.kind in AT_ONCE for one in state.asked.values())


# --- going on


def go_on(draft: Table) -> None:
    """Go on with the turn when nobody has anything more to say to the last action."""
    state = draft.state
    seat = state.active
    if len(state.market) < IN_MARKET:
        refill_market(draft, len(state.market))
    elif state.round == 0:
        draft.emit(e.TurnBegan(state.first, 1))
    elif count := excess(len(state.hands[seat])):
        draft.emit(e.DropAsked(seat, count))
    elif state.set_in is not None and any(
        state.set_in in fitting(state, seat, one) for one in state.carts[seat]
    ):
        draft.emit(e.InsertAsked(seat, state.set_in))
    elif state.to_take:
        draft.emit(e.MarketAsked(seat, state.to_take))
    elif step := next_step(state):
        carry_out(draft, step)
    elif state.actions:
        draft.emit(e.ActionBegan(seat, state.actions))
    elif finished(state, seat):
        draft.emit(e.HandInAsked(seat))
    else:
        next_turn(draft)


def next_turn(draft: Table) -> None:
    """Pass the turn clockwise; after the last round the match is counted (GE-22)."""
    state = draft.state
    following = clockwise_from(state.order, state.active)[0]
    number = state.round + (following == state.first)
    if number > state.rounds:
        draft.emit(e.MatchEnded("rounds"))
    else:
        draft.emit(e.TurnBegan(following, number))
