"""The front page: what this is, and which games there are."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules import catalogue


@require_safe
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    games = [rules.meta for rules in catalogue.GAMES]
    return render(request, "pages/home.html", {"games": games, "announced": catalogue.ANNOUNCED})
