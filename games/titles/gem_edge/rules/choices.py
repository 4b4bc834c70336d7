"""The choices of each question: the one source of buttons, reply codes, robots and checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.rules.kernel.questions import Choice, Choices, Field, Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.cards import (
    IN_FRONT,
    ME_TOO_INSERT,
    ME_TOO_TAKE,
    NOT_SO_FAST,
    ORNAMENTS,
    STONES,
)
from games.titles.gem_edge.rules.pieces import handable
from games.titles.gem_edge.rules.plays import PLAYS, ornament, stone
from games.titles.gem_edge.rules.public import can_take, finished, fitting
from games.titles.gem_edge.rules.state import Open, State, excess, moment_of, playable
from games.titles.gem_edge.rules.whole_turns import whole_turns

TAKE, DRAW, END, PASS = Choice("take"), Choice("draw"), Choice("end_turn"), Choice("let_pass")
NO_INSERT = Choice("insert_nothing")
AT_ONCE = ("cancel", "me_too")


def keep(state: State, seat: Seat) -> Choices:
    dealt = Field("ornaments", "ornament", state.dealt[seat], IN_FRONT, IN_FRONT, many=True)
    return (Choice("keep", (dealt,)),)


# --- one's own turn


def act(state: State, seat: Seat) -> Choices:
    held = dict.fromkeys(playable(state.hands[seat]))
    cards = (offer for card in PLAYS if card in held for offer in PLAYS[card](state, seat))
    return (*actions(state, seat), *cards, *whole_turns(state, seat), *hand_ins(state, seat))


def public_act(state: Open, seat: Seat) -> Choices:
    """Offer all of a turn but the cards held."""
    return (*actions(state, seat), *whole_turns(state, seat), *hand_ins(state, seat))


def actions(state: Open, seat: Seat) -> Iterator[Choice]:
    """Offer the actions without cards (GE-6)."""
    if can_take(state, seat):
        yield TAKE
    cart = dict.fromkeys(state.carts[seat])
    for one in cart:
        if keys := fitting(state, seat, one):
            yield Choice("insert", (stone(one), ornament("ornament", keys)))
    if cart:
        yield Choice("discard", (stone(*cart),))
    if state.can_draw:
        yield DRAW


def hand_ins(state: Open, seat: Seat) -> Iterator[Choice]:
    """Offer what is finished, in every way that may be handed in (GE-7)."""
    for keys in handable(state.pieces[seat]):
        group = Field("ornaments", "ornament", keys, len(keys), len(keys), many=True)
        yield Choice("hand_in", (group,))
        if len(keys) == 1:
            yield Choice("hand_in", (group, ornament("new", state.market)))
            if len({*ORNAMENTS[keys[0]].sockets}) > 1:
                lot = ORNAMENTS[keys[0]].sockets
                yield Choice(
                    "hand_in",
                    (group, Field("stones", "stone", lot, len(lot), len(lot), many=True, ordered=True)),
                )


def hand_in(state: Open, seat: Seat) -> Choices:
    """Offer to hand in after both actions, and to end the turn if nothing must be (GE-7)."""
    must = any(not ORNAMENTS[piece.key].blue for piece in finished(state, seat))
    return (*hand_ins(state, seat), *(() if must else (END,)))


def market(state: Open, seat: Seat) -> Choices:
    """Offer the market, and once to discard some of it before (GE-9)."""
    taking = Choice("choose", (ornament("ornament", state.market),))
    if not state.may_refresh:
        return (taking,)
    some = Field("ornaments", "ornament", tuple(state.market), 1, state.to_take, many=True)
    return (taking, Choice("refresh", (some,)))


def drop(state: State, seat: Seat) -> Choices:
    """Offer what to drop, unless the seat is asked for a card to be played at once."""
    hand = state.hands[seat]
    if any(one.seat == seat and one.kind in AT_ONCE for one in state.asked.values()):
        return ()
    count = excess(len(hand))
    return (Choice("drop", (Field("cards", "card", tuple(sorted(hand)), count, count, many=True),)),)


def swapped(state: Open, seat: Seat) -> Choices:
    """Offer the stones that fit into the ornament just swapped for."""
    found = [one for one in dict.fromkeys(state.carts[seat]) if state.set_in in fitting(state, seat, one)]
    return (Choice("insert_now", (stone(*found),)), NO_INSERT)


# --- cards that are played at once


def cancel(state: State, seat: Seat) -> Choices:
    held = [Choice("not_so_fast")] if holds(state, seat, NOT_SO_FAST) else []
    return (*held, *CANCEL_IF_HELD)


CANCEL_IF_HELD = (Choice("not_so_fast_if_held"), PASS)


def me_too(state: State, seat: Seat) -> Choices:
    held = COPIES[moment_of(state).at](state, seat, "") if holds_copy(state, seat) else ()
    return (*held, *me_too_if_held(state, seat))


def me_too_if_held(state: Open, seat: Seat) -> Choices:
    return (*COPIES[moment_of(state).at](state, seat, "_if_held"), PASS)


def copy_take(state: Open, seat: Seat, suffix: str) -> Iterator[Choice]:
    yield Choice(f"{ME_TOO_TAKE}{suffix}", (Field("colours", "stone", STONES, 1, len(STONES), many=True),))


def copy_insert(state: Open, seat: Seat, suffix: str) -> Iterator[Choice]:
    for one in dict.fromkeys(state.carts[seat]):
        if keys := fitting(state, seat, one):
            yield Choice(f"{ME_TOO_INSERT}{suffix}", (stone(one), ornament("ornament", keys)))


COPIES: dict[str, Callable[[Open, Seat, str], Iterator[Choice]]] = {"take": copy_take, "insert": copy_insert}


def reflex(state: State, seat: Seat) -> Choices:
    """Offer what is held: only orders answer here, and they see their owner's hand."""
    if state.play is not None:
        return (Choice("not_so_fast"),) if holds(state, seat, NOT_SO_FAST) else ()
    if not holds_copy(state, seat):
        return ()
    return (Choice("me_too_take"),) if moment_of(state).at == "take" else tuple(copy_insert(state, seat, ""))


def holds(state: State, seat: Seat, card: str) -> bool:
    return card in playable(state.hands[seat])


def holds_copy(state: State, seat: Seat) -> bool:
    return holds(state, seat, f"me_too_{moment_of(state).at}")


BY_KIND: dict[str, Callable[[State, Seat], Choices]] = {
    "keep": keep,
    "act": act,
    "hand_in": hand_in,
    "market": market,
    "drop": drop,
    "swapped": swapped,
    "cancel": cancel,
    "me_too": me_too,
    "reflex": reflex,
    "go_on": lambda state, seat: (Choice("go_on"),),
}


def choices(state: State, question: Question) -> Choices:
    """List the choices of a question."""
    return BY_KIND[question.kind](state, question.seat)
