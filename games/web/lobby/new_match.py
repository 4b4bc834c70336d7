"""Create a match: by the form, at once against robots, or again with the same players."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings as site
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.circles import belonging
from games.lobby import contacts, create, fill, join, match_settings
from games.lobby.invitations import Guest
from games.models import ENDED, Circle, Match, Player, Seat, names_of
from games.ops import demo
from games.players import blocks
from games.present.refusals import sentence
from games.rules import catalogue
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.web.lobby import new_match_form as form
from games.web.lobby import pace_example, seat_form
from games.web.lobby.new_match_form import Friend, NewMatchFields
from games.web.lobby.seat_form import InvalidForm
from games.web.match.players_only import nothing_here, player_of, seated
from games.web.match.seat_actions import too_many
from games.web.site.demo_sign_in import sign_in

OK, UNPROCESSABLE, TOO_MANY = 200, 422, 429
LONGEST_KEY = 64


@never_cache
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """List the games, and count the matches with a free seat."""
    player = player_of(request)
    context = {
        "games": [rules.meta for rules in catalogue.GAMES],
        "tables": len(join.free_tables(player)),
        "key": new_key(),
        "query": _passed_on(request),
        "circle": belonging.find(player, request.GET.get("circle", "")),
    }
    return render(request, "pages/new_game.html", context)


def _passed_on(request: HttpRequest) -> str:
    """Pass on for which circle, or with whom, a match is to be."""
    told = {name: request.GET[name][:40] for name in ("circle", "with") if name in request.GET}
    return f"?{urlencode(told)}" if told else ""


def new_key() -> str:
    """Make a key that recognises a second press of the same form."""
    return secrets.token_urlsafe(16)


def find(slug: str) -> AnyRules | None:
    return catalogue.by_slug().get(slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    rules, host = find(slug), player_of(request)
    if rules is None:
        return nothing_here(request)
    offered = _offered(rules, host, request.POST if request.method == "POST" else request.GET)
    if request.method == "POST":
        return _open(request, form.sent(rules, host, request.POST, offered))
    return _draw(request, offered)


def _offered(rules: AnyRules, host: Player, told: Mapping[str, str]) -> NewMatchFields:
    """Fill in the form with the usual settings, and the people this host may want to invite."""
    said = form.typed(match_settings.usual(rules), rules) | seat_form.known(host, form.all_brings(rules))
    circles = belonging.of_player(host)
    circle = next((one for one in circles if one.public_id == told.get("circle")), None)
    return NewMatchFields(
        rules,
        host,
        said | {"circle": circle.public_id if circle else ""},
        friends=[Friend(one, str(one), one.pk.hex) for one in _people(host, circle)],
        asked=frozenset({told.get("with", "")}),
        addresses=contacts.addresses_typed(host),
        circles=circles,
    )


def _people(host: Player, circle: Circle | None) -> list[Player]:
    """List whom a host may want to invite: first the members of a circle, then the others."""
    members = [one.player for one in belonging.members(circle, host)] if circle else []
    near = {one.pk: one for one in (*members, *contacts.played_with(host)) if one.pk != host.pk}
    return [*near.values()]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def again(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Offer a match like one that is over, with all its players ticked."""
    if seat.match.status not in ENDED or seat.match.started_at is None:
        return redirect("match", seat.match.public_id)
    earlier = _sheet_of(seat)
    if request.method == "POST":
        return _open(request, form.sent(seat.match.rules, earlier.host, request.POST, earlier), seat.match)
    return _draw(request, earlier, earlier=seat.match)


@never_cache
@require_POST
@seated
def rematch(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Open a match like one that is over by one press: people are invited, robots sit down."""
    earlier = seat.match
    if earlier.status not in ENDED or earlier.started_at is None:
        return redirect("match", earlier.public_id)
    sheet = _sheet_of(seat)
    settings = match_settings.settings_of(earlier, list(earlier.seats.order_by("number")))
    guests = [Guest(one.player.email, one.player) for one in sheet.friends]
    said = fill.Accepted(seat.hand_in_mail, brought=seat.brought)
    key = f"{earlier.public_id} {key_in(request)}"[:LONGEST_KEY]
    try:
        match = create.open_for(sheet.host, settings, said, key, timezone.now(), guests, earlier)
    except Refused as refused:
        if refused.code == "too_many":
            return too_many(request, refused)
        return _refused(request, sheet, refused, earlier, new_key())
    # Somebody may have opened the next match of a series already: then a seat waits for this player.
    is_mine = match.seats.filter(player=sheet.host).exists()
    return redirect("match" if is_mine else "join", match.public_id)


def _sheet_of(mine: Seat) -> NewMatchFields:
    """Fill in the form with the settings of a finished match."""
    match, host = mine.match, mine.player
    assert host is not None
    seats = list(match.seats.select_related("player").order_by("number"))
    settings, friends = match_settings.settings_of(match, seats), _friends(mine, seats)
    said = form.typed(settings, match.rules) | seat_form.known(host, form.all_brings(match.rules))
    if mine.hand_in_mail is not None:
        said["hand"] = "hand" if mine.hand_in_mail else "no_hand"
    return NewMatchFields(
        match.rules,
        host,
        said,
        settings.options,
        friends,
        asked=frozenset(one.key for one in friends),
        zone=settings.pace.fixed_hour.zone if settings.pace.fixed_hour else "",
        circles=belonging.of_player(host),
    )


def _friends(mine: Seat, seats: list[Seat]) -> list[Friend]:
    """List the other players who still have an account and aren't blocked by this one."""
    assert mine.player is not None
    names, hidden = names_of(seats), blocks.hidden_by(mine.player)
    return [
        Friend(one.player, names[one.number], str(one.number))
        for one in seats
        if one.player and one != mine and one.player.is_active and one.player_id not in hidden
    ]


def _open(request: HttpRequest, sheet: NewMatchFields, earlier: Match | None = None) -> HttpResponse:
    """Create the match; or draw the form again, with its errors."""
    key = key_in(request)
    if "look" in request.POST:  # the example of a pace, without a script
        return _draw(request, sheet, earlier=earlier, key=key)
    try:
        ordered = form.read(sheet)
        match = create.open_for(
            sheet.host, ordered.settings, ordered.said, key, timezone.now(), ordered.guests
        )
    except InvalidForm as wrong:
        return _draw(request, sheet, wrong.errors, earlier, key)
    except Refused as refused:
        return _refused(request, sheet, refused, earlier, key)
    return redirect("match", match.public_id)


def _refused(
    request: HttpRequest, sheet: NewMatchFields, refused: Refused, earlier: Match | None, key: str
) -> HttpResponse:
    told = sentence(sheet.rules, refused.code, refused.plain_details())
    field = {"too_few_seats": "seats", "seats": "seats", "options": "options"}.get(refused.code, "")
    page = _draw(request, sheet, {field: told}, earlier, key)
    if refused.code == "too_many":
        page.status_code = TOO_MANY
        page["Retry-After"] = str(refused.details.get("seconds", 60))
    return page


def _draw(
    request: HttpRequest,
    sheet: NewMatchFields,
    wrong: dict[str, str] | None = None,
    earlier: Match | None = None,
    key: str = "",
) -> HttpResponse:
    context: dict[str, Any] = sheet.context(wrong or {}) | {
        "game": sheet.rules.meta,
        "earlier": earlier,
        "key": key or new_key(),
    }
    context |= pace_example.context(*form.tempo_of(sheet), sheet.host)
    return render(request, "pages/new.html", context, status=UNPROCESSABLE if wrong else OK)


@never_cache
@login_not_required
@require_POST
def now_with_robots(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a match against robots at once; on a demo site, a visitor becomes a demo player."""
    rules = find(slug)
    if rules is None:
        return nothing_here(request)
    if not isinstance(request.user, Player):
        if not site.DEMO:
            return redirect("account_login")
        sign_in(request, demo.first_player())
    settings, said = match_settings.against_robots(rules), fill.Accepted(None)
    try:
        match = create.open_for(player_of(request), settings, said, key_in(request), timezone.now())
    except Refused as refused:
        return too_many(request, refused)
    return redirect("match", match.public_id)


def key_in(request: HttpRequest) -> str:
    """Read the key of a form; replace a malformed one by a new one."""
    key = request.POST.get("key", "")
    return key if 0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() else new_key()
