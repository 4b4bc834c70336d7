"""Action cards: playing them, cancelling and copying, and their effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST
from games.titles.gem_edge.rules.decide.stones import Table, draw_card, follow_pawn, take_stone, uncover
from games.titles.gem_edge.rules.decide.turns import check_cart, check_insert
from games.titles.gem_edge.rules.pieces import is_finished, piece_of
from games.titles.gem_edge.rules.plays import MOST_PICKED, MOST_THROUGH, MOST_TIPPED, can_insert_both
from games.titles.gem_edge.rules.public import (
    asked_to_cancel,
    can_copy,
    can_take,
    fitting,
    may_cancel,
    may_copy,
    others,
    owner_of,
    swappable,
    target_of,
)
from games.titles.gem_edge.rules.state import Aim, Reply, State, moment_of, play_of, playable, room

COMPENSATION = 1


# --- playing a card in an action: what it names is checked by public facts


def play(card: str, name: Callable[[State, Seat, Any], tuple[Aim, Seat | None]]) -> Callable[..., None]:
    """Make the judge of a card from the function that checks what it names."""

    def judge(draft: Table, seat: Seat, command: Any) -> None:
        need_card(draft.state, seat, card)
        aim, named = name(draft.state, seat, command)
        draft.emit(e.CardPlayed(seat, card, target_of(draft.state, seat, card, aim, named), aim))

    return judge


def need_card(state: State, seat: Seat, card: str) -> None:
    if card not in playable(state.hands[seat]):
        raise Refused("not_in_hand", card=card)


def named_swap(state: State, seat: Seat, command: c.SwapOrnament) -> tuple[Aim, Seat | None]:
    open_to = [*state.market, *(key for other in others(state, seat) for key in swappable(state, other))]
    if command.give not in swappable(state, seat) or command.take not in open_to:
        raise Refused("not_swappable")
    return Aim(give=command.give, take=command.take), None


def named_stones(state: State, seat: Seat, command: c.SwapStone) -> tuple[Aim, Seat | None]:
    other = need_other(state, seat, command.target)
    check_cart(state, seat, command.give)
    check_cart(state, other, command.take)
    if command.give == command.take:
        raise Refused("no_need")
    return Aim(give=command.give, take=command.take), other


def need_other(state: State, seat: Seat, named: int) -> Seat:
    if named not in others(state, seat):
        raise Refused("not_offered")
    return Seat(named)


def need_room(state: State, seat: Seat, stones: int) -> None:
    if stones > room(state, seat):
        raise Refused("cart_full")


def named_prize(state: State, seat: Seat, command: c.PryOut) -> tuple[Aim, Seat | None]:
    owner = owner_of(state, command.ornament)
    work = None if owner in (None, seat) else piece_of(state.pieces[owner or 0], command.ornament)
    if work is None or is_finished(work) or command.stone not in work.stones:
        raise Refused("not_offered")
    need_room(state, seat, 1)
    return Aim(stones=(command.stone,), ornaments=(command.ornament,)), None


def named_nothing(state: State, seat: Seat, command: c.ThreeCards) -> tuple[Aim, Seat | None]:
    if not state.can_draw:
        raise Refused("no_cards")
    return Aim(), None


def named_spill(state: State, seat: Seat, command: c.TipOut) -> tuple[Aim, Seat | None]:
    if command.target not in state.order:
        raise Refused("not_offered")
    need_lot(state.carts[command.target], command.stones, MOST_TIPPED)
    return Aim(stones=tuple(command.stones)), Seat(command.target)


def need_lot(cart: Sequence[str], lot: Sequence[str], most: int) -> None:
    """Check that a cart holds the stones that are named."""
    if not 1 <= len(lot) <= most or Counter(lot) - Counter(cart):
        raise Refused("not_offered")


def named_sieve(state: State, seat: Seat, command: c.PickThrough) -> tuple[Aim, Seat | None]:
    keep, back = command.keep, command.back
    first = state.slide[: len(keep) + len(back)]
    if not back or len(first) > MOST_THROUGH or Counter(first) != Counter([*keep, *back]):
        raise Refused("not_offered")
    need_room(state, seat, len(keep))
    return Aim(stones=tuple(keep), back=tuple(back)), None


def named_loot(state: State, seat: Seat, command: c.Pickpocket) -> tuple[Aim, Seat | None]:
    other = need_other(state, seat, command.target)
    need_lot(state.carts[other], command.stones, MOST_PICKED)
    need_room(state, seat, len(command.stones))
    return Aim(stones=tuple(command.stones)), other


def named_inserts(state: State, seat: Seat, command: c.DeftHands) -> tuple[Aim, Seat | None]:
    check_insert(state, seat, command.stone, command.ornament)
    if command.stone_2 is None and command.ornament_2 is None:
        return Aim(stones=(command.stone,), ornaments=(command.ornament,)), None
    if command.stone_2 is None or command.ornament_2 is None:
        raise Refused("not_offered")
    check_insert(state, seat, command.stone_2, command.ornament_2)
    first, second = (command.stone, command.ornament), (command.stone_2, command.ornament_2)
    if not can_insert_both(state, seat, first, second):
        raise Refused("not_offered")
    return Aim(stones=(first[0], second[0]), ornaments=(first[1], second[1])), None


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


# --- what cards do


def swap_ornament(draft: Table, seat: Seat, aim: Aim) -> None:
    given, taken = aim.give or "", aim.take or ""
    draft.emit(e.OrnamentsSwapped(seat, owner_of(draft.state, taken), given, taken))


def swap_stone(draft: Table, seat: Seat, aim: Aim) -> None:
    other = play_of(draft.state).target
    assert other is not None
    draft.emit(e.StonesSwapped(seat, other, aim.give or "", aim.take or ""))


def pry_out(draft: Table, seat: Seat, aim: Aim) -> None:
    victim = play_of(draft.state).target
    assert victim is not None
    draft.emit(e.StonePriedOut(seat, victim, aim.ornaments[0], aim.stones[0]))
    compensate(draft, victim, "pry_out")


def three_cards(draft: Table, seat: Seat, aim: Aim) -> None:
    for _ in range(3):
        draw_card(draft, seat, "three_cards")


def tip_out(draft: Table, seat: Seat, aim: Aim) -> None:
    target = play_of(draft.state).target
    victim = seat if target is None else target
    draft.emit(e.TippedOut(seat, victim, list(aim.stones)))
    compensate(draft, victim, "tip_out")


def pick_through(draft: Table, seat: Seat, aim: Aim) -> None:
    shown = uncover(draft, len(aim.stones) + len(aim.back))
    draft.emit(e.PickedThrough(seat, list(aim.stones), list(aim.back), shown))


def pickpocket(draft: Table, seat: Seat, aim: Aim) -> None:
    victim = play_of(draft.state).target
    assert victim is not None
    draft.emit(e.PocketPicked(seat, victim, list(aim.stones)))
    compensate(draft, victim, "pickpocket")


def compensate(draft: Table, victim: Seat, card: str) -> None:
    """Give the owner the point of a card; that may end the match (GE-12)."""
    before = draft.state.points[victim]
    draft.emit(e.Compensated(victim, card, COMPENSATION))
    follow_pawn(draft, victim, before)


def deft_hands(draft: Table, seat: Seat, aim: Aim) -> None:
    for stone, ornament in zip(aim.stones, aim.ornaments, strict=True):
        draft.emit(e.StoneInserted(seat, stone, ornament, "card"))


def copied_take(draft: Table, seat: Seat, aim: Aim) -> None:
    take_stone(draft, seat, "me_too")


def copied_insert(draft: Table, seat: Seat, aim: Aim) -> None:
    draft.emit(e.StoneInserted(seat, aim.stones[0], aim.ornaments[0], "me_too"))


EFFECTS: dict[str, Callable[[Table, Seat, Aim], None]] = {
    "swap_ornament": swap_ornament,
    "swap_stone": swap_stone,
    "pry_out": pry_out,
    "three_cards": three_cards,
    "tip_out": tip_out,
    "pick_through": pick_through,
    "pickpocket": pickpocket,
    "deft_hands": deft_hands,
    ME_TOO_TAKE: copied_take,
    ME_TOO_INSERT: copied_insert,
}


# --- after a swap


def insert_now(draft: Table, seat: Seat, command: c.InsertNow) -> None:
    """Set a stone into the ornament just swapped for; nothing answers it (GE-4)."""
    key = draft.state.set_in or ""
    check_cart(draft.state, seat, command.stone)
    if key not in fitting(draft.state, seat, command.stone):
        raise Refused("no_place", stone=command.stone)
    draft.emit(e.StoneInserted(seat, command.stone, key, "swap"))


def insert_nothing(draft: Table, seat: Seat, command: c.InsertNothing) -> None:
    draft.emit(e.InsertDeclined(seat))
