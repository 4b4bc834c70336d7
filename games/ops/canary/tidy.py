"""What canaries leave behind: their last matches and the results of a week, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import DatabaseError, models
from django.db.models import QuerySet
from django.db.models.deletion import get_candidate_relations_to_delete

from games.infra.locks import writing
from games.models import CanaryRun, Match, MatchKind, MatchStatus, Player
from games.ops.canary import post

log = structlog.get_logger(__name__)
Rows = QuerySet[models.Model]

MATCHES_KEPT = 3  # to look at what went wrong
RUNS_KEPT = timedelta(days=7)


def tidy(now: datetime) -> int:
    """Delete old matches of the canary and old results; return how many matches."""
    CanaryRun.objects.filter(began_at__lt=now - RUNS_KEPT).delete()
    return _erase(MATCHES_KEPT)


def forget() -> int:
    """Delete everything of the canary, so that nothing expects it to play; return how many matches."""
    mine = Player.objects.filter(seats__match__kind=MatchKind.CANARY)
    players = list(mine.values_list("pk", "email").distinct())
    gone = _erase(0)
    CanaryRun.objects.all().delete()
    for pk, address in players:
        post.throw_away(address)
        Player.objects.filter(pk=pk, seats=None).delete()
    return gone


def _erase(kept: int) -> int:
    """Delete all of its matches but the last ones, and those that somebody has to look at."""
    mine = Match.objects.filter(kind=MatchKind.CANARY).order_by("-pk")
    done = mine.exclude(status=MatchStatus.QUARANTINED).values_list("pk", flat=True)
    return sum(_erase_one(pk) for pk in list(done[kept:]))


def _erase_one(pk: int) -> bool:
    try:
        with writing():
            Match.objects.select_for_update().get(pk=pk)
            for rows in _all_of(Match, [pk]):
                rows._raw_delete(rows.db)
        return True
    except DatabaseError as error:  # such as a moderator's decision, which stays
        log.warning("canary_not_erased", match=pk, reason=type(error).__name__)
        return False


def _all_of(model: type[models.Model], keys: list[object]) -> Iterator[Rows]:
    """Give rows with everything that belongs to them, what belongs to others first.

    Not by deleting objects: that asks managers, which refuse or hide what is to stay with people's matches.
    """
    relations: Iterable[Any] = get_candidate_relations_to_delete(model._meta)
    for relation in relations:
        field = relation.field
        theirs: Rows = QuerySet(field.model).filter(**{f"{field.name}__in": keys})
        if relation.on_delete is models.SET_NULL:
            theirs.update(**{field.name: None})
        elif found := list(theirs.values_list("pk", flat=True)):
            yield from _all_of(field.model, found)
    yield QuerySet(model).filter(pk__in=keys)
