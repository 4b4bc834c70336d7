"""Which hands a browser may show: those its reader has opened by a code, kept in the session on the server.

A session is remembered for months, on browsers others sit at too; cards that emails mayn't show are not to be
had for that alone. So they open by a typed code, once per browser and seat. A code shows whose emails one
reads, which is the same for all of a player's seats: whoever signs in or types another one opens every seat
they hold, and a seat that is taken within the hour asks for no second code. What is kept names the
generation of each seat: with a new one (somebody else sits there, another address, "this wasn't me") the
right is gone at the next request, however the session came to live on.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from games.models import ENDED, UNFINISHED, Player, Seat

KEPT = "hands"
JUST_NOW = timedelta(hours=1)
#: Where somebody may still hold cards.


def open_all(session: SessionBase, player: Player, now: datetime) -> None:
    """Open every seat of a player who has just shown to read their mail."""
    mine = Seat.objects.filter(player=player).exclude(match__status__in=ENDED)
    seats = {str(pk): generation for pk, generation in mine.values_list("pk", "generation")}
    session[KEPT] = {"at": now.isoformat(), "seats": seats}


def may_show(session: SessionBase, seat: Seat, now: datetime) -> bool:
    """Tell whether the page of a seat may be shown; one that was taken just now is kept as opened."""
    if not hides(seat):
        return True
    kept: dict[str, Any] = session.get(KEPT) or {"seats": {}}
    key = str(seat.pk)
    if key in kept["seats"]:
        return bool(kept["seats"][key] == seat.generation)
    if "at" not in kept or now - datetime.fromisoformat(kept["at"]) > JUST_NOW:
        return False
    session[KEPT] = {**kept, "seats": {**kept["seats"], key: seat.generation}}
    return True


def shut(session: SessionBase, player: Player, now: datetime) -> Seat | None:
    """Find a seat of a player whose hand a browser may not show: what opens it opens all of them."""
    mine = Seat.objects.filter(player=player).select_related("match").order_by("pk")
    return next((seat for seat in mine if not may_show(session, seat, now)), None)


def hides(seat: Seat) -> bool:
    """Tell whether a seat has cards that its emails don't show anyway."""
    return seat.match.status in UNFINISHED and seat.hides_hand
