"""What an answer would bring, as far as its own seat can know: what each way to sell would fetch (QZ-42),
and what is at stake when mining or leaving.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message, Thing, Things
from games.rules.kernel.questions import Question, offered
from games.rules.kernel.robots import choices_in
from games.titles.quartz.rules.commands import Leave, Mine, Store
from games.titles.quartz.rules.describe import reckoned
from games.titles.quartz.rules.gems import Gems, holds, without, worth
from games.titles.quartz.rules.gems import reckon as sum_of
from games.titles.quartz.rules.public_view import others_in
from games.titles.quartz.rules.view import Sight

OTHERS = 2  # stay inside when a bravery space is earned


def prospects(view: Sight, question: Question) -> Sequence[Message]:
    """Work out every sale on offer; nothing for other questions."""
    if question.kind != "sell":
        return ()
    ways = (multiset(cast("list[str]", way["gems"])) for way in offered(choices_in(view, question)))
    return [prospect(view, stored) for stored in ways]


def reckon(view: Sight, question: Question, command: Command) -> Sequence[Message]:
    """Work out what one answer would bring."""
    if isinstance(command, Store) and question.kind == "sell":
        return sold(view, command)
    if question.kind != "turn":
        return ()
    return mined(view) if isinstance(command, Mine) else left(view) if isinstance(command, Leave) else ()


def mined(view: Sight) -> Sequence[Message]:
    """Say how likely the next crystal is obsidian, and what that would mean."""
    if not view.bag or view.bag_obsidian is None:
        return ()
    danger = "" if not view.me.obsidian else ".token" if view.me.token else ".danger"
    return (Message(f"prospect.mine{danger}", {"percent": round(100 * view.bag_obsidian / view.bag)}),)


def left(view: Sight) -> Sequence[Message]:
    """Say what leaving would bring: a bravery space, while two others stay inside (QZ-12)."""
    if len(others_in(view)) < OTHERS or not view.board:
        return (Message("prospect.leave.nothing"),)
    space = view.board[0]
    if space.card is None:
        return (Message("prospect.leave.bare", {"coins": space.coins}),)
    return (Message("prospect.leave", {"card": Thing("card", space.card), "coins": space.coins}),)


def sold(view: Sight, command: Store) -> Sequence[Message]:
    """Work out one way to sell, and what the chest would be worth then."""
    stored = multiset(command.gems)
    if not holds(view.goods, stored):
        return ()
    kept = Message("prospect.chest", {"stored": Things("gem", stored), "coins": worth(stored, view.values)})
    return [prospect(view, stored), kept]


def prospect(view: Sight, stored: Gems) -> Message:
    colours, doubled, variety, coins = sum_of(without(view.goods, stored), view.values)
    sum_ = reckoned(colours, doubled, variety)
    return Message("prospect.store", {"stored": Things("gem", stored), "sum": sum_, "coins": coins})
