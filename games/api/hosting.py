"""Hosting and joining: the games there are, a new match, open seats, a seat in one, invitations."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn
from urllib.parse import urlsplit

import msgspec
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop
from ninja import Status

from games.api.bearer import ANY, player_of
from games.api.operation import CREATED, endpoint, key_header
from games.api.playing import PREFIX, key_of
from games.api.problems import UNPROCESSABLE, Problem, nothing_here, of_refused
from games.api.reader import is_id, seat_of
from games.api.shapes.basis import DoneShape
from games.api.shapes.hosting import GameShape, InvitationSent, JoinSent, MatchSent, OpenedMatch, OpenSeats
from games.clocks import PRESETS
from games.lobby import before_start, create, match_settings
from games.lobby import join as entering
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MatchSettings
from games.match.actions import Pressed
from games.models import (
    Match,
    MatchStatus,
    Player,
    Scope,
    Seat,
    folded,
    introduced,
    read_greeting,
    read_match_name,
)
from games.present.match_names import match_name
from games.present.words import title
from games.rules.catalogue import GAMES, by_slug
from games.rules.kernel.refusal import Refused
from games.web.lobby import lobby_part
from games.web.lobby.new_match_form import read_addresses


@endpoint("GET games", ANY, list[GameShape], told=gettext_noop("The games, and what a host can choose"))
def games(request: HttpRequest) -> list[dict[str, Any]]:
    return [
        {
            "slug": rules.meta.slug,
            "title": title(rules.meta),
            "least_seats": rules.meta.least_seats,
            "most_seats": rules.meta.most_seats,
            "robots": sorted(rules.robots),
            "paces": list(PRESETS),
            "options": msgspec.json.schema(rules.core.options),
        }
        for rules in GAMES
    ]


# --- a new match


@endpoint(
    "POST matches",
    Scope.HOST,
    OpenedMatch,
    status=CREATED,
    told=gettext_noop("Create a match and invite people; the same key creates it once"),
)
def create_match(
    request: HttpRequest,
    sent: MatchSent,
    idempotency_key: str | None = key_header(),
) -> Status[Any]:
    host, key = player_of(request), idempotency_key or sent.key
    if not key:
        raise Problem(UNPROCESSABLE, "no_key")
    settings, said = _settings(sent), Accepted(sent.hand_in_mail, _words(sent.words), sent.brought)
    guests = [Guest(one) for one in _addresses(sent.invite, host, settings.seats)]
    try:
        made = create.open_for(host, settings, said, _key(host, key), timezone.now(), guests)
    except Refused as refused:
        raise of_refused(refused) from None
    return Status(CREATED, _opened(made, host))


def _key(host: Player, key: str) -> str:
    """Make the key of a match that a program opens, apart from those of the pages' forms."""
    return PREFIX + hashlib.sha256(f"{host.pk} {key}".encode()).hexdigest()[:56]


def _settings(sent: MatchSent) -> MatchSettings:
    """Read what the host chooses; raise Problem for what no game or match offers."""
    rules = by_slug().get(sent.game) or _invalid("game")
    pace = PRESETS.get(sent.pace) or _invalid("pace")
    if sent.robots >= sent.seats:
        _invalid("robots")
    settings = MatchSettings(
        game=sent.game,
        seats=sent.seats,
        robots=(sent.robot or rules.automation.sensible,) * sent.robots,
        options=sent.options,
        pace=pace,
        name=_read("name", lambda: read_match_name(sent.name)),
        greeting=_read("greeting", lambda: read_greeting(sent.greeting)),
        is_open=sent.is_open,
        has_door=sent.has_link,
        spectators=sent.spectators,
        robot_accounts=sent.robot_accounts,
        circle=sent.circle,
    )
    try:
        match_settings.check(settings)
    except Refused as refused:
        raise of_refused(refused) from None
    return settings


def _invalid(field: str) -> NoReturn:
    raise Problem(UNPROCESSABLE, "invalid", details={"fields": [{"at": field, "type": "value_error"}]})


def _read(field: str, read: Callable[[], str]) -> str:
    try:
        return read()
    except ValidationError:
        _invalid(field)


def _words(told: str) -> str:
    """Read a player's words for the draw: one line that can be seen."""
    return told.strip() if told.strip().isprintable() else _invalid("words")


def _addresses(told: Sequence[str], host: Player, most: int) -> list[str]:
    try:
        return read_addresses([one.strip() for one in told], host, most)
    except ValueError as wrong:
        raise Problem(UNPROCESSABLE, "address", str(wrong)) from None


def _opened(match: Match, host: Player) -> dict[str, Any]:
    """Say what became of a match; the secret link only to its host."""
    match.refresh_from_db()
    is_host = match.lobby.host_id == host.pk
    has_link = is_host and match.lobby.door and match.status == MatchStatus.LOBBY
    link = lobby_part.address_of(match) if has_link else None
    return {"id": match.public_id, "status": match.status, "link": link}


@endpoint(
    "POST matches/{match_id}/invitations",
    Scope.HOST,
    DoneShape,
    status=CREATED,
    told=gettext_noop("Invite someone to the first open seat by email; the same key invites once"),
)
def invite(
    request: HttpRequest,
    match_id: str,
    sent: InvitationSent,
    idempotency_key: str | None = key_header(),
) -> Status[Any]:
    seat = seat_of(request, match_id)
    pressed = Pressed(seat.generation, key_of(seat, idempotency_key, sent.key))
    [address] = _addresses([sent.address], player_of(request), 1)
    try:
        before_start.invite(seat.match_id, seat.number, address, timezone.now(), pressed)
    except Refused as refused:
        raise of_refused(refused, seat.match) from None
    return Status(CREATED, {"done": True})


# --- joining


@endpoint(
    "GET seats",
    Scope.READ,
    OpenSeats,
    told=gettext_noop("Matches with an open seat that I may take, those I am invited to first"),
)
def open_seats(request: HttpRequest) -> dict[str, Any]:
    player = player_of(request)
    kept = entering.kept_for(player)
    free = [one for one in entering.free_tables(player) if one.pk not in {match.pk for match in kept}]
    at = Seat.objects.at([*kept, *free])
    asked = {match.pk for match in kept}
    return {"seats": [_open_seat(one, at[one.pk], one.pk in asked) for one in (*kept, *free)]}


def _open_seat(match: Match, seats: Mapping[int, Seat], is_invited: bool) -> dict[str, Any]:
    taken = [one for one in seats.values() if one.player or one.robot]
    return {
        "id": match.public_id,
        "game": match.game,
        "name": match_name(match),
        "players": [name for _, name in sorted(introduced(taken).items())],
        "free": sum(not (one.player or one.robot or one.invited) for one in seats.values()),
        "is_invited": is_invited,
        "takes_robots": match.robot_accounts,
    }


@endpoint(
    "POST matches/{match_id}/join",
    Scope.PLAY,
    OpenedMatch,
    told=gettext_noop("Take an open seat, or the one I am invited to"),
)
def join(request: HttpRequest, match_id: str, sent: JoinSent) -> dict[str, Any]:
    player, now = player_of(request), timezone.now()
    match = _joinable(match_id, player, sent.link)
    said = Accepted(sent.hand_in_mail, _words(sent.words), sent.brought)
    try:
        entering.join(match.pk, player, _door(sent.link), said, now)
    except Refused as refused:
        raise of_refused(refused, match) from None
    return _opened(match, player)


def _joinable(match_id: str, player: Player, link: str) -> Match:
    """Find a match whose seat a player may take, or has; for any other it is as if there were none."""
    found = Match.objects.select_related("lobby").filter(public_id=match_id, lobby__isnull=False)
    match = found.first() if is_id(match_id) else None
    if match is None:
        raise nothing_here()
    seats = list(match.seats.all())
    is_known = any(player.pk == one.player_id or _waits_for(one, player) for one in seats)
    if not is_known and not entering.may_enter(match, player, _door(link)):
        raise _why_not(match, player, link)
    return match


def _waits_for(seat: Seat, player: Player) -> bool:
    return seat.player_id is None and folded(seat.invited) == folded(player.email)


def _why_not(match: Match, player: Player, link: str) -> Problem:
    """Tell a robot that a match it could see is for people; to anyone else there is nothing."""
    is_let_in = match.lobby.is_open or (link and match.lobby.door == _door(link))
    if player.is_robot and is_let_in and not entering.keeps_out(match, player):
        return of_refused(Refused("no_robots"), match)
    return nothing_here()


def _door(link: str) -> str:
    """Give the secret part of a link, however much of the link was sent."""
    return urlsplit(link).path.rstrip("/").rpartition("/")[2]
