"""What is at risk now, said above a player's choices: the line, the chance of an accident, an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.messages import Message, Thing, Who
from games.titles.quartz_cards.rules.odds import cards_left, risk
from games.titles.quartz_cards.rules.view import Sight


def stakes(view: Sight) -> Sequence[Message]:
    """Say what its reader may lose, or whose line it is that others may break."""
    if view.reader < 0 or view.over:
        return ()
    return (*attacked(view), *lined(view))


def attacked(view: Sight) -> Iterator[Message]:
    if view.attack is not None and view.active == view.reader:
        attack = view.attack
        yield Message("stakes.attack", {"seat": Who(attack.attacker), "card": Thing("card", attack.aim.card)})


def lined(view: Sight) -> Iterator[Message]:
    """Say what the line is worth, and how likely the next card brings it down."""
    if not view.line:
        return
    percent = round(100 * risk(view)) if cards_left(view) else 0
    risked = {"count": len(view.line), "worth": view.line_worth, "percent": percent}
    if view.active == view.reader:
        yield Message("stakes.line", {**risked})
    else:
        yield Message("stakes.their_line", {"seat": Who(view.active), **risked})
