"""A pace in plain words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clocks import Pace

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def meaning(pace: Pace) -> str:
    """Say how long a pace waits for a turn and for an answer."""
    return gettext("%(turn)s for each turn, %(window)s to react to another player's card.") % {
        "turn": lasting(pace.turn),
        "window": lasting(pace.window),
    }


def lasting(time: timedelta) -> str:
    """Say how long a span is, in whole days, hours or minutes."""
    if time % DAY == timedelta(0) and time > DAY:
        return ngettext("%(count)d day", "%(count)d days", time // DAY) % {"count": time // DAY}
    if time % HOUR == timedelta(0):
        return ngettext("%(count)d hour", "%(count)d hours", time // HOUR) % {"count": time // HOUR}
    minutes = time // timedelta(minutes=1)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def roughly(time: timedelta) -> str:
    """Say how long a span is, as one says it: minutes within two hours, hours within two days."""
    unit = DAY if time >= 2 * DAY else HOUR if time >= 2 * HOUR else timedelta(minutes=1)
    return lasting(max(1, round(time / unit)) * unit)
