"""Tries at what only staff may do, by who got no further than the door: written down, but not without end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from games import limits
from games.locks import writing
from games.models import Match, Player, Ruling, RulingKind
from games.rules.kernel.refusal import Refused
from games.views.visitor import address_of

OUTSIDER, NO_STAFF, NO_SECOND_FACTOR = "signed_out", "not_a_moderator", "no_second_factor"
#: What an act is called in its address, where its kind isn't called so.
KINDS = {
    "extend": RulingKind.EXTENDED,
    "restart": RulingKind.RESTARTED,
    "pause": RulingKind.PAUSED,
    "resume": RulingKind.RESUMED,
    "force": RulingKind.FORCED,
    "rewind": RulingKind.REWOUND,
    "replace": RulingKind.REPLACED,
    "release": RulingKind.RELEASED,
    "close": RulingKind.ENDED,
    "resend": RulingKind.RESENT,
    "note": RulingKind.NOTED,
    "check": RulingKind.CHECKED,
    "look": RulingKind.LOOKED,
    "warn": RulingKind.WARNED,
    "suspend": RulingKind.SUSPENDED,
    "ban": RulingKind.BANNED,
    "readmit": RulingKind.READMITTED,
    "suppress": RulingKind.SUPPRESSED,
    "allow": RulingKind.UNSUPPRESSED,
    "take": RulingKind.TOOK,
    "answer": RulingKind.ANSWERED,
    "confer": RulingKind.NOTED,
    "decide": RulingKind.DECIDED,
    "shut": RulingKind.CLOSED_CASE,
    "evidence": RulingKind.LOOKED,
}


def note(request: HttpRequest, named: dict[str, Any]) -> None:
    """Write down who tried what; nothing of what was typed, for whoever typed it may be anybody."""
    kind = KINDS.get(named.get("act", ""))
    if kind is None:
        return
    who, now = request.user if isinstance(request.user, Player) else None, timezone.now()
    with suppress(Refused), writing():
        limits.take("refusals of an address", address_of(request), now)
        Ruling.objects.create(
            moderator=who,
            match=Match.objects.filter(public_id=named.get("public_id", "")).first(),
            player=Player.objects.filter(pk=named["player_id"]).first() if "player_id" in named else None,
            kind=kind,
            refused=_why(who),
            at=now,
        )


def _why(who: Player | None) -> str:
    if who is None:
        return OUTSIDER
    return NO_SECOND_FACTOR if who.is_staff else NO_STAFF
