"""What may be done at a desk: give an answer, let time run out, go back."""

from __future__ import annotations

from typing import Any

from games.models import Door, Order, Outcome, Seat, Submission
from games.play.diff import label
from games.play.workspace import Deed, Desk
from games.rules.kernel import turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical
from games.rules.kernel.draft import Draft
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber


def answer(
    desk: Desk, door: Door, key: str, name: QuestionName, command: Any, order: Order | None = None
) -> None:
    """Give an answer; raise Refused, and then nothing has happened."""
    question = turn.find(desk.rules, desk.draft.table, name, name.seat)
    turn.check(desk.rules, desk.draft.table, question, command)
    deed = _begin(desk, door, key, name, command, order)
    if question.together:
        deed.sealed = name
        deed.submission.outcome = Outcome.SEALED
        desk.sealed[name] = command
    else:
        desk.rules.core.decide(desk.draft, question, name.seat, command)
    _settle_sealed(desk)


def time_up(desk: Desk, key: str, name: QuestionName) -> None:
    """Close a question whose time is up; raise Refused if nobody waits for it any more."""
    deed = _begin(desk, Door.TIMER, key, name, None, None)
    try:
        turn.time_up(desk.rules, desk.draft, name, desk.sealed)
    except Refused:
        desk.deeds.remove(deed)
        raise
    _settle_sealed(desk)


def _begin(desk: Desk, door: Door, key: str, name: QuestionName, command: Any, order: Order | None) -> Deed:
    submission = Submission(
        match=desk.match,
        seat=desk.seats[name.seat],
        door=door,
        key=key,
        question=label(name),
        command="" if command is None else canonical(command).decode(),
        outcome=Outcome.PLAYED,
        order=order,
        at=desk.now,
    )
    deed = Deed(submission, len(desk.draft.records))
    desk.deeds.append(deed)
    return deed


def _settle_sealed(desk: Desk) -> None:
    turn.settle_sealed(desk.rules, desk.draft, desk.sealed)
    still_open = desk.questions()
    desk.sealed = {name: command for name, command in desk.sealed.items() if name in still_open}


def go_back(desk: Desk, key: str, seat: Seat, to: EventNumber) -> None:
    """Go back to just after event `to`; early answers of the other seats stay laid, under new names."""
    _go_back(desk, Door.TAKE_BACK, key, seat, to)
    moved = {name.opened_by: name for name in desk.questions()}
    desk.sealed = {
        moved[name.opened_by]: command
        for name, command in desk.sealed.items()
        if name.opened_by in moved and name.seat != seat.number
    }
    desk.relaid = dict(desk.sealed)
    desk.went_back = True


def rewind(desk: Desk, door: Door, key: str, to: EventNumber) -> None:
    """Go back to just after event `to` for everybody: no answer stays laid, and all that is open is new."""
    _go_back(desk, door, key, None, to)
    desk.sealed = {}
    desk.asks_anew = True


def _go_back(desk: Desk, door: Door, key: str, seat: Seat | None, to: EventNumber) -> None:
    record, back = turn.go_back(desk.rules, desk.draft.table, desk.records, to)
    undone = Submission(match=desk.match, seat=seat, door=door, key=key, outcome=Outcome.PLAYED, at=desk.now)
    desk.deeds.append(Deed(undone, 0))
    desk.draft = Draft(desk.rules, back, MatchDice(desk.secret, back.opened.words))
    desk.draft.records.append(record)
