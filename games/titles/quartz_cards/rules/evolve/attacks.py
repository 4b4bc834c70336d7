"""What attacks and answers do to the table."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.chance import add, take
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.evolve.turns import close_line_questions, gain, use
from games.titles.quartz_cards.rules.line import PRESENT
from games.titles.quartz_cards.rules.state import Aim, Attack, State, ask, attack_of, close, moment_of


def window_opened(state: State, event: e.WindowOpened, number: EventNumber) -> None:
    """Ask rivals together; their earlier answers count until they give another."""
    state.moment = replace(moment_of(state), asked=tuple(event.seats), changed=False)
    for seat in event.seats:
        ask(state, number, seat, "attack", together=f"attack {number}")


def answered(state: State, event: e.Answered, number: EventNumber) -> None:
    close(state, "attack", event.seat)
    state.answers[event.seat] = event.aim


def attack_played(state: State, event: e.AttackPlayed, number: EventNumber) -> None:
    close_line_questions(state)
    use(state, event.seat, event.card)
    moment = moment_of(state)
    place = moment.pending.index(event.seat)
    state.moment = replace(moment, pending=moment.pending[place + 1 :])
    state.answers.pop(event.seat, None)
    state.attack = Attack(event.seat, Aim(event.card, event.column, event.gems))


def defence_asked(state: State, event: e.DefenceAsked, number: EventNumber) -> None:
    ask(state, number, event.seat, "defend")


def duel_asked(state: State, event: e.DuelAsked, number: EventNumber) -> None:
    ask(state, number, event.seat, "get_lost")


def let_happen(state: State, event: e.LetHappen, number: EventNumber) -> None:
    answer_given(state, event.seat)


def answer_given(state: State, seat: Seat) -> None:
    close(state, "defend", seat)
    close(state, "get_lost", seat)


def defended(state: State, event: e.Defended, number: EventNumber) -> None:
    """Play a defence: no_chance ends the attack, get_lost goes to and fro, a theft is taken back next."""
    answer_given(state, event.seat)
    use(state, event.seat, event.card)
    attack = attack_of(state)
    if event.card == "get_lost":
        state.attack = replace(attack, duel=attack.duel + 1)
    elif event.card == "no_chance":
        state.attack = None


def taken_back(state: State, event: e.TakenBack, number: EventNumber) -> None:
    state.attack = None
    if event.crystal is not None:
        take(state.columns[event.thief], event.crystal)
        gain(state, event.seat, event.crystal)


def present_returned(state: State, event: e.PresentReturned, number: EventNumber) -> None:
    state.attack = None
    take(state.used, PRESENT)
    state.waiting[event.seat] += 1


# --- attacks that take effect


def take_effect(state: State) -> None:
    """Note that an attack took effect, so that seats still to come are asked again."""
    state.attack = None
    state.moment = replace(moment_of(state), changed=True)


def present_laid(state: State, event: e.PresentLaid, number: EventNumber) -> None:
    take_effect(state)
    take(state.used, PRESENT)
    state.line.append(PRESENT)


def card_handed_over(state: State, event: e.CardHandedOver, number: EventNumber) -> None:
    take_effect(state)
    last = max(place for place, card in enumerate(state.line) if card != PRESENT)
    del state.line[last]
    gain(state, event.thief, event.card)


def digging_stopped(state: State, event: e.DiggingStopped, number: EventNumber) -> None:
    take_effect(state)


def help_drawn(state: State, event: e.HelpDrawn, number: EventNumber) -> None:
    state.tray = event.cards
    ask(state, number, event.seat, "help")


def helped(state: State, event: e.Helped, number: EventNumber) -> None:
    close(state, "help", event.seat)
    take_effect(state)
    state.tray = []
    if event.kept is not None:
        gain(state, event.seat, event.kept)
    if event.laid is not None:
        state.line.append(event.laid)


def column_stolen(state: State, event: e.ColumnStolen, number: EventNumber) -> None:
    take_effect(state)
    for gem, count in event.gems.items():
        take(state.columns[event.victim], gem, count)
    add(state.columns[event.thief], event.gems)
