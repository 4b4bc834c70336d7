"""Check what belongs to a log: the match row, clocks and emails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

from games.mail.kinds import ASKING_IN_TURN
from games.mail.queue import AboutQuestion
from games.models import ENDED, RESTING, Deadline, DeadlineKind, DeadlineState, Heartbeat, MatchStatus, Seat
from games.ops.verification import log
from games.ops.verification.log import AnyTable
from games.ops.verification.rows import Rows
from games.play import outages
from games.play.diff import label
from games.rules.kernel.questions import Question
from games.rules.kernel.table import questions

ANSWER_CLOCKS = (DeadlineKind.QUESTION, DeadlineKind.CARRY_ON)
#: What answers for all robots of a match.
SETTLES = (DeadlineKind.CARRY_ON, "")
#: A stale email is dropped when its time comes. A sweep this much later should have seen it.
PATIENCE = timedelta(hours=1)


def in_match_row(rows: Rows, table: AnyTable) -> Iterator[str]:
    match, last = rows.match, rows.events[-1]
    if (match.version, match.head) != (last.number, last.digest):
        yield f"the match row says version {match.version}, but its log ends with event {last.number}"
    if len(rows.seats) != table.opened.seats:
        yield f"it has {len(rows.seats)} seats, but it was opened for {table.opened.seats}"
    over = match.rules.core.outcome(table.state) is not None
    if match.status == MatchStatus.QUARANTINED:
        yield f"it is quarantined: {match.fault}"
    elif match.status == MatchStatus.LOBBY:
        yield "it has not started, but has a log"
    elif over != (match.status == MatchStatus.OVER) and match.status != MatchStatus.CLOSED:
        yield f"it is {match.status}, but its log says it is {'over' if over else 'not over'}"
    awaited = sorted({one.seat for one in waited_for(rows, table).values()})
    if not match.is_scratch and match.status != MatchStatus.CLOSED and match.awaited != awaited:
        yield f"the match row waits for seats {match.awaited}, but its log waits for {awaited}"


def waited_for(rows: Rows, table: AnyTable) -> dict[str, Question]:
    """Return the questions somebody still has to answer, by label: not timed out, no sealed answer yet."""
    asked = {label(name): one for name, one in questions(rows.match.rules, table).items()}
    return {
        called: one
        for called, one in asked.items()
        if one.awaited and not table.is_timed_out(one) and called not in rows.sealed
    }


def in_clocks(rows: Rows, table: AnyTable) -> Iterator[str]:
    """Compare clocks with questions: each that waits for a person has one, and no other clock runs."""
    waiting, running = waited_for(rows, table), []
    for clock in rows.clocks:
        if clock.state == DeadlineState.STUCK:
            yield f"the {clock.kind} clock of question {clock.question or '-'} is stuck"
        else:
            running.append(clock)
    if rows.match.is_scratch or rows.match.status in ENDED:
        yield from (f"a {clock.kind} clock is running, but the match has ended" for clock in running)
        return
    allowed = {label(name) for name in questions(rows.match.rules, table)}
    for clock in running:
        wanted = allowed if clock.kind == DeadlineKind.LATE else waiting
        if clock.question and clock.question not in wanted:
            yield f"a {clock.kind} clock is running for question {clock.question}, which waits for nobody"
    if rows.match.is_running:
        for called, question in waiting.items():
            yield from _in_clocks_of(rows.seats[question.seat], called, running)


def _in_clocks_of(seat: Seat, question: str, running: list[Deadline]) -> Iterator[str]:
    kinds = [clock.kind for clock in running if clock.question == question and clock.kind in ANSWER_CLOCKS]
    if seat.plays_itself:
        is_settled_soon = any((clock.kind, clock.question) == SETTLES for clock in running)
        if not kinds and not is_settled_soon:
            yield f"nothing will answer question {question} for seat {seat.number + 1}, which plays itself"
    elif kinds != [DeadlineKind.QUESTION]:
        yield f"question {question} of seat {seat.number + 1} has {_clocks(kinds)}, not a question clock"


def _clocks(kinds: list[str]) -> str:
    return " and ".join(f"a {kind} clock" for kind in kinds) or "no clock"


def given_up(rows: Rows) -> Iterator[str]:
    """List emails that could not be sent, without their address or content."""
    for mail in rows.given_up:
        reader = f"seat {mail.seat.number + 1}" if mail.seat else "no seat"
        yield f"a {mail.kind} email to {reader} was given up after {mail.attempts} tries: {mail.error}"


def in_mails(rows: Rows, table: AnyTable) -> Iterator[str]:
    """Compare emails with questions: each that waits for a person has one, and no stale one is left."""
    waiting = waited_for(rows, table)
    if rows.match.is_running and not rows.match.is_scratch:
        for called, question in waiting.items():
            yield from _in_mails_of(rows, called, question)
    if rows.match.status not in RESTING:
        yield from _stale(rows, waiting)


def _in_mails_of(rows: Rows, called: str, question: Question) -> Iterator[str]:
    """Look for the email that asked this; a seat that plays itself gets none."""
    seat = rows.seats[question.seat]
    mine = [mail for mail in rows.asking if (mail.seat_id, mail.generation) == (seat.pk, seat.generation)]
    # Ignore the count of rewinds: a question that is open again after a rewind was emailed before.
    mailed = {about.name.opened_by for mail in mine if (about := AboutQuestion.find(mail.question))}
    names = ((opened, question.seat) for opened in log.opening_events(rows, question))
    if not seat.plays_itself and mailed.isdisjoint(names):
        yield f"question {called} of seat {seat.number + 1} was never queued as an email"


def _stale(rows: Rows, waiting: Mapping[str, Question]) -> Iterator[str]:
    """Find stale emails that should have been superseded long before the outbox was last swept."""
    swept = Heartbeat.objects.filter(name=outages.SWEEP).values_list("at", flat=True).first()
    for mail in rows.mails:
        could_go = max(mail.send_after, rows.went_on or mail.send_after)
        is_old = swept is not None and could_go + PATIENCE < swept
        if is_old and mail.kind in ASKING_IN_TURN and mail.question not in waiting:
            yield f"email {mail.pk} is still queued for question {mail.question}, which closed long ago"
