"""What answers for a seat when its player doesn't: order, plan, then silence, then the robot."""

from __future__ import annotations

from typing import Any

import structlog

from games.models import Autopilot, Door, Seat
from games.play import actions
from games.play.workspace import Workspace
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import Refused
from games.rules.kernel.robots import reflex

log = structlog.get_logger(__name__)

MOST_ANSWERS = 100  # in one transaction; the rest follows in the next


def settle(work: Workspace, late: frozenset[QuestionName] = frozenset()) -> bool:
    """Answer every awaited question that needs no person, by (number, seat); tell whether nothing is left."""
    return any(not answer_one(work, late) for _ in range(MOST_ANSWERS))


def answer_one(work: Workspace, late: frozenset[QuestionName]) -> bool:
    """Let the first robot or order that has an answer give it; moments come first, because they pass."""
    waiting = work.questions()
    if any(answer_moment(work, name, one) for name, one in waiting.items() if is_moment(work, one)):
        return True
    awaited = (name for name, one in waiting.items() if work.awaits(name, one))
    in_order = sorted(awaited, key=lambda name: (name.opened, name.seat))
    return any(answer_without_player(work, name, waiting[name], name in late) for name in in_order)


def answer_without_player(work: Workspace, name: QuestionName, question: Question, late: bool) -> bool:
    """Let a seat's robot or orders answer; tell whether they did."""
    if work.seats[name.seat].plays_itself:
        play_robot(work, name, question)
        return True
    command = by_order(work, name, question, late)
    return command is not None and give(work, name, command)


def is_moment(work: Workspace, question: Question) -> bool:
    """Tell whether a question was opened in this transaction and only orders may answer it."""
    return question.kind in work.rules.core.moments and question.opened > work.looked_at


def answer_moment(work: Workspace, name: QuestionName, question: Question) -> bool:
    """Let a seat's orders answer a moment, or its robot's; if they don't, silence does where play waits.

    Moments are answered in the order in which the game lists them: the game decides who comes first.
    """
    by_itself = work.seats[name.seat].plays_itself
    if by_itself and robot_reflex(work, name, question):
        return True
    command = None if by_itself else by_order(work, name, question, False)
    if command is not None and give(work, name, command):
        return True
    if not work.awaits(name, question):
        return False
    actions.answer(work, Door.ORDER, work.key_for("moment", name), name, work.silence(question))
    return True


def by_order(work: Workspace, name: QuestionName, question: Question, late: bool) -> Any | None:
    """Get an answer from a seat's orders, or from the game's defaults if it has laid none."""
    orders, since = work.orders_of(name.seat), work.since(name.seat)
    return work.rules.automation.answer(work.view(name.seat), question, orders, since, late)


def give(work: Workspace, name: QuestionName, command: Any) -> bool:
    """Give an order's answer; if it is refused, undo nothing, but drop the plan so the player is asked."""
    order = work.orders.get(name.seat)
    try:
        actions.answer(work, Door.ORDER, work.key_for("order", name), name, command, order)
    except Refused:
        disarm(work, name.seat, "refused")
        return False
    return True


def disarm(work: Workspace, seat: int, why: str) -> None:
    """Drop a seat's plan; its standing orders stay."""
    automation, orders = work.rules.automation, work.orders_of(seat)
    kept = automation.unplanned(automation.left(work.view(seat), orders, work.since(seat)))
    if kept != orders:
        work.disarmed[seat] = work.lay(work.seats[seat], kept, why, work.draft.table.number)


def play_robot(work: Workspace, name: QuestionName, question: Question) -> None:
    """Answer for a seat that plays itself; replace a robot's illegal answer with the silence move."""
    key = work.key_for("robot", name)
    try:
        actions.answer(work, Door.ROBOT, key, name, robot_answer(work, name, question))
    except Refused:  # a faulty robot must not keep everybody waiting
        log.error("robot_erred", match=work.match.pk, seat=name.seat)
        actions.answer(work, Door.ROBOT, key, name, work.silence(question))


def robot_reflex(work: Workspace, name: QuestionName, question: Question) -> bool:
    """Let the orders that a robot lays answer a moment; tell whether they did."""
    seat = work.seats[name.seat]
    command = (
        None
        if is_silent(work, seat)
        else reflex(work.rules, robot_of(work, seat), work.view(name.seat), question)
    )
    if command is None:
        return False
    try:
        actions.answer(work, Door.ROBOT, work.key_for("robot", name), name, command)
    except Refused:  # the moment passes
        log.error("robot_erred", match=work.match.pk, seat=name.seat)
        return False
    return True


def robot_answer(work: Workspace, name: QuestionName, question: Question) -> Any:
    """Choose the answer of a seat that plays itself."""
    seat = work.seats[name.seat]
    if is_silent(work, seat):
        return work.silence(question)
    bot = work.rules.robots[robot_of(work, seat)]
    return bot(work.view(name.seat), question, work.robot_dice())


def is_silent(work: Workspace, seat: Seat) -> bool:
    """Tell whether only silence moves for a seat whose player is away."""
    return seat.on_autopilot and work.match.autopilot == Autopilot.SILENCE


def robot_of(work: Workspace, seat: Seat) -> str:
    """Name the robot in a seat, or the one that plays for a player who is away."""
    return str(seat.robot or work.rules.automation.sensible)
