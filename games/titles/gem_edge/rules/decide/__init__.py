"""The judge: refuse a command or carry it out, then go on until a player has to answer."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.seats import Seat
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.decide import at_once, cards, turns
from games.titles.gem_edge.rules.decide.stones import Table

Judge = Callable[..., None]

MANY = 1000  # steps in a row in which nobody is asked: more of them are an endless loop


def pass_over(draft: Table, seat: Seat, command: c.GoOn) -> None:
    """Leave a moment to which no order had anything to say: what follows says so."""


PLAYS: dict[type[Command], Judge] = {
    c.SwapOrnament: cards.play("swap_ornament", cards.named_swap),
    c.SwapStone: cards.play("swap_stone", cards.named_stones),
    c.PryOut: cards.play("pry_out", cards.named_prize),
    c.ThreeCards: cards.play("three_cards", cards.named_nothing),
    c.TipOut: cards.play("tip_out", cards.named_spill),
    c.PickThrough: cards.play("pick_through", cards.named_sieve),
    c.Pickpocket: cards.play("pickpocket", cards.named_loot),
    c.DeftHands: cards.play("deft_hands", cards.named_inserts),
}
WHOLE: tuple[type[Command], ...] = (
    c.TakeTwo,
    c.TakeAndInsert,
    c.InsertAndTake,
    c.InsertTwo,
    c.DiscardAndTake,
    c.DrawTwo,
)
JUDGES: dict[str, dict[type[Command], Judge]] = {
    "keep": {c.Keep: turns.keep},
    "act": {
        c.Take: turns.take,
        c.Insert: turns.insert,
        c.Discard: turns.discard,
        c.Draw: turns.draw,
        c.HandIn: turns.hand_in,
        **dict.fromkeys(WHOLE, turns.name_turn),
        **PLAYS,
    },
    "hand_in": {c.HandIn: turns.hand_in, c.EndTurn: turns.end_turn},
    "market": {c.Choose: turns.choose, c.Refresh: turns.refresh},
    "drop": {c.Drop: turns.drop},
    "swapped": {c.InsertNow: cards.insert_now, c.InsertNothing: cards.insert_nothing},
    "cancel": {
        c.NotSoFast: at_once.not_so_fast,
        c.NotSoFastIfHeld: at_once.not_so_fast_if_held,
        c.LetPass: at_once.let_pass,
    },
    "me_too": {
        c.MeTooTake: at_once.me_too_take,
        c.MeTooTakeIfHeld: at_once.me_too_take_if_held,
        c.MeTooInsert: at_once.me_too_insert,
        c.MeTooInsertIfHeld: at_once.me_too_insert_if_held,
        c.LetPass: at_once.let_pass,
    },
    "reflex": {
        c.NotSoFast: at_once.reflex_cancel,
        c.MeTooTake: at_once.reflex_take,
        c.MeTooInsert: at_once.reflex_insert,
    },
    "go_on": {c.GoOn: pass_over},
}


def decide(draft: Table, question: Question, seat: Seat, command: Command) -> None:
    """Carry out a command; raise Refused before anything happens if it isn't allowed."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    judge(draft, seat, command)
    go_on(draft, answered=question)


def go_on(draft: Table, answered: Question) -> None:
    """Go on until a player has to answer or the match is over; raise HistoryBroken if that never comes."""
    state = draft.state
    for _ in range(MANY):
        if state.over or any(one.awaited and one != answered for one in state.asked.values()):
            return
        step(draft)
    raise HistoryBroken("Gem Edge goes round in circles")


def step(draft: Table) -> None:
    """Decide what was played, then what others copy, then the turn goes on."""
    if draft.state.play is not None:
        at_once.settle_card(draft)
    elif not at_once.settle_moment(draft):
        turns.go_on(draft)
