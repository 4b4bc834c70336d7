"""The standing orders of the jeweller, for cards that are played at once (GE-20)."""

from __future__ import annotations

from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.cards import MARKS, STONES
from games.titles.gem_edge.rules.jeweller.valuing import IDLE, board_of, gain, with_stones
from games.titles.gem_edge.rules.orders import Colours, Orders
from games.titles.gem_edge.rules.public import others
from games.titles.gem_edge.rules.view import Sight


def lay(view: Sight) -> Orders:
    """Copy what is useful; cancel what is played against it, and all that helps a dangerous rival."""
    return Orders(
        not_so_fast="anybody" if in_danger(view) else "against_me",
        me_too_take=useful(view),
        me_too_insert="feed",
    )


def in_danger(view: Sight) -> bool:
    """Tell whether what helps others must be stopped: with one rival, or with one close to the end."""
    rivals = others(view, Seat(view.reader))
    return len(rivals) == 1 or any(view.points[one] >= MARKS[-1] for one in rivals)


def useful(view: Sight) -> Colours:
    """Name the colours of which the cart could use one more stone."""
    mine = board_of(view, view.reader)
    return Colours(**{stone: gain(view, with_stones(mine, stone)) > IDLE for stone in STONES})
