"""What happens without anybody doing it: time is up, a robot moves, a plan that has asked acts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog

from games import follow, ladder, news
from games.desk import Desk, own_key
from games.follow_ups import label
from games.locks import writing
from games.models import Deadline, DeadlineState, Door, Match
from games.news import News
from games.play.finish import finish
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

Act = Callable[[Desk, Deadline], frozenset[QuestionName]]  # gives the questions that are late


def time_up(deadline_id: int, now: datetime) -> bool:
    """Close the question of a deadline that has passed; tell whether there was anything to close."""
    return _by_deadline(deadline_id, now, _close_question)


def carry_on(deadline_id: int, now: datetime) -> bool:
    """Make a robot's move, or go on settling."""
    return _by_deadline(deadline_id, now, _robot_moves)


def late(deadline_id: int, now: datetime) -> bool:
    """Let a plan that has asked act, now that its own hours have passed."""
    return _by_deadline(deadline_id, now, _plan_acts)


def _by_deadline(deadline_id: int, now: datetime, act: Act) -> bool:
    with writing():
        match = Match.objects.select_for_update(of=("self",)).filter(deadlines=deadline_id).first()
        deadline = Deadline.objects.filter(pk=deadline_id, state=DeadlineState.RUNNING).first()
        if match is None or deadline is None or not match.is_running or deadline.due_at > now:
            return False
        desk = Desk.of(match, now)
        try:
            late_names = act(desk, deadline)
        except Refused as refused:
            if refused.code != "stale":  # nobody asked anything wrong: a fault of ours, to be noticed
                raise
            late_names = frozenset()  # the log decides, not the clock: somebody was faster
        Deadline.objects.filter(pk=deadline.pk).update(state=DeadlineState.DONE)
        finish(desk, late_names)
        return bool(desk.deeds)


def _named(desk: Desk, deadline: Deadline) -> QuestionName:
    """Find the question of a deadline; raise Refused when it is no longer open."""
    for name in desk.questions():
        if label(name) == deadline.question:
            return name
    raise Refused("stale")


def _close_question(desk: Desk, deadline: Deadline) -> frozenset[QuestionName]:
    name = _named(desk, deadline)
    desk.time_up(own_key(desk.secret, "time up", deadline.question), name)
    follow.stop_clocks(desk, [name])  # here, while it runs: silence has used the time bank up
    seat = desk.seats[name.seat]
    seat.silences += 1
    seat.on_autopilot = seat.silences >= desk.match.silences_allowed
    seat.save(update_fields=["silences", "on_autopilot"])
    if seat.on_autopilot:
        news.tell(desk.match, [seat], News.ON_AUTOPILOT, deadline.question, desk.now)
    return frozenset()


def _robot_moves(desk: Desk, deadline: Deadline) -> frozenset[QuestionName]:
    if not deadline.question:  # nothing but more to settle
        return frozenset()
    name = _named(desk, deadline)
    question = desk.questions()[name]
    if desk.seats[name.seat].plays_itself and desk.awaits(name, question):
        key = own_key(desk.secret, "robot", deadline.question)
        try:
            desk.answer(Door.ROBOT, key, name, ladder.robot_answer(desk, name, question))
        except Refused:  # a robot that errs must not leave everybody waiting
            log.error("robot_erred", match=desk.match.pk, seat=name.seat)
            desk.answer(Door.ROBOT, key, name, desk.rules.silence(desk.draft.state, question))
    return frozenset()


def _plan_acts(desk: Desk, deadline: Deadline) -> frozenset[QuestionName]:
    return frozenset({_named(desk, deadline)})
