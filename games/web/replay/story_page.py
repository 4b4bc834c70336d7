"""The story of a finished match to share: for anyone who has its address, as the card is."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match.moments import moments_of
from games.models import Match
from games.present.ceremony import headline
from games.present.match_names import short_name
from games.present.names import Names
from games.present.ranking import ranking
from games.present.replay import series
from games.present.replay.eyes import of_onlooker
from games.present.replay.tale import beats
from games.present.share_card import called
from games.present.words import about, title
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match.players_only import finished_match, nothing_here, plays_in
from games.web.match.watching import Watching
from games.web.replay.charts_page import drawn, score_title
from games.web.replay.frame import STORY, ways


@never_cache
@require_safe
@login_not_required
def match_story(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell what everybody could know; 404 before the end, and to others while they can play the same."""
    match = finished_match(request, public_id)
    if match is None:
        return nothing_here(request)
    try:
        context = story_context(match) | ways_back(match, plays_in(request, match))
        return render(request, "pages/match_story.html", context)
    except (HistoryBroken, TooNew):
        return nothing_here(request)


def story_context(match: Match) -> dict[str, object]:
    """Gather the story, in which nobody is named unless every player has agreed."""
    told = Watching.of(match, timezone.now())
    told.names = anonymous(told)
    moments = moments_of(match, told.records, told.table.options)
    points = series.scores(told, moments, of_onlooker())
    return {
        "match": match,
        "game": title(match.rules.meta),
        "about": about(match.rules.meta),
        "title": short_name(match),
        "headline": headline(told) or gettext("The match is over"),
        "beats": beats(told, moments, points) if points else [],
        "moments": len(moments),
        "players": len(told.seats),
        "ranking": ranking(told),
        "names": told.names,
        "score_title": score_title(told.names),
        "chart": drawn(told, points, moments, score_title(told.names)),
    }


def anonymous(told: Watching) -> Names:
    """Call seats by their dwarves unless every player has agreed to be named."""
    names = Names(told.match.rules, told.seats, told.table.options)
    names.seats = called(told.seats)
    return names


def ways_back(match: Match, is_mine: bool) -> dict[str, object]:
    """Lead its players on to the replay; others only to the game."""
    pages = ways(match, STORY, "", is_player=True, is_over=True) if is_mine else []
    return {"ways": pages, "is_player": is_mine}
