"""Which seat somebody has in a match, or had last.

A player who was replaced or has left may still report what happened to them there. Their last seat is found
by the emails of the match that went to one of their addresses, or that held their links.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.mail import delivery, queue
from games.mail.kinds import INVITING, TO_FORMER
from games.models import Link, Match, Outbox, Player, Seat


class Hands(NamedTuple):
    """A seat with the generation in which one player had it."""

    seat: Seat
    generation: int


def of(match: Match, player: Player) -> Hands | None:
    """Find the seat a player has, or had last; None if they never had one."""
    seats = Seat.objects.filter(match=match).select_related("match", "player")
    mine = seats.filter(player=player).first()
    return Hands(mine, mine.generation) if mine else _last(match, player)


def _last(match: Match, player: Player) -> Hands | None:
    theirs = Q()
    for address in delivery.verified(player):
        theirs |= Q(to__iexact=address)
    mailed = Outbox.objects.filter(theirs, match=match).defer("rendered").order_by("-pk")
    to_seats = mailed.filter(seat__isnull=False).exclude(kind__in=INVITING)
    last = to_seats.select_related("seat__match", "seat__player").first() or _linked(match, player)
    return Hands(last.seat, last.generation) if last and last.seat else _replaced(match, mailed)


def _linked(match: Match, player: Player) -> Link | None:
    """Find it for a player whose address has changed: their links in emails still name them."""
    mine = Link.objects.filter(player=player, match=match, seat__isnull=False)
    kept = mine.exclude(mail__kind__in=INVITING).select_related("seat__match", "seat__player")
    return kept.order_by("-pk").first()


def _replaced(match: Match, mailed: QuerySet[Outbox]) -> Hands | None:
    """Find it for a player who muted the match: the email that they were replaced was sent anyway."""
    told = mailed.filter(seat=None, kind__in=TO_FORMER).first()
    if told is None:
        return None
    ruling = queue.ruling_of(told)
    number = ruling.seat.number if ruling and ruling.seat else queue.AboutSeat.parse(told.question).number
    seat = Seat.objects.select_related("match", "player").get(match=match, number=number)
    return Hands(seat, seat.generation - 1)
