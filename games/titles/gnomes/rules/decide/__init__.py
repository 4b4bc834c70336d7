"""The judge: refuse a command or carry it out, then go on until a player has to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.decide import actions, course, ogres, works
from games.titles.gnomes.rules.decide.moment import Reach, reach
from games.titles.gnomes.rules.state import State

Table = Draft[State, Event]
Judge = Callable[[Table, Seat, Any], None]

MANY = 1000  # steps in a row in which nobody is asked: more of them are an endless loop

JUDGES: dict[str, dict[type[Command], Judge]] = {
    "act": {
        c.PlayKingdom: actions.play_kingdom,
        c.PlaceDwarf: actions.place_dwarf,
        c.MoveDwarf: actions.move_dwarf,
        c.Bounce: ogres.bounce,
        c.Shove: ogres.shove,
        c.StealGem: ogres.steal_gem,
        c.StealOgre: ogres.steal_ogre,
        c.Swap: ogres.swap,
        c.ShowGoal: course.show_goal,
        c.Done: course.done,
        c.FinishTurn: course.finish_turn,
        c.TakeTurn: actions.take_turn,
    },
    "work": {
        c.Work: works.work,
        c.Dig: works.dig,
        c.Buy: works.buy,
        c.Rest: works.rest,
        c.ShowGoal: course.show_goal,
        c.FinishTurn: course.finish_turn,
    },
    "discard": {
        c.Discard: course.discard,
        c.DiscardCheapest: course.discard_cheapest,
        c.ShowGoal: course.show_goal,
    },
    "show": {c.ShowGoal: course.show_goal},
    "go_on": {c.ShowGoal: course.show_goal, c.GoOn: actions.go_on},
}


def decide(draft: Table, question: Question, seat: Seat, command: Command) -> None:
    """Carry out a command; raise Refused before anything happens if it isn't allowed."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    before = reach(draft.state)
    judge(draft, seat, command)
    go_on(draft, before)


def go_on(draft: Table, before: Reach) -> None:
    """Go on until a player has to answer or the match is over; raise HistoryBroken if that never comes."""
    state = draft.state
    for _ in range(MANY):
        if state.asking is not None or state.over:
            return
        if state.moment is not None:  # its player has shown a goal
            actions.resume(draft)
        else:
            course.step(draft, before)
    raise HistoryBroken("a turn of Gnomes goes round in circles")
