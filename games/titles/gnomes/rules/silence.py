"""The move made when a question's time is up and nothing else covers it (GN-31)."""

from __future__ import annotations

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.state import State


def silence(state: State, question: Question) -> Command:
    """Let the rest of the turn go by itself; what is over the hand limit goes by the same rule."""
    return left_alone(question)


def left_alone(question: Question) -> Command:
    """Give what happens to a question that nobody answers: it depends on nothing else."""
    found = LEFT_ALONE.get(question.kind)
    return found if found else c.FinishTurn()


LEFT_ALONE: dict[str, Command] = {"discard": c.DiscardCheapest(), "go_on": c.GoOn()}
