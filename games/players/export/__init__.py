"""Everything this site keeps about a player, as they may have it: for a file of their own.

Each field of each row either stands in `kept` or says in `left_out` why it doesn't.
"""

from games.players.export.collect import everything

__all__ = ["everything"]
