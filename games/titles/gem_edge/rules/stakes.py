"""What is at risk now, said above a player's choices: a card against them, a rival near the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.messages import Message, Thing, Who
from games.titles.gem_edge.rules.cards import FREE, GOAL, MARKS, NOT_SO_FAST
from games.titles.gem_edge.rules.state import playable
from games.titles.gem_edge.rules.view import Sight


def stakes(view: Sight) -> Sequence[Message]:
    """Say what its reader may lose, and which cards need an order to be played."""
    if view.reader < 0 or view.over:
        return ()
    return (*attacked(view), *racing(view), *unordered(view))


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


def unordered(view: Sight) -> Iterator[Message]:
    """Say that a card which is played at once is played by order where nobody is asked (GE-20)."""
    held = [card for card in FREE if card in playable(view.me.hand or [])]
    if view.windows == "light":
        for card in held:
            yield Message(f"stakes.{card}", {"card": Thing("card", card)})
