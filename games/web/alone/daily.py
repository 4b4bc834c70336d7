"""The daily mine: today's page with its start, and the table and the opened secret of each day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.circles import belonging
from games.lobby import daily as story
from games.models import Circle, DailyMine, DailyTry, Player, day_of
from games.players import blocks
from games.rules.catalogue import by_slug
from games.rules.kernel.refusal import Refused
from games.web.alone.signing_in import ask_to_sign_in, visitor_or_none
from games.web.match.players_only import nothing_here
from games.web.match.seat_actions import too_many

MOST = 100  # lines of a table
CIRCLES = 5  # whose tables are shown
A_DAY = timedelta(days=1)


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def today(request: HttpRequest) -> HttpResponse:
    """Show today's mine; begin the one try of a player once they press its button."""
    if story.game_of_the_day() is None:
        return nothing_here(request)
    now = timezone.now()
    if request.method == "POST":
        return _begin(request, now)
    return _page(request, day_of(now), now)


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def of_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the mine of a day; let a player choose whether its table names them."""
    now = timezone.now()
    wanted = _read(day)
    mine = story.mine_of(wanted) if wanted else None
    if wanted is None or mine is None:
        return nothing_here(request)
    if request.method == "POST":
        return _name_me(request, mine)
    return _page(request, wanted, now)


def _read(day: str) -> date | None:
    try:
        return date.fromisoformat(day) if len(day) == len("2000-01-01") else None
    except ValueError:
        return None


def _begin(request: HttpRequest, now: datetime) -> HttpResponse:
    player = visitor_or_none(request)
    if player is None:
        return ask_to_sign_in(request)
    try:
        match = story.play(player, now, is_named="named" in request.POST)
    except Refused as refused:
        return too_many(request, refused)
    return redirect("match", match.public_id)


def _name_me(request: HttpRequest, mine: DailyMine) -> HttpResponse:
    player = request.user if isinstance(request.user, Player) else None
    tried = story.try_of(mine, player) if player else None
    if tried is None:
        return nothing_here(request)
    story.name_me(tried, is_named=request.POST.get("say") == "yes")
    return redirect("daily_of", mine.day.isoformat())


def _page(request: HttpRequest, day: date, now: datetime) -> HttpResponse:
    mine, player = story.mine_of(day), request.user if isinstance(request.user, Player) else None
    tried = story.try_of(mine, player) if player else None
    context = {
        "mine": mine,
        "day": day,
        "now": now,
        "game": _game(mine),
        "is_today": day == day_of(now),
        "before": story.mine_of(day - A_DAY),
        "tried": tried,
        "in_time": mine is not None and not mine.is_over(now),
        **_results(mine, player, tried, now),
    }
    return render(request, "pages/daily.html", context)


def _game(mine: DailyMine | None) -> Any:
    rules = by_slug().get(mine.game) if mine else story.game_of_the_day()
    return rules.meta if rules else None


def _results(
    mine: DailyMine | None, player: Player | None, tried: DailyTry | None, now: datetime
) -> dict[str, Any]:
    """Gather the table and the opened secret, as far as this reader may see them."""
    if mine is None or not story.may_see(mine, player, now):
        return {"may_see": False}
    results = story.results_of(mine.day)
    apart = blocks.apart(player) if player else set()
    return {
        "may_see": True,
        "results": [_as_seen(one, apart) for one in results[:MOST]],
        "more": max(0, len(results) - MOST),
        "secret": story.opened_secret(mine, now),
        "place": story.place_of(tried, results),
        "circles": _of_circles(mine, player) if player else [],
    }


def _as_seen(one: story.DailyResult, apart: set[UUID]) -> story.DailyResult:
    """Name nobody whom the reader has blocked, nor who has blocked the reader."""
    return replace(one, player=None) if one.player and one.player.pk in apart else one


def _of_circles(mine: DailyMine, player: Player) -> list[tuple[Circle, list[story.DailyResult]]]:
    """List the results of the reader's circles, of members who chose to be named."""
    found = []
    for circle in belonging.of_player(player)[:CIRCLES]:
        members = [one.player for one in belonging.members(circle, player)]
        found.append((circle, story.results_of(mine.day, members)))
    return found
