"""What a plan does on its owner's turn (QZ-70), and whether it will certainly ask (QZ-75)."""

from __future__ import annotations

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.plans.lines import LINES, may_hold
from games.titles.quartz.rules.plans.since import (
    Since,
    after_dawn,
    has_acted,
    is_for_today,
    mined_today,
    next_still_holds,
)
from games.titles.quartz.rules.plans.stops import STOPS, at_obsidian
from games.titles.quartz.rules.view import Sight

#: Why a plan asks instead of acting; each has a sentence among the words.
REASONS = ("next_void", "confirm", "worth", "attacked", "inside", "obsidian", "spent")
OFF = "off"  # the plan isn't for today: nothing was to be expected of it
ROBOT = "robot"  # neither lines nor stops count: the sensible robot plays


def consult(view: Sight, plan: o.Plan, since: Since) -> Command | str:
    """Give the plan's command for its owner's turn, or the reason why it asks."""
    if not is_for_today(view, plan, since):
        return OFF
    if plan.start == "when_i_confirm" and plan.confirmed != view.day:
        return "confirm"
    lately = after_dawn(since) if plan.for_ == "tomorrow" else since
    if plan.next is not None and not has_acted(view, lately):
        return plan.next if next_still_holds(view, plan.next, lately) else "next_void"
    if plan.robot:
        return ROBOT
    for reason, stopped in STOPS.items():
        then = stopped(view, plan.stops, since)
        if then != "go_on":
            return c.Leave() if then == "leave" else reason
    return first_line(view, plan, since, minding_obsidian=True)


def first_line(view: Sight, plan: o.Plan, since: Since, *, minding_obsidian: bool) -> Command | str:
    """Find the first line that acts; the obsidian stop comes after the card lines, before any mine line."""
    cards, mines = reached(view, plan, since)
    for line in cards:
        command = LINES[type(line)](view, line)
        if command is not None:
            return command
    stop = plan.stops.obsidian
    if minding_obsidian and stop and stop.then != "go_on" and at_obsidian(view, stop):
        return c.Leave() if stop.then == "leave" else "obsidian"
    if mines:
        return c.Mine()
    return c.Leave() if plan.stops.spent.then == "leave" else "spent"


def reached(view: Sight, plan: o.Plan, since: Since) -> tuple[list[o.Line], bool]:
    """List the lines before the first mine line that has strokes left, and tell whether there is one."""
    before: list[o.Line] = []
    left = mined_today(view, since)
    for line in plan.lines:
        if not isinstance(line, o.MineLine):
            before.append(line)
        elif left < line.times:
            return before, True
        else:
            left -= line.times
    return before, False


def may_still_act(view: Sight, plan: o.Plan, since: Since) -> bool:
    """Tell whether a card line may act after what others do; then the plan may not ask after all."""
    return any(may_hold(view, line.__struct_config__.tag) for line in reached(view, plan, since)[0])


def if_silent(view: Sight, plan: o.Plan, since: Since) -> Command | None:
    """Give the move for when the plan has asked and its hours have passed without an answer."""
    if plan.if_silent is None:
        return None
    if plan.if_silent.then == "next_line":
        found = first_line(view, plan, since, minding_obsidian=False)
        return None if isinstance(found, str) else found
    return c.Leave() if plan.if_silent.then == "leave" else c.Mine()
