"""What a pace means for the host: by when a turn that begins now would be due, and how long the match lasts.

The form shows it, and with scripts asks for it again while the host is typing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clocks
from games.clocks import Clock, Pace
from games.lobby import tempo
from games.lobby.match_settings import MatchSettings
from games.match.clocks import rhythm_of
from games.models import Player
from games.rules import catalogue
from games.web.lobby import new_match_form as form
from games.web.match.players_only import nothing_here, player_of


@dataclass(frozen=True)
class Example:
    """When a turn and a reaction that begin now are due for this player."""

    turn: datetime
    reaction: datetime
    bank_from: datetime | None  # from when on the turn would use up the time bank
    is_moved: bool  # by quiet hours or free days


def example(pace: Pace, player: Player, now: datetime) -> Example:
    rhythm, bank = rhythm_of(player), pace.bank
    left = bank.start if bank else timedelta(0)
    turn = clocks.due(Clock(wait="turn", asked=now, pace=pace, rhythm=rhythm, bank_left=left))
    reaction = clocks.due(Clock(wait="window", asked=now, pace=pace, rhythm=rhythm))
    moved = {"quiet", "free_day"} & {*turn.reasons, *reaction.reasons}
    return Example(turn.at, reaction.at, turn.bank_from if bank else None, bool(moved))


def context(settings: MatchSettings | None, wrong: dict[str, str], player: Player) -> dict[str, Any]:
    """Gather what the example shows; with an error, what to mend first."""
    if settings is None:
        return {"pace_wrong": [*wrong.values()]}
    return {
        "example": example(settings.pace, player, timezone.now()),
        "zone": player.time_zone,
        "estimate": tempo.estimate(settings),
    }


@never_cache
@require_safe
def pace_example(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the example for what is chosen on the form at the moment; it is a part of that page."""
    rules, player = catalogue.by_slug().get(slug), player_of(request)
    if rules is None:
        return nothing_here(request)
    if "HX-Request" not in request.headers:
        return redirect("new", slug)
    fields = form.sent(rules, player, request.GET)
    return render(request, "pages/_pace_example.html", context(*form.tempo_of(fields), player))
