"""Finished matches as rows, for tests of what is kept of them: who came where, and when."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games.models import (
    Circle,
    CircleMatch,
    Match,
    MatchRecord,
    MatchStatus,
    Player,
    Seat,
    SeatRecord,
    roster_of,
)
from games.records import figures, ratings
from tests.kit.play_people import NOON, play_on

_hours = itertools.count(1)


def finish(found: Match, seed: int = 1, now: datetime = NOON + timedelta(minutes=5)) -> Match:
    """Play a match to its end."""
    play_on(found, 2000, seed=seed, now=now)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    return found


def finished(
    ranks: Sequence[tuple[Player | None, int]],
    *,
    game: str = "quartz",
    circle: Circle | None = None,
    ended: datetime | None = None,
    robots: Sequence[int] = (),
    rated: bool = True,
    answers: Sequence[int] = (),
) -> MatchRecord:
    """Make the record of a match from the ranks of its people, then of its robots."""
    ended = ended or NOON + timedelta(hours=next(_hours))
    began = ended - timedelta(minutes=30)
    match = Match.objects.create(
        game=game, commitment="0" * 64, status=MatchStatus.OVER, started_at=began, ended_at=ended
    )
    seats = [Seat(match=match, number=n, player=player) for n, (player, _) in enumerate(ranks)]
    seats += [Seat(match=match, number=len(ranks) + n, robot="random") for n, _ in enumerate(robots)]
    Seat.objects.bulk_create(seats)
    match.roster = roster_of(seats)
    match.save()
    if circle:
        CircleMatch.objects.create(match=match, circle=circle)
    people = len(ranks)
    record = MatchRecord.objects.create(
        match=match,
        is_due=False,
        game=game,
        seats=people + len(robots),
        people=people,
        started_at=began,
        ended_at=ended,
        moves=40,
    )
    places = [
        SeatRecord(record=record, number=n, player=player, rank=rank, points=-rank, answers=sorted(answers))
        for n, (player, rank) in enumerate(ranks)
    ]
    places += [
        SeatRecord(record=record, number=people + n, rank=rank, points=-rank, is_robot=True)
        for n, rank in enumerate(robots)
    ]
    SeatRecord.objects.bulk_create(places)
    figures.add(game, figures.of_match(record, places))
    if rated:
        with transaction.atomic():
            ratings.rate(record, places, circle.pk if circle else None)
    return record
