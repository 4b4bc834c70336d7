"""The frame of what players do besides playing: once per press, under the match's lock, recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from games.infra import limits
from games.infra.locks import writing
from games.models import Act, ActKind, Match, Seat
from games.play.transaction import write
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class Pressed:
    """A press of a button: the player it was shown to, and a key that identifies a second press."""

    generation: int | None = None  # None: the seat's current player
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))


#: These protect the player and are limited elsewhere: the limit on other actions mustn't block them.
UNCOUNTED = frozenset({ActKind.MOVED, ActKind.DISOWNED})

#: What a press did, and what it was about; None if nothing had to change.
Did = tuple[ActKind, str] | None


def act(
    match_id: int,
    number: int,
    now: datetime,
    pressed: Pressed | None,
    do: Callable[[Workspace, Seat], Did],
) -> ActKind | None:
    """Do it once and record it; return what was done, now or by an earlier press. Raises Refused."""
    pressed = pressed or Pressed()
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        heard = Act.objects.filter(match=match, key=pressed.key).first()
        if heard:
            return ActKind(heard.kind)
        work = Workspace.at(match, now)
        seat = work.seats.get(number)
        if seat is None:
            raise Refused("not_a_seat")
        generation = seat.generation
        if pressed.generation not in (None, generation):
            raise Refused("stale")
        did = do(work, seat)
        if did is not None and did[0] not in UNCOUNTED:
            limits.take("acts of a seat", str(seat.pk), now)
        if did is not None:
            kind, about = did
            facts = {"kind": kind, "about": about, "key": pressed.key}
            work.add(Act(match=match, seat=seat, generation=generation, at=now, **facts))
        write([work])
        return did[0] if did else None
