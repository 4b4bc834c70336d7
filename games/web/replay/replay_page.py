"""The page of one moment of a match: what happened there, and the table as its reader knew it then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match import chat
from games.present import generic_view
from games.present.ceremony import TurningPoint, turning_points
from games.present.replay.reel import Reel
from games.present.seat_view import SeatView
from games.web.replay.frame import REPLAY, frame, readers
from games.web.replay.look import Viewpoint, number_in
from games.web.replay.looking_back import looking_back


@dataclass(frozen=True)
class MatchThen:
    """What a board asks of a match, as it was at a moment."""

    public_id: str
    game: str
    awaited: list[int]

    @property
    def is_running(self) -> bool:
        return bool(self.awaited)


@dataclass(frozen=True)
class SeatThen:
    """The seat whose eyes a board is drawn for."""

    number: int


@never_cache
@require_safe
@looking_back
def replay(request: HttpRequest, look: Viewpoint) -> HttpResponse:
    """Show one moment, the last unless the address names another."""
    reel = Reel(look.match_view, look.eyes, number_in(request.GET.get("at", "")))
    parts = frame(look, REPLAY) | moment_context(look, reel) | board_context(look, reel)
    return render(request, "pages/replay.html", parts)


def moment_context(look: Viewpoint, reel: Reel) -> dict[str, Any]:
    """Gather where one is, what happened there, and the way to other moments."""
    here = resolve_url(REPLAY, look.match.public_id)
    return {
        "here": here,
        "reel": reel,
        "query": look.query,
        "readers": readers(look, REPLAY, reel.place),
        "eyes": look.eyes,
        "seen_by": look.called(look.eyes),
        "turns": list(turns(look, reel)),
        "may_say": look.is_player and look.match.status in chat.OPEN,
    }


def turns(look: Viewpoint, reel: Reel) -> Iterator[tuple[int, TurningPoint]]:
    """Yield the biggest moments of a match that is over, for its players, with their places."""
    if isinstance(look.match_view, SeatView):
        for point in turning_points(look.match_view):
            yield reel.moments.place_of(point.number), point


def board_context(look: Viewpoint, reel: Reel) -> dict[str, Any]:
    """Gather what the board draws: a seat's own table, or nobody's."""
    number = mine_of(look, reel)
    return {
        **generic_view.board_context(reel.view, look.match_view.names, number),
        "match_then": MatchThen(look.match.public_id, look.match.game, reel.awaited),
        "seat_then": None if number is None else SeatThen(number),
        "motion": reel.motion,
    }


def mine_of(look: Viewpoint, reel: Reel) -> int | None:
    """Give the seat that is "you" on the board: whose eyes these are, or mine where all is open."""
    if look.eyes.seat is not None:
        return look.eyes.seat if reel.moment.number > look.eyes.since else None
    return look.match_view.number
