"""A player's addresses, each shown to be theirs by a code that came there; mails go to the main one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import IntegrityError

from games import delivery, seats
from games.delivery import ADDRESS
from games.locks import writing
from games.models import Player, Seat
from games.rules.kernel.refusal import Refused

MOST = 9  # further addresses


def confirm(player: Player, address: str, now: datetime) -> None:
    """Take an address that was shown to be the player's own; raise Refused for somebody else's.

    Whatever was mailed to the one before opens nothing any more, from before the new one is used; the seats
    are asked anew, there, and the one before isn't the player's any longer.
    """
    check_is_free(player, address)
    if player.email.lower() == address.lower():
        delivery.reach_again(address)
        return
    before = player.email
    _move(player, address, now)
    with writing():
        _known().filter(user=player, email__iexact=before).delete()


def make_main(player: Player, address: str, now: datetime) -> None:
    """Have mails sent to another of the player's addresses, and keep the one before; raise Refused."""
    if address.lower() not in delivery.verified(player):
        raise Refused("not_your_address")
    if player.email.lower() == address.lower():
        return
    with writing():
        _keep(player, player.email)
    _move(player, address, now)


def _move(player: Player, address: str, now: datetime) -> None:
    for seat in Seat.objects.filter(player=player):
        seats.move(seat.match_id, seat.number, now)
    with keeping():
        Player.objects.filter(pk=player.pk).update(email=address)
        delivery.reach_again(address)
        _keep(player, address)
    player.email = address


def add(player: Player, address: str) -> None:
    """Keep one more address that was shown to be the player's own; raise Refused."""
    check_is_free(player, address)
    with keeping():
        if len(others(player)) >= MOST:
            raise Refused("too_many_addresses")
        _keep(player, player.email)
        _keep(player, address)
        delivery.reach_again(address)


def remove(player: Player, address: str) -> None:
    """Forget one of the player's further addresses; raise Refused for the one that mails go to."""
    if address.lower() == player.email.lower():
        raise Refused("main_address")
    with writing():
        _known().filter(user=player, email__iexact=address).delete()


def others(player: Player) -> list[str]:
    """List the player's further addresses."""
    shown = _known().filter(user=player, verified=True).exclude(email__iexact=player.email)
    return sorted(shown.values_list("email", flat=True))


def check_is_free(player: Player, address: str) -> None:
    """Raise Refused for an address that is somebody else's."""
    owner = delivery.owner_of(address)
    if owner is not None and owner.pk != player.pk:
        raise Refused("taken")


@contextmanager
def keeping() -> Iterator[None]:
    """Write down whose an address is; raise Refused where somebody else was told so in this very moment."""
    try:
        with writing():
            yield
    except IntegrityError:
        raise Refused("taken") from None


def _keep(player: Player, address: str) -> None:
    """Write down that an address is the player's own, and which of them mails go to."""
    is_main = address.lower() == player.email.lower()
    mine = _known().filter(user=player)
    if is_main:
        mine.update(primary=False)
    shown = {"user": player, "verified": True, "primary": is_main}
    mine.update_or_create(email=address.lower(), defaults=shown)


def _known() -> Any:
    return apps.get_model(*ADDRESS).objects
