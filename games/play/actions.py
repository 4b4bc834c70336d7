"""What can be done to the game in a workspace: answer, let time run out, go back."""

from __future__ import annotations

from typing import Any

from games.infra.statements import new_row
from games.models import Door, Order, Outcome, Seat, Submission
from games.play.diff import label
from games.play.workspace import Step, Workspace
from games.rules.kernel import turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.table import Draft


def answer(
    work: Workspace, door: Door, key: str, name: QuestionName, command: Any, order: Order | None = None
) -> None:
    """Give an answer; raise Refused, and then nothing has happened."""
    question = turn.find(work.rules, work.draft.table, name, name.seat)
    turn.check(work.rules, work.draft.table, question, command)
    step = _begin(work, door, key, name, command, order)
    if question.together:
        step.sealed = name
        step.submission.outcome = Outcome.SEALED
        work.sealed[name] = command
    else:
        work.rules.core.decide(work.draft, question, name.seat, command)
    _settle_sealed(work)


def time_up(work: Workspace, key: str, name: QuestionName) -> None:
    """Close a question whose time is up; raise Refused if play no longer waits for it."""
    step = _begin(work, Door.TIMER, key, name, None, None)
    try:
        turn.time_up(work.rules, work.draft, name, work.sealed)
    except Refused:
        work.steps.remove(step)
        raise
    _settle_sealed(work)


def _begin(
    work: Workspace, door: Door, key: str, name: QuestionName, command: Any, order: Order | None
) -> Step:
    submission = new_row(
        Submission,
        match=work.match,
        seat=work.seats[name.seat],
        door=door,
        key=key,
        question=label(name),
        command="" if command is None else canonical(command).decode(),
        outcome=Outcome.PLAYED,
        order=order,
        at=work.now,
    )
    step = Step(submission, len(work.draft.records))
    work.steps.append(step)
    return step


def _settle_sealed(work: Workspace) -> None:
    turn.settle_sealed(work.rules, work.draft, work.sealed)
    still_open = work.questions()
    work.sealed = {name: command for name, command in work.sealed.items() if name in still_open}


def go_back(work: Workspace, key: str, seat: Seat, to: EventNumber) -> None:
    """Go back to just after event `to`; keep the other seats' sealed answers, under new names."""
    _go_back(work, Door.TAKE_BACK, key, seat, to)
    moved = {name.opened_by: name for name in work.questions()}
    work.sealed = {
        moved[name.opened_by]: command
        for name, command in work.sealed.items()
        if name.opened_by in moved and name.seat != seat.number
    }
    work.relaid = dict(work.sealed)
    work.went_back = True


def rewind(work: Workspace, door: Door, key: str, to: EventNumber) -> None:
    """Go back to just after event `to` for everybody: drop sealed answers, ask every question again."""
    _go_back(work, door, key, None, to)
    work.sealed = {}
    work.asks_anew = True


def _go_back(work: Workspace, door: Door, key: str, seat: Seat | None, to: EventNumber) -> None:
    record, back = turn.go_back(work.rules, work.draft.table, work.records, to)
    undone = Submission(match=work.match, seat=seat, door=door, key=key, outcome=Outcome.PLAYED, at=work.now)
    work.steps.append(Step(undone, 0))
    work.loaded = Draft(work.rules, back, MatchDice(work.secret, back.opened.words))
    work.draft.records.append(record)
