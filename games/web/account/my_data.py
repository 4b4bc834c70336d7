"""Download everything the site stores about a player; delete the account, confirmed by an emailed code."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.infra import limits
from games.infra.locks import writing
from games.mail.kinds import Errand
from games.models import UNFINISHED, MatchStatus, Seat
from games.players import accounts, export
from games.players import delete as story
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.account import typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries
from games.web.match import seat_actions
from games.web.match.players_only import closed_hand, player_of

CONFLICT = 409
OPEN = UNFINISHED | {MatchStatus.LOBBY}


@never_cache
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    return _page(request)


@never_cache
@require_POST
def file(request: HttpRequest) -> HttpResponse:
    """Give the download; a browser that may not show the player's cards doesn't get it."""
    player, now = player_of(request), timezone.now()
    if shut := closed_hand(request.session, player, now):
        return _page(
            request,
            _("The file includes your cards, and this browser isn't allowed to show them yet."),
            CONFLICT,
            shut,
        )
    try:
        with writing():
            limits.take("exports of a player", str(player.pk), now)
    except Refused as refused:
        return seat_actions.too_many(request, refused)
    told = {"site": settings.SITE_URL, "written_at": now, **export.everything(player)}
    pretty = {"indent": 1, "ensure_ascii": False}
    answer = JsonResponse(told, encoder=DjangoJSONEncoder, json_dumps_params=pretty)
    answer["Content-Disposition"] = f'attachment; filename="everything-about-me-{now:%Y-%m-%d}.json"'
    return answer


@never_cache
@require_POST
def farewell(request: HttpRequest) -> HttpResponse:
    """Email the code; or check it, and delete the account for good."""
    return _take_code(request) if "code" in request.POST else _mail_code(request)


def _mail_code(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    if accounts.is_last_operator(player):
        return _page(request, plainly("last_operator"), CONFLICT)
    try:
        typed_code.mail(request, Errand.FAREWELL, player.email, timezone.now())
    except Refused as refused:
        return too_many(_page(request, too_many_codes(refused)), refused)
    return redirect("/my-data/#farewell")


def _take_code(request: HttpRequest) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    try:
        typed_code.take(request, Errand.FAREWELL, now)
        story.farewell(player, now)
    except typed_code.Wrong as wrong:
        return _page(request, str(wrong), wrong.status)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(_page(request, too_many_tries(refused)), refused)
        return _page(request, plainly(refused.code), CONFLICT)
    logout(request)  # in this browser; deleting the account has signed out all others
    return render(request, "pages/farewell.html")


def _page(request: HttpRequest, error: str = "", status: int = 200, shut: Seat | None = None) -> HttpResponse:
    player = player_of(request)
    context = {
        "tables": Seat.objects.filter(player=player, match__status__in=OPEN).count(),
        "mailed_to": typed_code.mailed_to(request, Errand.FAREWELL, timezone.now()),
        "is_last": accounts.is_last_operator(player),
        "error": error,
        "shut": shut,
    }
    return render(request, "pages/my_data.html", context, status=status)
