"""A player's deadlines for a calendar or feed reader, at a secret address: off until they turn it on.

There is one address at a time: a new one replaces the old one, and so does a new email address.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import salted_hmac

from games.infra.locks import writing
from games.mail import links
from games.models import Deadline, DeadlineKind, DeadlineState, Link, Player, Purpose, Seat

SALT = "games.feeds"


@dataclass(frozen=True)
class FeedDeadline:
    """One question that waits for the player, reduced to what everybody in the match may know."""

    name: str  # stays the same while the question is open, and reveals nothing
    seat: Seat
    question: str
    asked_at: datetime
    due_at: datetime


def address_of(player: Player) -> Link | None:
    """Find the link to a player's feeds, if they are on."""
    mine = Link.objects.filter(purpose=Purpose.FEED, player=player, address=player.email)
    return mine.order_by("pk").last()


def renew(player: Player, now: datetime) -> Link:
    """Give the feeds a new address; the old one stops working."""
    with writing():
        forget(player)
        return links.write([Link(purpose=Purpose.FEED, player=player, address=player.email, at=now)])[0]


def end(player: Player) -> None:
    with writing():
        forget(player)


def forget(player: Player) -> None:
    """Turn them off in the caller's transaction."""
    Link.objects.filter(purpose=Purpose.FEED, player=player).delete()


def reader_of(told: str) -> Player | None:
    """Find the player whose feeds are at an address; None for an address that has ended."""
    link = links.find(told, Purpose.FEED)
    if link is None or link.player is None or not link.player.is_active:
        return None
    return link.player if link.address == link.player.email else None


def dues(player: Player) -> list[FeedDeadline]:
    """List the questions that wait for a player, the most urgent first."""
    mine = Seat.objects.filter(player=player, on_autopilot=False, match__status="running")
    seats = {(seat.match_id, seat.number): seat for seat in mine.select_related("match", "player")}
    clocks = Deadline.objects.filter(
        kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING, match__in={pk for pk, _ in seats}
    )
    return [
        FeedDeadline(_name(clock), seats[key], clock.question, clock.asked_at, clock.due_at)
        for clock in clocks.order_by("due_at", "pk")
        if (key := (clock.match_id, clock.seat)) in seats
    ]


def _name(clock: Deadline) -> str:
    told = f"{clock.match_id}|{clock.question}"
    return salted_hmac(SALT, told, algorithm="sha256").hexdigest()[:32]
