"""Standing orders offered to a player: to settle a question, and for cards in the hand (GE-20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel.contract import Suggestion
from games.rules.kernel.messages import Message, Thing
from games.rules.kernel.questions import Question
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules.cards import FREE, ME_TOO_INSERT, ME_TOO_TAKE, NOT_SO_FAST, STONES
from games.titles.gem_edge.rules.orders import Colours, Orders
from games.titles.gem_edge.rules.plans import holds
from games.titles.gem_edge.rules.public import fitting
from games.titles.gem_edge.rules.state import moment_of
from games.titles.gem_edge.rules.view import Sight

Change = Mapping[str, Any]
Changes = tuple[Change, ...]

ANY_COLOUR: Change = {ME_TOO_TAKE: msgspec.to_builtins(Colours())}
INSERTING: Changes = ({ME_TOO_INSERT: "finish"}, {ME_TOO_INSERT: "feed"})
SETTLING: dict[str, Changes] = {
    "cancel": ({NOT_SO_FAST: "against_me"}, {NOT_SO_FAST: "never"}),
    "drop": ({"dropping": "last"},),
}
COPYING: dict[str, Changes] = {
    "take": (ANY_COLOUR, {"copying": "pass"}),
    "insert": (*INSERTING, {"copying": "pass"}),
}


def settling(view: Sight, question: Question) -> Changes:
    """List the orders that would answer this question now and from now on."""
    if question.kind == "me_too":
        return COPYING[moment_of(view).at]
    return SETTLING.get(question.kind, ())


def suggested(view: Sight, orders: Orders) -> Sequence[Suggestion]:
    """Suggest orders for the cards in the hand that only an order plays under light asking."""
    if view.windows != "light" or view.over:
        return ()
    return [suggestion(view, card) for card in FREE if holds(view, card) and is_unset(orders, card)]


def is_unset(orders: Orders, card: str) -> bool:
    """Tell whether the order for a card is still as it is at the beginning."""
    return bool(getattr(orders, card) == getattr(Orders(), card))


def suggestion(view: Sight, card: str) -> Suggestion:
    ways: dict[str, Changes] = {
        NOT_SO_FAST: ({NOT_SO_FAST: "anybody"}, {NOT_SO_FAST: "against_me"}),
        ME_TOO_TAKE: tuple(taking(view)),
        ME_TOO_INSERT: INSERTING,
    }
    return Suggestion(Message(f"suggested.{card}", {"card": Thing("card", card)}), ways[card])


def taking(view: Sight) -> list[Change]:
    """Offer to take any colour, and those alone that fit into an ornament now."""
    fit = {stone: bool(fitting(view, Seat(view.reader), stone)) for stone in STONES}
    some = any(fit.values()) and not all(fit.values())
    return [ANY_COLOUR, *([{ME_TOO_TAKE: fit}] if some else [])]
