"""Where a player's mails go: the address that was shown to be theirs, by a code that came there."""

from __future__ import annotations

from datetime import datetime

from django.apps import apps

from games import delivery, seats
from games.delivery import ADDRESS, SIGN_IN
from games.locks import writing
from games.models import Player, Seat
from games.rules.kernel.refusal import Refused


def confirm(player: Player, address: str, now: datetime) -> None:
    """Take an address that was shown to be the player's own; raise Refused for somebody else's.

    Whatever was mailed to another one opens nothing any more, from before the new one is used; the seats are
    asked anew, there.
    """
    if Player.objects.filter(email__iexact=address).exclude(pk=player.pk).exists():
        raise Refused("taken")
    if player.email.lower() == address.lower():
        delivery.reach_again(address)
        return
    for seat in Seat.objects.filter(player=player):
        seats.move(seat.match_id, seat.number, now)
    with writing():
        player.email = address
        player.save(update_fields=["email"])
        delivery.reach_again(address)
        if apps.is_installed(SIGN_IN):
            mine = apps.get_model(*ADDRESS).objects.filter(user=player)
            mine.update(primary=False)
            shown = {"user": player, "verified": True, "primary": True}
            mine.update_or_create(email=address.lower(), defaults=shown)
