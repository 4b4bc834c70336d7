"""What an answer would come to, where its own seat can know: what each way to sell would fetch (QZ-42)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from games.rules.kernel.chance import multiset
from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question, offered
from games.rules.kernel.robots import choices_in
from games.rules.kernel.telling import Message, Things
from games.rules.quartz.commands import Store
from games.rules.quartz.describe import reckoned
from games.rules.quartz.gems import Gems, holds, without, worth
from games.rules.quartz.gems import reckon as sum_of
from games.rules.quartz.view import Sight


def prospects(view: Sight, question: Question) -> Sequence[Message]:
    """Reckon every sale on offer; of other questions nobody can say what comes of them."""
    if question.kind != "sell":
        return ()
    ways = (multiset(cast("list[str]", way["gems"])) for way in offered(choices_in(view, question)))
    return [prospect(view, stored) for stored in ways]


def reckon(view: Sight, question: Question, told: Command) -> Sequence[Message]:
    """Reckon one way to sell, and what the chest would be worth with what it stores."""
    if not isinstance(told, Store) or question.kind != "sell":
        return ()
    stored = multiset(told.gems)
    if not holds(view.goods, stored):
        return ()
    kept = Message("prospect.chest", {"stored": Things("gem", stored), "coins": worth(stored, view.values)})
    return [prospect(view, stored), kept]


def prospect(view: Sight, stored: Gems) -> Message:
    colours, doubled, variety, coins = sum_of(without(view.goods, stored), view.values)
    sum_ = reckoned(colours, doubled, variety)
    return Message("prospect.store", {"stored": Things("gem", stored), "sum": sum_, "coins": coins})
