"""My circles: founding one, and answering invitations."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.circles import belonging, founding, joining
from games.models import Player, read_circle_name
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.match.players_only import player_of
from games.web.match.seat_actions import too_many

OK, CONFLICT, UNPROCESSABLE = 200, 409, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def circles(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    if request.method != "POST":
        return _page(request, player)
    try:
        return _answer(request, player, request.POST.get("say", ""))
    except ValidationError as wrong:
        return _page(request, player, wrong=wrong.messages[0], status=UNPROCESSABLE)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        return _page(request, player, refused=plainly(refused.code), status=CONFLICT)


def _answer(request: HttpRequest, player: Player, say: str) -> HttpResponse:
    now, public_id = timezone.now(), request.POST.get("circle", "")[:24]
    if say == "found":
        name = read_circle_name(request.POST.get("name", ""))
        return redirect("circle_members", founding.found(player, name, now).public_id)
    if say == "accept":
        return redirect("circle", joining.accept(player, public_id, now).public_id)
    if say == "decline":
        joining.decline(player, public_id)
    return redirect("circles")


def _page(
    request: HttpRequest, player: Player, refused: str = "", wrong: str = "", status: int = OK
) -> HttpResponse:
    context = {
        "circles": belonging.of_player(player),
        "invitations": belonging.invitations(player),
        "refused": refused,
        "wrong": wrong,
        "typed": request.POST.get("name", ""),
    }
    return render(request, "pages/circles.html", context, status=status)
