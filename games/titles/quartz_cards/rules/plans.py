"""What a plan does on its owner's turn, and whether it will certainly ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.line import crystals, dearest_columns, joined, mine_cards_in, points
from games.titles.quartz_cards.rules.odds import risk
from games.titles.quartz_cards.rules.orders import Plan
from games.titles.quartz_cards.rules.silence import protect_dearest
from games.titles.quartz_cards.rules.view import Sight

Since = Sequence[Seen]

#: The events with which a player acts on their own turn.
OWN_ACTIONS = ("explore_announced", "column_protected", "card_laid", "stopped")


def is_on(view: Sight, plan: Plan, since: Since) -> bool:
    """Tell whether a plan still counts: one for the next turn serves one turn, maybe this one."""
    if plan.for_ == "every_turn":
        return True
    turns, acted_at_once = 0, False
    for seen in since:
        if seen.kind == "turn_began" and seen.seat("seat") == view.reader:
            turns += 1
        elif not turns and seen.kind in OWN_ACTIONS and seen.seat("seat") == view.reader:
            acted_at_once = True
    return turns + acted_at_once <= 1


def is_doomed(view: Sight) -> bool:
    """Tell whether exploring would be an accident at once, as two presents wait (QC-12)."""
    return view.me.presents > 1


def begin(view: Sight, plan: Plan) -> Command | None:
    """Protect or explore; ask if exploring is doomed."""
    columns = view.me.columns
    if plan.protect is not None and columns:
        dearest = dearest_columns(columns, view.values)[0]
        if points({dearest: columns[dearest]}, view.values) >= plan.protect:
            return protect_dearest(columns, view.values)
    return None if is_doomed(view) else c.Explore()


def dig(view: Sight, plan: Plan) -> Command | None:
    """Dig on until a limit of the plan is reached."""
    if plan.cards is None and plan.worth is None and plan.risk is None:
        return None
    return stop(view, plan) if is_reached(view, plan) else c.DigOn()


def is_reached(view: Sight, plan: Plan) -> bool:
    cards = mine_cards_in(view.line)
    return (
        (plan.cards is not None and len(cards) >= plan.cards)
        or (plan.worth is not None and view.line_worth >= plan.worth)
        or (plan.risk is not None and 100 * risk(view) > plan.risk)
    )


def stop(view: Sight, plan: Plan) -> Command:
    return (plan.beauty and stop_with_beauty(view, 0)) or c.Stop()


def stop_with_beauty(view: Sight, least: int) -> Command | None:
    """Stop with a what_a_beauty for the best column, if it is held and `least` points are at stake."""
    columns = joined(view.me.columns, crystals(mine_cards_in(view.line)))
    if not columns or "what_a_beauty" not in (view.me.hand or {}):
        return None
    ordered = dearest_columns(columns, view.values)
    if points({ordered[0]: columns[ordered[0]]}, view.values) < least:
        return None
    return c.StopAndProtect(cast("list[c.Crystal]", ordered))
