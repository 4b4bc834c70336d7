"""One file a noun; everything is imported from here."""

from __future__ import annotations

from games.models.heartbeat import Heartbeat
from games.models.player import Language, Player

__all__ = ["Heartbeat", "Language", "Player"]
