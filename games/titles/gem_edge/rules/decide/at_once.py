"""Cards that are played at once: cancelling and copying, asked or by orders (GE-11, GE-20)."""

from __future__ import annotations

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST
from games.titles.gem_edge.rules.decide.cards import EFFECTS, need_card
from games.titles.gem_edge.rules.decide.stones import Table
from games.titles.gem_edge.rules.decide.turns import check_insert
from games.titles.gem_edge.rules.public import asked_to_cancel, can_copy, can_take, may_cancel, may_copy
from games.titles.gem_edge.rules.state import Aim, Reply, State, moment_of, play_of, playable

# --- not so fast


def settle_card(draft: Table) -> None:
    """Ask who may cancel the last card, then orders; if nobody does, the card is decided (GE-11, GE-20)."""
    state, now = draft.state, play_of(draft.state)
    if (seat := canceller(state)) is not None:
        cancel_now(draft, seat)
    elif not now.asked and (asked := asked_to_cancel(state)):
        draft.emit(e.CancelAsked(asked, now.card if not now.cancels else NOT_SO_FAST))
    elif state.windows == "light" and not now.looked and (seats := lurking(state)):
        draft.emit(e.MomentCame("card", now.last, seats))
    elif len(now.cancels) % 2:
        draft.emit(e.CardFailed(now.seat, now.card))
    else:
        EFFECTS[now.card](draft, now.seat, now.aim)


def canceller(state: State) -> Seat | None:
    """Give the first who has answered with not_so_fast."""
    return next((seat for seat in may_cancel(state) if state.answers.get(seat)), None)


def lurking(state: State) -> list[Seat]:
    """List whose orders may still cancel: all but those who have just been asked."""
    return [seat for seat in may_cancel(state) if seat not in state.answers]


def cancel_now(draft: Table, seat: Seat) -> None:
    now = play_of(draft.state)
    draft.emit(e.CardCancelled(seat, now.last, now.card if not now.cancels else NOT_SO_FAST))


def not_so_fast(draft: Table, seat: Seat, command: c.NotSoFast) -> None:
    need_card(draft.state, seat, NOT_SO_FAST)
    draft.emit(e.Answered(seat, Reply(NOT_SO_FAST)))


def not_so_fast_if_held(draft: Table, seat: Seat, command: c.NotSoFastIfHeld) -> None:
    draft.emit(e.Answered(seat, if_held(draft.state, seat, Reply(NOT_SO_FAST))))


def if_held(state: State, seat: Seat, reply: Reply) -> Reply | None:
    """Keep an answer only if its card is in the hand; otherwise nobody learns why there is none."""
    return reply if reply.card in playable(state.hands[seat]) else None


def let_pass(draft: Table, seat: Seat, command: c.LetPass) -> None:
    draft.emit(e.Answered(seat, None))


# --- me too


def settle_moment(draft: Table) -> bool:
    """Let others copy the last action, one after the other; tell whether anything happened (GE-11)."""
    state, moment = draft.state, draft.state.moment
    if moment is None:
        return False
    if moment.asked:
        return copy_next(draft)
    seats = [] if moment.looked else may_copy(state)
    if not seats:
        return False
    if state.windows == "full":
        draft.emit(e.MeTooAsked(seats, moment.at))
    else:
        draft.emit(e.MomentCame(moment.at, state.active, seats))
    return True


def copy_next(draft: Table) -> bool:
    """Play the next copy that was wished for and is possible; the others are never shown."""
    state = draft.state
    for seat in moment_of(state).pending:
        wish = state.wishes.get(seat)
        if wish and is_granted(state, seat, wish):
            draft.emit(e.CardPlayed(seat, wish.card, None, wish.aim))
            return True
    return False


def is_granted(state: State, seat: Seat, wish: Reply) -> bool:
    """Tell whether what was wished for is there when its turn comes."""
    if wish.card not in playable(state.hands[seat]) or not can_copy(state, seat, moment_of(state).at):
        return False
    return wish.card != ME_TOO_TAKE or not wish.colours or state.slide[0] in wish.colours


def me_too_take(draft: Table, seat: Seat, command: c.MeTooTake) -> None:
    need_card(draft.state, seat, ME_TOO_TAKE)
    draft.emit(e.Answered(seat, wish_to_take(draft.state, seat, command)))


def me_too_take_if_held(draft: Table, seat: Seat, command: c.MeTooTakeIfHeld) -> None:
    wish = wish_to_take(draft.state, seat, command)
    draft.emit(e.Answered(seat, if_held(draft.state, seat, wish)))


def wish_to_take(state: State, seat: Seat, command: c.MeTooTake | c.MeTooTakeIfHeld) -> Reply:
    if state.moment is None or state.moment.at != "take" or not can_take(state, seat):
        raise Refused("not_an_answer")
    return Reply(ME_TOO_TAKE, tuple(sorted({*command.colours})))


def me_too_insert(draft: Table, seat: Seat, command: c.MeTooInsert) -> None:
    need_card(draft.state, seat, ME_TOO_INSERT)
    draft.emit(e.Answered(seat, wish_to_insert(draft.state, seat, command)))


def me_too_insert_if_held(draft: Table, seat: Seat, command: c.MeTooInsertIfHeld) -> None:
    wish = wish_to_insert(draft.state, seat, command)
    draft.emit(e.Answered(seat, if_held(draft.state, seat, wish)))


def wish_to_insert(state: State, seat: Seat, command: c.MeTooInsert | c.MeTooInsertIfHeld) -> Reply:
    if state.moment is None or state.moment.at != "insert":
        raise Refused("not_an_answer")
    check_insert(state, seat, command.stone, command.ornament)
    return Reply(ME_TOO_INSERT, (), Aim(stones=(command.stone,), ornaments=(command.ornament,)))


# --- by orders, at once


def reflex_cancel(draft: Table, seat: Seat, command: c.NotSoFast) -> None:
    need_card(draft.state, seat, NOT_SO_FAST)
    if draft.state.play is None:
        raise Refused("not_an_answer")
    cancel_now(draft, seat)


def reflex_take(draft: Table, seat: Seat, command: c.MeTooTake) -> None:
    need_card(draft.state, seat, ME_TOO_TAKE)
    copy_now(draft, seat, wish_to_take(draft.state, seat, command))


def reflex_insert(draft: Table, seat: Seat, command: c.MeTooInsert) -> None:
    need_card(draft.state, seat, ME_TOO_INSERT)
    copy_now(draft, seat, wish_to_insert(draft.state, seat, command))


def copy_now(draft: Table, seat: Seat, wish: Reply) -> None:
    if draft.state.play is not None or not is_granted(draft.state, seat, wish):
        raise Refused("not_offered")
    draft.emit(e.CardPlayed(seat, wish.card, None, wish.aim))
