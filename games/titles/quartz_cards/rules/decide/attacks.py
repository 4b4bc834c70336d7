"""Attacks and defences: naming and playing them, and what happens then."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Event
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import defences_against
from games.titles.quartz_cards.rules.decide.turns import collect, offer_hire, settle_line
from games.titles.quartz_cards.rules.line import mine_cards_in
from games.titles.quartz_cards.rules.public import (
    duellist,
    is_named_in_full,
    is_needed,
    is_possible,
    loot,
    may_defend,
    may_hold,
    may_take,
)
from games.titles.quartz_cards.rules.state import Aim, State, attack_of

Table = Draft[State, Event]

HELPING_HANDS = 2  # mine cards drawn with may_i_help


# --- naming an attack


def attack(draft: Table, seat: Seat, command: c.Attack) -> None:
    """Name in secret which card from the hand to play."""
    draft.emit(e.Answered(seat, need_aim(draft.state, seat, command)))


def attack_if_held(draft: Table, seat: Seat, command: c.AttackIfHeld) -> None:
    """Name a card that may not be held; without it, this is a pass."""
    aim = named(draft.state, seat, command)
    draft.emit(e.Answered(seat, aim if aim.card in draft.state.hands[seat] else None))


def let_pass(draft: Table, seat: Seat, command: c.LetPass) -> None:
    draft.emit(e.Answered(seat, None))


def strike(draft: Table, seat: Seat, command: c.Attack) -> None:
    """Attack from an ambush: at once, as nobody comes before in turn order (QC-14)."""
    play(draft, seat, need_aim(draft.state, seat, command))


def need_aim(state: State, seat: Seat, command: c.Attack) -> Aim:
    if command.card not in state.hands[seat]:
        raise Refused("not_in_hand", card=command.card)
    return named(state, seat, command)


def named(state: State, seat: Seat, command: c.Attack | c.AttackIfHeld) -> Aim:
    """Check what is named with an attack, by public facts alone.

    What was named before stays allowed, though there may be more to take by now (QC-14).
    """
    aim = Aim(command.card, command.column, multiset(command.gems))
    if not is_needed(state, command.card):
        raise Refused("no_need", card=command.card)
    is_new = aim != state.answers.get(seat)
    if not is_possible(state, aim) or (is_new and not is_named_in_full(state, aim)):
        raise Refused("not_offered")
    return aim


# --- playing it


def play(draft: Table, seat: Seat, aim: Aim) -> None:
    """Play an attack; ask for a defence unless everybody can see that there is none (QC-12, QC-15)."""
    target = draft.state.active
    draft.emit(e.AttackPlayed(seat, target, aim.card, aim.column, aim.gems))
    if may_defend(draft.state):
        draft.emit(e.DefenceAsked(target, aim.card))
    else:
        succeed(draft)


def succeed(draft: Table) -> None:
    EFFECTS[attack_of(draft.state).aim.card](draft)


# --- defences


def defend(draft: Table, seat: Seat, command: c.Defend) -> None:
    """Play a defence from the hand."""
    check_defence(draft.state, command.card, command.take)
    if command.card not in draft.state.hands[seat]:
        raise Refused("not_in_hand", card=command.card)
    fend_off(draft, seat, command.card, command.take)


def defend_if_held(draft: Table, seat: Seat, command: c.DefendIfHeld) -> None:
    """Play a defence if it is held; otherwise nobody learns whether the card was missing or not wanted."""
    check_defence(draft.state, command.card, command.take)
    if command.card in draft.state.hands[seat]:
        fend_off(draft, seat, command.card, command.take)
    else:
        let(draft, seat, c.Let())


def let(draft: Table, seat: Seat, command: c.Let) -> None:
    draft.emit(e.LetHappen(seat))
    conclude(draft)


def check_defence(state: State, card: str, take: str | None) -> None:
    """Check what is named with a defence, by public facts alone."""
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
    """Ask the seat that has the present now for another get_lost, unless everybody can see it has none."""
    other = duellist(draft.state)
    if may_hold(draft.state, other, ("get_lost",)):
        draft.emit(e.DuelAsked(other))
    else:
        conclude(draft)


def conclude(draft: Table) -> None:
    """Carry out what wasn't answered: the attack, or the present that goes back."""
    if duellist(draft.state) == draft.state.active:
        succeed(draft)
    else:
        draft.emit(e.PresentReturned(attack_of(draft.state).attacker))


def hand_it_over(draft: Table) -> None:
    state = draft.state
    card = mine_cards_in(state.line)[-1]
    draft.emit(e.CardHandedOver(state.active, attack_of(state).attacker, card))


def stop_stop_stop(draft: Table) -> None:
    draft.emit(e.DiggingStopped(draft.state.active))
    collect(draft)


def may_i_help(draft: Table) -> None:
    ready = min(HELPING_HANDS, sum(draft.state.urns["mine"].values()))
    drawn = sorted(draft.draw("mine") for _ in range(ready))
    draft.emit(e.HelpDrawn(attack_of(draft.state).attacker, drawn))


def little_present(draft: Table) -> None:
    draft.emit(e.PresentLaid(draft.state.active))
    settle_line(draft)


def yours_no_more(draft: Table) -> None:
    state = draft.state
    attack = attack_of(state)
    draft.emit(e.ColumnStolen(attack.attacker, state.active, loot(state, attack.aim)))


EFFECTS: dict[str, Callable[[Table], None]] = {
    "hand_it_over": hand_it_over,
    "stop_stop_stop": stop_stop_stop,
    "may_i_help": may_i_help,
    "little_present": little_present,
    "yours_no_more": yours_no_more,
}


# --- the helping hand


def keep(draft: Table, seat: Seat, command: c.Keep) -> None:
    """Keep one of the cards drawn and lay the other; a single one may be kept or laid (QC-11)."""
    cards = [*draft.state.tray, *[c.NOTHING] * (len(draft.state.tray) == 1)]
    if command.card not in cards:
        raise Refused("not_offered")
    cards.remove(command.card)
    kept, laid = (None if card == c.NOTHING else card for card in (command.card, cards[0]))
    draft.emit(e.Helped(seat, kept, laid))
    settle_line(draft)
    if laid is not None:
        offer_hire(draft)
