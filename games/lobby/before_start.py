"""A match before it begins: leaving it, what its host decides, and closing it if nobody comes.

These are rows written under the match's lock, not events: the log begins with the match.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from games.infra.locks import writing
from games.lobby import fill, invitations
from games.lobby.invitations import Guest
from games.mail import queue
from games.mail.kinds import News
from games.match.actions import Did, Pressed, act
from games.models import (
    ActKind,
    Invitation,
    InvitationState,
    Lobby,
    Match,
    MatchStatus,
    Seat,
    new_door,
)
from games.play.workspace import Workspace
from games.rules.kernel.refusal import Refused

#: Why a match was called off.
BY_HOST, FORGOTTEN = queue.AboutCallingOff("host"), queue.AboutCallingOff("forgotten")


# --- leaving


def leave(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Leave before the match begins; pass it on to another player, or close it. Raise Refused."""

    def go(work: Workspace, seat: Seat) -> Did:
        match = work.match
        fill.check_filling(match)
        if seat.player is None:
            return None
        vacate(match, seat, now)
        return ActKind.LEFT, ""

    act(match_id, number, now, pressed, go)


def vacate(match: Match, seat: Seat, now: datetime) -> None:
    """Free a taken seat of a locked match that is still filling."""
    was_host = fill.host_of(match) == seat
    seat.player, seat.hand_in_mail, seat.words, seat.brought = None, None, "", {}
    seat.muted, seat.seen_at, seat.read_chat_at = False, None, None
    seat.generation += 1
    seat.save()
    fill.touch(match, now)
    if was_host:
        _pass_on(match, now)
    if match.status == MatchStatus.LOBBY and (host := fill.host_of(match)):
        queue.tell(match, [host], News.LEFT, queue.about_hands(seat), now)


def _pass_on(match: Match, now: datetime) -> None:
    """Make the player who joined first the host, or close the match if nobody is left."""
    following = match.seats.exclude(player=None).order_by("number").first()
    Lobby.objects.filter(match=match).update(host=following.player if following else None, greeting="")
    match.lobby.refresh_from_db()
    if following is None:
        _close(match, now)


# --- what the host decides


def invite(match_id: int, host: int, address: str, now: datetime, pressed: Pressed | None = None) -> None:
    """Reserve the first free seat for somebody and email them. Raise Refused."""

    def ask(match: Match, mine: Seat) -> Did:
        assert mine.player is not None
        seat = match.seats.filter(player=None, robot="", invited="").first()
        if seat is None:
            raise Refused("no_free_seat")
        invitations.ask(match, seat, Guest(address), mine.player, now)
        return ActKind.INVITED, str(seat.number)

    _as_host(match_id, host, now, pressed, ask)


def seat_robot(
    match_id: int, host: int, number: int, robot: str, now: datetime, pressed: Pressed | None = None
) -> None:
    """Put a robot in a free seat, and begin the match if that was the last one. Raise Refused."""

    def sit(match: Match, _: Seat) -> Did:
        seat = match.seats.filter(number=number, player=None, invited="", robot="").first()
        if seat is None:
            raise Refused("no_free_seat")
        _sit_robot(match, seat, robot)
        fill.begin_if_full(match, now)
        return ActKind.ROBOT_IN, str(number)

    _as_host(match_id, host, now, pressed, sit)


def _sit_robot(match: Match, seat: Seat, robot: str) -> None:
    if robot not in match.rules.robots:
        raise Refused("no_such_robot")
    seat.robot, seat.invited = robot, ""
    seat.generation += 1
    seat.save(update_fields=["robot", "invited", "generation"])


def send_robot_away(
    match_id: int, host: int, number: int, now: datetime, pressed: Pressed | None = None
) -> None:
    """Remove a robot from its seat. Raise Refused."""

    def free(match: Match, _: Seat) -> Did:
        gone = match.seats.filter(number=number).exclude(robot="").update(robot="")
        return (ActKind.ROBOT_OUT, str(number)) if gone else None

    _as_host(match_id, host, now, pressed, free)


def start_with_robots(
    match_id: int, host: int, robot: str, now: datetime, pressed: Pressed | None = None
) -> None:
    """Begin at once: robots take free seats and those of unanswered invitations. Raise Refused."""

    def begin(match: Match, _: Seat) -> Did:
        for seat in match.seats.filter(player=None, robot=""):
            if seat.invited:
                invitations.release_seat(match, seat, InvitationState.WITHDRAWN, now)
            _sit_robot(match, seat, robot)
        fill.begin_if_full(match, now)
        return ActKind.STARTED, ""

    _as_host(match_id, host, now, pressed, begin)


def open_door(match_id: int, host: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Make a secret address that lets anyone who has it join; an earlier one stops working. Raise Refused."""
    _as_host(
        match_id, host, now, pressed, lambda match, _: _let_in(match, ActKind.DOOR_OPENED, door=new_door())
    )


def shut_door(match_id: int, host: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Stop letting people in by the secret address. Raise Refused."""
    _as_host(match_id, host, now, pressed, lambda match, _: _let_in(match, ActKind.DOOR_SHUT, door=""))


def open_to_all(match_id: int, host: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Let everyone who is signed in take a free seat. Raise Refused."""
    _as_host(match_id, host, now, pressed, lambda match, _: _let_in(match, ActKind.OPENED, is_open=True))


def keep_private(match_id: int, host: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Let in only people who are invited or have the secret address. Raise Refused."""
    _as_host(match_id, host, now, pressed, lambda match, _: _let_in(match, ActKind.CLOSED, is_open=False))


def _let_in(match: Match, kind: ActKind, **facts: object) -> Did:
    changed = Lobby.objects.filter(match=match).exclude(**facts).update(**facts)
    return (kind, "") if changed else None


def call_off(match_id: int, host: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Call off a match before it has begun, and tell everyone in it. Raise Refused."""

    def close(match: Match, mine: Seat) -> Did:
        _close(match, now)
        others = match.seats.exclude(pk=mine.pk)
        queue.tell(match, others, News.CALLED_OFF, BY_HOST, now)
        return ActKind.CANCELLED, ""

    _as_host(match_id, host, now, pressed, close)


def _close(match: Match, now: datetime) -> None:
    """Close a match that hasn't begun, and withdraw its open invitations."""
    match.status, match.ended_at = MatchStatus.CLOSED, now
    match.save(update_fields=["status", "ended_at"])
    Lobby.objects.filter(match=match).update(is_open=False)
    Invitation.objects.filter(match=match, state=InvitationState.OPEN).update(state=InvitationState.WITHDRAWN)
    match.seats.exclude(invited="").update(invited="")


def _as_host(
    match_id: int, number: int, now: datetime, pressed: Pressed | None, do: Callable[[Match, Seat], Did]
) -> None:
    """Do what only the host may, while the match fills; raise Refused."""

    def check(work: Workspace, seat: Seat) -> Did:
        match = work.match
        fill.check_filling(match)
        if seat != fill.host_of(match):
            raise Refused("not_the_host")
        did = do(match, seat)
        fill.touch(match, now)
        return did

    act(match_id, number, now, pressed, check)


# --- matches nobody comes back to


def forgotten(now: datetime) -> list[int]:
    """Find the matches that wait for players and in which nothing has happened for days."""
    before = now - timedelta(days=settings.LOBBY_DAYS)
    waiting = Lobby.objects.filter(match__status=MatchStatus.LOBBY, moved_at__lt=before)
    return list(waiting.order_by("moved_at", "pk").values_list("match", flat=True)[:200])


def close_forgotten(now: datetime) -> int:
    """Close matches in which nothing has happened for days, and tell their players; return how many."""
    return sum(_close_forgotten(match_id, now) for match_id in forgotten(now))


def _close_forgotten(match_id: int, now: datetime) -> bool:
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        if match.status != MatchStatus.LOBBY or match_id not in forgotten(now):
            return False  # somebody joined at the last moment
        _close(match, now)
        queue.tell(match, match.seats.all(), News.CALLED_OFF, FORGOTTEN, now)
    return True
