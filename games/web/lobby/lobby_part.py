"""What the page of a match that is filling up shows to one of its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.shortcuts import resolve_url

from games.mail import delivery
from games.match import clocks
from games.models import Autopilot, Invitation, InvitationState, Match, Seat, introduced, names_of
from games.present.words import brief
from games.web.lobby import new_match_form, options_form, pace_words
from games.web.match import pressed

MOST_ANSWERS = 20


@dataclass(frozen=True)
class LobbySeat:
    """One seat, and whose it is."""

    number: int
    kind: str  # me, player, robot, invited or free
    name: str
    temper: str  # of a robot, in the words of its game
    is_host: bool
    guest: str  # who is invited; shown only to the player who invited them
    sent_at: datetime | None
    reminded_at: datetime | None
    undelivered: bool  # the invitation bounced; a bounce before it is not revealed
    press: str


@dataclass(frozen=True)
class InvitationAnswer:
    """The answer to an invitation of mine that is no longer open."""

    guest: str
    state: str


def context(seat: Seat) -> dict[str, Any]:
    """Gather what the page shows."""
    match, lobby = seat.match, seat.match.lobby
    seats = list(match.seats.select_related("player").order_by("number"))
    sent = list(Invitation.objects.filter(match=match).select_related("by_name").order_by("-pk"))
    is_host = lobby.host_id is not None and lobby.host_id == seat.player_id
    gone = delivery.unreachable(one.invited for one in seats)
    places = [_lobby_seat(one, seat, seats, sent, gone) for one in seats]
    return facts(match) | {
        "seat": seat,
        "places": places,
        "taken": sum(one.kind not in ("invited", "free") for one in places),
        "free": sum(one.kind == "free" for one in places),
        "is_host": is_host,
        "lobby": lobby,
        "missing": _missing(places),
        "door": address_of(match) if lobby.door and is_host else "",
        "answers": _answers(seat, sent),
        "robots": [
            (name, new_match_form.robot_name(match.rules, name))
            for name in new_match_form.robots(match.rules)
        ],
        "press": lambda: pressed.draw(seat),
    }


@dataclass(frozen=True)
class Missing:
    """What a match still waits for before it starts."""

    replies: int
    players: int

    def __bool__(self) -> bool:
        return bool(self.replies or self.players)


def _missing(places: Sequence[LobbySeat]) -> Missing:
    kinds = [one.kind for one in places]
    return Missing(kinds.count("invited"), kinds.count("free"))


def shown(context: Mapping[str, Any]) -> list[object]:
    """Give everything on the page that may change, except the keys of its buttons."""
    places = [replace(one, press="") for one in context["places"]]
    return [places, context["answers"], context["door"], context["lobby"].is_open]


def facts(match: Match) -> dict[str, Any]:
    """Describe the match's settings, which everybody may know."""
    return {
        "match": match,
        "host": match.lobby.host,
        "greeting": match.lobby.greeting,
        "intro": brief(match.rules),
        "options": options_form.describe(match.rules, match.options),
        "pace": pace_words.named(clocks.pace_of(match)),
        "away": new_match_form.AUTOPILOTS[Autopilot(match.autopilot)],
        "days": settings.LOBBY_DAYS,
    }


def seated_names(match: Match, but: int | None = None) -> list[str]:
    """Name the players of a match, robots too, except the seat `but`."""
    taken = [one for one in match.seats.select_related("player") if one.player or one.robot]
    return [name for number, name in sorted(introduced(taken).items()) if number != but]


@dataclass(frozen=True)
class Summary:
    """A match with a free seat, in one line."""

    match: Match
    names: str
    free: int
    seats: int
    pace: str
    options: Sequence[str]


def summary(match: Match, seats: Sequence[Seat]) -> Summary:
    taken = [one for one in seats if one.player or one.robot]
    names = ", ".join(name for _, name in sorted(introduced(taken).items()))
    free = sum(not (one.player or one.robot or one.invited) for one in seats)
    told = options_form.describe(match.rules, match.options)
    return Summary(match, names, free, len(seats), pace_words.named(clocks.pace_of(match)), told)


def address_of(match: Match) -> str:
    """Give the secret address by which anybody may take a seat."""
    return f"{settings.SITE_URL}{resolve_url('door', match.public_id, match.lobby.door)}"


def _lobby_seat(
    one: Seat, mine: Seat, seats: Sequence[Seat], sent: Sequence[Invitation], gone: Mapping[str, datetime]
) -> LobbySeat:
    kind = _kind(one, mine)
    taken = [each for each in seats if each.player or each.robot]
    names = (introduced if one.is_robot_account else names_of)(taken)
    found = next((each for each in sent if (each.seat_id, each.generation) == (one.pk, one.generation)), None)
    asked = found if kind == "invited" else None
    back_at = gone.get(one.invited.lower())
    return LobbySeat(
        number=one.number,
        kind=kind,
        name=names.get(one.number, ""),
        temper=new_match_form.robot_name(mine.match.rules, one.robot) if one.robot else "",
        is_host=one.player_id is not None and one.player_id == mine.match.lobby.host_id,
        guest=_guest(asked, mine),
        sent_at=asked.sent_at if asked else None,
        reminded_at=asked.reminded_at if asked else None,
        undelivered=bool(asked and back_at and back_at >= asked.sent_at and _guest(asked, mine)),
        press=pressed.draw(mine),
    )


def _kind(one: Seat, mine: Seat) -> str:
    if one.pk == mine.pk:
        return "me"
    if one.player_id:
        return "player"
    return "robot" if one.robot else "invited" if one.invited else "free"


def _guest(asked: Invitation | None, mine: Seat) -> str:
    """Name an invited guest to the player who invited them, by address or name as invited; "" to others."""
    if asked is None or asked.sender_id is None or asked.sender_id != mine.player_id:
        return ""
    return str(asked.by_name) if asked.by_name else asked.address


def _answers(mine: Seat, sent: Sequence[Invitation]) -> list[InvitationAnswer]:
    gone = (InvitationState.DECLINED, InvitationState.NEVER, InvitationState.WITHDRAWN)
    found = [one for one in sent if one.state in gone and _guest(one, mine)]
    return [InvitationAnswer(_guest(one, mine), one.state) for one in found[:MOST_ANSWERS]]
