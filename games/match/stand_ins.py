"""A stand-in plays for a seat's player until a day, by a link: made, ended, and who may use it.

The link is a row like those in emails, so it dies with the seat's generation: when the seat changes hands,
its player has a new address, or says "this wasn't me". It answers the seat's questions and does nothing else.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError

from games.mail import delivery, links
from games.match.actions import Did, Pressed, act
from games.models import UNDERWAY, ActKind, Link, Match, Player, Purpose, Seat, StandIn, read_address
from games.play.workspace import Workspace
from games.players import robot_accounts, suspensions
from games.rules.kernel.refusal import Refused

#: For so many days at most, today included.
LONGEST = 28


def make(
    match_id: int, number: int, last: date, address: str, now: datetime, pressed: Pressed | None = None
) -> None:
    """Make a link for somebody at this address, which works up to the end of a day. Raises Refused."""

    def appoint(work: Workspace, seat: Seat) -> Did:
        if work.match.status not in UNDERWAY or seat.player is None:
            raise Refused("not_running")
        if work.match.is_alone:
            raise Refused("not_a_seat")
        suspensions.check(seat.player, now)
        until = _end_of(last, seat.player, now)
        reader = _address(address)
        if _plays_here(work, reader):
            raise Refused("plays_here")
        _end(work, seat)
        made = links.write([links.of_seat(seat, Purpose.STAND_IN, at=now, address=reader)])[0]
        facts = {"seat": seat, "generation": seat.generation, "player": seat.player}
        work.add(StandIn(**facts, link=made, until=until, made_at=now))
        return ActKind.STAND_IN, last.isoformat()

    act(match_id, number, now, pressed, appoint)


def end(match_id: int, number: int, now: datetime, pressed: Pressed | None = None) -> None:
    """End it before its time: the link stops working at once. Raises Refused."""

    def dismiss(work: Workspace, seat: Seat) -> Did:
        return (ActKind.STOOD_DOWN, "") if _end(work, seat) else None

    act(match_id, number, now, pressed, dismiss)


def _end(work: Workspace, seat: Seat) -> bool:
    """End the one that plays, if there is one."""
    mine = StandIn.objects.filter(seat=seat, generation=seat.generation, ended_at=None).first()
    if mine is not None:
        work.change(mine, ended_at=work.now)
    return mine is not None


def of_seats(match: Match, now: datetime) -> dict[int, StandIn]:
    """Find who stands in at a match now, by seat."""
    found = StandIn.objects.at_work(now).filter(seat__match=match).select_related("seat", "link")
    return {one.seat.number: one for one in found.order_by("pk")}


def of_link(link: Link, now: datetime) -> StandIn | None:
    """Find who may play by a link now."""
    return StandIn.objects.at_work(now).filter(link=link).select_related("player").first()


def check_may_play(seat: Seat, player: Player, now: datetime) -> None:
    """Refuse an account that sits in the match itself, moderates here, or is suspended."""
    if seat.match.seats.filter(player=player).exclude(pk=seat.pk).exists() or player.is_staff:
        raise Refused("plays_here")
    robot_accounts.check(seat.match, player)
    suspensions.check(player, now)


def note_by(stand_in: StandIn, player: Player) -> None:
    """Write down which account plays, so that it takes no other seat of the match."""
    if stand_in.by_id is None and stand_in.player_id != player.pk:
        StandIn.objects.filter(pk=stand_in.pk, by=None).update(by=player)


def has_stood_in(match: Match, player: Player, number: int) -> bool:
    """Tell whether an account, or somebody at one of its addresses, played for another seat of a match."""
    others = StandIn.objects.filter(seat__match=match).exclude(seat__number=number).exclude(player=player)
    known = delivery.verified(player)
    return any(
        one.by_id == player.pk or (one.link is not None and one.link.address.lower() in known)
        for one in others.select_related("link")
    )


def _end_of(last: date, player: Player, now: datetime) -> datetime:
    """Give the last minute of a day where the player lives; raise Refused for one too late or past."""
    zone = ZoneInfo(player.time_zone)
    today = now.astimezone(zone).date()
    if not today <= last < today + timedelta(days=LONGEST):
        raise Refused("stand_in_days", most=LONGEST)
    return datetime.combine(last, time(23, 59), zone)


def _address(told: str) -> str:
    try:
        return read_address(told.strip())
    except ValidationError:
        raise Refused("no_address") from None


def _plays_here(work: Workspace, address: str) -> bool:
    """Tell whether an address is one of the match's own players', or waits for a seat there."""
    seats = work.seats.values()
    return any(
        address.lower() == seat.invited.lower()
        or (seat.player is not None and address.lower() in delivery.verified(seat.player))
        for seat in seats
    )
