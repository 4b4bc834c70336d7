"""The daily mine: one secret a day for everybody, one try per player, and the table of the day.

A day is a day in UTC. The hash of its secret is public from its first moment, and the secret from its last.
Until a day ends, nobody who can still play sees another's result or draws.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import IntegrityError

from games.infra.locks import writing
from games.lobby import alone
from games.models import (
    DailyMine,
    DailySecret,
    DailyTry,
    Match,
    MatchKind,
    MatchStatus,
    Player,
    day_of,
    midnight,
)
from games.play import history
from games.rules.catalogue import GAMES, by_slug
from games.rules.guided_match import LEARNER, robots_alone
from games.rules.kernel import chain
from games.rules.kernel.contract import AnyRules, Outcome

A_DAY = timedelta(days=1)


def game_of_the_day() -> AnyRules | None:
    """Find the game that has a match of the day."""
    return next((rules for rules in GAMES if rules.alone.daily is not None), None)


def options_of_the_day(rules: AnyRules) -> dict[str, object]:
    return dict(rules.alone.daily or {})


# --- the mine of a day


def mine_of(day: date) -> DailyMine | None:
    return DailyMine.objects.filter(day=day).first()


def prepare(now: datetime) -> int:
    """Draw the secret of today if nobody has yet; return how many were drawn. The sweep calls this."""
    rules, day = game_of_the_day(), day_of(now)
    if rules is None or mine_of(day) is not None:
        return 0
    secret = secrets.token_bytes(32)
    outcome = outcome_of(robots_alone(rules, secret, options_of_the_day(rules)).table, rules)
    try:
        with writing():
            facts = {"game": rules.meta.slug, "commitment": chain.commitment(secret)}
            mine = DailyMine.objects.create(day=day, robot=outcome[LEARNER].points, **facts)
            DailySecret.kept.create(mine=mine, secret=secret)
    except IntegrityError:  # another process was first
        return 0
    return 1


def secret_of(mine: DailyMine) -> bytes:
    """Give the secret of a day. Never show it before the day is over: `opened_secret` does that."""
    return bytes(DailySecret.kept.get(mine=mine).secret)


def opened_secret(mine: DailyMine, now: datetime) -> str:
    """Give the secret of a day that is over, in hexadecimal; "" until then."""
    return secret_of(mine).hex() if mine.is_over(now) else ""


# --- a try


def try_of(mine: DailyMine | None, player: Player) -> DailyTry | None:
    tries = DailyTry.objects.select_related("match")
    return tries.filter(mine=mine, player=player).first() if mine else None


def play(player: Player, now: datetime, *, is_named: bool) -> Match:
    """Begin today's try, or find the one that this player has begun already; raise Refused."""
    prepare(now)
    mine = DailyMine.objects.get(day=day_of(now))
    if found := try_of(mine, player):
        return found.match
    try:
        match = _begin(mine, player, now, is_named=is_named)
    except IntegrityError:  # pressed twice at the same moment: one try a day
        if found := try_of(mine, player):
            return found.match
        raise
    alone.let_robots_play(match, now)
    return match


def _begin(mine: DailyMine, player: Player, now: datetime, *, is_named: bool) -> Match:
    rules = by_slug()[mine.game]
    with writing():
        match = alone.open_alone(
            player,
            alone.settings_alone(rules, options_of_the_day(rules)),
            now,
            secret=secret_of(mine),
            kind=MatchKind.DAILY,
            sealed_until=mine.ends_at,
        )
        DailyTry.objects.create(mine=mine, player=player, match=match, is_named=is_named, began_at=now)
    return match


def name_me(tried: DailyTry, *, is_named: bool) -> None:
    """Let the table of the day name this player, or no longer."""
    with writing():
        DailyTry.objects.filter(pk=tried.pk).update(is_named=is_named)


def note_results(now: datetime) -> int:
    """Note the results of tries that ended in time; return how many. What ends later doesn't count."""
    return sum(_note(*one) for day in (day_of(now) - A_DAY, day_of(now)) for one in _finished(day))


def _finished(day: date) -> list[tuple[int, Match]]:
    """Find the tries of a day that ended in time and have no result yet, with their matches."""
    waiting = DailyTry.objects.filter(mine=day, points__isnull=True)
    tries = dict(waiting.values_list("match", "pk"))
    if not tries:
        return []
    over = Match.objects.filter(pk__in=tries, status=MatchStatus.OVER, ended_at__lt=midnight(day + A_DAY))
    return [(tries[match.pk], match) for match in over]


def _note(tried: int, match: Match) -> bool:
    _, table = history.load(match)
    mine = outcome_of(table, match.rules)[LEARNER]
    with writing():
        DailyTry.objects.filter(pk=tried).update(points=mine.points, rank=mine.rank)
    return True


def outcome_of(table: history.AnyTable, rules: AnyRules) -> Outcome:
    outcome: Outcome | None = rules.core.outcome(table.state)
    assert outcome is not None, "a match that is over has a result"
    return outcome


# --- the table of the day


@dataclass(frozen=True)
class DailyResult:
    """A finished try: its place on the table of the day, and whose it is if they chose to be named."""

    place: int
    points: int
    player: Player | None
    pk: int  # of the try


def may_see(mine: DailyMine, player: Player | None, now: datetime) -> bool:
    """Tell whether somebody may see results of a day: it is over, or they have finished their try."""
    tried = try_of(mine, player) if player else None
    return mine.is_over(now) or (tried is not None and tried.points is not None)


def results_of(day: date, players: Iterable[Player] | None = None) -> list[DailyResult]:
    """List the results of a day, best first: everybody's, or those of some players who chose to be named.

    Ask `may_see` first: results are hidden from those who can still play.
    """
    done = DailyTry.objects.select_related("player").filter(mine=day, points__isnull=False)
    if players is not None:
        done = done.filter(player__in=list(players), is_named=True)
    found = list(done.order_by("-points", "began_at", "pk"))
    points = [one.points or 0 for one in found]
    return [
        DailyResult(points.index(score) + 1, score, one.player if one.is_named else None, one.pk)
        for one, score in zip(found, points, strict=True)
    ]


def place_of(tried: DailyTry | None, results: Iterable[DailyResult]) -> int | None:
    """Find the place of a try, whether the table names its player or not."""
    return next((one.place for one in results if tried and one.pk == tried.pk), None)
