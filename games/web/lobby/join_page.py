"""Take a free seat of a match that is open to all players, or by the secret address of a match."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.lobby import join as entering
from games.models import Match, MatchStatus, Player, Seat, read_address
from games.models.address import NO_ADDRESS
from games.present.refusals import sentence
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seat_options import seat_options
from games.web.lobby import lobby_part, seat_form
from games.web.lobby.new_match_form import shown
from games.web.lobby.seat_form import InvalidForm
from games.web.match.players_only import nothing_here, player_of
from games.web.match.seat_actions import too_many
from games.web.site import link_preview
from games.web.site.visitor import address_of

OK, GONE, CONFLICT, UNPROCESSABLE = 200, 410, 409, 422


@never_cache
@login_not_required
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """List the matches with a free seat for this player, and the seats to take over.

    Visitors who aren't signed in see what is played and how, but no names.
    """
    player = request.user if isinstance(request.user, Player) else None
    found, offered = entering.free_tables(player), entering.offered_seats(player)
    kept = entering.kept_for(player) if player else []
    found = [one for one in found if one not in kept]
    at = Seat.objects.at([*kept, *found, *(seat.match for seat in offered)])
    invited = [lobby_part.summary(match, list(at[match.pk].values())) for match in kept]
    listed = [lobby_part.summary(match, list(at[match.pk].values())) for match in found]
    open_seats = [
        (seat, lobby_part.summary(seat.match, list(at[seat.match_id].values()))) for seat in offered
    ]
    context = {"invited": invited, "tables": listed, "offered": open_seats, "is_known": player is not None}
    told = gettext("Matches that wait for players, and seats to take over.")
    context["preview"] = None if player else link_preview.of_site(told, gettext("Matches with open seats"))
    return render(request, "pages/tables.html", context)


def _find(public_id: str) -> Match | None:
    return Match.objects.select_related("lobby").filter(public_id=public_id, lobby__isnull=False).first()


@never_cache
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def by_door(request: HttpRequest, public_id: str, door: str) -> HttpResponse:
    """Offer a seat to people with the secret address of a match; email strangers a link to it.

    Other sites don't learn the address by Referer, which the whole site sends only to itself. Without any
    Referer, browsers would send the form with "Origin: null", and it would be refused.
    """
    if request.user.is_authenticated:
        return join(request, public_id, door)
    match = _find(public_id)
    if match is None or not entering.may_enter(match, None, door):
        return nothing_here(request)
    if match.status != MatchStatus.LOBBY:
        return _too_late(request, match)
    return _stranger(request, match, door)


def _stranger(request: HttpRequest, match: Match, door: str) -> HttpResponse:
    """Email a stranger the seat's link; the answer is the same for all addresses."""
    typed = request.POST.get("email", "").strip()
    context = lobby_part.facts(match) | {
        "others": lobby_part.seated_names(match),
        "typed": typed,
        "here": request.path,
        "preview": link_preview.of_invitation(match),
    }
    if request.method != "POST":
        return render(request, "pages/door.html", context)
    try:
        address = read_address(typed)
        language, visitor = get_language() or settings.LANGUAGE_CODE, address_of(request)
        entering.ask_by_mail(match.pk, door, address, language, visitor, timezone.now())
    except ValidationError:
        told = NO_ADDRESS
        return render(request, "pages/door.html", context | {"refused": told}, status=UNPROCESSABLE)
    except Refused as refused:
        match.refresh_from_db()
        return (
            too_many(request, refused) if refused.code == "too_many" else _too_late(request, match, refused)
        )
    return render(request, "pages/door.html", context | {"mailed": shown(address)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, public_id: str, door: str = "") -> HttpResponse:
    """Show a free seat, take it, or decline the one kept for me; send players of the match to its page."""
    player, match = player_of(request), _find(public_id)
    if match is None:
        return nothing_here(request)
    if match.seats.filter(player=player).exists():
        return redirect("match", public_id)
    if request.method == "POST" and request.POST.get("say") == "decline":
        entering.decline(match.pk, player, timezone.now())
        return redirect(f"{resolve_url('home')}?done=declined")
    if not (entering.is_kept_for(match, player) or entering.may_enter(match, player, door)):
        return nothing_here(request)
    if match.status != MatchStatus.LOBBY or not _has_seat(match, player):
        return _too_late(request, match)
    if request.method == "POST":
        return _take(request, match, player, door, timezone.now())
    brings = seat_options(match.rules, match.options_read)
    return _ask(request, match, seat_form.known(player, brings), {})


def _has_seat(match: Match, player: Player) -> bool:
    try:
        entering.seat_for(match, player)
    except Refused:
        return False
    return True


def _take(request: HttpRequest, match: Match, player: Player, door: str, now: datetime) -> HttpResponse:
    brings = seat_options(match.rules, match.options_read)
    try:
        entering.join(
            match.pk, player, door, seat_form.accepted(match.rules, brings, request.POST.dict()), now
        )
    except InvalidForm as wrong:
        return _ask(request, match, request.POST.dict(), wrong.errors)
    except Refused as refused:
        match.refresh_from_db()
        return (
            too_many(request, refused) if refused.code == "too_many" else _too_late(request, match, refused)
        )
    return redirect("match", match.public_id)


def _too_late(request: HttpRequest, match: Match, refused: Refused | None = None) -> HttpResponse:
    """Say that the seat was taken by somebody else, or that the match has started or was called off."""
    code = refused.code if refused else _why(match)
    context = {"match": match, "said": sentence(match.rules, code, None)}
    return render(request, "pages/seat_gone.html", context, status=CONFLICT if refused else GONE)


def _why(match: Match) -> str:
    if match.status == MatchStatus.LOBBY:
        return "table_is_full"
    return "begun" if match.started_at else "called_off"


def _ask(request: HttpRequest, match: Match, said: dict[str, str], wrong: dict[str, str]) -> HttpResponse:
    brings = seat_options(match.rules, match.options_read)
    context: dict[str, Any] = lobby_part.facts(match) | {
        "others": lobby_part.seated_names(match),
        "taking": seat_form.asked(match.rules, brings, said, wrong),
        "wrong": wrong,
        "is_kept": entering.is_kept_for(match, player_of(request)),
        "site": settings.SITE_URL,
    }
    return render(request, "pages/join.html", context, status=UNPROCESSABLE if wrong else OK)
