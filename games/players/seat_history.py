"""Which seat somebody has at a table, or had last.

Whoever was replaced, or has left, may still say what happened to them there. Which seat that was is told by
the emails of the match that went to an address of theirs, or held links of theirs.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.mail import delivery, queue
from games.mail.kinds import INVITING, TO_FORMER
from games.models import Link, Match, Outbox, Player, Seat


class Hands(NamedTuple):
    """A seat while it was in the same hands."""

    seat: Seat
    generation: int


def of(match: Match, player: Player) -> Hands | None:
    """Find the seat somebody has, or had last; nothing for who never sat there."""
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
    """Find it for who has another address by now: whose links there were in an email stays known."""
    mine = Link.objects.filter(player=player, match=match, seat__isnull=False)
    kept = mine.exclude(mail__kind__in=INVITING).select_related("seat__match", "seat__player")
    return kept.order_by("-pk").first()


def _replaced(match: Match, mailed: QuerySet[Outbox]) -> Hands | None:
    """Find it for who wanted no emails of the match: that they were replaced they were told all the same."""
    told = mailed.filter(seat=None, kind__in=TO_FORMER).first()
    if told is None:
        return None
    ruling = queue.ruling_of(told)
    number = ruling.seat.number if ruling and ruling.seat else queue.AboutSeat.parse(told.question).number
    seat = Seat.objects.select_related("match", "player").get(match=match, number=number)
    return Hands(seat, seat.generation - 1)
