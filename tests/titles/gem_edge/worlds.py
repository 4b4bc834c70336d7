"""Other worlds of Gem Edge: other cards in rivals' hands and the pile, other ornaments to choose from.

Only what a reader can't see is told differently: the cards others draw, the ornaments dealt to them, the
secret answers that came to nothing, and the rest of a turn that was named whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.rules.kernel.chance import Draw
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Reader
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.cards import NOT_SO_FAST, ORNAMENTS, PACK
from games.titles.gem_edge.rules.public import may_cancel
from games.titles.gem_edge.rules.state import Reply, State, playable
from games.titles.gem_edge.rules.view import Sight
from tests.kit.worlds.game import Log, UnderTest
from tests.kit.worlds.log import Walk, respun

TRIES = 40
Changes = dict[int, str]  # what comes out instead, by the number of the draw


def other_world(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
    """Tell the log so that other things are hidden now; None where no telling was found."""
    final: State = Walk.along(GEM_EDGE, log).state
    for _ in range(TRIES):
        try:
            changes = cards_exchanged(log, final, reader, dice) | ornaments_exchanged(log, reader, dice)
            other, ends = retold(log, reader, changes, dice)
            if hidden(ends) != hidden(final):
                return respun(other, dice)
        except (HistoryBroken, ValueError):  # a card that was played isn't in that hand
            continue
    return None


def hidden(state: State) -> object:
    """Give what lies hidden."""
    return state.hands, state.dealt, state.answers, state.wishes, state.steps, state.urns["cards"]


# --- what is exchanged


def cards_exchanged(log: Log, final: State, reader: Reader, dice: random.Random) -> Changes:
    """Choose which cards come out otherwise: exchanged between rivals, or with the pile."""
    unseen = [(draw, record.event.seat) for record in log for draw in cards_unseen(record, reader)]
    held = [draw for draw, seat in unseen if draw.item in final.hands[seat]]
    lot = held if held and dice.random() < 0.8 else [draw for draw, _ in unseen]
    some = dice.sample(lot, min(len(lot), dice.choice((1, 1, 2, 2, 3))))
    if len(some) > 1 and dice.random() < 0.4:
        mixed = dice.sample([draw.item for draw in some], len(some))
        return {draw.number: item for draw, item in zip(some, mixed, strict=True)}
    return {draw.number: dice.choice(sorted(PACK.keys() - {draw.item})) for draw in some}


def cards_unseen(record: Record[Any], reader: Reader) -> tuple[Draw, ...]:
    is_hidden = isinstance(record.event, e.CardDrawn) and record.event.seat != reader
    return record.draws if is_hidden else ()


def ornaments_exchanged(log: Log, reader: Reader, dice: random.Random) -> Changes:
    """Deal other ornaments where nobody has laid theirs open yet, and in another order where they have."""
    dealt = [record for record in log if isinstance(record.event, e.OrnamentsDealt)]
    rivals = [record for record in dealt if record.event.seat != reader]
    if not rivals or dice.random() < 0.3:
        return {}
    record = dice.choice(rivals)
    if any(isinstance(one.event, e.OrnamentsKept) for one in log):
        mixed = dice.sample([draw.item for draw in record.draws], len(record.draws))
        return {draw.number: item for draw, item in zip(record.draws, mixed, strict=True)}
    draw = dice.choice(record.draws)
    known = {one.item for record in log for one in record.draws}
    return {draw.number: dice.choice(sorted(ORNAMENTS.keys() - known))}


# --- telling it


def retold(
    log: Log, reader: Reader, changes: Changes, dice: random.Random
) -> tuple[list[Record[Any]], State]:
    """Tell every record anew, and where that leads; raise where the cards don't allow it."""
    walk, other = Walk(GEM_EDGE, log), []
    for place, record in enumerate(log):
        told = tell(record, log[place + 1 :], walk.state, reader, changes, dice)
        walk.step(told)
        other.append(told)
    return other, walk.state


def tell(
    record: Record[Any], after: Log, state: State, reader: Reader, changes: Changes, dice: random.Random
) -> Record[Any]:
    event = record.event
    if isinstance(event, e.CardDrawn) and event.seat != reader:
        draws = redrawn(record, changes)
        return replace(record, draws=draws, event=replace(event, card=draws[0].item))
    if isinstance(event, e.OrnamentsDealt) and event.seat != reader:
        draws = redrawn(record, changes)
        return replace(record, draws=draws, event=replace(event, ornaments=[draw.item for draw in draws]))
    if isinstance(event, e.Answered) and event.seat != reader:
        return replace(record, event=replace(event, reply=said(event, after, state, dice)))
    if isinstance(event, e.TurnNamed) and event.seat != reader and dice.random() < 0.5:
        return replace(record, event=replace(event, steps=event.steps[: done(event, after)]))
    return record


def redrawn(record: Record[Any], changes: Changes) -> tuple[Draw, ...]:
    return tuple(replace(draw, item=changes.get(draw.number, draw.item)) for draw in record.draws)


def done(event: e.TurnNamed, after: Log) -> int:
    """Count the actions of a named turn that were carried out without a question; the rest nobody knows."""
    actions = 0
    for record in after:
        if isinstance(record.event, e.ActionBegan | e.HandInAsked | e.TurnBegan | e.MatchEnded):
            break
        actions += getattr(record.event, "why", "action") == "action" and record.event.__class__ in ACTIONS
        actions += isinstance(record.event, e.HandedIn)
    return actions


ACTIONS = (e.StoneTaken, e.StoneInserted, e.StoneDiscarded, e.CardDrawn)


def said(event: e.Answered, after: Log, state: State, dice: random.Random) -> Reply | None:
    """Choose what was said in secret: anything, if it can't have come out; else what came out."""
    if comes_out(event, after):
        return event.reply
    if state.play is None:
        return event.reply if event.reply and keeps(state, event) and dice.random() < 0.5 else None
    if is_too_late(event, after, state) and NOT_SO_FAST in playable(state.hands[event.seat]):
        return dice.choice((None, Reply(NOT_SO_FAST)))
    return None


def keeps(state: State, event: e.Answered) -> bool:
    return event.reply is not None and event.reply.card in playable(state.hands[event.seat])


def comes_out(event: e.Answered, after: Log) -> bool:
    """Tell whether the card that was named is played."""
    played = (one for one in this_window(after) if isinstance(one, e.CardCancelled | e.CardPlayed))
    return any(one.seat == event.seat for one in played)


def is_too_late(event: e.Answered, after: Log, state: State) -> bool:
    """Tell whether somebody who comes first has cancelled already."""
    order = may_cancel(state)
    first = next((one.seat for one in this_window(after) if isinstance(one, e.CardCancelled)), None)
    return first in order and event.seat in order and order.index(event.seat) > order.index(first)


def this_window(after: Log) -> Iterator[Any]:
    """Give what follows upon the answers to one question."""
    for record in after:
        if isinstance(
            record.event, e.CancelAsked | e.ActionBegan | e.TurnBegan | e.MatchEnded | e.CardFailed
        ):
            return
        yield record.event


def play(view: Sight, question: Question, dice: random.Random) -> Any:
    """Play sensibly a third of the time, so that there is something to hand in."""
    return GEM_EDGE.robots["jeweller" if dice.random() < 0.3 and question.kind != "reflex" else "random"](
        view, question, dice
    )


#: What comes of a card if nobody cancels it.
EFFECTS = (
    *("ornaments_swapped", "stones_swapped", "stone_pried_out", "card_drawn", "cards_shuffled"),
    *("tipped_out", "picked_through", "pocket_picked", "stone_inserted", "stone_taken"),
    *("card_failed", "moment_came"),
)
#: What follows upon an action if nobody copies it.
NEXT = (
    *("action_began", "hand_in_asked", "turn_began", "stone_taken", "stone_inserted", "stone_discarded"),
    *("card_drawn", "handed_in", "match_ended", "drop_asked", "cards_shuffled"),
)
#: A card that is played if held tells whether it was; so does a turn named whole, step by step.
PARTS = frozenset(
    {
        *(frozenset({"card_cancelled", kind}) for kind in EFFECTS),
        *(frozenset({"card_played", kind}) for kind in NEXT),
        *(frozenset({one, kind}) for one in ("action_began", "hand_in_asked", "turn_began") for kind in NEXT),
    }
)

LIGHT, FULL = (
    UnderTest(
        rules=GEM_EDGE,
        other_world=other_world,
        options={"windows": windows},
        # Which of two rivals is first is told when it happens, as is what is laid open or dropped.
        tells=frozenset(
            {
                *(("card_cancelled", name) for name in ("seat", "target", "card")),
                *(("card_played", name) for name in ("seat", "card", "target", "aim")),
                *(("ornaments_kept", name) for name in ("kept", "discarded")),
                ("dropped", "cards"),
            }
        ),
        parts=PARTS,
        secret_answers=frozenset({"keep"}),
        play=play,
        # At two seats one hand alone is hidden, and it is often empty.
        comparable=0.5,
    )
    for windows in ("light", "full")
)
