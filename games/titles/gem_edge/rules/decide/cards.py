"""Action cards: playing them in an action, and what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import ME_TOO_INSERT, ME_TOO_TAKE
from games.titles.gem_edge.rules.decide.stones import Table, draw_card, follow_pawn, take_stone, uncover
from games.titles.gem_edge.rules.decide.turns import check_cart, check_insert
from games.titles.gem_edge.rules.pieces import is_finished, piece_of
from games.titles.gem_edge.rules.plays import MOST_PICKED, MOST_THROUGH, MOST_TIPPED, can_insert_both, sifts
from games.titles.gem_edge.rules.public import (
    fitting,
    others,
    owner_of,
    swappable,
    target_of,
)
from games.titles.gem_edge.rules.state import Aim, State, play_of, playable, room

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
    if not sifts(state, seat):
        raise Refused("no_need")
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
