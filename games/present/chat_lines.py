"""The chat of a match, as one of its players sees it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from games.models import Player, Seat, Talk

GONE = gettext_noop("A former player")
MOMENT = r"https?://[^\s/]+/m/%s/replay/\?at=([0-9]{1,6})"


@dataclass(frozen=True)
class ChatLine:
    name: str
    mine: bool
    text: str
    at: datetime
    to: str = ""  # whom alone it is for; "" for all players
    to_me: bool = False

    def parts(self, public_id: str) -> list[ChatPart]:
        """Split the text at addresses of moments of this match; any other address stays text."""
        found, end = [], 0
        for link in re.finditer(MOMENT % re.escape(public_id), self.text):
            found += [ChatPart(self.text[end : link.start()]), ChatPart(link[0], int(link[1]))]
            end = link.end()
        return [part for part in (*found, ChatPart(self.text[end:])) if part.text]


class ChatPart(NamedTuple):
    """A part of a message; with a place, it is a link to that moment of the match."""

    text: str
    place: int = 0


def visible_lines(
    rows: Iterable[Talk], seats: Iterable[Seat], names: Mapping[int, str], reader: Player
) -> list[ChatLine]:
    """List the messages, oldest first, without those the reader has muted.

    Players who have left the match aren't named, here as everywhere.
    """
    there = {one.player_id: names[one.number] for one in seats if one.player_id}
    return [
        ChatLine(
            _called(row.player_id, there),
            row.player_id == reader.pk,
            row.text,
            row.at,
            _called(row.to_id, there) if row.to_id else "",
            row.to_id == reader.pk,
        )
        for row in reversed([*rows])
        if not getattr(row, "is_hushed", False)
    ]


def _called(player: UUID | None, there: Mapping[UUID, str]) -> str:
    return (there.get(player) if player else None) or gettext(GONE)
