"""A match that the site plays with itself, as a player would, to see that it can.

It is opened here. All else is done from outside: its pages are asked for by HTTP, its emails come in through
the door for replies, and moves are made by the links in them.
"""

from __future__ import annotations

from games.ops.canary.run import EVERY, CanaryStage, play_one
from games.ops.canary.tidy import forget

__all__ = ["EVERY", "CanaryStage", "forget", "play_one"]
