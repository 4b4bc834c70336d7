"""What a table decides together: to pause, to go on, to go back, to end without a result."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db.models import Exists, OuterRef

from games import play
from games.clocks import Stop
from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.mail.kinds import News
from games.match import clocks as timing
from games.match import rewind_points
from games.match.actions import Did, Pressed, act
from games.match.rewind_points import Moment
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
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

STATUS_FOR = {
    Subject.PAUSE: {MatchStatus.RUNNING},
    Subject.RESUME: {MatchStatus.PAUSED},
    Subject.END: UNDERWAY,
    Subject.REWIND: {MatchStatus.RUNNING},
}


@dataclass(frozen=True)
class Ballot:
    """How a vote stands; nobody asked is no agreement."""

    subject: Subject
    said: list[Seat]  # who proposed it first
    missing: list[Seat]
    ends_at: datetime | None  # from then on nobody else is waited for
    moment: Moment | None = None  # to go back to

    @property
    def asked(self) -> list[Seat]:
        return [*self.said, *self.missing]

    @property
    def is_open(self) -> bool:
        return bool(self.said)

    def is_carried(self, now: datetime) -> bool:
        """Tell whether all have agreed who have to."""
        waited_long = self.ends_at is not None and self.ends_at <= now
        return self.is_open and (not self.missing or waited_long)


def vote(
    match_id: int,
    number: int,
    subject: Subject,
    now: datetime,
    pressed: Pressed | None = None,
    moment: Moment | None = None,
) -> bool:
    """Say yes; tell whether that made it unanimous and so. Raises Refused where it makes no sense.

    A yes to going back is for one moment, seen from where the match stands: none is counted for another.
    """

    def say_yes(match: Match, seat: Seat) -> Did:
        if match.status not in STATUS_FOR[subject]:
            raise Refused("not_running")
        if subject == Subject.REWIND:
            _check_moment(match, moment)
        if seat not in ballot_of(match, subject, moment).asked:
            raise Refused("not_a_seat")
        mine, is_new = Vote.objects.get_or_create(
            seat=seat, subject=subject, defaults={"match": match, **_said(seat, moment), "at": now}
        )
        if unanimous(match, subject, now):
            kind, about = ACTS[subject](match, now)
            queue.tell(match, others(match, seat), kind, about, now)
            Vote.objects.filter(match=match).delete()
            return ActKind.CARRIED, subject
        if is_new:
            _tell_proposed(match, mine, now)
        return (ActKind.SAID_YES, subject) if is_new else None

    return act(match_id, number, now, pressed, say_yes) == ActKind.CARRIED


def _check_moment(match: Match, moment: Moment | None) -> None:
    """Throw away what was said before play moved on; raise Refused for a moment that isn't to be had now."""
    said = Vote.objects.filter(match=match, subject=Subject.REWIND)
    said.exclude(as_of=match.version).delete()
    if moment is None or moment.as_of != match.version:
        raise Refused("moved_on")
    first = said.order_by("pk").first()
    if first is not None and first.to != moment.to:
        raise Refused("another_moment")
    if first is None and not rewind_points.is_choosable(match, moment):
        raise Refused("moved_on")


def _said(seat: Seat, moment: Moment | None) -> dict[str, int | None]:
    about = {"to": moment.to, "as_of": moment.as_of} if moment else {}
    return {"generation": seat.generation, **about}


def withdraw(
    match_id: int, number: int, subject: Subject, now: datetime, pressed: Pressed | None = None
) -> None:
    """Take a yes back; who proposed it calls the whole vote off. Raises Refused."""

    def take_back(match: Match, seat: Seat) -> Did:
        said = list(Vote.objects.filter(match=match, subject=subject).order_by("pk"))
        mine = next((one for one in said if one.seat_id == seat.pk), None)
        if mine is None:
            return None
        if mine == said[0]:
            Vote.objects.filter(match=match, subject=subject).delete()
            return ActKind.CALLED_OFF, subject
        mine.delete()
        return ActKind.TOOK_YES_BACK, subject

    act(match_id, number, now, pressed, take_back)


def _tell_proposed(match: Match, yes: Vote, now: datetime) -> None:
    """Email those who are asked, if this is the first yes; raise Refused for one proposal after the other."""
    ballot = ballot_of(match, Subject(yes.subject))
    if ballot.said == [yes.seat]:
        limits.take("mails to the table", str(yes.seat_id), now)
        queue.tell(match, ballot.missing, News.PROPOSED, queue.about_vote(yes), now)


def others(match: Match, seat: Seat) -> list[Seat]:
    """List the other people at the table, those who are away too."""
    return [one for one in match.seats.select_related("player") if one != seat]


def there(seats: Iterable[Seat]) -> list[Seat]:
    """List who is asked: people who are there. One who stays away decides nothing."""
    return [seat for seat in seats if seat.player_id is not None and not seat.on_autopilot]


def ballots(match: Match, seats: Iterable[Seat]) -> list[Ballot]:
    """Say how each vote stands that the match may hold now."""
    cast, sitting = list(Vote.objects.filter(match=match).order_by("pk")), list(seats)
    open_to = [subject for subject in Subject if match.status in STATUS_FOR[subject]]
    return [_ballot(match, subject, sitting, cast) for subject in open_to]


def ballot_of(match: Match, subject: Subject, moment: Moment | None = None) -> Ballot:
    """Say how one vote stands, and who is asked even if nobody has said anything yet."""
    cast = list(Vote.objects.filter(match=match).order_by("pk"))
    return _ballot(match, subject, list(match.seats.select_related("player")), cast, moment)


def _ballot(
    match: Match, subject: Subject, sitting: list[Seat], cast: list[Vote], moment: Moment | None = None
) -> Ballot:
    about = [one for one in cast if one.subject == subject and one.as_of in (0, match.version)]
    if about and about[0].to is not None:
        moment = Moment(about[0].to, about[0].as_of)
    voters = rewind_points.concerned(match, sitting, moment) if moment else there(sitting)
    by_seat = {seat.pk: seat for seat in voters}
    asked = [one for one in about if one.seat_id in by_seat]
    valid = [one for one in asked if one.generation == by_seat[one.seat_id].generation]
    said = [by_seat[one.seat_id] for one in valid]
    ends_at = valid[0].ends_at if valid else None
    return Ballot(subject, said, [seat for seat in voters if seat not in said], ends_at, moment)


def unanimous(match: Match, subject: Subject, now: datetime) -> bool:
    """Tell whether all who are asked have said yes."""
    return ballot_of(match, subject).is_carried(now)


def pause(match: Match, now: datetime) -> tuple[News, queue.About]:
    begun = Pause.objects.create(match=match, began=now)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PAUSED)
    return News.PAUSED, queue.about_pause(begun)


def resume(match: Match, now: datetime) -> tuple[News, queue.About]:
    """Go on: every clock that stood still has as much time left as when it stopped."""
    stopped = Pause.objects.filter(match=match, ended=None).latest("began", "pk")
    stopped.ended = now
    stopped.save(update_fields=["ended"])
    if now > stopped.began:
        give_back(match, Stop(f"pause-{stopped.pk}", "pause", stopped.began, now), now)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.RUNNING)
    return News.RESUMED, queue.about_pause(stopped)


def go_on_due(now: datetime) -> int:
    """Let paused tables go on that nobody holds up any more; give their number.

    Whoever was missing may have left, or said nothing for long; or there is nobody left who could say yes.
    Where a moderator has stopped the clocks nobody need be there: that moderator lets them go on.
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
        match = Match.objects.select_for_update().get(pk=pk)
        ballot = ballot_of(match, Subject.RESUME)
        if match.status != MatchStatus.PAUSED or (ballot.asked and not ballot.is_carried(now)):
            return False
        kind, about = resume(match, now)
        queue.tell(match, match.seats.all(), kind, about, now)
        Vote.objects.filter(match=match).delete()
    log.info("went_on", match=pk, agreed=len(ballot.said))
    return True


def stopped_at(match: Match) -> datetime | None:
    """Say since when every clock stands still, if they do."""
    if match.status != MatchStatus.PAUSED:
        return None
    stopped = Pause.objects.filter(match=match, ended=None).order_by("pk").last()
    return stopped.began if stopped else None  # over since the match was read: a page holds no lock


def give_back(match: Match, stop: Stop, now: datetime) -> None:
    clocks = list(Deadline.objects.filter(match=match, state=DeadlineState.RUNNING))
    for clock in clocks:
        timing.stand_still(clock, stop, now)
    Deadline.objects.bulk_update(clocks, timing.FIELDS)


def end(match: Match, now: datetime) -> tuple[News, queue.About]:
    Deadline.objects.open().filter(match=match).update(state=DeadlineState.DROPPED)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.CLOSED, ended_at=now, awaited=[])
    return News.CLOSED, queue.AboutNothing()


def rewind(match: Match, now: datetime) -> tuple[News, queue.About]:
    """Go back. Who has said yes is there: what silences were counted for them since are forgotten."""
    ballot = ballot_of(match, Subject.REWIND)
    assert ballot.moment is not None
    there_are = [seat.pk for seat in ballot.said if not seat.on_autopilot]
    Seat.objects.filter(pk__in=there_are).update(silences=0)
    play.rewind(match, ballot.moment.to, Door.CONSENT, secrets.token_urlsafe(16), now)
    return News.REWOUND, queue.AboutRewind(match.version)


#: What is done when all agree; each tells what there is to email about it.
ACTS = {Subject.PAUSE: pause, Subject.RESUME: resume, Subject.END: end, Subject.REWIND: rewind}
