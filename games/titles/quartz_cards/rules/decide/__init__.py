"""The judge: refuses before the first deed, does what was asked, and goes on until somebody is awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.decide import attacks, course, defence, turns
from games.titles.quartz_cards.rules.state import State

Judge = Callable[[Draft[State, Event], Seat, Any], None]

ANSWERS: dict[type[Command], Judge] = {
    c.Defend: defence.defend,
    c.DefendIfHeld: defence.defend_if_held,
    c.Let: defence.let,
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


def decide(draft: Draft[State, Event], question: Question, seat: Seat, command: Command) -> None:
    """Do what a command asks; raise Refused before anything happens if it may not be done."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    judge(draft, seat, command)
    course.run(draft)
