"""Note attempts at staff actions by people who weren't let in, up to a limit."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from games.infra import limits
from games.infra.locks import writing
from games.models import Case, Match, Player, Ruling, RulingKind
from games.rules.kernel.refusal import Refused
from games.web.site.visitor import address_of

OUTSIDER, NO_STAFF, NO_SECOND_FACTOR = "signed_out", "not_a_moderator", "no_second_factor"
NO_OPERATOR, TOO_OLD = "not_an_operator", "second_factor_too_old"
#: Addresses for operators only; other staff get a 403.
OF_OPERATORS = "/admin/games/"
#: Attribute of a staff view: the kind of ruling by which an attempt at each of its actions is noted.
KINDS = "kinds_of_actions"


def note(request: HttpRequest, room: Any, named: dict[str, Any], why: str) -> None:
    """Note who tried what, but nothing they typed: it may come from anybody."""
    kind = _kind(request, room, named)
    if kind is None:
        return
    who, now = request.user if isinstance(request.user, Player) else None, timezone.now()
    with suppress(Refused), writing():
        limits.take("tries of an address at the rooms of staff", address_of(request), now)
        Ruling.objects.create(
            moderator=who,
            **_about(named),
            kind=kind,
            refused=why,
            at=now,
        )


def _kind(request: HttpRequest, room: Any, named: dict[str, Any]) -> RulingKind | None:
    if request.path_info.startswith(OF_OPERATORS):
        return RulingKind.APPOINTED
    kinds: Mapping[str, RulingKind] = getattr(room, KINDS, {})
    return kinds.get(named.get("act", ""))


def _about(named: dict[str, Any]) -> dict[str, Any]:
    """Find the match, case or player an address is about, if any."""
    public_id = named.get("public_id", "")
    case = Case.objects.select_related("match").filter(public_id=public_id).first()
    match = case.match if case else Match.objects.filter(public_id=public_id).first()
    return {"match": match, "case": case, "player": _player(named)}


def _player(named: dict[str, Any]) -> Player | None:
    try:
        number = UUID(str(named.get("player_id") or named.get("object_id")))
    except ValueError:
        return None
    return Player.objects.filter(pk=number).first()
