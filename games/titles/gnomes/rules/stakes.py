"""What is at risk now, said above a player's choices: monsters, the end that comes near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.messages import Message, Who
from games.titles.gnomes.rules.cards import GOALS_TO_END
from games.titles.gnomes.rules.view import Sight


def stakes(view: Sight) -> Sequence[Message]:
    """Say what its reader has at risk."""
    if view.reader < 0 or view.over:
        return ()
    return (*kingdom(view), *end(view))


def kingdom(view: Sight) -> Iterator[Message]:
    if view.me.area < 0:
        return
    area = view.areas[view.me.area]
    yield Message("stakes.kingdom", {"points": area.worth})
    if area.dragon:
        yield Message("stakes.dragon")
    if area.giant:
        yield Message("stakes.giant")


def end(view: Sight) -> Iterator[Message]:
    """Say how near the end is."""
    if view.last_turns is not None:
        yield Message("stakes.end", {"count": view.last_turns})
        return
    for one in view.players:
        if one.seat != view.reader and one.goals_met == GOALS_TO_END - 1:
            yield Message("stakes.near", {"seat": Who(one.seat)})
