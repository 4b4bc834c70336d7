"""What a newcomer is told in a guided first match: rows that apply by what is asked and what lies there.

Lessons are found from the seat's view alone, so they tell nothing that its player may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message, Param
from games.rules.kernel.questions import Question

V = TypeVar("V")

Blanks = Mapping[str, Param]


def always(view: Any) -> bool:
    return True


def nothing(view: Any) -> Blanks:
    return {}


@dataclass(frozen=True, kw_only=True)
class Lesson(Generic[V]):
    """One or two sentences at a question, and the answer that the lesson asks for."""

    key: str  # its sentence is the row `lesson.<key>`
    asked: str  # the kind of question it is about
    when: Callable[[V], bool] = always
    blanks: Callable[[V], Blanks] = nothing  # of its sentence
    #: The answer to give; None if it can't be given now, then the lesson is passed over.
    advice: Callable[[V, Question], Command | None] | None = None
    ends: bool = False  # the last one: from here on the player plays alone


@dataclass(frozen=True)
class Told:
    """A lesson that applies now: what it says, and the answer it asks for."""

    lesson: Lesson[Any]
    message: Message
    command: Command | None


def lesson_at(lessons: Sequence[Lesson[Any]], view: Any, question: Question) -> Told | None:
    """Find the first lesson that applies to a question."""
    for lesson in lessons:
        if lesson.asked == question.kind and lesson.when(view):
            command = lesson.advice(view, question) if lesson.advice else None
            if command is not None or lesson.advice is None:
                return Told(lesson, Message(f"lesson.{lesson.key}", dict(lesson.blanks(view))), command)
    return None
