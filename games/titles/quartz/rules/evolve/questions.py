"""Opening and closing questions; each is known by the event that opened it."""

from __future__ import annotations

from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz.rules.state import State


def ask(
    state: State,
    number: EventNumber,
    seat: Seat,
    kind: str,
    awaited: bool = True,
    together: str = "",
    replaces: EventNumber | None = None,
) -> None:
    """Open a question; one event asks a seat one thing at most."""
    state.asked[number * 8 + seat] = Question(number, seat, kind, awaited, together, replaces)


def close(state: State, kind: str, seat: Seat) -> Question | None:
    """Close a seat's question of a kind, if it is open."""
    for key, question in state.asked.items():
        if question.kind == kind and question.seat == seat:
            del state.asked[key]
            return question
    return None
