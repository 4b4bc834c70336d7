"""The ambushes of a seat in words: which card, against whom, and what each waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.present.names import Names
from games.titles.quartz_cards.helper_cards import Helper, helper
from games.titles.quartz_cards.rules.orders import Ambush, Orders
from games.titles.quartz_cards.rules.view import Sight


@dataclass(frozen=True)
class Lurking:
    """One ambush: it strikes when all of `waits_for` holds, and when the card is held."""

    card: Helper
    against: str  # nobody's name: anybody
    waits_for: list[str]
    takes: str
    held: bool


def lurking(orders: Orders, view: Sight, names: Names) -> list[Lurking]:
    """Describe the ambushes of a view's seat, in the order they are tried."""
    hand = view.me.hand if view.reader >= 0 else None
    return [
        Lurking(
            helper(one.card, names),
            "" if one.against == "anybody" else names.seat(one.against),
            list(conditions(one)),
            takes(one, names),
            one.card in (hand or {}),
        )
        for one in orders.ambushes
    ]


def conditions(one: Ambush) -> Iterator[str]:
    """List the other conditions of an ambush."""
    if one.cards == 0:
        yield _("before the first card")
    elif one.cards is not None:
        yield ngettext(
            "when the line has exactly %(cards)d card", "when the line has exactly %(cards)d cards", one.cards
        ) % {"cards": one.cards}
    if one.worth is not None:
        yield _("when the line is worth %(worth)d or more") % {"worth": one.worth}
    if one.last is not None:
        yield _("when its last card is worth %(worth)d or more") % {"worth": one.last}


def takes(one: Ambush, names: Names) -> str:
    """Describe what a theft takes; other attacks take nothing."""
    if one.card != "yours_no_more":
        return ""
    if one.take == "dearest_two":
        return names.word("view.ambush.take.dearest_two")
    return _("the whole %(crystal)s column") % {"crystal": names.word(f"gem.{one.take}")}
