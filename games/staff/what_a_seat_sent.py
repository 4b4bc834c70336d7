"""What a seat sent and ordered, in the words of its own pages; what can't be read stays as it came."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.utils.translation import gettext

from games.models import Door, Match, Order, Submission
from games.present import generic_view, plan_drafts, standing_orders
from games.present.commands import describe_command
from games.present.generic_view import Node
from games.present.names import Names, readable
from games.present.refusals import sentence
from games.rules.kernel.codec import codec
from games.rules.kernel.refusal import Refused


@dataclass(frozen=True)
class SentBySeat:
    """One thing that a seat sent."""

    at: datetime
    came: str  # through which door, and what became of it
    told: list[str]
    raw: str


def sent(match: Match, rows: Iterable[Submission], names: Names) -> list[SentBySeat]:
    return [
        SentBySeat(
            row.at,
            f"{row.get_door_display()}, {row.get_outcome_display()}",
            [*_command_lines(row, names), *_why_refused(row, match)],
            row.command,
        )
        for row in rows
    ]


def _command_lines(row: Submission, names: Names) -> Iterator[str]:
    try:
        command = codec(names.rules).command(row.command)
    except Refused:
        return
    yield describe_command(names, msgspec.to_builtins(command))


def _why_refused(row: Submission, match: Match) -> Iterator[str]:
    if code := row.refusal.get("code"):
        yield sentence(match.rules, code, row.refusal.get("details"), match.options_read)


def ordered(rows: Iterable[Order], names: Names) -> list[SentBySeat]:
    return [
        SentBySeat(row.at, str(Door(row.door).label), list(_order_lines(row, names)), row.content)
        for row in rows
    ]


def _order_lines(row: Order, names: Names) -> Iterator[str]:
    """Describe how orders differ from none: a ready-made plan by its name, any other line by line."""
    rules = names.rules
    try:
        orders = codec(rules).orders(row.content)
    except Refused:
        return
    bare = rules.automation.orders()
    if orders == bare:
        yield gettext("Cancelled: no plan and no standing orders any more.")
    planned = rules.automation.unplanned(orders) != orders
    ready = [key for key, lay in rules.automation.ready_made.items() if planned and lay(orders) == orders]
    yield from (names.word(f"plan.{key}", otherwise=readable(key)) for key in ready)
    for one in plan_drafts.compound(rules).values():
        mine = getattr(orders, one.name)
        if not ready and mine != getattr(bare, one.name) and not standing_orders.is_told(one):
            yield from _lines(generic_view.draw(standing_orders.title(names, one), mine, type(mine), names))
    yield from standing_orders.differences(rules, bare, orders, names)


def _lines(node: Node) -> Iterator[str]:
    """Write a drawing as text, one line for each leaf."""
    if not node.parts:
        yield f"{node.label}: {node.text}" if node.text else node.label
    for part in node.parts:
        for line in _lines(part):
            yield f"{node.label}: {line}" if node.label else line
