"""What a table decides together: to pause, to go on, to end without a result."""

from __future__ import annotations

from datetime import datetime

from games import timing
from games.clocks import Stop
from games.locks import writing
from games.models import Deadline, DeadlineState, Match, MatchStatus, Pause, Seat, Subject, Vote
from games.rules.kernel.refusal import Refused

STATUS_FOR = {
    Subject.PAUSE: {MatchStatus.RUNNING},
    Subject.RESUME: {MatchStatus.PAUSED},
    Subject.END: {MatchStatus.RUNNING, MatchStatus.PAUSED},
}


def vote(match_id: int, number: int, subject: Subject, now: datetime) -> bool:
    """Say yes; tell whether that made it unanimous and so. Raises Refused where it makes no sense."""
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status not in STATUS_FOR[subject]:
            raise Refused("not_running")
        seat = match.seats.get(number=number)
        if seat not in electorate(match):
            raise Refused("not_a_seat")
        Vote.objects.update_or_create(
            seat=seat, subject=subject, defaults={"match": match, "generation": seat.generation, "at": now}
        )
        if not unanimous(match, subject):
            return False
        ACTS[subject](match, now)
        Vote.objects.filter(match=match).delete()
        return True


def withdraw(match_id: int, number: int, subject: Subject) -> None:
    """Take a yes back."""
    with writing():
        Vote.objects.filter(match=match_id, seat__number=number, subject=subject).delete()


def electorate(match: Match) -> list[Seat]:
    """List who is asked: people who are there. One who stays away decides nothing."""
    return list(match.seats.filter(player__isnull=False, on_autopilot=False))


def unanimous(match: Match, subject: Subject) -> bool:
    """Tell whether all who are asked have said yes; nobody asked is no agreement."""
    voters = electorate(match)
    said = {(vote.seat_id, vote.generation) for vote in Vote.objects.filter(match=match, subject=subject)}
    return bool(voters) and all((seat.pk, seat.generation) in said for seat in voters)


def pause(match: Match, now: datetime) -> None:
    Pause.objects.create(match=match, began=now)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PAUSED)


def resume(match: Match, now: datetime) -> None:
    """Go on: every clock that stood still has as much time left as when it stopped."""
    stopped = Pause.objects.filter(match=match, ended=None).latest("began")
    stopped.ended = now
    stopped.save(update_fields=["ended"])
    if now > stopped.began:
        give_back(match, Stop(f"pause-{stopped.pk}", "pause", stopped.began, now), now)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.RUNNING)


def give_back(match: Match, stop: Stop, now: datetime) -> None:
    clocks = list(Deadline.objects.filter(match=match, state=DeadlineState.RUNNING))
    for clock in clocks:
        timing.stand_still(clock, stop, now)
    Deadline.objects.bulk_update(clocks, timing.FIELDS)


def end(match: Match, now: datetime) -> None:
    Deadline.objects.filter(match=match, state=DeadlineState.RUNNING).update(state=DeadlineState.DROPPED)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.CLOSED, ended_at=now, awaited=[])


ACTS = {Subject.PAUSE: pause, Subject.RESUME: resume, Subject.END: end}
