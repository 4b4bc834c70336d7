"""What moderators looked at while a match was played, for those who sat there, once it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.models import ENDED, Look, Match

MOST = 50


@dataclass(frozen=True)
class Looked:
    at: datetime
    name: str  # as whom; nothing: as whoever looks on
    reason: str


def looks_of(match: Match, names: Mapping[int, str]) -> list[Looked]:
    """List them, the latest first; while it is played nobody learns what a case is about."""
    if match.status not in ENDED:
        return []
    looks = Look.objects.filter(match=match).order_by("-pk")[:MOST]
    return [Looked(one.at, "" if one.seat is None else names[one.seat], one.reason) for one in looks]
