"""Joining a match that fills: from the list, by its secret address, or by a link emailed for it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from games.infra import limits
from games.infra.locks import writing
from games.lobby import fill, invitations
from games.lobby.fill import Accepted
from games.mail import queue
from games.mail.kinds import DOOR
from games.match.actions import Pressed
from games.models import (
    UNDERWAY,
    Act,
    ActKind,
    Invitation,
    InvitationState,
    Link,
    Match,
    MatchStatus,
    Player,
    Seat,
    folded,
)
from games.players import blocks, robot_accounts
from games.rules.kernel.refusal import Refused


def may_enter(match: Match, player: Player | None, door: str) -> bool:
    """Tell whether somebody may take a free seat: by the secret address, or because the match is open."""
    if player is not None and (keeps_out(match, player) or not robot_accounts.may_sit(match, player)):
        return False
    return match.lobby.door == door if door else match.lobby.is_open


def keeps_out(match: Match, player: Player) -> bool:
    """Tell whether somebody in the match has blocked this player."""
    return match.seats.filter(player__in=blocks.hidden_from(player)).exists()


def free_tables(player: Player | None, most: int = 50) -> list[Match]:
    """List the matches with a free seat that this player may take, the latest first; all for a visitor."""
    free = Seat.objects.filter(player=None, robot="", invited="")
    open_now = Match.objects.filter(status=MatchStatus.LOBBY, lobby__is_open=True)  # few, however many were
    waiting = open_now.filter(seats__in=free)
    if player is not None:
        hidden = blocks.hidden_from(player)
        waiting = waiting.exclude(seats__player=player).exclude(seats__player__in=hidden)
        if player.is_robot:
            waiting = waiting.filter(robot_accounts=True)
    return list(waiting.distinct().order_by("-created_at", "-pk")[:most])


def kept_for(player: Player) -> list[Match]:
    """List the matches a player is invited to and hasn't answered, the latest invitation first."""
    return [*dict.fromkeys(one.match for one in invitations.waiting_for(player))]


def is_kept_for(match: Match, player: Player) -> bool:
    """Tell whether an empty seat of a match is kept for a player's address."""
    return match.seats.filter(player=None, invited__lower=folded(player.email)).exclude(invited="").exists()


def offered_seats(player: Player | None, most: int = 50) -> list[Seat]:
    """List the seats of running matches that somebody may take over: the latest matches first.

    A seat is listed if its own player asked for that, or if its match was open to everyone here. A visitor
    who isn't signed in sees every such seat.
    """
    listed = Seat.objects.filter(Q(seeks=True) | Q(on_autopilot=True, match__lobby__is_open=True))
    found = listed.filter(match__status__in=UNDERWAY, match__is_scratch=False).exclude(offer="")
    if player is not None:
        theirs = Seat.objects.filter(match=OuterRef("match"))
        hidden = blocks.hidden_from(player)
        found = found.exclude(Exists(theirs.filter(Q(player=player) | Q(player__in=hidden))))
        if player.is_robot:
            found = found.filter(match__robot_accounts=True)
    return list(found.select_related("match").order_by("-match__created_at", "match", "number")[:most])


def join(match_id: int, player: Player, door: str, said: Accepted, now: datetime) -> None:
    """Take a free seat, and begin the match if it was the last one; raise Refused."""
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        _come_in(match, player, said, now, lambda: may_enter(match, player, door))


def decline(match_id: int, player: Player, now: datetime) -> None:
    """Give back the seat that is kept for a player; a second press changes nothing."""
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        kept = (
            match.seats.filter(player=None, invited__lower=folded(player.email)).exclude(invited="").first()
        )
        if kept is not None and match.status == MatchStatus.LOBBY:
            invitations.release_seat(match, kept, InvitationState.DECLINED, now)
            _write_down(match, kept, ActKind.DECLINED, now)


def join_by_mail(link: Link, said: Accepted, now: datetime) -> None:
    """Take a free seat by a link emailed to somebody who had the secret address; raise Refused."""
    assert link.match_id is not None
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=link.match_id)
        fill.check_filling(match)
        if not is_key_of(match, link.content):
            raise Refused("door_is_shut")
        player = invitations.player_at(link.address, said)
        _come_in(match, player, said, now, lambda: not keeps_out(match, player))


def _come_in(match: Match, player: Player, said: Accepted, now: datetime, may: Callable[[], bool]) -> None:
    """Sit down in a locked match; a second press changes nothing. Raise Refused."""
    if match.seats.filter(player=player).exists():
        return
    fill.check_filling(match)
    seat = seat_for(match, player)
    if not seat.invited and not may():
        raise Refused("door_is_shut")
    limits.take("seats taken by a player", str(player.pk), now)
    if seat.invited:
        _accept(seat)
    fill.sit_down(match, seat, player, said, now)
    invitations.tell_host(match, seat, now)
    _write_down(match, seat, ActKind.JOINED, now)


def ask_by_mail(match_id: int, door: str, address: str, language: str, visitor: str, now: datetime) -> None:
    """Email a link to a free seat to a stranger who has the secret address; raise Refused.

    The email is in the language they asked in. Whether it goes out isn't shown here, and is decided when it
    is sent: people who unsubscribed get none.
    """
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        fill.check_filling(match)
        if not door or match.lobby.door != door:
            raise Refused("door_is_shut")
        limits.take("seats asked for from an address", visitor, now)
        told = queue.email(
            DOOR,
            f"{match.pk}:{DOOR}:{secrets.token_urlsafe(16)}",
            now,
            match=match,
            about=queue.about_door(match.lobby, language).text(),
            to=Player.objects.normalize_email(address),
        )
        queue.write([told])


def is_key_of(match: Match, key: str) -> bool:
    """Tell whether an emailed link belongs to the current secret address and not to an earlier one."""
    return bool(match.lobby.door) and key == match.lobby.key_of_door


def seat_for(match: Match, player: Player) -> Seat:
    """Find the seat reserved for this player, or a free one; raise Refused."""
    free = match.seats.filter(player=None, robot="")
    kept = free.filter(invited__iexact=player.email).first()
    found = kept or free.filter(invited="").first()
    if found is None:
        raise Refused("table_is_full")
    return found


def _accept(seat: Seat) -> None:
    mine = Invitation.objects.filter(seat=seat, generation=seat.generation)
    mine.update(state=InvitationState.ACCEPTED)


def _write_down(match: Match, seat: Seat, kind: ActKind, now: datetime) -> None:
    Act.objects.create(
        match=match, seat=seat, generation=seat.generation, kind=kind, key=Pressed().key, at=now
    )
