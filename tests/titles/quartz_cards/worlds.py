"""Other worlds of the card game: other helpers in rivals' hands and the pile, other things said in secret.

Only what a reader can't see is told differently: the helpers others are dealt and hire, the attacks they
named that came to nothing, the columns they named with "stop" that nobody heard of, and the cards of a
helping hand while it is being given.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from games.rules.kernel.chance import Draw, multiset
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Reader
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import ATTACKS, CRYSTALS, PACK
from games.titles.quartz_cards.rules.line import crystal_of
from games.titles.quartz_cards.rules.public import is_possible, to_come
from games.titles.quartz_cards.rules.state import Aim, State
from games.titles.quartz_cards.rules.view import Sight
from tests.kit.worlds.game import Log, UnderTest
from tests.kit.worlds.log import Walk, respun

TRIES = 40
Changes = dict[int, str]  # what comes out instead, by the number of the draw


def other_world(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
    """Tell the log so that other things are hidden now; None where no telling was found."""
    final: State = Walk.along(QUARTZ_CARDS, log).state
    unseen = [(draw, record.event.seat) for record in log for draw in helpers_unseen(record, reader)]
    held = [draw for draw, seat in unseen if draw.item in final.hands[seat]]
    drawn = [draw for draw, _ in unseen]
    for _ in range(TRIES):
        try:
            changes = exchanged(drawn, held, dice) | helped_otherwise(log, final, reader, dice)
            other, ends = retold(log, reader, changes, dice)
            if hidden(ends) != hidden(final):
                return respun(other, dice)
        except HistoryBroken:
            continue
    return None


def hidden(state: State) -> object:
    """Give what lies hidden."""
    return state.hands, state.answers, state.columns_named, state.urns["helpers"], state.tray


# --- what is exchanged


def exchanged(drawn: list[Draw], held: list[Draw], dice: random.Random) -> Changes:
    """Choose which helpers come out otherwise: exchanged between rivals, or with the pile."""
    unseen = held if held and dice.random() < 0.8 else drawn  # what was played since everybody knows
    some = dice.sample(unseen, min(len(unseen), dice.choice((1, 2, 2, 3, 4))))
    if dice.random() < 0.3:
        mixed = dice.sample([draw.item for draw in some], len(some))
        return {draw.number: item for draw, item in zip(some, mixed, strict=True)}
    return {draw.number: dice.choice(sorted(PACK.keys() - {draw.item})) for draw in some}


def helped_otherwise(log: Log, final: State, reader: Reader, dice: random.Random) -> Changes:
    """Now and then let a helping hand draw other cards, where the reader doesn't see them."""
    helping = [record for record in log if isinstance(record.event, e.HelpDrawn | e.Helped)]
    mine = sorted(final.urns["mine"])
    if not (final.tray and mine) or dice.random() < 0.5:
        return {}
    last = helping[-1]  # what it drew has come out where play went back to before that
    if isinstance(last.event, e.Helped) or last.event.seat == reader:
        return {}
    return {dice.choice(last.draws).number: dice.choice(mine)}


def helpers_unseen(record: Record[Any], reader: Reader) -> Sequence[Draw]:
    hidden = isinstance(record.event, e.HelpersDealt | e.Hired) and record.event.seat != reader
    return record.draws if hidden else ()


# --- telling it


def retold(
    log: Log, reader: Reader, changes: Changes, dice: random.Random
) -> tuple[list[Record[Any]], State]:
    """Tell every record anew, and where that leads; raise HistoryBroken where the cards don't allow it."""
    walk, other = Walk(QUARTZ_CARDS, log), []
    for place, record in enumerate(log):
        told = tell(record, log[place + 1 :], walk.state, reader, changes, dice)
        walk.step(told)
        other.append(told)
    return other, walk.state


def tell(
    record: Record[Any], after: Log, state: State, reader: Reader, changes: Changes, dice: random.Random
) -> Record[Any]:
    event = record.event
    if isinstance(event, e.HelpersDealt | e.Hired):
        return redrawn(record, changes) if helpers_unseen(record, reader) else record
    if isinstance(event, e.HelpDrawn) and event.seat != reader:
        return redrawn(record, changes)
    if isinstance(event, e.Answered) and event.seat != reader:
        return replace(record, event=e.Answered(event.seat, said(event, after, state, dice)))
    if isinstance(event, e.Stopped) and event.seat != reader:
        return replace(record, event=stop_told(event, after, state, dice))
    return record


def redrawn(record: Record[Any], changes: Changes) -> Record[Any]:
    draws = tuple(replace(draw, item=changes.get(draw.number, draw.item)) for draw in record.draws)
    if isinstance(record.event, e.Hired):
        return replace(record, draws=draws, event=replace(record.event, helper=draws[0].item))
    if isinstance(record.event, e.HelpDrawn):
        cards_drawn = sorted(draw.item for draw in draws)
        return replace(record, draws=draws, event=e.HelpDrawn(record.event.seat, cards_drawn))
    cards = multiset(draw.item for draw in draws)
    return replace(record, draws=draws, event=e.HelpersDealt(record.event.seat, cards))


def said(event: e.Answered, after: Log, state: State, dice: random.Random) -> Aim | None:
    """Choose what was said in secret: anything, if its turn never came; else what came out."""
    if event.aim is not None and event.aim.card not in state.hands[event.seat]:
        if came_out(event, after):
            raise HistoryBroken("that attack was played")
    elif not came_to_nothing(event, after, state) or dice.random() < 0.4:
        return event.aim
    return dice.choice([None, *attacks_of(state, event)]) if came_to_nothing(event, after, state) else None


def attacks_of(state: State, event: e.Answered) -> list[Aim]:
    """List some attacks that a seat could name."""
    aims = [Aim(card) for card in ATTACKS] + [
        Aim("yours_no_more", gem) for gem in state.columns[state.active]
    ]
    return [aim for aim in aims if aim.card in state.hands[event.seat] and is_possible(state, aim)]


def came_out(event: e.Answered, after: Log) -> bool:
    return any(isinstance(one, e.AttackPlayed) and one.seat == event.seat for one in this_moment(after))


def came_to_nothing(event: e.Answered, after: Log, state: State) -> bool:
    """Tell whether a seat's turn in its moment never came: it was over before, or asked again."""
    attacker = None
    for one in this_moment(after):
        if isinstance(one, e.AttackPlayed):
            attacker = one.seat
            if attacker == event.seat:
                return False
        elif isinstance(one, e.WindowOpened):
            return event.seat in one.seats
        elif isinstance(one, e.AccidentHappened | e.DiggingStopped):
            return attacker is not None and comes_later(state, event.seat, attacker)
    return False


def comes_later(state: State, seat: int, attacker: int) -> bool:
    """Tell whether a seat comes after another, clockwise from the active player."""
    assert state.moment is not None
    pending = [int(one) for one in state.moment.pending]
    return seat in pending and attacker in pending and pending.index(seat) > pending.index(attacker)


def this_moment(after: Log) -> Iterator[Any]:
    """Give the events up to the end of the moment, or to its next window."""
    for record in after:
        yield record.event
        if isinstance(record.event, e.WindowOpened | e.TurnBegan | e.CardLaid | e.LineStands | e.MatchEnded):
            return


def stop_told(event: e.Stopped, after: Log, state: State, dice: random.Random) -> e.Stopped:
    """Choose what was named with "stop": anything nobody heard of, else what came out."""
    held = state.hands[event.seat].get("what_a_beauty", 0)
    if was_protected(after) and event.copies > held:
        raise HistoryBroken("that card was laid down")
    if was_protected(after) or (event.copies <= held and dice.random() < 0.5):
        return event
    unheard = sorted(CRYSTALS) if was_lost(after) else sorted({*CRYSTALS} - may_lie_there(after, state))
    columns = dice.sample(unheard, dice.randint(1, len(unheard))) if held and unheard else []
    return e.Stopped(event.seat, columns, min(held, len(columns)))


def end_of_turn(after: Log) -> Iterator[Any]:
    for record in after:
        if isinstance(record.event, e.TurnBegan | e.MatchEnded):
            return
        yield record.event


def was_protected(after: Log) -> bool:
    return any(isinstance(one, e.ColumnProtected) for one in end_of_turn(after))


def was_lost(after: Log) -> bool:
    return any(isinstance(one, e.AccidentHappened) for one in end_of_turn(after))


def may_lie_there(after: Log, state: State) -> set[str]:
    """List the crystals of which a column may lie there once the line is collected."""
    found = {*to_come(state)}
    for one in end_of_turn(after):
        if isinstance(one, e.Helped) and one.laid is not None:
            found.add(crystal_of(one.laid))
        if isinstance(one, e.TakenBack) and one.crystal is not None:
            found.add(one.crystal)
    return found


def play(view: Sight, question: Question, dice: random.Random) -> Any:
    """Play sensibly half of the time, so that lines are long; hire, so that there is something to hide."""
    if question.kind == "hire":
        return c.Hire()
    return QUARTZ_CARDS.robots["prospector" if dice.random() < 0.5 else "random"](view, question, dice)


# A card that is played if held tells whether it was; so does a secret answer when its turn comes.
AFTER_A_MOMENT = ("line_stands", "card_laid", "line_collected", "stopped")
PARTS = frozenset(
    {
        frozenset({"defended", "let_happen"}),
        *(frozenset({"attack_played", kind}) for kind in AFTER_A_MOMENT),
        # Whether a what_a_beauty was laid down comes out when the line is collected.
        frozenset({"column_protected", "turn_began"}),
    }
)

LIGHT, FULL = (
    UnderTest(
        rules=QUARTZ_CARDS,
        other_world=other_world,
        options={"windows": windows},
        # Which of two rivals attacks first, and with what, is told when it happens; so is what one keeps and
        # lays of a helping hand, and which column goes under the chest, of those that were named with "stop".
        tells=frozenset(
            {
                *(("attack_played", name) for name in ("seat", "card", "column", "gems")),
                *(("column_protected", name) for name in ("crystal", "count")),
                *(("helped", name) for name in ("kept", "laid")),
            }
        ),
        parts=PARTS,
        play=play,
        # At two seats one hand alone is hidden, and it is often empty.
        comparable=0.6,
    )
    for windows in ("light", "full")
)
