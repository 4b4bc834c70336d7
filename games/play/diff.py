"""Compare which questions are open before and after a transaction. Pure.

A question that was opened and answered within it doesn't show up here, so nobody is emailed about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.kernel.questions import Question, QuestionName

Questions = Mapping[QuestionName, Question]


class Waiting(NamedTuple):
    """A question that play now waits for; `instead_of` is the question it replaces."""

    name: QuestionName
    question: Question
    instead_of: QuestionName | None


class Changes(NamedTuple):
    opened: tuple[Waiting, ...]
    closed: tuple[QuestionName, ...]


def changes(before: Questions, after: Questions) -> Changes:
    """Find the questions that play has begun to wait for, and those it no longer waits for.

    If a question was optional before and is awaited now, it counts as opened: its clock starts.
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
    """Find the awaited question that this one replaces, and whose clock and reminders it inherits.

    After play went back, that is the same question under its old name.
    """
    forebears = {(question.replaces, question.seat), (question.opened, question.seat)}
    return next((name for name in waited if name.opened_by in forebears), None)


def label(name: QuestionName) -> str:
    """Return a question's name as rows store it."""
    return name.text()


def mail_kind(question: Question, windows: frozenset[str]) -> str:
    """Choose the kind of email for a question."""
    if question.together:
        return "secret"
    return "window" if question.kind in windows else "turn"


def wait_kind(question: Question, windows: frozenset[str]) -> str:
    """Choose the clock of a question: a window's short one, even where it is answered in secret."""
    return "window" if question.kind in windows else mail_kind(question, windows)
