"""Handle a player's request once, and return its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db import OperationalError

from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.models import Door, Match, MatchStatus, Outcome, Submission, roster_of
from games.play import actions, effects, loading, writer
from games.play.diff import label
from games.play.transaction import (
    Receipt,
    came_back,
    finish,
    guarded,
    heard_before,
    load_running,
    receipt_of,
)
from games.play.workspace import Workspace
from games.rules.kernel.codec import codec
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused, keepable

LONGEST_KEY = 64
LONGEST_COMMAND = 2000  # so much is kept of a refused one


@dataclass(frozen=True)
class Wish:
    """A player's request as it came in, nothing checked yet."""

    match: int
    seat: int
    generation: int
    question: QuestionName
    command: str
    key: str
    door: Door
    address: str = field(default="", repr=False)  # where it came from: counted, not kept


def submit(wish: Wish, now: datetime) -> Receipt:
    """Do what a player asks, or say why not. Never raises, whatever a player sends."""
    return guarded(wish.match, now, lambda: _submit(wish, now))


def _submit(wish: Wish, now: datetime) -> Receipt:
    if len(wish.key) > LONGEST_KEY or not wish.key.isprintable():  # can't be stored, so it wasn't before
        raise Refused("malformed")
    try:
        with writing():
            return _hear(*loading.lock_and_read(wish.match), wish, now)
    except OperationalError:  # can't look it up now; a retry can
        raise
    except Exception:  # a sealed answer sent twice, or a log that has broken since
        if heard := heard_before(wish.match, wish.key):
            return heard
        raise


def _hear(match: Match, rows: loading.LockedRows, wish: Wish, now: datetime) -> Receipt:
    """Handle a request on a locked match.

    Look up whether it was handled before only if something is wrong with it: a key can be written only
    once, so nothing can be done twice under the same key.
    """
    try:
        work = _done(match, rows, wish, now)
    except Refused as refused:
        return heard_before(match.pk, wish.key) or receipt_of(_record_refusal(match, wish, refused, now))
    came_back(work, wish.seat)
    if wish.door in effects.ACKNOWLEDGED:
        effects.acknowledge(work, work.seats[wish.seat], queue.AboutQuestion(wish.question), wish.key)
    finish(work)
    return receipt_of(work.steps[0].submission)


def _done(match: Match, rows: loading.LockedRows, wish: Wish, now: datetime) -> Workspace:
    """Do what was asked; raise Refused, and then nothing has happened."""
    command = codec(match.rules).command(wish.command)
    work = load_running(match, now, rows)
    if work.seats[wish.seat].generation != wish.generation:
        raise Refused("stale")
    if wish.question.seat != wish.seat:
        raise Refused("not_yours")
    if is_only_for_orders(work, wish.question):
        raise Refused("stale")
    actions.answer(work, wish.door, wish.key, wish.question, command)
    return work


def is_only_for_orders(work: Workspace, name: QuestionName) -> bool:
    """Tell whether only orders could answer a question, in a moment that has passed."""
    question = work.questions().get(name)
    return question is not None and question.kind in work.rules.core.moments and not question.awaited


def _record_refusal(match: Match, wish: Wish, refused: Refused, now: datetime) -> Submission:
    """Record a refusal; raise Refused if there were too many already."""
    seat = match.seats.get(number=wish.seat)
    limits.take("refusals of a seat", str(seat.pk), now)
    limits.take("refusals of an address", wish.address, now)
    work = Workspace(match, now)
    record = work.add(
        Submission(
            match=match,
            seat=seat,
            door=wish.door,
            key=wish.key,
            question=label(wish.question),
            command=keepable(wish.command, LONGEST_COMMAND),
            outcome=Outcome.REFUSED,
            refusal={"code": refused.code, "details": refused.plain_details()},
            at=now,
        )
    )
    writer.write([work])
    return record


def start(match_id: int, now: datetime) -> None:
    """Begin a match whose seats are taken; raise Refused for one that can't begin."""
    with writing():
        begin(loading.lock(match_id), now)


def begin(match: Match, now: datetime) -> None:
    """Begin a locked match, in its caller's transaction; raise Refused."""
    if match.status != MatchStatus.LOBBY:
        raise Refused("not_running")
    work = loading.begin(match, now)
    match.status, match.started_at = MatchStatus.RUNNING, now
    work.change(match, roster=roster_of(work.seats.values()))
    finish(work)
