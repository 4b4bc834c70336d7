"""Public facts about the table: needs of cards, windows, what a defence names.

Nothing here looks into a hand, the helper pile or a secret answer, as they must not decide who is asked.
How many cards a hand holds is public.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.kernel.questions import things
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules.cards import ATTACKS, defences_against
from games.titles.quartz_cards.rules.line import (
    Gems,
    by_value,
    crystals,
    dearest_columns,
    holds,
    joined,
    mine_cards_in,
)
from games.titles.quartz_cards.rules.state import Aim, Open, State, attack_of, moment_of


def in_front(state: Open, seat: Seat) -> tuple[str, ...]:
    """List a seat's open cards."""
    return things(state.columns[seat])


# --- attacks


def is_needed(state: Open, card: str) -> bool:
    """Tell whether what an attack needs is there (QC-10, QC-11)."""
    if card == "hand_it_over":
        return bool(mine_cards_in(state.line))
    if card == "stop_stop_stop":
        return moment_of(state).at != "stopped"
    if card == "yours_no_more":
        return bool(state.columns[state.active])
    return True


def possible_attacks(state: Open) -> list[str]:
    return [card for card in ATTACKS if is_needed(state, card)]


def loot(state: State, aim: Aim) -> dict[str, int]:
    """Say what a theft takes from the active player."""
    if aim.column is not None:
        return {aim.column: state.columns[state.active][aim.column]}
    return aim.gems


def is_possible(state: State, aim: Aim) -> bool:
    """Tell whether an attack can be played now: what it needs and what it names is there (QC-10)."""
    if not is_needed(state, aim.card):
        return False
    if aim.card != "yours_no_more":
        return aim.column is None and not aim.gems
    columns = state.columns[state.active]
    if aim.column is not None:
        return aim.column in columns and not aim.gems
    return bool(aim.gems) and holds(columns, aim.gems)


def is_named_in_full(state: State, aim: Aim) -> bool:
    """Tell whether a theft of single cards names as many as there are to take."""
    return not aim.gems or sum(aim.gems.values()) == single_cards(state)


def single_cards(state: Open) -> int:
    """Say how many single open cards a theft takes: two, or the only one."""
    return min(2, sum(state.columns[state.active].values()))


# --- who is asked (QC-15)


def may_hold(state: State, seat: Seat, cards: Iterable[str]) -> bool:
    """Tell by public facts whether a hand may hold one of these cards."""
    return bool(state.hands[seat]) and any(state.used.get(card, 0) < state.copies[card] for card in cards)


def asks_rivals(state: State) -> bool:
    """Tell whether rivals are asked at this moment, or only ambushes strike (QC-14)."""
    return state.windows == "full" or moment_of(state).at == "stopped"


def may_attack(state: State) -> list[Seat]:
    """List the rivals to be asked now, clockwise: all of them first, then those asked before (QC-14)."""
    moment = moment_of(state)
    seats = [seat for seat in moment.pending if seat in moment.asked] if moment.changed else moment.pending
    if not asks_rivals(state):
        seats = moment.pending
    return [seat for seat in seats if may_hold(state, seat, possible_attacks(state))]


def may_defend(state: State) -> bool:
    return may_hold(state, state.active, defences_against(attack_of(state).aim.card))


def duellist(state: State) -> Seat:
    """Give the seat the present would go to now, which may play get_lost (QC-12)."""
    attack = attack_of(state)
    return attack.attacker if attack.duel % 2 else state.active


def may_take(state: Open, card: str) -> tuple[str, ...]:
    """List what over_my_dead_body may take from the thief."""
    return tuple(sorted(state.columns[attack_of(state).attacker])) if card == "over_my_dead_body" else ()


# --- own turns


def protectable(state: Open, seat: Seat) -> list[str]:
    """List the columns in front of a seat."""
    return sorted(state.columns[seat])


def to_come(state: State) -> Gems:
    """Give the columns of the active player as if the line were collected."""
    return joined(state.columns[state.active], crystals(mine_cards_in(state.line)))


def worth_naming(state: State) -> list[str]:
    """List the crystals that what_a_beauty may name: all of them, the best columns first.

    A column may still begin while the window is open, by may_i_help or over_my_dead_body (QC-13).
    """
    columns = to_come(state)
    others = [crystal for crystal in by_value(state.values, state.values) if crystal not in columns]
    return dearest_columns(columns, state.values) + others


def may_hire(state: State) -> bool:
    """Tell whether there is a helper to draw (QC-8)."""
    return bool(state.urns["helpers"] or state.used)
