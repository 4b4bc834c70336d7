"""Stores a match that was played in memory as rows."""

from __future__ import annotations

from typing import Any

from games.clocks import DAILY
from games.match.clocks import stored
from games.models import Event, Match, MatchSecret, MatchStatus, Seat
from games.play import effects, loading, writer
from games.rules.kernel import chain
from tests.kit.play_people import NOON
from tests.kit.worlds import UnderTest


def in_rows(game: UnderTest, records: list[Any], secret: bytes, people: list[Any]) -> Match:
    """Write a log into rows as if it had been played here, with its clocks started at noon."""
    match = Match.objects.create(
        game=game.rules.meta.slug,
        pace=stored(DAILY),
        options=records[0].event.options,
        status=MatchStatus.RUNNING,
        commitment=chain.commitment(secret),
    )
    MatchSecret.kept.create(match=match, secret=secret)
    for number, one in enumerate(people):
        Seat.objects.create(match=match, number=number, player=one)
    before, log = chain.root(match.commitment), []
    for record in records:
        log.append(writer.row_of(match, record, secret, before))
        log[-1].at, before = NOON, bytes.fromhex(log[-1].digest)
    Event.objects.bulk_create(log)
    Match.objects.filter(pk=match.pk).update(version=len(records), head=before.hex())
    match.refresh_from_db()
    work = loading.load(match, NOON)
    for seat in work.seats.values():
        effects.wait_again(work, seat)
    writer.write([work])
    return match
