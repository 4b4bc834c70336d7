"""Inviting somebody to a match that is still filling, and taking the seat by the link in that email.

An invitation may go to a stranger, so they are limited, and the receiver can stop them from all senders. They
need no account: the seat's emails are enough, and signing in later with the same address finds everything.

The sender learns nothing about the address: not whether it has an account, is in this match already, has
blocked them or wants no invitations. Whether the email goes out is decided when it is sent (`outbox`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from games.infra import limits
from games.infra.locks import writing
from games.lobby import fill
from games.lobby.fill import Accepted
from games.mail import delivery, queue
from games.mail.kinds import INVITATION, INVITED_AGAIN, News
from games.match.actions import Did, Pressed, act
from games.models import (
    ActKind,
    Block,
    Invitation,
    InvitationState,
    Link,
    Match,
    MatchStatus,
    Player,
    Seat,
    folded,
)
from games.play.workspace import Workspace
from games.players import suspensions
from games.rules.kernel.refusal import Refused

#: An invitation is repeated once if there is no answer for this long.
REMINDED_AFTER = timedelta(days=3)
#: For this long the invited can still read what became of the seat.
KEPT = timedelta(days=90)


@dataclass(frozen=True)
class Guest:
    """Whom to invite: an address somebody typed, or a player they know by name."""

    address: str
    by_name: Player | None = None


def invite(match_id: int, number: int, address: str, sender: Player, now: datetime) -> None:
    """Reserve a seat for somebody and email them; raise Refused."""
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        seat = match.seats.filter(number=number, player=None, robot="").first()
        if match.status != MatchStatus.LOBBY or seat is None:
            raise Refused("not_a_seat")
        ask(match, seat, Guest(address), sender, now)


def ask(match: Match, seat: Seat, guest: Guest, sender: Player, now: datetime) -> None:
    """Reserve a free seat of a locked match for somebody and email them; raise Refused."""
    address = Player.objects.normalize_email(guest.address)
    suspensions.check(sender, now)
    limits.take("invitations of a player", str(sender.pk), now)
    limits.take("invitations of a player to an address", f"{sender.pk} {address.lower()}", now)
    if guest.by_name is None and _has_typed(sender, address, match, seat):
        raise Refused("invited_already")
    _settle(seat, InvitationState.WITHDRAWN)  # an earlier invitation to this seat is void
    seat.match, seat.invited = match, address
    seat.generation += 1
    seat.save(update_fields=["invited", "generation"])
    made = Invitation.objects.create(
        match=match,
        seat=seat,
        generation=seat.generation,
        sender=sender,
        address=address,
        by_name=guest.by_name,
        sent_at=now,
    )
    _mail(made, INVITATION, now)
    fill.touch(match, now)


def _has_typed(sender: Player, address: str, match: Match, seat: Seat) -> bool:
    """Tell whether another seat waits for an address that this sender typed: of others they don't know."""
    waiting = Invitation.objects.filter(match=match, seat__generation=F("generation")).exclude(seat=seat)
    typed = waiting.filter(sender=sender, by_name=None, address__iexact=address)
    return typed.filter(state=InvitationState.OPEN).exists()


def _mail(made: Invitation, kind: str, now: datetime) -> None:
    reason = f"{made.match_id}:{kind}:{made.seat.number}:{made.generation}"
    told = queue.email(
        kind, reason, now, match=made.match, seat=made.seat, generation=made.generation, to=made.address
    )
    queue.write([told])


def of_link(link: Link) -> Invitation | None:
    """Find the invitation that this link was emailed with."""
    return Invitation.objects.filter(seat=link.seat_id, generation=link.generation).first()


def guest_of(link: Link) -> Player | None:
    """Find the player in the seat a link invites to, if that is the person who was invited."""
    player = link.seat.player if link.seat and link.is_current else None
    return player if player and link.address.lower() in delivery.verified(player) else None


def waiting_for(player: Player, most: int = 50) -> list[Invitation]:
    """List what a player hasn't answered, the latest first; nothing of people they have blocked."""
    mine = Invitation.objects.filter(address__lower=folded(player.email), state=InvitationState.OPEN)
    mine = mine.filter(match__status=MatchStatus.LOBBY, seat__player=None, seat__generation=F("generation"))
    mine = mine.exclude(sender__in=Block.objects.filter(player=player).values("blocked"))
    mine = mine.exclude(match__seats__player=player)
    return list(mine.select_related("match", "sender").order_by("-sent_at", "-pk")[:most])


def is_open(link: Link) -> bool:
    """Tell whether the seat a link invites to is still reserved for the address it was sent to."""
    seat = link.seat
    return (
        seat is not None
        and link.is_current
        and seat.player_id is None
        and seat.match.status == MatchStatus.LOBBY
        and seat.invited.lower() == link.address.lower()
    )


def accept(link: Link, said: Accepted, now: datetime) -> None:
    """Take the seat, and begin the match if it was the last free one; raise Refused."""

    def take_seat(work: Workspace, seat: Seat) -> Did:
        match = work.match
        if seat.player is not None and seat.player.email.lower() == link.address.lower():
            return None
        _check_open(link, match, seat)
        _settle(seat, InvitationState.ACCEPTED)
        fill.sit_down(match, seat, player_at(link.address, said), said, now)
        tell_host(match, seat, now)
        return ActKind.ACCEPTED, ""

    _act(link, now, take_seat)


def decline(link: Link, now: datetime) -> None:
    """Decline, so that somebody else can have the seat; raise Refused."""

    def say_no(work: Workspace, seat: Seat) -> Did:
        found = of_link(link)
        if found is not None and found.state == InvitationState.DECLINED:
            return None
        _check_open(link, work.match, seat)
        release_seat(work.match, seat, InvitationState.DECLINED, now)
        return ActKind.DECLINED, ""

    _act(link, now, say_no)


def _act(link: Link, now: datetime, do: Callable[[Workspace, Seat], Did]) -> None:
    assert link.seat is not None
    act(link.seat.match_id, link.seat.number, now, Pressed(), do)


def _check_open(link: Link, match: Match, seat: Seat) -> None:
    seat.match = match
    link.seat = seat
    if not is_open(link):
        raise Refused("not_a_seat")


def release_seat(match: Match, seat: Seat, state: InvitationState, now: datetime) -> None:
    """Free a reserved seat of a locked match, and tell the player who sent the invitation."""
    seat.invited = ""
    seat.save(update_fields=["invited"])
    found = _settle(seat, state)
    if found and found.sender_id and state != InvitationState.WITHDRAWN:
        asked_by = match.seats.filter(player=found.sender_id)
        queue.tell(match, asked_by, News.DECLINED, queue.about_invitation(found), now)
    fill.touch(match, now)


def turn_all_down(address: str, now: datetime) -> None:
    """Decline every invitation that waits for somebody who wants none any more."""
    open_now = Invitation.objects.filter(address__lower=folded(address), state=InvitationState.OPEN)
    for match_id in open_now.order_by("match_id").values_list("match_id", flat=True).distinct():
        with writing():
            match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
            waiting = match.seats.filter(invited__iexact=address, player=None)
            for seat in waiting if match.status == MatchStatus.LOBBY else ():
                release_seat(match, seat, InvitationState.NEVER, now)


def withdraw(match_id: int, host: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """Withdraw an invitation: its link stops working. Raise Refused."""

    def take_back(work: Workspace, mine: Seat) -> Did:
        match = work.match
        fill.check_filling(match)
        seat = match.seats.filter(number=number, player=None).exclude(invited="").first()
        if seat is None:
            return None
        sent = Invitation.objects.filter(seat=seat, generation=seat.generation).first()
        if mine != fill.host_of(match) and (sent is None or sent.sender_id != mine.player_id):
            raise Refused("not_the_host")
        release_seat(match, seat, InvitationState.WITHDRAWN, now)
        seat.generation += 1
        seat.save(update_fields=["generation"])
        return ActKind.WITHDREW, str(number)

    act(match_id, host, now, pressed, take_back)


def _settle(seat: Seat, state: InvitationState) -> Invitation | None:
    """Note what became of the invitation to a seat, if one is open."""
    found = Invitation.objects.filter(
        seat=seat, generation=seat.generation, state=InvitationState.OPEN
    ).first()
    if found is not None:
        found.state = state
        found.save(update_fields=["state"])
    return found


def tell_host(match: Match, seat: Seat, now: datetime) -> None:
    """Email the host that somebody joined, unless the match began with that: then another email says so."""
    host = fill.host_of(match)
    if match.status == MatchStatus.LOBBY and host not in (None, seat):
        assert host is not None
        queue.tell(match, [host], News.JOINED, queue.about_hands(seat), now)


# --- reminding


def remind_due(now: datetime, most: int = 200) -> int:
    """Remind those who haven't answered for days, once; return how many."""
    due = Invitation.objects.filter(
        state=InvitationState.OPEN,
        reminded_at=None,
        sent_at__lte=now - REMINDED_AFTER,
        match__status=MatchStatus.LOBBY,
    )
    first = due.order_by("sent_at", "pk").select_related("match", "seat")[:most]
    return sum(_remind(made, now) for made in first)


def _remind(made: Invitation, now: datetime) -> bool:
    with writing():
        match = Match.objects.select_for_update(no_key=True).get(pk=made.match_id)
        unanswered = Invitation.objects.filter(
            pk=made.pk, state=InvitationState.OPEN, reminded_at=None, seat__generation=made.generation
        )
        if match.status != MatchStatus.LOBBY or not unanswered.update(reminded_at=now):
            return False
        _mail(made, INVITED_AGAIN, now)
    return True


# --- forgetting


def forget(now: datetime) -> int:
    """Delete invitations to matches that have begun or ended long ago, because they hold addresses."""
    over = Invitation.objects.exclude(match__status=MatchStatus.LOBBY)
    return over.filter(sent_at__lt=now - KEPT).delete()[0]


def player_at(address: str, said: Accepted) -> Player:
    """Find the player at an address; a stranger becomes one who signs in by email only."""
    return delivery.owner_of(address) or Player.objects.create_user(
        address,
        display_name=said.name,
        language=said.language,
        time_zone=said.time_zone,
        zone_confirmed=said.time_zone != "UTC",  # UTC is what a form says if nobody chose
    )
