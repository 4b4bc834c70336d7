"""What follows from a transaction, by looking at what is open before and after it. Pure.

A question that was opened and answered on the way never shows here: nobody is emailed about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.kernel.questions import Question, QuestionName

Questions = Mapping[QuestionName, Question]


class Waiting(NamedTuple):
    """Somebody has begun to be waited for; `instead_of` is the question that this one replaces."""

    name: QuestionName
    question: Question
    instead_of: QuestionName | None


class Changes(NamedTuple):
    opened: tuple[Waiting, ...]
    closed: tuple[QuestionName, ...]


def changes(before: Questions, after: Questions) -> Changes:
    """Compare whom somebody waited for before with whom somebody waits for now.

    A question that was merely allowed and is awaited now counts as opened: its clock starts.
    """
    waited = {name: question for name, question in before.items() if question.awaited}
    waits = {name: question for name, question in after.items() if question.awaited}
    opened = [
        Waiting(name, question, predecessor(question, waited))
        for name, question in sorted(waits.items())
        if name not in waited
    ]
    return Changes(tuple(opened), tuple(sorted(name for name in waited if name not in waits)))


def predecessor(question: Question, waited: Questions) -> QuestionName | None:
    """Find the awaited question that this one takes the place of: it hands on clock and reminders.

    After going back it is the same question under a new name.
    """
    forebears = {(question.replaces, question.seat), (question.opened, question.seat)}
    return next((name for name in waited if name.opened_by in forebears), None)


def label(name: QuestionName) -> str:
    """Write a question's name as rows hold it."""
    return name.text()


def mail_kind(question: Question, windows: frozenset[str]) -> str:
    """Choose the kind of email that asks this."""
    if question.together:
        return "secret"
    return "window" if question.kind in windows else "turn"


def wait_kind(question: Question, windows: frozenset[str]) -> str:
    """Choose the clock of a question: a window's short one, even where it is answered in secret."""
    return "window" if question.kind in windows else mail_kind(question, windows)
