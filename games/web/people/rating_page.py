"""The ratings of a game: of this site, or of a circle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.circles import belonging
from games.models import Rating
from games.players import blocks
from games.records import ratings
from games.rules.catalogue import GAMES, by_slug
from games.web.match.players_only import nothing_here, player_of
from games.web.people.paging import Paging, page_asked

MOST = 50


@never_cache
@require_safe
def rating_table(request: HttpRequest, slug: str) -> HttpResponse:
    """List who takes part, the strongest first; 404 for a circle the reader doesn't belong to."""
    reader, rules, asked = player_of(request), by_slug().get(slug), request.GET.get("circle", "")
    circle = belonging.find(reader, asked) if asked else None
    if rules is None or (asked and (circle is None or not circle.has_ratings)):
        return nothing_here(request)
    pool, number = ratings.find_pool(circle, slug), page_asked(request.GET)
    first = (number - 1) * MOST
    found: list[Rating] = []
    if pool is not None:
        found = list(ratings.listed(pool, blocks.apart(reader))[first : first + MOST + 1])
    context = {
        "game": rules.meta,
        "games": [one.meta for one in GAMES],
        "circle": circle,
        "ratings": list(enumerate(found[:MOST], first + 1)),
        "paging": Paging(number, len(found) > MOST),
    }
    return render(request, "pages/ratings.html", context)
