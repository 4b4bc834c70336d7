"""Other worlds of Magpies: other cards in rivals' hands and nests, and in the deck.

Only events that the reader can't see are changed, and only so that everything else could have happened
exactly as it did.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from games.rules.kernel.events import Record
from games.rules.kernel.fold import played
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Reader
from tests.kit.worlds.game import Log, UnderTest
from tests.kit.worlds.log import Walk, respun
from tests.toy import rules as t

TRIES = 30

Changes = dict[int, str]  # the item drawn instead, by the number of the draw


def other_world(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
    """Write the log with other hidden cards; None if no such log was found."""
    for _ in range(TRIES):
        try:
            other = retold(log, reader, exchanged(log, reader, dice), dice)
            if other != log:
                return respun(other, dice)
        except (HistoryBroken, Untellable):
            continue
    return None


class Untellable(Exception):
    """Raised when what everyone saw is impossible with these cards."""


def exchanged(log: Log, reader: Reader, dice: random.Random) -> Changes:
    """Choose what to exchange: between rivals, between rivals and the deck, or only what they hide."""
    counting = played(log)  # rewound draws are in nobody's hand any more
    unseen = [draw for record in counting if drawn_unseen(record, reader) for draw in record.draws]
    way = dice.choice(("rivals", "deck", "nests")) if unseen else "nests"
    if way == "nests":
        return {}
    late = unseen[-dice.randint(1, len(unseen)) :]  # fewer later thefts have revealed these cards
    some = dice.sample(late, min(len(late), dice.choice((1, 2, 2, 3, 4, 6))))
    if way == "deck":
        return {draw.number: dice.choice(sorted(t.DECK)) for draw in some}
    mixed = dice.sample([draw.item for draw in some], len(some))
    return {draw.number: item for draw, item in zip(some, mixed, strict=True)}


def drawn_unseen(record: Record[Any], reader: Reader) -> bool:
    return isinstance(record.event, t.Drew) and record.event.seat != reader


def retold(log: Log, reader: Reader, changes: Changes, dice: random.Random) -> list[Record[Any]]:
    """Rewrite every record; raise HistoryBroken or Untellable if the cards don't allow it."""
    walk = Walk(t.MAGPIES, log)
    rehide = 0.0 if changes and dice.random() < 0.5 else 0.5
    other = []
    for record in log:
        told = retold_record(record, walk.state, reader, changes, dice, rehide)
        walk.step(told)
        other.append(told)
    return other


def retold_record(
    record: Record[Any], state: t.State, reader: Reader, changes: Changes, dice: random.Random, rehide: float
) -> Record[Any]:
    event = record.event
    if drawn_unseen(record, reader):
        return redrawn(record, changes)
    if isinstance(event, t.Hid) and event.seat != reader:
        hand = state.hands[event.seat]
        if event.card not in hand or dice.random() < rehide:
            return msgspec.structs.replace(record, event=t.Hid(event.seat, dice.choice(sorted(hand))))
    if isinstance(event, t.TheftEnded) and not could_end_so(state, event):
        raise Untellable
    return record


def redrawn(record: Record[Any], changes: Changes) -> Record[Any]:
    (draw,) = record.draws
    draw = msgspec.structs.replace(draw, item=changes.get(draw.number, draw.item))
    return msgspec.structs.replace(record, draws=(draw,), event=t.Drew(record.event.seat, draw.item))


def could_end_so(state: t.State, event: t.TheftEnded) -> bool:
    """Check whether the theft would have ended as everyone saw it end."""
    return event.moved == (event.card in state.hands[event.seat])


UNDER_TEST = UnderTest(
    rules=t.MAGPIES,
    other_world=other_world,
    options={},
    # Everyone learns whether the victim had the card. What is hidden in a nest stays secret.
    tells=frozenset({("theft_ended", "moved")}),
    secret_answers=frozenset({"hide"}),
)
