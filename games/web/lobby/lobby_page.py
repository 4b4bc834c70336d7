"""The page of a match that hasn't started, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.lobby import before_start, invitations
from games.match.actions import Pressed
from games.models import Act, ActKind, MatchStatus, Seat
from games.present.refusals import sentence
from games.rules.kernel.refusal import Refused
from games.web.lobby import lobby_part
from games.web.lobby.new_match_form import read_addresses
from games.web.match import pressed as press
from games.web.match.conditional import marked, unchanged
from games.web.match.mark import make_mark
from games.web.match.players_only import player_of, seated

OK, CONFLICT, UNPROCESSABLE, TOO_MANY = 200, 409, 422, 429
#: Refusals for what was typed, not for being late.
TYPED = frozenset({"invited_already", "malformed", "not_sure"})
DONE = {
    ActKind.INVITED: lazy("The invitation is on its way."),
    ActKind.WITHDREW: lazy("The invitation has been withdrawn, and its link no longer works."),
    ActKind.ROBOT_IN: lazy("A robot has joined."),
    ActKind.ROBOT_OUT: lazy("The robot has left, and its seat is open."),
    ActKind.DOOR_OPENED: lazy("Anyone with the link below can take an open seat."),
    ActKind.DOOR_SHUT: lazy("The link no longer lets anyone join."),
    ActKind.OPENED: lazy("Anyone signed in can take an open seat now."),
    ActKind.CLOSED: lazy("From now on, only people who are invited or have the link can join."),
}

Do = Callable[[Seat, dict[str, str], datetime, Pressed], None]


def show(request: HttpRequest, seat: Seat, refused: str = "", status: int = OK) -> HttpResponse:
    """Draw the page of a match that is filling up, or was called off before the start."""
    if seat.match.status == MatchStatus.CLOSED:
        return render(request, "pages/lobby_closed.html", {"match": seat.match})
    context: dict[str, Any] = lobby_part.context(seat)
    mark = make_mark(lobby_part.shown(context), timezone.now())
    if request.method != "POST" and (known := unchanged(request, mark)):
        return known
    context |= {
        "mark": mark,
        "refused": refused,
        "done": "" if refused else _done(request, seat),
        "typed": request.POST.get("address", ""),
    }
    drawn = render(request, "pages/lobby.html", context, status=status)
    return drawn if request.method == "POST" else marked(drawn, mark)


def _done(request: HttpRequest, seat: Seat) -> str:
    """Say what the last press did."""
    key = request.GET.get("done", "")
    acted = Act.objects.filter(match=seat.match, seat=seat, key=key).first() if key.isprintable() else None
    return str(DONE.get(ActKind(acted.kind), "")) if acted else ""


@never_cache
@require_POST
@seated
def act(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Do what the button says, once; or show the page with the reason for the refusal."""
    now, here = timezone.now(), seat.match.public_id
    pressed = press.read(request.POST.get("press", ""), seat)
    do = ACTIONS.get(request.POST.get("do", ""))
    if seat.match.status != MatchStatus.LOBBY:
        return redirect("match", here)
    if pressed is None or do is None:
        return show(request, seat, sentence(seat.match.rules, "stale", None), CONFLICT)
    try:
        do(seat, request.POST.dict(), now, Pressed(pressed.generation, pressed.key))
    except ValueError as wrong:
        return show(request, _reload(seat), str(wrong), UNPROCESSABLE)
    except Refused as refused:
        return _refused(request, _reload(seat), refused)
    return HttpResponseRedirect(f"{resolve_url('match', here)}?done={pressed.key}")


def _reload(seat: Seat) -> Seat:
    return Seat.objects.select_related("match__lobby", "player").get(pk=seat.pk)


def _refused(request: HttpRequest, seat: Seat, refused: Refused) -> HttpResponse:
    if seat.match.status != MatchStatus.LOBBY:
        return redirect("match", seat.match.public_id)
    told = sentence(seat.match.rules, refused.code, refused.plain_details())
    if refused.code == "too_many":
        answer = show(request, seat, told, TOO_MANY)
        answer["Retry-After"] = str(refused.details.get("seconds", 60))
        return answer
    return show(request, seat, told, UNPROCESSABLE if refused.code in TYPED else CONFLICT)


def _invite(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    """Invite somebody; raise ValueError for a malformed address, or the host's own."""
    assert seat.player is not None
    [address] = read_addresses([said.get("address", "").strip()], seat.player, 1)
    before_start.invite(seat.match_id, seat.number, address, now, pressed)


def _number(said: dict[str, str]) -> int:
    told = said.get("seat", "")
    if not (told.isascii() and told.isdigit() and len(told) < 3):
        raise Refused("no_free_seat")
    return int(told)


def _withdraw(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    invitations.withdraw(seat.match_id, seat.number, _number(said), now, pressed)


def _robot_in(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    before_start.seat_robot(seat.match_id, seat.number, _number(said), said.get("robot", ""), now, pressed)


def _robot_out(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    before_start.send_robot_away(seat.match_id, seat.number, _number(said), now, pressed)


def _start(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    before_start.start_with_robots(seat.match_id, seat.number, said.get("robot", ""), now, pressed)


def _simply(do: Callable[[int, int, datetime, Pressed], None]) -> Do:
    return lambda seat, _said, now, pressed: do(seat.match_id, seat.number, now, pressed)


def _call_off(seat: Seat, said: dict[str, str], now: datetime, pressed: Pressed) -> None:
    if "sure" not in said:
        raise Refused("not_sure")
    before_start.call_off(seat.match_id, seat.number, now, pressed)


ACTIONS: dict[str, Do] = {
    "invite": _invite,
    "withdraw": _withdraw,
    "robot": _robot_in,
    "robot_out": _robot_out,
    "start": _start,
    "door": _simply(before_start.open_door),
    "shut": _simply(before_start.shut_door),
    "open": _simply(before_start.open_to_all),
    "private": _simply(before_start.keep_private),
    "call_off": _call_off,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation; then leave a match before it starts, and say so on the front page."""
    seat = Seat.objects.select_related("match").filter(match__public_id=public_id, player=player_of(request))
    if request.method == "POST" and not seat.exists() and _has_left(request, public_id):
        return redirect("/?done=left")
    return _leave(request, public_id)


def _has_left(request: HttpRequest, public_id: str) -> bool:
    pressed = press.opened(request.POST.get("press", ""))
    return (
        pressed is not None
        and pressed.match == public_id
        and Act.objects.filter(match__public_id=public_id, key=pressed.key, kind=ActKind.LEFT).exists()
    )


@seated
def _leave(request: HttpRequest, seat: Seat) -> HttpResponse:
    here = seat.match.public_id
    if seat.match.status != MatchStatus.LOBBY:
        return redirect("match", here)
    if request.method != "POST":
        context = {"match": seat.match, "press": press.draw(seat), "is_host": _hosts(seat)}
        return render(request, "pages/lobby_leave.html", context)
    pressed = press.read(request.POST.get("press", ""), seat)
    if pressed is None:
        return show(request, seat, sentence(seat.match.rules, "stale", None), CONFLICT)
    try:
        before_start.leave(
            seat.match_id, seat.number, timezone.now(), Pressed(pressed.generation, pressed.key)
        )
    except Refused as refused:
        return _refused(request, _reload(seat), refused)
    return redirect("/?done=left")


def _hosts(seat: Seat) -> bool:
    return bool(seat.player_id == seat.match.lobby.host_id)
