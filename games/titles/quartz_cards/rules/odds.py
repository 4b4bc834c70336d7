"""The odds in a view: the chance that the next card brings an accident, and its average value."""

from __future__ import annotations

from games.titles.quartz_cards.rules.line import PRESENT, crystal_of, gives_way
from games.titles.quartz_cards.rules.view import Sight


def cards_left(view: Sight) -> int:
    return sum(view.unseen.values())


def lying(view: Sight) -> list[str]:
    """List the cards before the next one; presents that wait are there before a line begins (QC-12)."""
    waiting = sum(one.presents for one in view.miners if one.seat == view.active)
    return [PRESENT] * waiting + view.line


def fatal(view: Sight) -> int:
    """Count the cards not seen yet that would bring an accident."""
    line = lying(view)
    return sum(count for card, count in view.unseen.items() if gives_way([*line, card]))


def risk(view: Sight) -> float:
    """Give the chance that the next card laid brings an accident; an empty mine holds none."""
    return fatal(view) / max(cards_left(view), 1)


def promise(view: Sight) -> float:
    """Give the average value of a next card that is laid without an accident."""
    line = lying(view)
    safe = {card: n for card, n in view.unseen.items() if not gives_way([*line, card])}
    worth = sum(view.values[crystal_of(card)] * count for card, count in safe.items())
    return worth / max(sum(safe.values()), 1)
