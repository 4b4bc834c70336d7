"""What players decide together: to pause, resume, go back, or end without a result."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from games import play
from games.clocks import Stop
from games.infra import limits
from games.infra.locks import writing
from games.infra.statements import kept
from games.mail import queue
from games.mail.kinds import News
from games.match import clocks as timing
from games.match import rewind_points
from games.match.actions import Did, Pressed, act
from games.match.rewind_points import RewindPoint
from games.models import (
    UNDERWAY,
    ActKind,
    Deadline,
    DeadlineState,
    Door,
    Match,
    MatchStatus,
    Pause,
    Ruling,
    RulingKind,
    Seat,
    Subject,
    Vote,
)
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

STATUS_FOR = {
    Subject.PAUSE: {MatchStatus.RUNNING},
    Subject.RESUME: {MatchStatus.PAUSED},
    Subject.END: UNDERWAY,
    Subject.REWIND: {MatchStatus.RUNNING},
}


def is_possible(match: Match, subject: Subject) -> bool:
    """Tell whether a vote makes sense in a match now: in a daily mine, nobody tries again by going back."""
    return match.status in STATUS_FOR[subject] and not (match.is_daily and subject == Subject.REWIND)


@dataclass(frozen=True)
class Ballot:
    """The state of a vote. Without a yes it isn't carried, even if nobody has to agree."""

    subject: Subject
    said: list[Seat]  # the one who proposed it comes first
    missing: list[Seat]
    ends_at: datetime | None  # from then on missing votes don't count
    moment: RewindPoint | None = None  # to go back to

    @property
    def asked(self) -> list[Seat]:
        return [*self.said, *self.missing]

    @property
    def is_open(self) -> bool:
        return bool(self.said)

    def is_carried(self, now: datetime) -> bool:
        """Tell whether everybody who has to agree has agreed, or the time to vote is over."""
        waited_long = self.ends_at is not None and self.ends_at <= now
        return self.is_open and (not self.missing or waited_long)


def vote(
    match_id: int,
    number: int,
    subject: Subject,
    now: datetime,
    pressed: Pressed | None = None,
    moment: RewindPoint | None = None,
) -> bool:
    """Vote yes; if that carries the vote, do what it is about. Return whether it did. Raises Refused.

    A yes to going back is for one moment, seen from the match's current event: it counts for no other.
    """

    def say_yes(work: Workspace, seat: Seat) -> Did:
        match = work.match
        if not is_possible(match, subject):
            raise Refused("not_running")
        cast = votes_of(match)
        if subject == Subject.REWIND:
            cast = _check_moment(work, cast, moment)
        if seat not in _ballot_in(work, subject, cast, moment).asked:
            raise Refused("not_a_seat")
        mine = next((one for one in cast if (one.seat_id, one.subject) == (seat.pk, subject)), None)
        yes = mine or Vote(seat=seat, subject=subject, match=match, at=now, **_said(seat, moment))
        cast = cast if mine else [*cast, yes]
        if unanimous(work, subject, cast):
            kind, about = ACTS[subject](work, cast)
            work.notify(kind, about, others(work, seat))
            work.drop(Vote.objects.filter(match=match))
            return ActKind.CARRIED, subject
        if mine:
            return None
        _tell_proposed(work, work.add(yes), cast)
        return ActKind.SAID_YES, subject

    return act(match_id, number, now, pressed, say_yes) == ActKind.CARRIED


def _check_moment(work: Workspace, cast: list[Vote], moment: RewindPoint | None) -> list[Vote]:
    """Drop the votes from before play moved on; raise Refused for a moment that can't be chosen now."""
    said = Vote.objects.filter(match=work.match, subject=Subject.REWIND)
    work.drop(said.exclude(as_of=work.match.version))
    valid = [one for one in cast if one.subject != Subject.REWIND or one.as_of == work.match.version]
    if moment is None or moment.as_of != work.match.version:
        raise Refused("moved_on")
    first = next((one for one in valid if one.subject == Subject.REWIND), None)
    if first is not None and first.to != moment.to:
        raise Refused("another_moment")
    if first is None and not rewind_points.is_choosable(work.match, moment):
        raise Refused("moved_on")
    return valid


def _said(seat: Seat, moment: RewindPoint | None) -> dict[str, int | None]:
    about = {"to": moment.to, "as_of": moment.as_of} if moment else {}
    return {"generation": seat.generation, **about}


def withdraw(
    match_id: int, number: int, subject: Subject, now: datetime, pressed: Pressed | None = None
) -> None:
    """Withdraw a yes; if the player proposed the vote, call it off. Raises Refused."""

    def take_back(work: Workspace, seat: Seat) -> Did:
        said = [one for one in votes_of(work.match) if one.subject == subject]
        mine = next((one for one in said if one.seat_id == seat.pk), None)
        if mine is None:
            return None
        if mine == said[0]:
            work.drop(Vote.objects.filter(match=work.match, subject=subject))
            return ActKind.CALLED_OFF, subject
        work.drop(Vote.objects.filter(pk=mine.pk))
        return ActKind.TOOK_YES_BACK, subject

    act(match_id, number, now, pressed, take_back)


def _tell_proposed(work: Workspace, yes: Vote, cast: list[Vote]) -> None:
    """Email the others who have to agree if this is the first yes; raise Refused after too many proposals."""
    ballot = _ballot_in(work, Subject(yes.subject), cast)
    if ballot.said == [yes.seat]:
        limits.take("mails to the table", str(yes.seat_id), work.now)
        work.notify(News.PROPOSED, queue.about_vote(yes), ballot.missing)


def others(work: Workspace, seat: Seat) -> list[Seat]:
    """List the other seats, including those whose players are away."""
    return [one for one in work.seats.values() if one != seat]


def votes_of(match: Match) -> list[Vote]:
    """List a match's votes, the oldest first."""
    return _votes(match)


@kept
def _votes(match: Match) -> QuerySet[Vote]:
    return Vote.objects.filter(match=match).order_by("pk")


def there(seats: Iterable[Seat]) -> list[Seat]:
    """List the seats that have a vote: those with a player who isn't away."""
    return [seat for seat in seats if seat.player_id is not None and not seat.on_autopilot]


def ballots(match: Match, seats: Iterable[Seat]) -> list[Ballot]:
    """Return the state of each vote that is possible in this match now."""
    cast, sitting = votes_of(match), list(seats)
    open_to = [subject for subject in Subject if is_possible(match, subject)]
    return [_ballot(match, subject, sitting, cast) for subject in open_to]


def ballot_of(match: Match, subject: Subject, moment: RewindPoint | None = None) -> Ballot:
    """Return the state of one vote, and who has to agree even if nobody has voted yet."""
    return _ballot(match, subject, list(match.seats.select_related("player")), votes_of(match), moment)


def _ballot_in(
    work: Workspace, subject: Subject, cast: list[Vote], moment: RewindPoint | None = None
) -> Ballot:
    """Return the state of a vote with these votes cast."""
    return _ballot(work.match, subject, list(work.seats.values()), cast, moment)


def _ballot(
    match: Match, subject: Subject, sitting: list[Seat], cast: list[Vote], moment: RewindPoint | None = None
) -> Ballot:
    about = [one for one in cast if one.subject == subject and one.as_of in (0, match.version)]
    if about and about[0].to is not None:
        moment = RewindPoint(about[0].to, about[0].as_of)
    if not about and moment is None:
        return Ballot(subject, [], there(sitting), None, None)
    voters = rewind_points.concerned(match, sitting, moment) if moment else there(sitting)
    by_seat = {seat.pk: seat for seat in voters}
    asked = [one for one in about if one.seat_id in by_seat]
    valid = [one for one in asked if one.generation == by_seat[one.seat_id].generation]
    said = [by_seat[one.seat_id] for one in valid]
    ends_at = valid[0].ends_at if valid else None
    return Ballot(subject, said, [seat for seat in voters if seat not in said], ends_at, moment)


def unanimous(work: Workspace, subject: Subject, cast: list[Vote]) -> bool:
    """Tell whether a vote is carried with these votes cast."""
    return _ballot_in(work, subject, cast).is_carried(work.now)


def pause(work: Workspace, _: Sequence[Vote] = ()) -> tuple[News, queue.About]:
    """Pause a match, and with it all its clocks."""
    begun = work.add(Pause(match=work.match, began=work.now))
    work.change(work.match, status=MatchStatus.PAUSED)
    return News.PAUSED, queue.about_pause(begun)


def resume(work: Workspace, _: Sequence[Vote] = ()) -> tuple[News, queue.About]:
    """Resume a match: every clock has as much time left as when it stopped."""
    stopped = Pause.objects.filter(match=work.match, ended=None).latest("began", "pk")
    work.change(stopped, ended=work.now)
    if work.now > stopped.began:
        give_back(work, Stop(f"pause-{stopped.pk}", "pause", stopped.began, work.now))
    work.change(work.match, status=MatchStatus.RUNNING)
    return News.RESUMED, queue.about_pause(stopped)


def go_on_due(now: datetime) -> int:
    """Resume paused matches that no missing vote holds up any more; return how many.

    The missing players may have left or not voted in time, or nobody is left who could vote. In the last case
    leave a match that a moderator paused: a moderator resumes it.
    """
    said = Vote.objects.filter(match=OuterRef("pk"), subject=Subject.RESUME)
    here = Seat.objects.filter(match=OuterRef("pk"), player__isnull=False, on_autopilot=False)
    ruled = Ruling.objects.filter(match=OuterRef("match"), kind=RulingKind.PAUSED, at=OuterRef("began"))
    by_players = Pause.objects.filter(~Exists(ruled), match=OuterRef("pk"), ended=None)
    left_alone = ~Exists(here) & Exists(by_players)
    resting = Match.objects.filter(Exists(said) | left_alone, status=MatchStatus.PAUSED)
    return sum(_goes_on(pk, now) for pk in resting.order_by("pk").values_list("pk", flat=True))


def _goes_on(pk: int, now: datetime) -> bool:
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=pk)
        work = Workspace.at(match, now)
        ballot = _ballot_in(work, Subject.RESUME, votes_of(match))
        if match.status != MatchStatus.PAUSED or (ballot.asked and not ballot.is_carried(now)):
            return False
        work.notify(*resume(work), work.seats.values())
        work.drop(Vote.objects.filter(match=match))
        write([work])
    log.info("went_on", match=pk, agreed=len(ballot.said))
    return True


def stopped_at(match: Match) -> datetime | None:
    """Tell since when a match is paused; None if it isn't."""
    if match.status != MatchStatus.PAUSED:
        return None
    stopped = Pause.objects.filter(match=match, ended=None).order_by("pk").last()
    return stopped.began if stopped else None  # resumed since the match was read: pages hold no lock


def give_back(work: Workspace, stop: Stop) -> None:
    """Give every running clock of a match the time of a stop back."""
    for clock in Deadline.objects.filter(match=work.match, state=DeadlineState.RUNNING):
        timing.stand_still(clock, stop, work.now)
        work.change(clock, **{name: getattr(clock, name) for name in timing.FIELDS})


def end(work: Workspace, _: Sequence[Vote] = ()) -> tuple[News, queue.About]:
    """End a match without a result."""
    for clock in Deadline.objects.open().filter(match=work.match):
        work.change(clock, state=DeadlineState.DROPPED)
    work.change(work.match, status=MatchStatus.CLOSED, ended_at=work.now, awaited=[])
    return News.CLOSED, queue.AboutNothing()


def rewind(work: Workspace, cast: list[Vote]) -> tuple[News, queue.About]:
    """Go back. A player who voted yes is there, so reset their silences."""
    ballot = _ballot_in(work, Subject.REWIND, cast)
    assert ballot.moment is not None
    for seat in ballot.said:
        if not seat.on_autopilot:
            work.change(seat, silences=0)
    play.rewind(work, ballot.moment.to, Door.CONSENT, secrets.token_urlsafe(16))
    return News.REWOUND, queue.SavedLater(lambda: queue.AboutRewind(work.match.version))


#: What a carried vote does; each returns what to email about it.
ACTS: dict[Subject, Callable[[Workspace, list[Vote]], tuple[News, queue.About]]] = {
    Subject.PAUSE: pause,
    Subject.RESUME: resume,
    Subject.END: end,
    Subject.REWIND: rewind,
}
