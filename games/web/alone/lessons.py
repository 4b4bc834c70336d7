"""The guided first match: its page, its start, and the button that stops the lessons."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.lobby import alone
from games.models import Seat
from games.present.words import brief
from games.rules import catalogue
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.web.alone.signing_in import ask_to_sign_in, visitor_or_none
from games.web.lobby.new_match import key_in, new_key
from games.web.match.players_only import nothing_here, seated
from games.web.match.refused import Refusal
from games.web.match.render_page import show
from games.web.match.seat_actions import do_once, too_many


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what the guided match of a game is; open it once its button is pressed."""
    rules = catalogue.by_slug().get(slug)
    if rules is None or not rules.alone.lessons:
        return nothing_here(request)
    if request.method == "POST":
        return _begin(request, rules)
    context = {"game": rules.meta, "brief": brief(rules), "minutes": rules.alone.minutes, "key": new_key()}
    return render(request, "pages/learn.html", context)


def _begin(request: HttpRequest, rules: AnyRules) -> HttpResponse:
    player = visitor_or_none(request)
    if player is None:
        return ask_to_sign_in(request)
    try:
        match = alone.open_lesson(player, rules, key_in(request), timezone.now())
    except Refused as refused:
        return too_many(request, refused)
    return redirect("match", match.public_id)


@never_cache
@require_POST
@seated
def lessons(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Stop the lessons of a guided match, or go on with them."""
    now, said = timezone.now(), request.POST.get("say", "")
    if said not in ("stop", "go_on") or not seat.match.is_lesson:
        return show(request, seat, now, Refusal("malformed"))
    told = said == "go_on"
    return do_once(
        request,
        seat,
        now,
        lambda pressed: alone.tell_lessons(seat.match_id, seat.number, now, pressed, told=told),
    )
