"""The channels that there are."""

from __future__ import annotations

from collections.abc import Mapping

from games.models import Channel, Player
from games.reach.carrier import Carrier
from games.reach.chat.carrier import ChatCarrier
from games.reach.push.carry import Push

CARRIERS: Mapping[str, Carrier] = {
    Channel.PUSH: Push(),
    Channel.CHAT: ChatCarrier(),
}


def channels_of(player: Player) -> list[str]:
    """List the channels that have a target of a player's own."""
    return [channel for channel, carrier in CARRIERS.items() if carrier.is_used_by(player)]
