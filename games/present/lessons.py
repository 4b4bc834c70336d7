"""What a guided match tells its player now, and the answer it asks for, in the words of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from games.present.commands import describe_command
from games.present.seat_view import SeatView
from games.rules.kernel.lessons import Told, lesson_at
from games.rules.kernel.questions import Question


@dataclass(frozen=True)
class Advice:
    """One or two sentences for a newcomer; the answer they ask for is filled in on its form."""

    text: str
    command: dict[str, Any] | None  # None: nothing is asked for
    filled: str  # the command in words
    ends: bool  # the last lesson


def advice_of(seat_view: SeatView) -> Advice | None:
    """Find the lesson for the first question of a seat whose player is taught; None if there is none."""
    told = told_at(seat_view, seat_view.first_question)
    if told is None:
        return None
    command = None if told.command is None else msgspec.to_builtins(told.command)
    filled = describe_command(seat_view.names, command) if command else ""
    return Advice(seat_view.names.said(told.message), command, filled, told.lesson.ends)


def command_at(seat_view: SeatView, question: Question) -> dict[str, Any] | None:
    """Give the answer that a lesson asks for at a question, if it is the one the page asks first."""
    told = told_at(seat_view, question) if question == seat_view.first_question else None
    return msgspec.to_builtins(told.command) if told and told.command is not None else None


def told_at(seat_view: SeatView, question: Question | None) -> Told | None:
    if question is None or not seat_view.seat.lessons or not question.awaited:
        return None
    return lesson_at(seat_view.match.rules.alone.lessons, seat_view.view, question)
