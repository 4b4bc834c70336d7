"""What can be reckoned from a view: how likely the next card brings an accident, and what it may bring."""

from __future__ import annotations

from games.rules.quartz_cards.line import crystal_of, gives_way
from games.rules.quartz_cards.view import Sight


def cards_left(view: Sight) -> int:
    return sum(view.unseen.values())


def risk(view: Sight) -> float:
    """Give the chance that the next card laid brings an accident; an empty mine holds none."""
    fatal = sum(count for card, count in view.unseen.items() if gives_way([*view.line, card]))
    return fatal / max(cards_left(view), 1)


def promise(view: Sight) -> float:
    """Give the average value of a next card that is laid without an accident."""
    safe = {card: n for card, n in view.unseen.items() if not gives_way([*view.line, card])}
    worth = sum(view.values[crystal_of(card)] * count for card, count in safe.items())
    return worth / max(sum(safe.values()), 1)
