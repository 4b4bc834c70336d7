"""Opening and closing questions."""

from __future__ import annotations

from games.rules.kernel.questions import Question
from games.rules.kernel.seats import EventNumber, Seat
from games.titles.quartz_cards.rules.state import State

#: What is asked while a line stands: closed by whatever happens next.
WHILE_IT_STANDS = frozenset({"ambush", "go_on", "dig"})


def ask(
    state: State, number: EventNumber, seat: Seat, kind: str, awaited: bool = True, together: str = ""
) -> None:
    """Open a question; one event asks a seat one thing at most."""
    state.asked[number * 8 + seat] = Question(number, seat, kind, awaited, together)


def close(state: State, kind: str, seat: Seat) -> None:
    """Close a seat's question of a kind, if it is open."""
    state.asked = {
        key: question
        for key, question in state.asked.items()
        if (question.kind, question.seat) != (kind, seat)
    }


def stand_no_longer(state: State) -> None:
    """Close what was asked while the line stood as it was."""
    state.asked = {
        key: question for key, question in state.asked.items() if question.kind not in WHILE_IT_STANDS
    }
