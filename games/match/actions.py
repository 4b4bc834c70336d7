"""What somebody at a table does beside playing: once for each press, under the match's lock, written down."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from games.infra import limits
from games.infra.locks import writing
from games.models import Act, ActKind, Match, Seat
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class Pressed:
    """A press of a button: for whom it was drawn, and a key by which a second press of it is known."""

    generation: int | None = None  # none: whoever sits there now
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))


#: What protects its player, and is bounded by other means: no number of other acts may prevent it.
UNCOUNTED = frozenset({ActKind.MOVED, ActKind.DISOWNED})

#: What a press did, and what it was about; nothing where all was so already.
Did = tuple[ActKind, str] | None


def act(
    match_id: int,
    number: int,
    now: datetime,
    pressed: Pressed | None,
    do: Callable[[Match, Seat], Did],
) -> ActKind | None:
    """Do it and write it down; tell what was done, by an earlier press of the same too. Raises Refused."""
    pressed = pressed or Pressed()
    with writing():
        match = Match.objects.select_for_update().get(pk=match_id)
        heard = Act.objects.filter(match=match, key=pressed.key).first()
        if heard:
            return ActKind(heard.kind)
        seat = match.seats.select_related("player").filter(number=number).first()
        if seat is None:
            raise Refused("not_a_seat")
        generation = seat.generation
        if pressed.generation not in (None, generation):
            raise Refused("stale")
        did = do(match, seat)
        if did is None:
            return None
        kind, about = did
        if kind not in UNCOUNTED:
            limits.take("acts of a seat", str(seat.pk), now)
        Act.objects.create(
            match=match, seat=seat, generation=generation, kind=kind, about=about, key=pressed.key, at=now
        )
        return kind
