"""Beside the game: undo a move, vote, nudge, leave, and what of that is possible now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop

from games import play
from games.api import opaque
from games.api.bearer import player_of
from games.api.operation import endpoint, key_header
from games.api.playing import PREFIX, key_of, refused_answer
from games.api.problems import UNPROCESSABLE, Problem, of_refusal
from games.api.reader import is_id, seat_of, view_of
from games.api.shapes.actions import ActionsShape, VoteReceipt, VoteSent
from games.api.shapes.basis import DoneShape, KeySent
from games.lobby import before_start
from games.match import nudges, seats, votes
from games.match.actions import Pressed
from games.match.rewind_points import RewindPoint
from games.models import UNDERWAY, Act, Match, MatchStatus, Player, Scope, Seat, Subject
from games.present import rewind_words
from games.present.seat_view import SeatView
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.match.refused import Refusal, count_refusal, reload

Done = TypeVar("Done")


@endpoint(
    "GET matches/{match_id}/actions",
    Scope.READ,
    ActionsShape,
    told=gettext_noop("What I can do besides answering: undo, vote, nudge, leave"),
)
def actions(request: HttpRequest, match_id: str) -> dict[str, Any]:
    seat_view = view_of(seat_of(request, match_id), timezone.now())
    match, seat = seat_view.match, seat_view.seat
    return {
        "undo": _undo(seat_view),
        "may_vote": match.status in UNDERWAY and seat in votes.there([seat]),
        "votes": [_ballot(one, seat_view) for one in votes.ballots(match, seat_view.seats)],
        "moments": _moments(seat_view),
        "nudge": _nudge(seat_view) if match.is_running else None,
        "may_leave": match.status in UNDERWAY,
    }


def _undo(seat_view: SeatView) -> dict[str, Any]:
    loaded = (seat_view.records, seat_view.table)
    last = play.may_take_back(seat_view.match, seat_view.seat, seat_view.now, loaded)
    return {"is_possible": last is not None, "until": last.until if last else None}


def _ballot(ballot: votes.Ballot, seat_view: SeatView) -> dict[str, Any]:
    """Describe a vote that is open or can be proposed; who has agreed, the one who proposed it first."""
    moment = ballot.moment
    return {
        "subject": ballot.subject.value,
        "is_open": ballot.is_open,
        "agreed": [one.number for one in ballot.said],
        "missing": [one.number for one in ballot.missing],
        "ends_at": ballot.ends_at,
        "moment": name_of_moment(seat_view.match, moment) if moment else None,
        "undone": rewind_words.first_after(seat_view, moment) if moment else None,
    }


def _moments(seat_view: SeatView) -> list[dict[str, Any]]:
    """List the moments that play can go back to, if all agree, in the words that everyone may read."""
    if not votes.is_possible(seat_view.match, Subject.REWIND):
        return []
    return [
        {
            "id": name_of_moment(seat_view.match, one.moment),
            "undone": one.first,
            "moved_at": one.moved_at,
            "lines": one.lines,
        }
        for one in rewind_words.options(seat_view)
    ]


def _nudge(seat_view: SeatView) -> dict[str, Any]:
    match, seat, now = seat_view.match, seat_view.seat, seat_view.now
    others = [one for one in seat_view.seats if one != seat]
    state = nudges.stand(match, others, nudges.clocks_of(match), now)
    nudged_at = nudges.nudged_at(match, seat, now)
    return {
        "reaches": [] if nudged_at else [one.number for one in state.slow],
        "next_at": nudged_at + nudges.EVERY if nudged_at else state.soon,
    }


def name_of_moment(match: Match, moment: RewindPoint) -> str:
    return opaque.name_of(_whose(match), f"{moment.to}-{moment.as_of}".encode())


def _moment_named(match: Match, told: str | None) -> RewindPoint | None:
    """Read the name of a moment of this match; None for any other."""
    found = opaque.read(_whose(match), told) if told else None
    return RewindPoint(*map(int, found.decode().split("-"))) if found else None


def _whose(match: Match) -> str:
    return f"moment {match.pk}"


# --- undo


@endpoint(
    "POST matches/{match_id}/undo",
    Scope.PLAY,
    DoneShape,
    told=gettext_noop("Undo my last move, if nothing has followed from it; the same key undoes it once"),
)
def undo(
    request: HttpRequest,
    match_id: str,
    sent: KeySent,
    idempotency_key: str | None = key_header(),
) -> dict[str, Any]:
    now, seat = timezone.now(), seat_of(request, match_id)
    key = key_of(seat, idempotency_key, sent.key)
    receipt = play.take_back(seat.match_id, seat.number, seat.generation, key, now)
    if receipt.refused:
        _count(request, seat, now, receipt.code)
        raise refused_answer(request, seat, receipt, now)
    return {"done": True}


# --- votes, nudges


@endpoint(
    "POST matches/{match_id}/votes",
    Scope.PLAY,
    VoteReceipt,
    told=gettext_noop("Vote yes, or withdraw my yes; the last yes that is missing carries the vote out"),
)
def vote(
    request: HttpRequest,
    match_id: str,
    sent: VoteSent,
    idempotency_key: str | None = key_header(),
) -> dict[str, Any]:
    seat, subject = seat_of(request, match_id), Subject(sent.subject)

    def do(pressed: Pressed, now: datetime) -> bool:
        if not sent.yes:
            votes.withdraw(seat.match_id, seat.number, subject, now, pressed)
            return False
        moment = _moment_named(seat.match, sent.moment)
        return votes.vote(seat.match_id, seat.number, subject, now, pressed, moment)

    return {"is_carried": _once(request, seat, key_of(seat, idempotency_key, sent.key), do)}


@endpoint(
    "POST matches/{match_id}/nudge",
    Scope.PLAY,
    DoneShape,
    told=gettext_noop("Send a friendly email to the players whose turn it is, once a day"),
)
def nudge(
    request: HttpRequest,
    match_id: str,
    sent: KeySent,
    idempotency_key: str | None = key_header(),
) -> dict[str, Any]:
    seat = seat_of(request, match_id)

    def do(pressed: Pressed, now: datetime) -> None:
        nudges.nudge(seat.match_id, seat.number, now, pressed)

    _once(request, seat, key_of(seat, idempotency_key, sent.key), do)
    return {"done": True}


def _once(request: HttpRequest, seat: Seat, key: str, do: Callable[[Pressed, datetime], Done]) -> Done:
    """Do what a program asks for, once for each key; raise Problem if it is refused or can't be done."""
    now = timezone.now()
    try:
        return do(Pressed(seat.generation, key), now)
    except Refused as refused:
        code, details = _count(request, seat, now, refused.code, refused.plain_details())
        raise of_refusal(code, details, reload(seat).match) from None
    except HistoryBroken as fault:
        play.quarantine(seat.match_id, fault, now)
        raise of_refusal("fault", match=seat.match) from None
    except TooNew:
        raise of_refusal("try_again", match=seat.match) from None


def _count(
    request: HttpRequest, seat: Seat, now: datetime, code: str, details: dict[str, Any] | None = None
) -> tuple[str, dict[str, Any] | None]:
    """Count a refusal as pages do; after too many of them say so instead."""
    counted = count_refusal(request, seat, now, Refusal(code, details))
    return counted.code, counted.details


# --- leaving


@endpoint(
    "POST matches/{match_id}/leave",
    Scope.PLAY,
    DoneShape,
    told=gettext_noop("Leave a match for good, before it begins or while it is played"),
)
def leave(
    request: HttpRequest,
    match_id: str,
    sent: KeySent,
    idempotency_key: str | None = key_header(),
) -> dict[str, Any]:
    key = _leaving_key(player_of(request), match_id, idempotency_key or sent.key)
    try:
        seat = seat_of(request, match_id)
    except Problem:
        if is_id(match_id) and Act.objects.filter(match__public_id=match_id, key=key).exists():
            return {"done": True}  # the seat is somebody else's by now, or nobody's
        raise

    def do(pressed: Pressed, now: datetime) -> None:
        go = before_start.leave if seat.match.status == MatchStatus.LOBBY else seats.give_up
        go(seat.match_id, seat.number, now, pressed)

    _once(request, seat, key, do)
    return {"done": True}


def _leaving_key(player: Player, match_id: str, told: str | None) -> str:
    """Make the key of leaving, which belongs to the player: afterwards they have no seat to name."""
    if not told:
        raise Problem(UNPROCESSABLE, "no_key")
    return PREFIX + hashlib.sha256(f"leave {player.pk} {match_id} {told}".encode()).hexdigest()[:56]
