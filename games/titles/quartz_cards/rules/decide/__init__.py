"""The judge: refuse a command or carry it out, then go on until a player has to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.seats import Seat, clockwise_from
from games.rules.kernel.table import Draft
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.decide import attacks, moments, turns
from games.titles.quartz_cards.rules.public import asks_rivals, may_attack
from games.titles.quartz_cards.rules.state import State

Table = Draft[State, Event]
Judge = Callable[[Table, Seat, Any], None]

MANY = 1000  # steps in a row in which nobody is asked: more of them are an endless loop


ANSWERS: dict[type[Command], Judge] = {
    c.Defend: attacks.defend,
    c.DefendIfHeld: attacks.defend_if_held,
    c.Let: attacks.let,
}
JUDGES: dict[str, dict[type[Command], Judge]] = {
    "turn": {c.Explore: turns.explore, c.DigOne: turns.dig_one, c.Protect: turns.protect},
    "go_on": {c.GoOn: turns.go_on},
    "dig": {c.DigOn: turns.dig_on, c.Stop: turns.stop, c.StopAndProtect: turns.stop_and_protect},
    "hire": {c.Hire: turns.hire, c.DeclineHire: turns.decline_hire},
    "ambush": {c.Attack: attacks.strike},
    "attack": {
        c.Attack: attacks.attack,
        c.AttackIfHeld: attacks.attack_if_held,
        c.LetPass: attacks.let_pass,
    },
    "help": {c.Keep: attacks.keep},
    "defend": ANSWERS,
    "get_lost": ANSWERS,
}


def decide(draft: Table, question: Question, seat: Seat, command: Command) -> None:
    """Carry out a command; raise Refused before anything happens if it isn't allowed."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    judge(draft, seat, command)
    go_on(draft)


def go_on(draft: Table) -> None:
    """Go on until a player has to answer or the match is over; raise HistoryBroken if that never comes."""
    state = draft.state
    for _ in range(MANY):
        if state.over:
            return
        for question in state.asked.values():
            if question.awaited:
                return
        step(draft)
    raise HistoryBroken("the card game goes round in circles")


def step(draft: Table) -> None:
    state = draft.state
    if state.moment is None:
        next_turn(draft)
    elif not asks_rivals(state):
        moments.stand(draft)
    elif state.moment.asked and not state.moment.changed:
        moments.resolve(draft)
    elif rivals := may_attack(state):
        draft.emit(e.WindowOpened(state.moment.at, rivals))
    else:
        moments.pass_moment(draft)


def next_turn(draft: Table) -> None:
    """Pass the turn clockwise; with the last card of the mine the game is over (QC-9)."""
    state = draft.state
    if state.urns["mine"]:
        draft.emit(e.TurnBegan(clockwise_from(state.order, state.active)[0]))
    else:
        draft.emit(e.MatchEnded())
