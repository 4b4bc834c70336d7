"""Opening a table: the seats, the secret, and the commitment that binds the match to it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from games.clocks import DAILY, Pace
from games.infra.locks import writing
from games.match import clocks
from games.models import Autopilot, Lobby, Match, MatchSecret, Player, Seat, roster_of
from games.rules.kernel import chain


@dataclass(frozen=True)
class Away:
    """What a table has chosen for those who stay away."""

    holidays_allowed: int = 7  # days a seat
    silences_allowed: int = 2  # in a row, until the autopilot takes over
    autopilot: str = Autopilot.ROBOT


def open_table(
    game: str,
    people: Sequence[Player],
    robots: Sequence[str],
    *,
    now: datetime,
    options: dict[str, object] | None = None,
    pace: Pace = DAILY,
    away: Away = Away(),
    words: Sequence[str] = (),
    free: int = 0,
    name: str = "",
    secret: bytes | None = None,
) -> Match:
    """Open a table with these people, then so many free seats, then these robots, in the order of joining."""
    with writing():
        return lay_table(
            game,
            people,
            robots,
            now=now,
            options=options,
            pace=pace,
            away=away,
            words=words,
            free=free,
            name=name,
            secret=secret,
        )


def lay_table(
    game: str,
    people: Sequence[Player],
    robots: Sequence[str],
    *,
    now: datetime,
    options: dict[str, object] | None = None,
    pace: Pace = DAILY,
    away: Away = Away(),
    words: Sequence[str] = (),
    free: int = 0,
    spectators: bool = False,
    spectators_signed_out: bool = False,
    key: str = "",
    name: str = "",
    secret: bytes | None = None,
) -> Match:
    """Open a table in its caller's transaction; whoever sits there first is its host.

    The commitment is made before anybody sits down. A secret is given in tests only.
    """
    kept = secrets.token_bytes(32) if secret is None else secret
    match = Match.objects.create(
        game=game,
        name=name,
        options=options or {},
        pace=clocks.stored(pace),
        commitment=chain.commitment(kept),
        spectators=spectators,
        spectators_signed_out=spectators_signed_out,
        created_at=now,
        **asdict(away),
    )
    MatchSecret.kept.create(match=match, secret=kept)
    host = people[0] if people else None
    Lobby.objects.create(match=match, host=host, key=key or secrets.token_urlsafe(16), moved_at=now)
    taken = len(people) + free
    seats = [Seat(match=match, number=number, player=one) for number, one in enumerate(people)]
    seats += [Seat(match=match, number=number) for number in range(len(people), taken)]
    seats += [Seat(match=match, number=taken + n, robot=one) for n, one in enumerate(robots)]
    for seat, spoken in zip(seats, words, strict=False):
        seat.words = spoken
    Seat.objects.bulk_create(seats)
    match.roster = roster_of(seats)
    match.save(update_fields=["roster"])
    return match
