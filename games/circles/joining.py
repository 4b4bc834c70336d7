"""How people come to a circle and leave it: nobody belongs to one without having agreed.

Whoever invites somebody learns nothing from it: not that they have declined, nor that they were blocked.
Whether the email goes out is decided when it is sent (`mail.send`).
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.circles import belonging, founding
from games.infra import limits
from games.infra.locks import writing
from games.mail import queue
from games.mail.kinds import CIRCLE
from games.models import Circle, Membership, MembershipState, Player
from games.players import suspensions
from games.records import ratings
from games.rules.kernel.refusal import Refused

MOST = 50  # members of a circle


def invite(circle: Circle, host: Player, guest: Player, now: datetime) -> None:
    """Ask somebody to join, by email too; nothing happens if they were asked before. Raise Refused."""
    with writing():
        held = _locked(circle)
        _check_member(held, host)
        if held.memberships.filter(player=guest).exists():
            return
        suspensions.check(host, now)
        limits.take("circle invitations of a player", str(host.pk), now)
        limits.take("invitations of a player to an address", f"{host.pk} {guest.email.lower()}", now)
        asked = Membership.objects.create(circle=held, player=guest, asked_by=host, at=now)
        queue.tell_player(None, guest, CIRCLE, queue.about_membership(asked), now)


def accept(player: Player, public_id: str, now: datetime) -> Circle:
    """Join a circle by an invitation; a second press changes nothing. Raise Refused."""
    with writing():
        held = Circle.objects.select_for_update().filter(public_id=public_id).first()
        if held is None:
            raise Refused("no_such_circle")
        mine = held.memberships.filter(player=player).exclude(state=MembershipState.DECLINED).first()
        if mine is None:
            raise Refused("no_such_circle")
        if mine.state != MembershipState.MEMBER:
            if belonging.keeps_out(held, player) or belonging.keeps_away(held, player):
                raise Refused("no_such_circle")
            _join(held, player, now)
        return held


def decline(player: Player, public_id: str) -> None:
    """Decline an invitation, and every further one to this circle; its link still works."""
    with writing():
        asked = Membership.objects.filter(player=player, circle__public_id=public_id)
        asked.filter(state=MembershipState.INVITED).update(state=MembershipState.DECLINED)


def may_enter(circle: Circle, player: Player, door: str) -> bool:
    """Tell whether the link lets somebody join; to those whom a member has blocked it has died."""
    return bool(circle.door) and circle.door == door and not belonging.keeps_out(circle, player)


def enter(circle: Circle, player: Player, door: str, now: datetime) -> None:
    """Join a circle by its link; a second press changes nothing. Raise Refused."""
    with writing():
        held = _locked(circle)
        if held.memberships.filter(player=player, state=MembershipState.MEMBER).exists():
            return
        if not may_enter(held, player, door):
            raise Refused("door_is_shut")
        if belonging.keeps_away(held, player):
            raise Refused("blocked_there")
        limits.take("circles joined by a player", str(player.pk), now)
        _join(held, player, now)


def _join(circle: Circle, player: Player, now: datetime) -> None:
    if circle.memberships.filter(state=MembershipState.MEMBER).count() >= MOST:
        raise Refused("circle_is_full")
    facts = {"state": MembershipState.MEMBER, "at": now}
    Membership.objects.update_or_create(circle=circle, player=player, defaults=facts)


def take_part(circle: Circle, player: Player, wanted: bool, now: datetime) -> None:
    """Begin or stop to take part in the circle's ratings; matches that begin from now on count."""
    with writing():
        mine = _locked(circle).memberships.filter(player=player, state=MembershipState.MEMBER).first()
        if mine is None:
            raise Refused("not_a_member")
        if wanted != (mine.rated_since is not None):
            ratings.set_stale_for(player, circle)
            mine.rated_since = now if wanted else None
            mine.save(update_fields=["rated_since"])


# --- leaving


def leave(circle: Circle, player: Player) -> None:
    """Leave a circle; its keeper hands it to whoever came first, and the last one ends it."""
    with writing():
        _drop(_locked(circle), player.pk)


def remove(circle: Circle, keeper: Player, other: UUID) -> None:
    """Remove a member, or take an invitation back; raise Refused."""
    with writing():
        held = _locked(circle)
        if held.keeper_id != keeper.pk or other == keeper.pk:
            raise Refused("not_the_keeper")
        _drop(held, other)


def leave_all(player: Player) -> None:
    """Leave every circle in the caller's transaction, because the account goes."""
    for mine in Membership.objects.filter(player=player).order_by("circle", "pk"):
        _drop(Circle.objects.select_for_update().get(pk=mine.circle_id), player.pk)


def _drop(circle: Circle, player: UUID) -> None:
    gone = circle.memberships.filter(player=player).first()
    if gone is None:
        return
    ratings.set_stale_for(gone.player, circle)
    gone.delete()
    if circle.keeper_id == player:
        founding.pass_on_or_end(circle)


def _locked(circle: Circle) -> Circle:
    held = Circle.objects.select_for_update().filter(pk=circle.pk).first()
    if held is None:
        raise Refused("no_such_circle")
    return held


def _check_member(circle: Circle, player: Player) -> None:
    if not circle.memberships.filter(player=player, state=MembershipState.MEMBER).exists():
        raise Refused("not_a_member")
