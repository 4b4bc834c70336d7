"""Opening a match: its seats, its secret, and the commitment that binds the match to the secret."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime

from games.lobby.match_settings import MatchSettings
from games.match import clocks
from games.models import (
    Circle,
    CircleMatch,
    Lobby,
    Match,
    MatchKind,
    MatchSecret,
    Player,
    Seat,
    new_door,
    roster_of,
)
from games.rules.kernel import chain


def open_match(
    settings: MatchSettings,
    people: Sequence[Player],
    now: datetime,
    *,
    words: Sequence[str] = (),
    key: str = "",
    secret: bytes | None = None,
    kind: MatchKind = MatchKind.ORDINARY,
    sealed_until: datetime | None = None,
) -> Match:
    """Open a match for these people in the caller's transaction; the first of them is its host.

    The commitment is made before anybody else joins. Only lessons, daily mines and tests pass a secret.
    """
    assert settings.free(len(people)) >= 0, "more people than seats"
    kept = secrets.token_bytes(32) if secret is None else secret
    match = Match.objects.create(
        game=settings.game,
        name=settings.name,
        options=dict(settings.options),
        pace=clocks.stored(settings.pace),
        commitment=chain.commitment(kept),
        spectators=settings.spectators,
        spectators_signed_out=settings.spectators_signed_out,
        private_messages=settings.private_messages,
        robot_accounts=settings.robot_accounts,
        kind=kind,
        sealed_until=sealed_until,
        created_at=now,
        **asdict(settings.away),
    )
    MatchSecret.kept.create(match=match, secret=kept)
    _open_lobby(match, settings, people[0] if people else None, now, key)
    _set_seats(match, settings, people, words)
    return match


def _open_lobby(match: Match, settings: MatchSettings, host: Player | None, now: datetime, key: str) -> None:
    Lobby.objects.create(
        match=match,
        host=host,
        key=key or secrets.token_urlsafe(16),
        moved_at=now,
        is_open=settings.is_open,
        greeting=settings.greeting,
        door=new_door() if settings.has_door else "",
    )
    if settings.circle:
        CircleMatch.objects.create(match=match, circle=Circle.objects.get(public_id=settings.circle))


def _set_seats(match: Match, settings: MatchSettings, people: Sequence[Player], words: Sequence[str]) -> None:
    seats = list(_seats(match, settings, people))
    for seat, spoken in zip(seats, words, strict=False):
        seat.words = spoken
    Seat.objects.bulk_create(seats)
    match.roster = roster_of(seats)
    match.save(update_fields=["roster"])


def _seats(match: Match, settings: MatchSettings, people: Sequence[Player]) -> Iterator[Seat]:
    """Make the seats: first these people's, then the free ones, then the robots'."""
    taken = settings.seats - len(settings.robots)
    for number in range(taken):
        yield Seat(match=match, number=number, player=people[number] if number < len(people) else None)
    for n, robot in enumerate(settings.robots):
        yield Seat(match=match, number=taken + n, robot=robot)
