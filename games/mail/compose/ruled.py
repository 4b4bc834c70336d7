"""What a moderator did, and why, for those it concerns: in an email and on the page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail import queue
from games.mail.compose.email_draft import moment, safe, zone
from games.models import MatchStatus, Outbox, Ruling, Seat, names_of

LONGEST = 2000
#: What each kind of ruling tells players, and after which kinds a match continues. The table of staff actions
#: defines this in a higher layer, so `games.apps` hands both down when the site starts.
SENTENCES: dict[str, Any] = {}
RESUMING: set[str] = set()
WHY = lazy("Reason: {reason}")
OBJECT = lazy(
    "If you think this is wrong, report a problem on the match page, and another moderator will look into it."
)
OBJECT_FROM_AFAR = lazy(
    "If you think this is wrong, report a problem, and another moderator will look into it."
)


def tell(sentences: Mapping[str, Any], resuming: Collection[str]) -> None:
    """Set what each kind of ruling tells players."""
    SENTENCES.clear()
    SENTENCES.update(sentences)
    RESUMING.clear()
    RESUMING.update(resuming)


def lines(row: Outbox) -> list[str]:
    """Say what was done, why, and how to object."""
    ruling = queue.ruling_of(row)
    if ruling is None:
        return []
    why = str(WHY).format(reason=safe(ruling.reason, LONGEST))
    told = [sentence(ruling, _name(ruling.seat)), why]
    if ruling.match_id is None:
        return told
    return [*told, str(OBJECT if row.seat else OBJECT_FROM_AFAR)]


def goes_on(row: Outbox) -> bool:
    """Tell whether the match continues after this ruling, so its reader may have a question to answer."""
    ruling = queue.ruling_of(row)
    runs = row.match is not None and row.match.status == MatchStatus.RUNNING
    return row.seat is not None and runs and ruling is not None and ruling.kind in RESUMING


def sentence(ruling: Ruling, name: str) -> str:
    """Describe what was done, to the players; "" if it isn't for them."""
    told = SENTENCES.get(ruling.kind)
    day = _day(ruling.about)
    return str(told).format(name=name, day=moment(day) if day else "", zone=zone()) if told else ""


def _day(about: str) -> datetime | None:
    try:
        return datetime.fromisoformat(about) if "T" in about else None
    except ValueError:
        return None


def _name(seat: Seat | None) -> str:
    if seat is None:
        return ""
    table = Seat.objects.filter(match=seat.match_id).select_related("player")
    return safe(names_of(table)[seat.number])
