"""Other worlds of Gnomes: other ogres and stolen gems in rivals' hands, other secret goals, other piles.

Only what a reader can't see is told differently: which ogre a rival hires, which gem or ogre goes from one
rival to another, and the secret goals of rivals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.rules.kernel.chance import Draw, Put, multiset
from games.rules.kernel.events import Record
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import Reader
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import OGRES, SECRETS
from games.titles.gnomes.rules.choices import payable
from games.titles.gnomes.rules.secret_goals import is_met
from games.titles.gnomes.rules.silence import left_alone
from games.titles.gnomes.rules.state import State
from games.titles.gnomes.rules.view import Sight
from tests.kit.worlds.game import Log, UnderTest
from tests.kit.worlds.log import Walk, respun

TRIES = 40
Changes = dict[int, str]  # what comes out instead, by the number of the draw


def other_world(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
    """Tell the log so that other things are hidden now; None where no telling was found."""
    final: State = Walk.along(GNOMES, log).state
    unseen = [draw for record in log for draw in drawn_unseen(record, reader)]
    if not unseen:
        return None
    for _ in range(TRIES):
        try:
            other, ends = retold(log, reader, exchanged(unseen, dice))
            if hidden(ends) != hidden(final):
                return respun(other, dice)
        except (HistoryBroken, ValueError, KeyError):
            continue
    return None


def hidden(state: State) -> object:
    """Give what nobody sees of rivals and piles."""
    return state.gems, [sorted(hand) for hand in state.ogres], state.secrets, state.urns


def drawn_unseen(record: Record[Any], reader: Reader) -> Sequence[Draw]:
    """Give the draws of a record that show the reader nothing."""
    event = record.event
    if isinstance(event, e.SecretDealt | e.OgreHired):
        return record.draws if event.seat != reader else ()
    if isinstance(event, e.GemStolen | e.OgreStolen):
        return record.draws if reader not in (event.seat, event.rival) else ()
    return ()


def exchanged(unseen: list[Draw], dice: random.Random) -> Changes:
    """Choose which of them come out otherwise: mixed among each other, or with what is in the pile."""
    urn = dice.choice([draw.urn for draw in unseen])
    alike = [draw for draw in unseen if draw.urn == urn]
    some = dice.sample(alike, min(len(alike), dice.choice((1, 2, 2, 3))))
    if dice.random() < 0.4 or urn not in ("secrets", "ogres"):
        mixed = dice.sample([draw.item for draw in some], len(some))
        return {draw.number: item for draw, item in zip(some, mixed, strict=True)}
    kinds = sorted(SECRETS) if urn == "secrets" else sorted(OGRES)
    return {draw.number: dice.choice(kinds) for draw in some}


# --- telling it


def retold(log: Log, reader: Reader, changes: Changes) -> tuple[list[Record[Any]], State]:
    """Tell every record anew, and where that leads; raise HistoryBroken where the cards don't allow it."""
    walk, other = Walk(GNOMES, log), []
    for record in log:
        told = tell(record, walk.state, reader, changes)
        require_possible(told, walk.state)
        walk.step(told)
        other.append(told)
    return other, walk.state


def tell(record: Record[Any], state: State, reader: Reader, changes: Changes) -> Record[Any]:
    event = record.event
    if isinstance(event, e.GemStolen | e.OgreStolen):
        return stolen(record, state, changes)
    if not drawn_unseen(record, reader):
        return record
    (draw,) = record.draws
    item = changes.get(draw.number, draw.item)
    field = "goal" if isinstance(event, e.SecretDealt) else "ogre"
    return replace(record, draws=(replace(draw, item=item),), event=replace(event, **{field: item}))


def stolen(record: Record[Any], state: State, changes: Changes) -> Record[Any]:
    """Take a card out of a hand as it is in this world."""
    event = record.event
    (draw,) = record.draws
    is_gem = isinstance(event, e.GemStolen)
    hand = state.gems[event.rival] if is_gem else multiset(state.ogres[event.rival])
    item = changes.get(draw.number, draw.item)
    if item not in hand:
        raise HistoryBroken("that card isn't in this hand")
    told = replace(event, **{"gem" if is_gem else "ogre": item})
    puts = (Put(draw.urn, multiset(hand)),)
    return replace(record, puts=puts, draws=(replace(draw, item=item),), event=told)


def require_possible(record: Record[Any], state: State) -> None:
    """Raise HistoryBroken if what was seen to happen can't have happened in this world."""
    event = record.event
    if isinstance(event, e.GoalShown):
        met = is_met(state, event.seat, event.goal, state.gems[event.seat], state.ogres[event.seat])
        if event.goal != state.secrets[event.seat] or not met:
            raise HistoryBroken("that goal isn't met")
    if isinstance(event, e.MatchEnded) and any(
        not state.shown[seat]
        and is_met(state, seat, state.secrets[seat], state.gems[seat], state.ogres[seat])
        for seat in state.order
    ):
        raise HistoryBroken("a goal that is met is shown at the count")
    if isinstance(event, e.WorkedInVain) and state.land.top[event.place] == "shop":
        sells(state, event)
    if isinstance(event, e.CardsDiscarded):
        discards(state, event)


def sells(state: State, event: e.WorkedInVain) -> None:
    """Only a hand that can pay nothing is said to."""
    if bool(payable(state.row, state.gems[event.seat])) != (event.why == "rest"):
        raise HistoryBroken("that hand could pay other goals")


def discards(state: State, event: e.CardsDiscarded) -> None:
    if any(ogre not in state.ogres[event.seat] for ogre in event.ogres):
        raise HistoryBroken("that ogre isn't in this hand")


def play(view: Sight, question: Question, dice: random.Random) -> Any:
    """Play sensibly half of the time, and seldom show a secret goal, so that there is something to hide."""
    command = GNOMES.robots["steward" if dice.random() < 0.5 else "random"](view, question, dice)
    if isinstance(command, c.ShowGoal) and question.kind != "show" and dice.random() < 0.95:
        return left_alone(question)
    return command


HIDDEN = UnderTest(
    rules=GNOMES,
    other_world=other_world,
    options={},
    # An ogre that is played, a goal that is bought or shown, and a discard show what a hand held.
    tells=frozenset(
        {
            *(("goal_bought", name) for name in ("goal", "points", "paid", "opened")),
            *(("cards_discarded", name) for name in ("gems", "ogres")),
            *(("goal_shown", name) for name in ("goal", "seat")),
            ("worked_in_vain", "why"),
        }
    ),
    parts=frozenset(
        {
            frozenset({"goal_bought", "worked_in_vain"}),
            frozenset({"goal_shown", "match_ended"}),
            frozenset({"gem_stolen", "step_asked"}),
        }
    ),
    play=play,
    # At two seats a shown goal and no ogre leave nothing hidden.
    comparable=0.6,
)
