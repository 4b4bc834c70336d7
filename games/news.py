"""What happens at a table beside the game, mailed to those who would else wait before a page they never open.

Rows in the outbox, like every other mail. What each is about says when it makes no sense any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings

from games.models import (
    Case,
    CaseWord,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Invitation,
    Match,
    MatchStatus,
    Outbox,
    Pause,
    Player,
    Ruling,
    Seat,
    Subject,
    Unreachable,
    Vote,
    WhyNot,
)

#: While these hold, it matters who sits where.
OPEN = frozenset({MatchStatus.RUNNING, MatchStatus.PAUSED})


class News(StrEnum):
    """The kinds of these mails."""

    PROPOSED = "proposed"  # a vote, to who is asked
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED = "closed"
    REWOUND = "rewound"  # by consent
    GAVE_UP = "gave_up"
    OFFERED = "offered"
    TAKEN = "taken"
    ON_AUTOPILOT = "on_autopilot"  # to its own player, like the next two
    ON_OFFER = "on_offer"
    REPLACED = "replaced"
    NUDGED = "nudged"  # by somebody who waits, to who is waited for
    JOINED = "joined"  # a table that fills, to its host, like the next two
    LEFT = "left"
    DECLINED = "declined"  # to whoever had asked them
    CALLED_OFF = "called_off"  # before it began
    UNREACHABLE = "unreachable"  # mails to a player come back: to the others at the table
    STOPPED = "stopped"  # by a fault, to the operators
    FLAGGED = "flagged"  # a problem: to whoever has flagged it, like the next three
    ANSWERED = "answered"
    DECIDED = "decided"
    APPEALED = "appealed"
    NEW_CASE = "new_case"  # to the moderators, like the next
    MORE_SAID = "more_said"
    RULED = "ruled"  # a moderator has acted: to whom it concerns


def tell(match: Match, seats: Iterable[Seat], kind: News, about: str, now: datetime) -> None:
    """Queue a mail to whoever sits in these seats; for one thing each gets one."""
    Outbox.objects.bulk_create(
        (_row(match, kind, about, now, seat) for seat in seats if seat.player_id is not None),
        ignore_conflicts=True,
    )


def tell_later(match: Match, when: Mapping[Seat, datetime], kind: News, about: str, now: datetime) -> None:
    """Queue a mail to whoever sits in these seats, which waits for each until a moment of their own."""
    rows = [_row(match, kind, about, now, seat) for seat in when]
    for row, later in zip(rows, when.values(), strict=True):
        row.send_after = max(row.send_after, later)
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


def tell_replaced(match: Match, former: Player, seat: Seat, now: datetime) -> None:
    """Queue the last mail to a former player, who has no seat any more that it could go to."""
    row = _row(match, News.REPLACED, about_hands(seat), now)
    row.to = former.email
    row.save()


def tell_operators(stopped: Pause, now: datetime) -> None:
    """Queue a mail to each operator that a fault has stopped a match; they may play there like anybody."""
    for place, (_, address) in enumerate(settings.ADMINS):
        row = _row(stopped.match, News.STOPPED, about_pause(stopped), now)
        row.to, row.dedupe = address, f"{row.dedupe}{place}"
        row.save()


def tell_player(match: Match | None, player: Player, kind: News, about: str, now: datetime) -> None:
    """Queue a mail to a player, whether they sit there still or not; for one thing one."""
    row = _row(match, kind, about, now)
    row.to, row.dedupe = player.email, f"{row.dedupe}{player.pk.hex}"
    Outbox.objects.bulk_create([row], ignore_conflicts=True)


def tell_moderators(case: Case, about: str, moderators: Iterable[Player], now: datetime) -> None:
    """Queue a mail to each of those who may look into a case; to the operators if nobody may."""
    told = list(moderators)
    for one in told:
        tell_player(case.match, one, News.NEW_CASE, about, now)
    for place, (_, address) in enumerate(() if told else settings.ADMINS):
        row = _row(case.match, News.NEW_CASE, about, now)
        row.to, row.dedupe = address, f"{row.dedupe}{place}"
        row.save()


def tell_ruled(ruling: Ruling, seats: Iterable[Seat], players: Iterable[Player], now: datetime) -> None:
    """Queue a mail about a moderator's act: to who sits in these seats, and to players by themselves."""
    about = about_ruling(ruling)
    if ruling.match is not None:
        tell(ruling.match, seats, News.RULED, about, now)
    for player in players:
        tell_player(ruling.match, player, News.RULED, about, now)


def _row(match: Match | None, kind: News, about: str, now: datetime, seat: Seat | None = None) -> Outbox:
    whose = f"{seat.number}:{seat.generation}" if seat else "-"
    return Outbox(
        dedupe=f"{match.pk if match else '-'}:{kind}:{about}:{whose}",
        match=match,
        seat=seat,
        generation=seat.generation if seat else 1,
        kind=kind,
        question=about,
        send_after=now + timedelta(seconds=settings.SEND_AFTER),
        created_at=now,
    )


# --- what a mail is about, as its row keeps it


def about_vote(vote: Vote) -> str:
    return f"{vote.subject}-{vote.pk}"


def about_pause(pause: Pause) -> str:
    return f"pause-{pause.pk}"


def about_hands(seat: Seat) -> str:
    """Name a seat as it has changed hands just now."""
    return f"{seat.number}-{seat.generation}"


def about_nudge(seat: Seat, now: datetime) -> str:
    """Name one nudge by who gave it."""
    return f"{seat.number}-{seat.generation}-{now:%Y%m%dT%H%M%S}"


def about_offer(seat: Seat, now: datetime) -> str:
    """Name one offer of a seat; its address, which lets in whoever has it, stays out of the row."""
    return f"{seat.number}-{seat.generation}-{now:%Y%m%dT%H%M%S}"


def about_invitation(made: Invitation) -> str:
    return f"invitation-{made.pk}"


def about_ruling(ruling: Ruling) -> str:
    return f"ruling-{ruling.pk}"


def ruling_of(row: Outbox) -> Ruling | None:
    """Find the act of a moderator a mail is about."""
    about, _, number = row.question.partition("-")
    return (
        Ruling.objects.select_related("seat__player").filter(pk=int(number)).first()
        if about == "ruling"
        else None
    )


def invitation_of(row: Outbox) -> Invitation | None:
    """Find the invitation a mail is about."""
    about, _, number = row.question.partition("-")
    if about != "invitation":
        return None
    return Invitation.objects.select_related("by_name").filter(pk=int(number)).first()


def about_case(case: Case, word: CaseWord | None = None) -> str:
    """Name a case, as of what was said last."""
    return f"case-{case.pk}-{word.pk if word else 0}"


def case_of(row: Outbox) -> Case | None:
    """Find the case a mail is about."""
    return Case.objects.select_related("match").filter(pk=int(row.question.split("-")[1])).first()


def word_of(row: Outbox) -> CaseWord | None:
    """Find what was said that a mail tells of."""
    return CaseWord.objects.filter(pk=int(row.question.split("-")[2])).first()


def subject_of(row: Outbox) -> Subject:
    return Subject(row.question.partition("-")[0])


def seat_of(row: Outbox) -> Seat | None:
    """Find the seat a mail is about, if it is still in the hands it was in."""
    number, generation, *_ = row.question.split("-")
    seats = Seat.objects.select_related("player").filter(match=row.match_id)
    return seats.filter(number=int(number), generation=int(generation)).first()


def proposal(row: Outbox) -> Vote | None:
    """Find the first yes of the vote a mail is about; none where it is over or called off."""
    votes = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat__on_autopilot=False)
    if row.match is not None:  # play that has moved on voids a proposal to go back
        votes = votes.filter(as_of__in=(0, row.match.version))
    return votes.select_related("seat__player").order_by("pk").first()


# --- whether it still makes sense


def is_true(row: Outbox) -> bool:
    """Tell whether this is news still: the vote open, the pause not over, the seat in the same hands."""
    return STILL[News(row.kind)](row)


def _is_asked(row: Outbox) -> bool:
    said = Vote.objects.filter(match=row.match_id, subject=subject_of(row), seat=row.seat_id)
    is_concerned = subject_of(row) == Subject.REWIND  # who is away too, if a move of theirs would be undone
    there = row.seat is not None and (is_concerned or not row.seat.on_autopilot)
    return _is_open(row) and there and proposal(row) is not None and not said.exists()


def _is_paused(row: Outbox) -> bool:
    return _last_pause(row, MatchStatus.PAUSED)


def _is_resumed(row: Outbox) -> bool:
    return _last_pause(row, MatchStatus.RUNNING)


def _last_pause(row: Outbox, status: MatchStatus) -> bool:
    last = Pause.objects.filter(match=row.match_id).order_by("pk").last()
    return _status(row) == status and last is not None and row.question == about_pause(last)


def _is_in_those_hands(row: Outbox) -> bool:
    return _is_open(row) and seat_of(row) is not None


def _is_on_offer(row: Outbox) -> bool:
    seat = seat_of(row)
    return _is_open(row) and seat is not None and bool(seat.offer)


def _plays_itself(row: Outbox) -> bool:
    return _is_open(row) and row.seat is not None and row.seat.on_autopilot


def _is_waited_for(row: Outbox) -> bool:
    """Tell whether what it is about is still asked, of somebody who answers, and who gave it still there."""
    seat, match = row.seat, row.match
    if seat is None or match is None or not match.is_running or seat.plays_itself:
        return False
    clocks = Deadline.objects.filter(match=match, kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    asked = clocks.filter(seat=seat.number, asked_at__lte=row.created_at)
    return seat.number in match.awaited and seat_of(row) is not None and asked.exists()


def _is_unreachable(row: Outbox) -> bool:
    seat = seat_of(row)
    if not _is_open(row) or seat is None or seat.player is None:
        return False
    return Unreachable.objects.filter(address__iexact=seat.player.email).exclude(why=WhyNot.NEVER).exists()


def _has_joined(row: Outbox) -> bool:
    return _is_filling(row) and seat_of(row) is not None


def _is_filling(row: Outbox) -> bool:
    return _status(row) == MatchStatus.LOBBY


def _is_for_good(_: Outbox) -> bool:
    return True


def _is_open(row: Outbox) -> bool:
    return _status(row) in OPEN


def _status(row: Outbox) -> str:
    return row.match.status if row.match else ""


STILL: dict[News, Callable[[Outbox], bool]] = {
    News.PROPOSED: _is_asked,
    News.PAUSED: _is_paused,
    News.RESUMED: _is_resumed,
    News.CLOSED: _is_for_good,
    News.REWOUND: _is_for_good,
    News.GAVE_UP: _is_in_those_hands,
    News.OFFERED: _is_on_offer,
    News.TAKEN: _is_in_those_hands,
    News.ON_AUTOPILOT: _plays_itself,
    News.ON_OFFER: _is_on_offer,
    News.REPLACED: _is_for_good,
    News.NUDGED: _is_waited_for,
    News.JOINED: _has_joined,
    News.LEFT: _is_filling,
    News.DECLINED: _is_filling,
    News.CALLED_OFF: _is_for_good,
    News.UNREACHABLE: _is_unreachable,
    News.STOPPED: _is_for_good,
    News.FLAGGED: _is_for_good,
    News.ANSWERED: _is_for_good,
    News.DECIDED: _is_for_good,
    News.APPEALED: _is_for_good,
    News.NEW_CASE: _is_for_good,
    News.MORE_SAID: _is_for_good,
    News.RULED: _is_for_good,
}
KINDS = frozenset(News)
