"""How often somebody may do what costs us something: cause a refusal, have a code emailed, guess a code.

Counted in rows, because processes don't share memory. The key of a tally is a hash that changes daily, so it
doesn't show who it is about.
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
    """Count one use in the current period; raise Refused if none is left.

    Call this in the same transaction as what it allows, so that both are written or neither. Nobody in
    particular (an empty `whose`) has no limit.
    """
    most, seconds = settings.LIMITS[what]
    stretch = int(now.timestamp()) // seconds + 1
    ends_at = datetime.fromtimestamp(stretch * seconds, UTC)
    if whose and not _took(_key(what, whose, now), ends_at, most):
        raise Refused("too_many", seconds=math.ceil((ends_at - now).total_seconds()))


def take_until(what: str, most: int, ends_at: datetime) -> int:
    """Count one use of a thing until a moment; return which use this is, or 0 if none is left.

    Call this in a transaction of its own before what it counts: then no more than `most` get through, however
    many try at once.
    """
    key = salted_hmac(SALT, f"one thing|{what}", algorithm="sha256").hexdigest()
    if not _took(key, ends_at, most):
        return 0
    return Tally.objects.values_list("taken", flat=True).get(key=key, ends_at=ends_at)


def _took(key: str, ends_at: datetime, most: int) -> bool:
    """Count one more if there is one left; if many try at once, only one gets the last."""
    Tally.objects.bulk_create([Tally(key=key, ends_at=ends_at)], ignore_conflicts=True)
    mine = Tally.objects.filter(key=key, ends_at=ends_at, taken__lt=most)
    return bool(mine.update(taken=F("taken") + 1))


def _key(what: str, whose: str, now: datetime) -> str:
    told = f"{now.astimezone(UTC).date()}|{what}|{whose}"
    return salted_hmac(SALT, told, algorithm="sha256").hexdigest()


def forget(now: datetime) -> int:
    """Delete tallies of past periods; return how many."""
    return Tally.objects.filter(ends_at__lt=now).delete()[0]
