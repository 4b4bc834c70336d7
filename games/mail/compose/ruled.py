"""What a moderator has done, and why: for whom it concerns, in a mail and on the page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as lazy

from games.mail import queue
from games.mail.compose.letter import moment, safe, zone
from games.models import MatchStatus, Outbox, Ruling, RulingKind, Seat, names_of

LONGEST = 2000
#: `{name}` is whose seat it was about, `{day}` the day it was about.
SENTENCES: Mapping[str, Any] = {
    RulingKind.EXTENDED: lazy("A moderator has given {name} more time: until {day} ({zone})."),
    RulingKind.RESTARTED: lazy("A moderator has let the time of {name} begin anew: until {day} ({zone})."),
    RulingKind.PAUSED: lazy(
        "A moderator has paused the match. Nobody is asked anything and no time runs until it goes on."
    ),
    RulingKind.RESUMED: lazy(
        "A moderator has let the match go on. Everybody has as much time left as when it stopped."
    ),
    RulingKind.FORCED: lazy(
        "A moderator has ended the waiting for {name}: the game has moved for that seat as if time were up."
    ),
    RulingKind.REWOUND: lazy(
        "A moderator has taken the match back to an earlier moment. What happened since counts no more, "
        "plans are off, and links in earlier mails do nothing; what chance brings from now on is drawn anew."
    ),
    RulingKind.REPLACED: lazy(
        "A moderator has decided who plays the seat of {name} from now on. Links in earlier mails of that "
        "seat do nothing any more."
    ),
    RulingKind.RELEASED: lazy(
        "What was wrong with the match is put right, and a moderator has let it go on. Everybody has as much "
        "time left as when it stopped."
    ),
    RulingKind.ENDED: lazy("A moderator has closed the match without a result. It is closed for good."),
    RulingKind.RESENT: lazy("A moderator has had a mail to {name} sent once more."),
    RulingKind.WARNED: lazy("A moderator asks you to take this to heart."),
    RulingKind.SUSPENDED: lazy(
        "A moderator has suspended you until {day} ({zone}). Where you sit you play on, so that nobody has "
        "to wait; until then you can open no tables, join none, and say nothing at them."
    ),
    RulingKind.BANNED: lazy(
        "A moderator has closed your account. Your seats are free for somebody else, and you "
        "can sign in no more."
    ),
    RulingKind.READMITTED: lazy("A moderator has let you in again: you can sign in, and take seats."),
    RulingKind.SUPPRESSED: lazy("A moderator has stopped our mails to one of your addresses."),
    RulingKind.UNSUPPRESSED: lazy("A moderator has allowed our mails to one of your addresses again."),
}
WHY = lazy("Why: {reason}")
OBJECT = lazy(
    "If you think that is wrong, flag it as a problem on the page of the match: another moderator looks."
)
OBJECT_FROM_AFAR = lazy("If you think that is wrong, flag it as a problem: another moderator looks.")
#: After these somebody may be asked what they were asked before.
GOES_ON = frozenset({RulingKind.RESUMED, RulingKind.RELEASED})


def lines(row: Outbox) -> list[str]:
    """Say what was done, why, and what whoever finds it wrong may do."""
    ruling = queue.ruling_of(row)
    if ruling is None:
        return []
    why = str(WHY).format(reason=safe(ruling.reason, LONGEST))
    told = [sentence(ruling, _name(ruling.seat)), why]
    if ruling.match_id is None:
        return told
    return [*told, str(OBJECT if row.seat else OBJECT_FROM_AFAR)]


def goes_on(row: Outbox) -> bool:
    """Tell whether a match goes on by what was done, and its reader may be asked something."""
    ruling = queue.ruling_of(row)
    runs = row.match is not None and row.match.status == MatchStatus.RUNNING
    return row.seat is not None and runs and ruling is not None and ruling.kind in GOES_ON


def sentence(ruling: Ruling, name: str) -> str:
    """Say what was done, to the players; nothing where it isn't for them."""
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
