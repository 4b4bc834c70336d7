"""How often somebody may do what costs us something: leave a refusal behind, have a code emailed, guess one.

Counted in rows, for what a process keeps in memory the next one doesn't know. Whose tally it is can't be
read from it: the key is a hash that is another one tomorrow.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime

from django.conf import settings
from django.db.models import F
from django.utils.crypto import salted_hmac

from games.models import Tally
from games.rules.kernel.refusal import Refused

SALT = "games.limits"


def take(what: str, whose: str, now: datetime) -> None:
    """Take one of what somebody may do in this stretch of time; raise Refused when none is left.

    Belongs in a transaction with what it allows: neither is written without the other. Nobody in
    particular, the empty string, has no limit.
    """
    most, seconds = settings.LIMITS[what]
    stretch = int(now.timestamp()) // seconds + 1
    ends_at = datetime.fromtimestamp(stretch * seconds, UTC)
    if whose and not _took(_key(what, whose, now), ends_at, most):
        raise Refused("too_many", seconds=math.ceil((ends_at - now).total_seconds()))


def take_until(what: str, most: int, ends_at: datetime) -> int:
    """Take one of what may be done with one thing until a moment; tell which one it is, 0 if none is left.

    Belongs in a transaction of its own, before what it counts: however many try at once, no more than those
    get any further.
    """
    key = salted_hmac(SALT, f"one thing|{what}", algorithm="sha256").hexdigest()
    if not _took(key, ends_at, most):
        return 0
    return Tally.objects.values_list("taken", flat=True).get(key=key, ends_at=ends_at)


def _took(key: str, ends_at: datetime, most: int) -> bool:
    """Count one more, if there is one left: one of many who try at once gets the last."""
    Tally.objects.bulk_create([Tally(key=key, ends_at=ends_at)], ignore_conflicts=True)
    mine = Tally.objects.filter(key=key, ends_at=ends_at, taken__lt=most)
    return bool(mine.update(taken=F("taken") + 1))


def _key(what: str, whose: str, now: datetime) -> str:
    told = f"{now.astimezone(UTC).date()}|{what}|{whose}"
    return salted_hmac(SALT, told, algorithm="sha256").hexdigest()


def forget(now: datetime) -> int:
    """Throw away the tallies of what is past; give their number."""
    return Tally.objects.filter(ends_at__lt=now).delete()[0]
