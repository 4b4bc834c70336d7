"""What moderators did in a match, as its players read it: what, why and when, but not who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, QuerySet

from games.infra.statements import kept
from games.mail import queue
from games.mail.compose.ruled import SENTENCES, sentence
from games.mail.kinds import News
from games.models import Match, Outbox, Ruling, RulingKind, Seat
from games.models.append_only import AppendOnlyQuerySet

MOST = 50


@dataclass(frozen=True)
class ShownRuling:
    at: datetime
    text: str
    reason: str
    mail: UUID | None  # the email that told its reader, so that they can report it


def shown_at(match: Match | OuterRef) -> AppendOnlyQuerySet[Ruling]:
    """Find the rulings that players may read, not those for moderators alone.

    The resending of a personal email isn't shown either.
    """
    shown = Ruling.objects.filter(match=match, refused="", kind__in=[str(kind) for kind in SENTENCES])
    return shown.exclude(kind=RulingKind.RESENT, seat=None)


def rulings_of(seat: Seat, names: Mapping[int, str]) -> list[ShownRuling]:
    """List the rulings in a seat's match, latest first."""
    latest = _latest(seat.match)
    emails = _mails(seat) if latest else {}
    return [
        ShownRuling(
            one.at,
            sentence(one, names.get(one.seat.number, "") if one.seat else ""),
            one.reason,
            emails.get(queue.about_ruling(one).text()),
        )
        for one in latest
    ]


@kept
def _latest(match: Match) -> QuerySet[Ruling]:
    return shown_at(match).select_related("seat").order_by("-pk")[:MOST]


def _mails(seat: Seat) -> dict[str, UUID]:
    """Map what each email to the seat's current player was about to its id."""
    rows = Outbox.objects.filter(seat=seat, generation=seat.generation, kind=News.RULED)
    return dict(rows.values_list("question", "message_id"))
