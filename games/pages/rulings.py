"""What moderators did at a table, for those who play there: the act, why, and when; not who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.mails.ruled import SENTENCES, sentence
from games.models import Match, Ruling

MOST = 50


@dataclass(frozen=True)
class Ruled:
    at: datetime
    text: str
    reason: str


def rulings_of(match: Match, names: Mapping[int, str]) -> list[Ruled]:
    """List them, the latest first; what only moderators read isn't among them."""
    rows = Ruling.objects.filter(match=match, refused="", kind__in=[str(kind) for kind in SENTENCES])
    latest = rows.select_related("seat").order_by("-pk")[:MOST]
    return [
        Ruled(one.at, sentence(one, names.get(one.seat.number, "") if one.seat else ""), one.reason)
        for one in latest
    ]
