"""Moderators' notes for each other, about a match or a player. Nobody else reads them."""

from __future__ import annotations

from datetime import datetime

from games.disputes.moderation.frame import (
    By,
    Ruled,
    in_match,
    recording_refusals,
    ruling_of_press,
    write_down,
)
from games.disputes.moderation.people import check_about
from games.models import Player, Ruling, RulingKind


def note(by: By, now: datetime, match_id: int | None = None, player: Player | None = None) -> Ruling:
    """Write a note; its text is the reason. Raises Refused."""
    if match_id is not None:
        return in_match(by, RulingKind.NOTED, match_id, now, lambda match: Ruled())
    assert player is not None

    def act() -> Ruling:
        if earlier := ruling_of_press(by):
            return earlier
        check_about(by, player)
        return write_down(by, RulingKind.NOTED, now, player=player)

    return recording_refusals(by, RulingKind.NOTED, now, act, player=player)
