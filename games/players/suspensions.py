"""Who may take part: suspended players finish their matches but can't begin anything new."""

from __future__ import annotations

from datetime import datetime

from games.models import Player, Ruling, RulingKind
from games.rules.kernel.refusal import Refused


def check(player: Player, now: datetime) -> None:
    """Raise Refused if a player is suspended, or deactivated: either may still get invitations by email."""
    if not player.is_active:
        raise Refused("not_to_be_invited")
    until = suspended_until(player, now)
    if until is not None:
        raise Refused("suspended", day=f"{until:%Y-%m-%d %H:%M}")


def suspended_until(player: Player, now: datetime) -> datetime | None:
    """Return until when a player is suspended; the latest decision counts."""
    words = Ruling.objects.filter(player=player, refused="")
    last = words.filter(kind__in=(RulingKind.SUSPENDED, RulingKind.READMITTED)).order_by("pk").last()
    if last is None or last.kind == RulingKind.READMITTED:
        return None
    until = datetime.fromisoformat(last.about)
    return until if until > now else None
