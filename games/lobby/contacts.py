"""Whom a player can invite again: people they played with, and addresses they typed themselves.

People they played with are named, and their addresses never shown. Those who blocked the player are listed
like all others, because the player mustn't find out; no email reaches them.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Max

from games.models import Invitation, Player, Seat
from games.players import blocks

MOST_PEOPLE, MOST_ADDRESSES = 24, 12


class Contact(NamedTuple):
    """Somebody the player has shared matches with, and how many, running ones too."""

    player: Player
    matches: int


def played_with(player: Player, most: int = MOST_PEOPLE) -> list[Player]:
    """List the people this player shared a match with and hasn't blocked, the latest first."""
    tables = Seat.objects.filter(player=player, match__is_scratch=False).values("match")
    found = Player.objects.filter(seats__match__in=tables, is_active=True).exclude(pk=player.pk)
    found = found.exclude(pk__in=blocks.hidden_by(player))
    return list(found.annotate(last=Max("seats__match")).order_by("-last", "pk")[:most])


def page(player: Player, number: int, most: int = MOST_PEOPLE) -> tuple[list[Contact], bool]:
    """List one page of a player's contacts, with how often they have met; tell whether more follow."""
    tables = Seat.objects.filter(player=player, match__is_scratch=False).values("match")
    found = Player.objects.filter(seats__match__in=tables, is_active=True).exclude(pk=player.pk)
    found = found.exclude(pk__in=blocks.hidden_by(player))
    met = found.annotate(last=Max("seats__match"), met=Count("seats__match"))
    first = (number - 1) * most
    rows = list(met.order_by("-last", "pk")[first : first + most + 1])
    return [Contact(row, row.met) for row in rows[:most]], len(rows) > most


def addresses_typed(player: Player, most: int = MOST_ADDRESSES) -> list[str]:
    """List the addresses this player has invited by typing them, the latest first."""
    typed = Invitation.objects.filter(sender=player, by_name=None)
    latest = dict(typed.order_by("pk").values_list("address", "pk"))
    return sorted(latest, key=lambda address: -latest[address])[:most]
