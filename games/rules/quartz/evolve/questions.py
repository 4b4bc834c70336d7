"""Opening and closing questions; each is known by the event that opened it."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.quartz.state import State


def ask(state: State, number: EventNumber, seat: Seat, kind: str, **more: Any) -> None:
    """Open a question; one event asks a seat one thing at most."""
    state.asked[number * 8 + seat] = Question(opened=number, seat=seat, kind=kind, **more)


def close(state: State, kind: str, seat: Seat) -> Question | None:
    """Close a seat's question of a kind, if it is open."""
    for key, question in state.asked.items():
        if question.kind == kind and question.seat == seat:
            del state.asked[key]
            return question
    return None
