"""What charts of a match show: everybody's coins, and the luck of a dig."""

from __future__ import annotations

from games.rules.kernel.events import Event
from games.rules.kernel.fortune import Fortune
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.gems import OBSIDIAN, price
from games.titles.quartz.rules.state import State
from games.titles.quartz.rules.view import Sight

#: Events after which somebody has more points or fewer.
SCORED = frozenset({"left_mine", "stayed_last", "crystals_sold", "hand_sold"})


def score(view: Sight) -> tuple[int, ...]:
    """Give everybody's coins: they are open to all."""
    return tuple([one.coins for one in view.dwarves])


def fortune(state: State, event: Event) -> Fortune | None:
    """Say what mining could bring: the second obsidian costs what is in the cart, unless a token saves it.

    Crystals are counted by their kinds too: that tells how often obsidian came.
    """
    if not isinstance(event, e.Mined):
        return None
    seat, cart = event.seat, state.carts[event.seat]
    at_risk = cart.get(OBSIDIAN, 0) and not state.tokens[seat]
    lost = price(cart, state.values) if at_risk else 0
    return Fortune(seat, "bag", {**state.values, OBSIDIAN: -lost}, is_counted=True)


def plays(event: Event) -> str | None:
    """Give the action card or reaction that is played."""
    return event.card if isinstance(event, e.CardPlayed | e.Reacted) else None
