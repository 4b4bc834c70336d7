"""A match that is open but hasn't begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.infra.locks import writing
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.models import Match, Player


def open_table(
    game: str,
    people: Sequence[Player],
    robots: Sequence[str],
    *,
    now: datetime,
    options: Mapping[str, object] | None = None,
    words: Sequence[str] = (),
    free: int = 0,
    secret: bytes | None = None,
    **chosen: Any,
) -> Match:
    """Open a match with these people, then free seats, then these robots."""
    seats = len(people) + free + len(robots)
    settings = MatchSettings(game, seats, tuple(robots), options or {}, **chosen)
    with writing():
        return open_match(settings, people, now, words=words, secret=secret)
