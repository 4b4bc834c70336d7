"""Card lines of a plan: a command, or None where the card isn't held or the condition doesn't hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.gems import by_value, valuable
from games.titles.quartz.rules.public_view import others_in, richest, richest_with_obsidian, take_from
from games.titles.quartz.rules.view import Dwarf, Sight


def holds_card(view: Sight, card: str) -> bool:
    return bool((view.me.hand or {}).get(card))


def may_hold(view: Sight, card: object) -> bool:
    """Tell whether a card is in the hand, or may be in one that this view doesn't show."""
    return view.me.hand is None or card in view.me.hand


def named(view: Sight, seat: int | str) -> Dwarf | None:
    """Find a dwarf named by seat, if it is inside."""
    return next((dwarf for dwarf in others_in(view) if dwarf.seat == seat), None)


def here_we_go(view: Sight, line: o.HereWeGoLine) -> Command | None:
    return c.HereWeGo() if holds_card(view, "here_we_go") else None


def dont_belong(view: Sight, line: o.DontBelongLine) -> Command | None:
    target = richest(view) if line.on == "richest" else named(view, line.on)
    if target is None or not holds_card(view, "dont_belong") or target.crystals == target.obsidian:
        return None
    if target.cart is None:
        count = min(2, target.crystals - target.obsidian)
        return c.DontBelong(target.seat) if count >= (2 if line.at_least is None else line.at_least) else None
    gems = take_from(target, 2, view.values)
    enough = 5 if line.at_least is None else line.at_least
    if sum(view.values[gem] for gem in gems) < enough:
        return None
    return c.DontBelong(target.seat, cast("list[c.Gem]", gems))


def come_closer(view: Sight, line: o.ComeCloserLine) -> Command | None:
    mine = by_value(valuable(view.me.cart or {}), view.values)
    if view.covered or not mine or not holds_card(view, "come_closer"):
        return None
    targets = others_in(view) if line.on == "best" else [dwarf for dwarf in [named(view, line.on)] if dwarf]
    best = max(
        ((take_from(dwarf, 1, view.values), dwarf) for dwarf in targets if valuable(dwarf.cart or {})),
        key=lambda lot: view.values[lot[0][0]],
        default=None,
    )
    if best is None or view.values[best[0][0]] - view.values[mine[-1]] < line.gain:
        return None
    return c.ComeCloser(best[1].seat, cast("c.Gem", mine[-1]), cast("c.Gem", best[0][0]))


def not_mine(view: Sight, line: o.NotMineLine) -> Command | None:
    if not view.me.obsidian or not holds_card(view, "not_mine"):
        return None
    by_rule = line.on == "richest_with_obsidian_else_richest"
    target = richest_with_obsidian(view) or richest(view) if by_rule else named(view, line.on)
    return c.NotMine(target.seat) if target else None


def leave(view: Sight, line: o.LeaveLine) -> Command | None:
    return c.Leave()


LINES: dict[type, Callable[[Sight, Any], Command | None]] = {
    o.HereWeGoLine: here_we_go,
    o.DontBelongLine: dont_belong,
    o.ComeCloserLine: come_closer,
    o.NotMineLine: not_mine,
    o.LeaveLine: leave,
}
