"""A player's API tokens: make one, see what each is used for, revoke it; and whether a program plays here."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import ApiToken, Scope
from games.players import api_tokens, robot_accounts
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.account import recent_proof
from games.web.account.code_limits import too_many
from games.web.lobby.new_match import key_in, new_key
from games.web.match.players_only import player_of
from games.web.site.visitor import address_of

CONFLICT, UNPROCESSABLE = 409, 422
#: What each scope lets a program do, as the form says it.
SCOPES = {
    Scope.READ: lazy("Read: my matches as I see them, with my cards, my choices, the log and the chat"),
    Scope.PLAY: lazy(
        "Play: make and undo moves, save plans, vote, nudge, write in the chat, take and leave seats"
    ),
    Scope.HOST: lazy("Host: create matches and invite people by email"),
}
LASTING = {
    "30": lazy("30 days"),
    "90": lazy("90 days"),
    "365": lazy("a year"),
    "": lazy("until I revoke it"),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def api_access(request: HttpRequest) -> HttpResponse:
    """List the tokens; or make or revoke one, or mark the account as a robot's."""
    if request.method != "POST":
        return _page(request)
    do = {"make": _make, "revoke": _revoke, "robot": _mark}.get(request.POST.get("say", ""))
    return do(request) if do else _page(request, status=UNPROCESSABLE)


def _make(request: HttpRequest) -> HttpResponse:
    """Make a token and show its secret, this once."""
    told, player = request.POST, player_of(request)
    days = told.get("days", "")
    try:
        if days not in LASTING:
            raise Refused("malformed")
        lasting = int(days) if days else None
        made, secret = api_tokens.make(
            player, told.get("name", ""), told.getlist("scope"), lasting, key_in(request), timezone.now()
        )
    except Refused as refused:
        said = plainly(refused.code, refused.plain_details())
        if refused.code == "too_many":
            return too_many(_page(request, said), refused)
        return _page(request, said, UNPROCESSABLE)
    return _page(request, made=made, secret=secret)


def _revoke(request: HttpRequest) -> HttpResponse:
    number = request.POST.get("token", "")
    if number.isascii() and number.isdigit() and len(number) < 19:
        api_tokens.revoke(player_of(request), int(number))
    return redirect("/api-access/?done")


def _mark(request: HttpRequest) -> HttpResponse:
    try:
        robot_accounts.mark(player_of(request), is_robot=request.POST.get("robot") == "on")
    except Refused as refused:
        return _page(request, plainly(refused.code), CONFLICT)
    return redirect("/api-access/?done")


def _page(
    request: HttpRequest,
    error: str = "",
    status: int = 200,
    made: ApiToken | None = None,
    secret: str = "",
) -> HttpResponse:
    player, now, told = player_of(request), timezone.now(), request.POST
    context = {
        "tokens": [(one, one.has_ended(now)) for one in api_tokens.of_player(player)],
        "scopes": [(scope, said, scope in told.getlist("scope")) for scope, said in SCOPES.items()],
        "lasting": [(days, said, days == told.get("days", "90")) for days, said in LASTING.items()],
        "made": made,
        "secret": secret,
        "address": address_of(request),
        "key": new_key(),
        "name": told.get("name", "") if error else "",
        "error": error,
        "is_fresh": recent_proof.may_change(request.session, player, now),
        "is_robot": player.is_robot,
        "may_mark": not player.is_staff and not robot_accounts.has_played(player),
        "saved": "done" in request.GET,
        "now": now,
    }
    return render(request, "pages/api_access.html", context, status=status)
