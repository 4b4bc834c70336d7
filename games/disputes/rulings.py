"""What moderators did at a table, for those who play there: the act, why, and when; not who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef

from games.mail import queue
from games.mail.compose.ruled import SENTENCES, sentence
from games.mail.kinds import News
from games.models import Match, Outbox, Ruling, RulingKind, Seat
from games.models.append_only import AppendOnlyQuerySet

MOST = 50


@dataclass(frozen=True)
class Ruled:
    at: datetime
    text: str
    reason: str
    mail: UUID | None  # by which its reader was told, and flags it


def shown_at(match: Match | OuterRef) -> AppendOnlyQuerySet[Ruling]:
    """Find what its players may know of; what only moderators read isn't among it.

    An email sent again that names no seat was its reader's own affair.
    """
    told = Ruling.objects.filter(match=match, refused="", kind__in=[str(kind) for kind in SENTENCES])
    return told.exclude(kind=RulingKind.RESENT, seat=None)


def rulings_of(seat: Seat, names: Mapping[int, str]) -> list[Ruled]:
    """List what was done at a seat's table, the latest first."""
    latest = list(shown_at(seat.match).select_related("seat").order_by("-pk")[:MOST])
    told = _mails(seat) if latest else {}
    return [
        Ruled(
            one.at,
            sentence(one, names.get(one.seat.number, "") if one.seat else ""),
            one.reason,
            told.get(queue.about_ruling(one).text()),
        )
        for one in latest
    ]


def _mails(seat: Seat) -> dict[str, UUID]:
    """Give the emails that told who sits there now, by what they were about."""
    rows = Outbox.objects.filter(seat=seat, generation=seat.generation, kind=News.RULED)
    return dict(rows.values_list("question", "message_id"))
