"""The one door: the only way events are written.

Web form, mail link, mail reply, timer, standing order, robot and moderator all come here. One
transaction: lock the match, look whether this wish was heard before, load and fold, ask the judge,
settle what answers itself, write every row, commit, ring the bell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction

from games import bell, follow, history, ladder
from games.desk import Desk, own_key
from games.follow_ups import label
from games.locks import writing
from games.models import (
    Deadline,
    DeadlineState,
    Door,
    Match,
    MatchStatus,
    Order,
    Outcome,
    Seat,
    Submission,
)
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import kind_of
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.rules.kernel.seats import EventNumber

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Wish:
    """What somebody asks for: as it came, nothing believed."""

    match: int
    seat: int
    generation: int
    question: QuestionName
    command: str
    key: str
    door: Door


@dataclass(frozen=True)
class Receipt:
    """What came of it. The same for the same key, however often it is sent."""

    outcome: str
    code: str = ""
    details: dict[str, Any] | None = None
    first_event: int | None = None
    last_event: int | None = None

    @property
    def refused(self) -> bool:
        return self.outcome == Outcome.REFUSED


def submit(wish: Wish, now: datetime) -> Receipt:
    """Do what a player asks, or say why not. Never raises for anything a player can send."""
    return _guarded(wish.match, lambda: _submit(wish, now))


LONGEST_KEY = 64


def _submit(wish: Wish, now: datetime) -> Receipt:
    # What no database can keep isn't even written down as refused.
    if len(wish.key) > LONGEST_KEY or "\0" in wish.key + wish.command:
        raise Refused("malformed")
    with writing():
        match = Match.objects.select_for_update().get(pk=wish.match)
        heard = Submission.objects.filter(match=match, key=wish.key).first()
        return receipt_of(heard) if heard else _hear(match, wish, now)


def _guarded(match_id: int, act: Callable[[], Receipt]) -> Receipt:
    """Turn what may go wrong into an answer; a broken log stops its own match and no other."""
    try:
        return act()
    except Refused as refused:
        return Receipt(Outcome.REFUSED, refused.code, refused.plain_details())
    except HistoryBroken as fault:
        quarantine(match_id, fault)
        return Receipt(Outcome.REFUSED, "fault")
    except TooNew:  # no fault of the match: a newer process will do it
        return Receipt(Outcome.REFUSED, "try_again")


def quarantine(match_id: int, fault: Exception) -> None:
    """Stop one match whose log and rules disagree, and tell the operators; all others go on."""
    with writing():
        Match.objects.filter(pk=match_id, status=MatchStatus.RUNNING).update(
            status=MatchStatus.QUARANTINED, fault=str(fault)
        )
    log.error("match_quarantined", match=match_id)


def receipt_of(submission: Submission) -> Receipt:
    """Say again what came of a wish."""
    return Receipt(
        submission.outcome,
        submission.refusal.get("code", ""),
        submission.refusal.get("details"),
        submission.first_event,
        submission.last_event,
    )


def _hear(match: Match, wish: Wish, now: datetime) -> Receipt:
    """Answer a wish for the first time; a refusal leaves its own record and nothing else."""
    try:
        command = codec(match.rules).command(wish.command)
        desk = _desk(match, now)
        if desk.seats[wish.seat].generation != wish.generation:
            raise Refused("stale")
        if wish.question.seat != wish.seat:
            raise Refused("not_yours")
        if is_only_for_orders(desk, wish.question):
            raise Refused("stale")
        desk.answer(wish.door, wish.key, wish.question, command)
    except Refused as refused:
        return receipt_of(_record_refusal(match, wish, refused, now))
    _came_back(desk, wish.seat)
    _finish(desk)
    return receipt_of(desk.deeds[0].submission)


def is_only_for_orders(desk: Desk, name: QuestionName) -> bool:
    """Tell whether a question was put to orders alone, and its moment has passed."""
    question = desk.questions().get(name)
    return question is not None and question.kind in desk.rules.moments and not question.awaited


def _desk(match: Match, now: datetime) -> Desk:
    """Load a running match; raise Refused for one that isn't."""
    if not match.is_running:
        raise Refused("not_running")
    return Desk.of(match, now)


def _record_refusal(match: Match, wish: Wish, refused: Refused, now: datetime) -> Submission:
    return Submission.objects.create(
        match=match,
        seat=match.seats.get(number=wish.seat),
        door=wish.door,
        key=wish.key,
        question=label(wish.question),
        command=wish.command[:2000],
        outcome=Outcome.REFUSED,
        refusal={"code": refused.code, "details": refused.plain_details()},
        at=now,
    )


def _came_back(desk: Desk, number: int) -> None:
    """A player who acts is there again: silences are forgotten, the autopilot lets go."""
    seat = desk.seats[number]
    if seat.silences or seat.on_autopilot:
        was_flown, seat.silences, seat.on_autopilot = seat.on_autopilot, 0, False
        seat.save(update_fields=["silences", "on_autopilot"])
        if was_flown:
            follow.clock_anew(desk, seat)


# --- the program's own acts


def start(match_id: int, now: datetime) -> None:
    """Begin a match whose seats are taken; raise Refused for one that can't begin."""
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status != MatchStatus.LOBBY:
            raise Refused("not_running")
        desk = Desk.for_start(match, now)
        match.status, match.started_at = MatchStatus.RUNNING, now
        _finish(desk)


def time_up(deadline_id: int, now: datetime) -> bool:
    """Close the question of a deadline that has passed; tell whether there was anything to close."""
    return _by_deadline(deadline_id, now, _close_question)


def carry_on(deadline_id: int, now: datetime) -> bool:
    """Make a robot's move, or go on settling."""
    return _by_deadline(deadline_id, now, _robot_moves)


def late(deadline_id: int, now: datetime) -> bool:
    """Let a plan that has asked act, now that its own hours have passed."""
    return _by_deadline(deadline_id, now, _plan_acts)


Act = Callable[[Desk, Deadline], frozenset[QuestionName]]  # gives the questions that are late


def _by_deadline(deadline_id: int, now: datetime, act: Act) -> bool:
    with writing():
        match = Match.objects.select_for_update(of=("self",)).filter(deadlines=deadline_id).first()
        deadline = Deadline.objects.filter(pk=deadline_id, state=DeadlineState.RUNNING).first()
        if match is None or deadline is None or not match.is_running or deadline.due_at > now:
            return False
        desk = Desk.of(match, now)
        try:
            late_names = act(desk, deadline)
        except Refused:  # the log decides, not the clock: somebody was faster
            late_names = frozenset()
        Deadline.objects.filter(pk=deadline.pk).update(state=DeadlineState.DONE)
        _finish(desk, late_names)
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
    return frozenset()


def _robot_moves(desk: Desk, deadline: Deadline) -> frozenset[QuestionName]:
    if not deadline.question:  # nothing but more to settle, moments that were still to be looked at too
        desk.looked_at = 0
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


# --- what follows from a transaction


def _finish(desk: Desk, late_names: frozenset[QuestionName] = frozenset()) -> None:
    """Settle, write every row, and ring when it is committed."""
    settled = ladder.settle(desk, late_names)
    outcome = desk.rules.outcome(desk.draft.state)
    if outcome is not None:
        desk.match.status, desk.match.ended_at = MatchStatus.OVER, desk.now
    desk.save()
    follow.follow(desk)
    if not settled:
        follow.carry_on_at(desk, None, desk.now)
    if outcome is not None:
        follow.mail_everybody(desk, "over")
    transaction.on_commit(desk.remember)
    transaction.on_commit(bell.ring, robust=True)


# --- what a player may do beside answering


def lay_orders(match_id: int, seat_number: int, orders: str, door: Door, now: datetime) -> Receipt:
    """Lay orders and a plan, which act at once if they answer what is asked now.

    While the table still fills they are only written down, and count from the start.
    """
    return _guarded(match_id, lambda: _lay_orders(match_id, seat_number, orders, door, now))


def _lay_orders(match_id: int, seat_number: int, orders: str, door: Door, now: datetime) -> Receipt:
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        read = codec(match.rules).orders(orders)
        desk = None if match.status == MatchStatus.LOBBY else _desk(match, now)
        seat = desk.seats[seat_number] if desk else match.seats.get(number=seat_number)
        order = Order.objects.create(
            match=match,
            seat=seat,
            generation=seat.generation,
            content=canonical(read).decode(),
            since=match.version,
            door=door,
            at=now,
        )
        if desk:
            desk.orders[seat_number] = order
            _came_back(desk, seat_number)
            _finish(desk)
    return Receipt(Outcome.PLAYED)


def may_take_back(match: Match, seat: Seat, now: datetime) -> Submission | None:
    """Find the move a seat may still take back: the last one, alone, without chance or hidden things."""
    mine = match.submissions.filter(seat=seat, outcome=Outcome.PLAYED, first_event__isnull=False)
    last = mine.filter(door__in=(Door.PAGE, Door.LINK, Door.REPLY)).order_by("pk").last()
    if last is None or last.last_event != match.version or not match.is_running:
        return None
    if now - last.at > timedelta(seconds=settings.SEND_AFTER):
        return None
    records, _ = history.load(match)
    made = [record for record in records if record.number >= (last.first_event or 0)]
    hidden = any(record.draws or kind_of(record.event) in match.rules.reveals for record in made)
    return None if hidden else last


def take_back(match_id: int, seat_number: int, key: str, now: datetime) -> Receipt:
    """Undo one's own last move, as long as nothing has followed from it."""
    return _guarded(match_id, lambda: _take_back(match_id, seat_number, key, now))


def _take_back(match_id: int, seat_number: int, key: str, now: datetime) -> Receipt:
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        heard = Submission.objects.filter(match=match, key=key).first()
        if heard:
            return receipt_of(heard)
        seat = match.seats.get(number=seat_number)
        last = may_take_back(match, seat, now)
        if last is None or last.first_event is None:
            raise Refused("too_late")
        desk = Desk.of(match, now)
        desk.go_back(key, seat, EventNumber(last.first_event - 1))
        ladder.disarm(desk, seat_number, "take_back")
        _finish(desk)
        return receipt_of(desk.deeds[0].submission)
