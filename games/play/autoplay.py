"""Who answers for a seat when its player doesn't: order, plan, then silence, then the robot."""

from __future__ import annotations

from typing import Any

import structlog

from games.models import Autopilot, Door, Order
from games.play import moves
from games.play.workspace import Desk
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

MOST_ANSWERS = 100  # in one transaction; what is left carries on in the next


def settle(desk: Desk, late: frozenset[QuestionName] = frozenset()) -> bool:
    """Answer every awaited question that needs no person, by (number, seat); tell whether all is done."""
    return any(not answer_one(desk, late) for _ in range(MOST_ANSWERS))


def answer_one(desk: Desk, late: frozenset[QuestionName]) -> bool:
    """Let the first robot or order that has an answer give it; moments come first, for they pass."""
    waiting = desk.questions()
    if any(answer_moment(desk, name, one) for name, one in waiting.items() if is_moment(desk, one)):
        return True
    awaited = (name for name, one in waiting.items() if desk.awaits(name, one))
    in_order = sorted(awaited, key=lambda name: (name.opened, name.seat))
    return any(answer_without_player(desk, name, waiting[name], name in late) for name in in_order)


def answer_without_player(desk: Desk, name: QuestionName, question: Question, late: bool) -> bool:
    """Let a seat's robot or orders answer; tell whether they did."""
    if desk.seats[name.seat].plays_itself:
        play_robot(desk, name, question)
        return True
    command = by_order(desk, name, question, late)
    return command is not None and give(desk, name, command)


def is_moment(desk: Desk, question: Question) -> bool:
    """Tell whether a question was opened in this transaction for orders alone."""
    return question.kind in desk.rules.core.moments and question.opened > desk.looked_at


def answer_moment(desk: Desk, name: QuestionName, question: Question) -> bool:
    """Put a moment to a seat's order; where somebody is waited for, silence answers for who has none.

    In the order in which the game lists them: whose turn comes first there is the game's own affair.
    """
    by_hand = not desk.seats[name.seat].plays_itself
    command = by_order(desk, name, question, False) if by_hand else None
    if command is not None and give(desk, name, command):
        return True
    if not desk.awaits(name, question):
        return False
    moves.answer(desk, Door.ORDER, desk.key_for("moment", name), name, desk.silence(question))
    return True


def by_order(desk: Desk, name: QuestionName, question: Question, late: bool) -> Any | None:
    """Ask a seat's orders for an answer, the game's defaults where it has laid none."""
    orders, since = desk.orders_of(name.seat), desk.since(name.seat)
    return desk.rules.automation.answer(desk.view(name.seat), question, orders, since, late)


def give(desk: Desk, name: QuestionName, command: Any) -> bool:
    """Give an order's answer; one that is refused disarms its plan and asks, and undoes nothing."""
    order = desk.orders.get(name.seat)
    try:
        moves.answer(desk, Door.ORDER, desk.key_for("order", name), name, command, order)
    except Refused:
        disarm(desk, name.seat, "refused")
        return False
    return True


def disarm(desk: Desk, seat: int, why: str) -> None:
    """Take a seat's plan off the table; its standing orders stay."""
    orders = desk.orders_of(seat)
    kept = desk.rules.automation.unplanned(
        desk.rules.automation.left(desk.view(seat), orders, desk.since(seat))
    )
    if kept == orders:
        return
    desk.orders[seat] = desk.disarmed[seat] = Order.objects.create(
        match=desk.match,
        seat=desk.seats[seat],
        generation=desk.seats[seat].generation,
        content=canonical(kept).decode(),
        since=desk.draft.table.number,
        door=why,
        at=desk.now,
    )


def play_robot(desk: Desk, name: QuestionName, question: Question) -> None:
    """Answer for a seat that plays itself; a robot's illegal answer becomes the move of silence."""
    key = desk.key_for("robot", name)
    try:
        moves.answer(desk, Door.ROBOT, key, name, robot_answer(desk, name, question))
    except Refused:  # a robot that errs must not leave everybody waiting
        log.error("robot_erred", match=desk.match.pk, seat=name.seat)
        moves.answer(desk, Door.ROBOT, key, name, desk.silence(question))


def robot_answer(desk: Desk, name: QuestionName, question: Question) -> Any:
    """Give the answer of a seat that plays itself."""
    seat = desk.seats[name.seat]
    if seat.on_autopilot and desk.match.autopilot == Autopilot.SILENCE:
        return desk.silence(question)
    bot = desk.rules.robots[seat.robot or desk.rules.automation.sensible]
    return bot(desk.view(name.seat), question, desk.robot_dice())
