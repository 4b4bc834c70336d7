"""The door itself: a wish is heard once, and answered by what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db import IntegrityError

from games import follow, limits
from games.desk import Desk
from games.follow_ups import label
from games.locks import writing
from games.models import Door, Match, MatchStatus, Outcome, Submission
from games.play.finish import came_back, finish, running_desk
from games.play.receipts import Receipt, guarded, heard_before, receipt_of
from games.rules.kernel.codec import codec
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.refusal import Refused

LONGEST_KEY = 64


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
    address: str = field(default="", repr=False)  # whence it came: counted, not kept


def submit(wish: Wish, now: datetime) -> Receipt:
    """Do what a player asks, or say why not. Never raises for anything a player can send."""
    return guarded(wish.match, now, lambda: _submit(wish, now))


def _submit(wish: Wish, now: datetime) -> Receipt:
    # What no database can keep isn't even written down as refused.
    if len(wish.key) > LONGEST_KEY or "\0" in wish.key + wish.command:
        raise Refused("malformed")
    try:
        with writing():
            return _hear(Match.objects.select_for_update().get(pk=wish.match), wish, now)
    except IntegrityError:  # as for a sealed answer sent twice: a key is written once
        if heard := heard_before(wish.match, wish.key):
            return heard
        raise


def _hear(match: Match, wish: Wish, now: datetime) -> Receipt:
    """Answer a wish.

    Whether it was heard before is looked up only when something is wrong with it: what was done once
    can't be done again.
    """
    try:
        desk = _done(match, wish, now)
    except Refused as refused:
        return heard_before(match.pk, wish.key) or receipt_of(_record_refusal(match, wish, refused, now))
    came_back(desk, wish.seat)
    if wish.door in follow.FROM_MAILS:
        follow.acknowledge(desk, desk.seats[wish.seat], label(wish.question), wish.key)
    finish(desk)
    return receipt_of(desk.deeds[0].submission)


def _done(match: Match, wish: Wish, now: datetime) -> Desk:
    """Do as it is wished; raise Refused, and then nothing has happened."""
    command = codec(match.rules).command(wish.command)
    desk = running_desk(match, now)
    if desk.seats[wish.seat].generation != wish.generation:
        raise Refused("stale")
    if wish.question.seat != wish.seat:
        raise Refused("not_yours")
    if is_only_for_orders(desk, wish.question):
        raise Refused("stale")
    desk.answer(wish.door, wish.key, wish.question, command)
    return desk


def is_only_for_orders(desk: Desk, name: QuestionName) -> bool:
    """Tell whether a question was put to orders alone, and its moment has passed."""
    question = desk.questions().get(name)
    return question is not None and question.kind in desk.rules.moments and not question.awaited


def _record_refusal(match: Match, wish: Wish, refused: Refused, now: datetime) -> Submission:
    """Write down that something was refused; raise Refused where too much was already."""
    seat = match.seats.get(number=wish.seat)
    limits.take("refusals of a seat", str(seat.pk), now)
    limits.take("refusals of an address", wish.address, now)
    return Submission.objects.create(
        match=match,
        seat=seat,
        door=wish.door,
        key=wish.key,
        question=label(wish.question),
        command=wish.command[:2000],
        outcome=Outcome.REFUSED,
        refusal={"code": refused.code, "details": refused.plain_details()},
        at=now,
    )


def start(match_id: int, now: datetime) -> None:
    """Begin a match whose seats are taken; raise Refused for one that can't begin."""
    with writing():
        begin(Match.objects.select_for_update().get(pk=match_id), now)


def begin(match: Match, now: datetime) -> None:
    """Begin a locked match, in its caller's transaction; raise Refused."""
    if match.status != MatchStatus.LOBBY:
        raise Refused("not_running")
    desk = Desk.for_start(match, now)
    match.status, match.started_at = MatchStatus.RUNNING, now
    finish(desk)
