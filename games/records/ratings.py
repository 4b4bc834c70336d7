"""Ratings: who takes part, what a finished match changes, and working everything out again.

They follow from the finished matches and from who takes part now. A match counts for a player if they took
part before it began; two at least must, and robots and others at the table are left out. When somebody stops
taking part, or a match is counted otherwise than before, the pool is worked out again from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.infra.locks import writing
from games.models import Circle, MatchRecord, Membership, Player, Rating, RatingPool, SeatRecord
from games.records.strength import NEW, Strength, after

Since = Mapping[UUID, datetime]
Strengths = dict[UUID, tuple[Strength, int]]  # with the number of matches
LEAST = 2
NEVER = datetime.max.replace(tzinfo=UTC)
AT_ONCE = 500


def pool_of(circle: int | None, game: str) -> RatingPool:
    """Find or make a pool, and lock it for the caller's transaction."""
    there = Q(circle=circle) if circle else Q(circle=None)
    made = RatingPool.objects.filter(there, game=game).first()
    if made is None:
        RatingPool.objects.bulk_create([RatingPool(circle_id=circle, game=game)], ignore_conflicts=True)
        made = RatingPool.objects.get(there, game=game)
    return RatingPool.objects.select_for_update().get(pk=made.pk)


# --- who takes part


def taking_part(pool: RatingPool, players: Iterable[UUID] | None = None) -> dict[UUID, datetime]:
    """Return since when each of these players takes part, or each of all; only those who do."""
    if pool.circle_id is None:
        everyone = Player.objects.exclude(rated_since=None)
        some = everyone if players is None else everyone.filter(pk__in=players)
        return {pk: since for pk, since in some.values_list("pk", "rated_since") if since}
    members = Membership.objects.filter(circle=pool.circle_id, state="member", circle__has_ratings=True)
    members = members.exclude(rated_since=None)
    some_members = members if players is None else members.filter(player__in=players)
    return {pk: since for pk, since in some_members.values_list("player", "rated_since") if since}


def rated_places(record: MatchRecord, places: Iterable[SeatRecord], since: Since) -> list[SeatRecord]:
    """Pick the places that count; none if there are fewer than two."""
    found = [
        place
        for place in places
        if place.player_id and not place.is_robot and record.started_at >= since.get(place.player_id, NEVER)
    ]
    return found if len(found) >= LEAST else []


# --- one match


def rate(record: MatchRecord, places: Sequence[SeatRecord], circle: int | None) -> None:
    """Bring the ratings of the site and of the match's circle up to date after one match."""
    for where in dict.fromkeys((None, circle)):
        if not _may_matter(places, where):
            continue
        pool = pool_of(where, record.game)
        _rate_in(pool, record, places)


def _may_matter(places: Sequence[SeatRecord], circle: int | None) -> bool:
    players = [place.player_id for place in places if place.player_id]
    return len(taking_part(RatingPool(circle_id=circle), players)) >= LEAST


def _rate_in(pool: RatingPool, record: MatchRecord, places: Sequence[SeatRecord]) -> None:
    since = taking_part(pool, [place.player_id for place in places if place.player_id])
    counted = rated_places(record, places, since)
    if not counted or pool.is_stale:
        return
    if _order(record) <= (pool.through_at or record.started_at, pool.through_match):
        set_stale(RatingPool.objects.filter(pk=pool.pk))  # it ended before others that are in already
        return
    rows = {one.player_id: one for one in pool.ratings.filter(player__in=[one.player_id for one in counted])}
    before = {pk: (Strength(row.mu, row.sigma), row.matches) for pk, row in rows.items()}
    _play(before, counted)
    _write(pool, before, record.ended_at, rows)
    _reach(pool, record)


def _order(record: MatchRecord) -> tuple[datetime, int]:
    return record.ended_at, record.match_id


def _play(strengths: Strengths, counted: Sequence[SeatRecord]) -> None:
    """Change the strengths of those who played, and count their matches."""
    players = [place.player_id for place in counted if place.player_id]
    before = [strengths.get(pk, (NEW, 0)) for pk in players]
    found = after([strength for strength, _ in before], [place.rank for place in counted])
    for pk, new, (_, matches) in zip(players, found, before, strict=True):
        strengths[pk] = new, matches + 1


def _write(
    pool: RatingPool, strengths: Strengths, at: datetime, rows: Mapping[UUID, Rating] | None = None
) -> None:
    made = [
        Rating(pool=pool, player_id=pk, mu=new.mu, sigma=new.sigma, low=new.low, matches=matches, at=at)
        for pk, (new, matches) in strengths.items()
        if rows is None or pk not in rows or rows[pk].matches != matches
    ]
    Rating.objects.bulk_create(
        made,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["mu", "sigma", "low", "matches", "at"],
    )


def _reach(pool: RatingPool, record: MatchRecord) -> None:
    pool.through_at, pool.through_match = _order(record)
    pool.save(update_fields=["through_at", "through_match"])


# --- from the beginning


def set_stale(pools: QuerySet[RatingPool]) -> None:
    """Have pools worked out again by the next sweep."""
    pools.update(is_stale=True)


def set_stale_for(player: Player, circle: Circle | None = None) -> None:
    """Have the pools worked out again that a player is in: the site's, or a circle's."""
    set_stale(RatingPool.objects.filter(circle=circle, ratings__player=player))


def forget(player: Player) -> None:
    """Have every pool worked out again that a player is in, because their account goes."""
    set_stale(RatingPool.objects.filter(pk__in=Rating.objects.filter(player=player).values("pool")))


def rebuild_stale(now: datetime, most: int = 20) -> int:
    """Work out again the pools that need it; return how many."""
    stale = RatingPool.objects.filter(is_stale=True).order_by("pk").values_list("pk", flat=True)[:most]
    return sum(rebuild(pk) for pk in list(stale))


def rebuild(pk: int) -> bool:
    """Work one pool out again from all its matches; tell whether it is there."""
    with writing():
        pool = RatingPool.objects.select_for_update().filter(pk=pk).first()
        if pool is None:
            return False
        pool.ratings.all().delete()
        pool.through_at, pool.through_match, pool.is_stale = None, 0, False
        _rebuild(pool)
        pool.save()
        return True


def _rebuild(pool: RatingPool) -> None:
    since, last = taking_part(pool), None
    strengths: Strengths = {}
    for record in _in_order(pool, since):
        counted = rated_places(record, record.places.all(), since)
        if counted:
            _play(strengths, counted)
            last = record
    if last is not None:
        _write(pool, strengths, last.ended_at)
        pool.through_at, pool.through_match = _order(last)


def _in_order(pool: RatingPool, since: Since) -> Iterator[MatchRecord]:
    """Go through the matches that may count, in the order in which they ended."""
    if not since:
        return iter(())
    found = MatchRecord.objects.filter(game=pool.game, is_counted=True, started_at__gte=min(since.values()))
    if pool.circle_id is not None:
        found = found.filter(match__circle_match__circle=pool.circle_id)
    places = Prefetch("places", SeatRecord.objects.order_by("number"))
    return found.prefetch_related(places).order_by("ended_at", "pk").iterator(AT_ONCE)


# --- who is listed


def listed(pool: RatingPool, hidden: Iterable[UUID]) -> QuerySet[Rating]:
    """List the ratings of those who take part, the strongest first, without these players."""
    found = Rating.objects.filter(pool=pool).exclude(player__in=hidden).select_related("player")
    return found.filter(_takes_part(pool)).order_by("-low", "player", "pk")


def _takes_part(pool: RatingPool) -> Q:
    if pool.circle_id is None:
        return Q(player__rated_since__isnull=False)
    members = Membership.objects.filter(circle=pool.circle_id, state="member", rated_since__isnull=False)
    return Q(player__in=members.values("player"), pool__circle__has_ratings=True)


def find_pool(circle: Circle | None, game: str) -> RatingPool | None:
    return RatingPool.objects.filter(circle=circle, game=game).first()


def of_player(player: Player) -> list[Rating]:
    """List a player's ratings on the site, by game."""
    mine = Rating.objects.filter(player=player, pool__circle=None, player__rated_since__isnull=False)
    return list(mine.select_related("pool").order_by("pool__game", "pk"))
