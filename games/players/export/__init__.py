"""Everything this site stores about a player, as a file they can download.

Each field of each row is either listed in `included` or explained in `left_out`.
"""

from games.players.export.collect import everything

__all__ = ["everything"]
