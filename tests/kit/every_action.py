"""A moderator, a match to judge, and every staff action, for tests that try them all.

The actions come from the site's own table, each with what its form offers first, so new ones are tried too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django import forms

from games.disputes.moderation import By
from games.models import Deadline, Match, Outbox, Player
from games.staff.actions import ON_ADDRESSES, ON_PLAYERS, StaffAction
from games.staff.actions import ON_MATCHES as OFFERED
from games.staff.actions.fields import AddressField
from tests.kit.play_people import NOON, player

LATER = NOON + timedelta(hours=2)
WHY = "It was asked for."
Do = Callable[[By, Match], Any]


def moderator(name: str = "mo") -> Player:
    made = player(name)
    made.is_moderator = True
    made.save()
    return made


def waited(found: Match) -> int:
    found.refresh_from_db()
    return int(found.awaited[0])


def somebody(found: Match) -> Player:
    """Return the player who had the seat when the scene was set."""
    return found.seat_taken_by


def mail_of(found: Match) -> int:
    """Return the email that asks the current question, as sent."""
    clock = Deadline.objects.get(match=found, state="running", kind="question")
    mail = Outbox.objects.filter(match=found, question=clock.question).exclude(kind="ruled").earliest("pk")
    Outbox.objects.filter(pk=mail.pk, state="queued").update(state="sent")
    return mail.pk


def moment(found: Match) -> int:
    """Return the event after which somebody was first asked something."""
    return found.submissions.filter(last_event__isnull=False).earliest("pk").last_event or 0


#: Values for forms whose first option won't do.
CHOSEN: dict[str, Callable[[Match], Mapping[str, Any]]] = {
    "resend": lambda found: {"mail": mail_of(found)},
    "rewind": lambda found: {"to": moment(found)},
    "replace": lambda found: {"seat": f"1:{found.seats.get(number=1).generation}"},
}


def filled_in(action: StaffAction[Any], about: Any, found: Match) -> dict[str, Any]:
    """Fill in the form of an action with its initial values."""
    return {name: _first(field, found) for name, field in action.fields(about).items()}


def _first(field: forms.Field, found: Match) -> Any:
    if isinstance(field, AddressField):
        return somebody(found).email if field.required else ""
    if field.initial is None and isinstance(field, forms.ChoiceField):
        first = str(next(iter(field.choices))[0])
        return field.clean(first) if first else None  # there is nothing to choose from
    return field.clean(field.initial)


def _trying(slug: str, action: StaffAction[Any], of: Callable[[Match], Any]) -> Do:
    def do(by: By, found: Match) -> Any:
        found.refresh_from_db()
        given = filled_in(action, of(found), found) | CHOSEN.get(slug, lambda found: {})(found)
        return action.do(by, of(found), given, LATER)

    return do


def _all(
    offered: Mapping[str, StaffAction[Any]], of: Callable[[Match], Any], mark: str = ""
) -> dict[str, Do]:
    return {
        f"{slug}{mark}": _trying(slug, action, of)
        for slug, action in offered.items()
        if slug not in ELSEWHERE
    }


#: Actions that need a stopped or finished match, or an address that gets no email.
ELSEWHERE = frozenset({"resume", "release", "allow", "uncount", "count"})
#: Every action on a running match.
ON_MATCHES = _all(OFFERED, lambda found: found)
EVERY = ON_MATCHES | _all(ON_PLAYERS, somebody, " a player") | _all(ON_ADDRESSES, lambda found: None)
