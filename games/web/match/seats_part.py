"""Part of a match page: votes, players and their clocks, my holidays, my emails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, gettext_noop

from games.mail import delivery, links
from games.match import clocks, holidays, stand_ins, votes
from games.models import UNDERWAY, Autopilot, Match, Player, Seat, Subject
from games.present import rewind_words
from games.present.seat_view import SeatView
from games.templating.dates import since
from games.web.match import pressed

USED_UP = gettext_noop("used up")
ROUND = datetime(2000, 2, 1, tzinfo=UTC)  # any day after a month of 31 days, to measure spans from


@dataclass(frozen=True)
class Voting:
    """One vote, as its form shows it."""

    subject: str
    proposer: str
    said: list[str]
    missing: list[str]
    ends_at: datetime | None
    moment: str  # to go back to, as the form sends it; and what that undoes
    undone: str
    asked: bool  # I may vote
    by_me: bool
    agreed: bool  # I have voted yes
    carried: bool  # all have agreed by now; the next press carries it out
    press: str


@dataclass(frozen=True)
class SitterMark:
    """What the table says of a player beside the game."""

    number: int
    robot: bool
    on_autopilot: bool
    gave_up: bool
    muted: bool
    cut_off: bool


@dataclass(frozen=True)
class Sitter:
    """The player in a seat, and all their settings that may postpone a deadline."""

    number: int
    name: str
    mine: bool
    robot: bool
    program: bool  # its player is a robot account
    temper: str  # of a robot, in the words of its game
    on_autopilot: bool
    gave_up: bool
    zone: str
    quiet: tuple[Any, Any] | None
    free_days: list[str]
    days_off: list[tuple[date, date]]
    bank: str  # what is left of the time bank now
    offer: str
    muted: bool  # gets no emails of this match
    cut_off: bool  # no email reaches the address
    press: str


@dataclass(frozen=True)
class EmailSettings:
    """Whether emails of this match show my hand, and whether I get any."""

    hand: bool | None  # None until I have chosen
    has_hand: bool  # the game has hidden cards
    muted: bool  # of this match
    muted_all: bool
    press: str


@dataclass(frozen=True)
class TimeBank:
    """The settings of a match's time banks, in words."""

    start: str
    increment: str
    cap: str


@dataclass(frozen=True)
class StandingIn:
    """Who plays for me, until when, and whether I look for a substitute."""

    until: datetime | None
    address: str
    url: str
    today: date
    last: date
    seeks: bool
    press: str


@dataclass(frozen=True)
class DaysOff:
    """My holidays in this match."""

    left: int
    allowed: int
    begun: list[tuple[date, date]]
    to_come: list[tuple[date, date, str]]
    today: date
    press: str


def votes_context(seat_view: SeatView) -> dict[str, Any]:
    """Gather what stands beside the table: votes that are open, and what to know of each player."""
    seat, match = seat_view.seat, seat_view.match
    if match.status not in UNDERWAY:
        return {}
    voting = voting_of(seat_view)
    gone = delivery.cut_off(seat_view.seats)
    return {
        "voting": [one for one in voting if one.proposer],
        "may_resume": any(one.subject == Subject.RESUME and not one.proposer for one in voting),
        "may_vote": seat in votes.there([seat]),
        "sitters": [] if match.is_alone else [_mark(one, one.number in gone) for one in seat_view.seats],
        "away": seat.on_autopilot,
        "robot_plays": match.autopilot == Autopilot.ROBOT,
        "back_press": pressed.draw(seat),
    }


def _mark(one: Seat, cut_off: bool) -> SitterMark:
    return SitterMark(one.number, one.is_robot, one.on_autopilot, one.gave_up, one.gets_no_mails, cut_off)


def seats_context(seat_view: SeatView) -> dict[str, Any]:
    """Gather what a seat may do beside the game, and what it sees of the other players."""
    seat, match, now = seat_view.seat, seat_view.match, seat_view.now
    if match.status not in UNDERWAY:
        return {}
    return {
        "proposals": [one for one in voting_of(seat_view) if not one.proposer],
        "sitters": _sitters(seat_view),
        "bank": _bank_of(match),
        "days_off": _days_off(match, seat, now),
        "mails": _email_settings(seat_view),
        "standing_in": None if match.is_alone else _standing_in(seat_view),
        "stand_ins": stand_ins.of_seats(match, now),
        "may_vote": seat in votes.there([seat]),
    }


def voting_of(seat_view: SeatView) -> list[Voting]:
    """List all votes that are open or may be proposed now."""
    return [_voting(ballot, seat_view) for ballot in votes.ballots(seat_view.match, seat_view.seats)]


def _voting(ballot: votes.Ballot, seat_view: SeatView) -> Voting:
    seat, called = seat_view.seat, seat_view.names.seats
    return Voting(
        subject=str(ballot.subject.value),
        proposer=called[ballot.said[0].number] if ballot.is_open else "",
        said=[called[one.number] for one in ballot.said],
        missing=[called[one.number] for one in ballot.missing],
        ends_at=ballot.ends_at,
        moment=rewind_words.sign_moment(seat_view.match, ballot.moment) if ballot.moment else "",
        undone=rewind_words.first_after(seat_view, ballot.moment) if ballot.moment else "",
        asked=seat in ballot.asked,
        by_me=ballot.is_open and ballot.said[0] == seat,
        agreed=seat in ballot.said,
        carried=ballot.is_carried(seat_view.now),
        press=pressed.draw(seat),
    )


def _bank_of(match: Match) -> TimeBank | None:
    bank = clocks.pace_of(match).bank
    return TimeBank(_long(bank.start), _long(bank.increment), _long(bank.cap)) if bank else None


def _long(time: timedelta) -> str:
    """Say how long a span is; measured from a fixed day, so that months and clock changes don't matter."""
    return since(ROUND - time, ROUND) if time else ""


def _sitters(seat_view: SeatView) -> list[Sitter]:
    at = votes.stopped_at(seat_view.match) or seat_view.now
    gone = delivery.cut_off(seat_view.seats)
    return [
        _sitter(one, seat_view, _bank_left(seat_view, one, at), one.number in gone) for one in seat_view.seats
    ]


def _bank_left(seat_view: SeatView, one: Seat, at: datetime) -> str:
    left = clocks.bank_now(seat_view.deadlines.get(one.number), seat_view.match, one, at)
    if left is None or one.player is None:
        return ""
    return _long(left) or gettext(USED_UP)


def _sitter(one: Seat, seat_view: SeatView, bank: str, cut_off: bool) -> Sitter:
    rhythm = clocks.rhythm_of(one.player)
    return Sitter(
        number=one.number,
        name=seat_view.names.seat(one.number),
        mine=one == seat_view.seat,
        robot=bool(one.robot),
        program=one.is_robot_account,
        temper=seat_view.names.word(f"robot.{one.robot}"),
        on_autopilot=one.on_autopilot,
        gave_up=one.gave_up,
        zone=rhythm.zone if one.player else "",
        quiet=(rhythm.quiet.start, rhythm.quiet.end) if rhythm.quiet else None,
        free_days=[str(WEEKDAYS[day]) for day in rhythm.free_days],
        days_off=holidays.spans(one.holidays_taken()),
        bank=bank,
        offer=one.offer,
        muted=one.gets_no_mails,
        cut_off=cut_off,
        press=pressed.draw(seat_view.seat),
    )


def _email_settings(seat_view: SeatView) -> EmailSettings:
    seat = seat_view.seat
    assert isinstance(seat.player, Player)
    return EmailSettings(
        hand=seat.hand_in_mail,
        has_hand=seat_view.match.rules.secrecy.has_secrets,
        muted=seat.muted,
        muted_all=seat.player.muted,
        press=pressed.draw(seat),
    )


def _standing_in(seat_view: SeatView) -> StandingIn:
    seat = seat_view.seat
    assert isinstance(seat.player, Player)
    today = seat_view.now.astimezone(ZoneInfo(seat.player.time_zone)).date()
    mine = stand_ins.of_seats(seat_view.match, seat_view.now).get(seat.number)
    return StandingIn(
        until=mine.until if mine else None,
        address=mine.link.address if mine and mine.link else "",
        url=links.url(mine.link) if mine and mine.link else "",
        today=today,
        last=today + timedelta(days=stand_ins.LONGEST - 1),
        seeks=seat.seeks,
        press=pressed.draw(seat),
    )


def _days_off(match: Match, seat: Seat, now: datetime) -> DaysOff:
    assert isinstance(seat.player, Player)
    today = now.astimezone(ZoneInfo(seat.player.time_zone)).date()
    taken = seat.holidays_taken()
    return DaysOff(
        left=match.holidays_allowed - len(taken),
        allowed=match.holidays_allowed,
        begun=holidays.spans([day for day in taken if day <= today]),
        to_come=[
            (first, last, pressed.draw(seat))
            for first, last in holidays.spans([day for day in taken if day > today])
        ],
        today=today,
        press=pressed.draw(seat),
    )
