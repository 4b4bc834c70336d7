"""What moderators looked at during a match, shown to its players once it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.infra.statements import kept
from games.models import ENDED, Look, Match

MOST = 50


@dataclass(frozen=True)
class ShownLook:
    at: datetime
    name: str  # of the seat they looked as; empty for an onlooker
    reason: str


def looks_of(match: Match, names: Mapping[int, str]) -> list[ShownLook]:
    """List the looks, latest first; none before the match has ended, so that nobody learns of a case."""
    if match.status not in ENDED:
        return []
    return [
        ShownLook(one.at, "" if one.seat is None else names[one.seat], one.reason) for one in _latest(match)
    ]


@kept
def _latest(match: Match) -> QuerySet[Look]:
    return Look.objects.filter(match=match).order_by("-pk")[:MOST]
