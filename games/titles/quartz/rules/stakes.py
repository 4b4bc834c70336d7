"""What a dwarf has at risk now, said above their choices: an attack on them, and their cart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.kernel.messages import Message, Thing, Things, Who
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import joined, price
from games.titles.quartz.rules.view import Sight


def stakes(view: Sight) -> Sequence[Message]:
    """Say what its reader may lose."""
    if view.reader < 0 or view.over:
        return ()
    return (*attacked(view), *carted(view))


def attacked(view: Sight) -> Iterator[Message]:
    """Say who attacks the reader, with which card, on what, and what stops it."""
    attack = view.attack
    if attack is None or attack.target != view.reader:
        return
    yield Message("stakes.attack", {"seat": Who(attack.giver), "card": Thing("card", attack.card)})
    if attack.crystals:
        yield Message("stakes.wanted", {"gems": Things("gem", attack.crystals)})
    if answer := CARDS[attack.card].answered_by:
        yield Message("stakes.answer", {"card": Thing("card", answer)})


def carted(view: Sight) -> Iterator[Message]:
    """Say what is in the reader's cart and what it would sell for; in the evening the sale says it."""
    if view.evening or not view.me.inside or view.me.cart is None:
        return
    goods = joined(view.me.cart, view.me.parked or {})
    if not goods:
        yield Message("stakes.empty")
        return
    yield Message("stakes.cart", {"gems": Things("gem", goods), "coins": price(goods, view.values)})
