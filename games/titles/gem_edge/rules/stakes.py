"""What is at risk now, said above a player's choices: a card against them, a rival near the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.messages import Message, Thing, Who
from games.titles.gem_edge.rules.cards import GOAL, MARKS, NOT_SO_FAST
from games.titles.gem_edge.rules.view import Sight


def stakes(view: Sight) -> Sequence[Message]:
    """Say what its reader may lose."""
    if view.reader < 0 or view.over:
        return ()
    return (*attacked(view), *racing(view))


def attacked(view: Sight) -> Iterator[Message]:
    play = view.play
    if play is not None and play.attacked == view.reader:
        card = NOT_SO_FAST if play.cancels else play.card
        yield Message("stakes.attack", {"seat": Who(play.last), "card": Thing("card", card)})


def racing(view: Sight) -> Iterator[Message]:
    """Name the rivals who have passed the last mark."""
    for one in view.jewellers:
        if one.seat != view.reader and one.points >= MARKS[-1]:
            yield Message("stakes.rival", {"seat": Who(one.seat), "count": GOAL - one.points})
