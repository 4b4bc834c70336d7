"""Defences: one card against each attack, and get_lost to and fro (QC-12)."""

from __future__ import annotations

from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import defences_against
from games.titles.quartz_cards.rules.decide.attacks import succeed
from games.titles.quartz_cards.rules.public import duellist, may_hold, may_take
from games.titles.quartz_cards.rules.state import State, attack_of

Table = Draft[State, Event]


def defend(draft: Table, seat: Seat, command: c.Defend) -> None:
    """Play a defence from the hand."""
    check_defence(draft.state, command.card, command.take)
    if command.card not in draft.state.hands[seat]:
        raise Refused("not_in_hand", card=command.card)
    fend_off(draft, seat, command.card, command.take)


def defend_if_held(draft: Table, seat: Seat, command: c.DefendIfHeld) -> None:
    """Play a defence if it is there; nobody learns which it was that was missing: card or will."""
    check_defence(draft.state, command.card, command.take)
    if command.card in draft.state.hands[seat]:
        fend_off(draft, seat, command.card, command.take)
    else:
        let(draft, seat, c.Let())


def let(draft: Table, seat: Seat, command: c.Let) -> None:
    draft.emit(e.LetHappen(seat))
    conclude(draft)


def check_defence(state: State, card: str, take: str | None) -> None:
    """Check what is named with a defence, by public facts, whoever holds what."""
    attack = attack_of(state)
    fitting = ("get_lost",) if attack.duel else defences_against(attack.aim.card)
    if card not in fitting:
        raise Refused("no_answer", card=card)
    there = may_take(state, card)
    if (take not in there) if there else (take is not None):
        raise Refused("not_offered")


def fend_off(draft: Table, seat: Seat, card: str, take: str | None) -> None:
    thief = attack_of(draft.state).attacker
    draft.emit(e.Defended(seat, card))
    if card == "over_my_dead_body":
        draft.emit(e.TakenBack(seat, thief, take))
    elif card == "get_lost":
        answer_back(draft)


def answer_back(draft: Table) -> None:
    """Ask whoever would have the present now for another get_lost, unless all can see there is none."""
    other = duellist(draft.state)
    if may_hold(draft.state, other, ("get_lost",)):
        draft.emit(e.DuelAsked(other))
    else:
        conclude(draft)


def conclude(draft: Table) -> None:
    """Let what nobody answers happen: the attack, or the present going back."""
    if duellist(draft.state) == draft.state.active:
        succeed(draft)
    else:
        draft.emit(e.PresentReturned(attack_of(draft.state).attacker))
