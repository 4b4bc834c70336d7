"""The judge: refuse a command or carry it out, then go on until a player has to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.seats import Seat
from games.rules.kernel.table import Draft
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.decide import attacks, day, turns
from games.titles.quartz.rules.public import in_trouble, inside_count, next_inside
from games.titles.quartz.rules.state import NOBODY, State

Table = Draft[State, Event]
Judge = Callable[[Table, Seat, Any], None]

MANY = 1000  # steps in a row in which nobody is asked: more of them are an endless loop


JUDGES: dict[str, dict[type[Command], Judge]] = {
    "turn": {
        c.Mine: turns.mine,
        c.Leave: turns.leave,
        c.HereWeGo: turns.here_we_go,
        c.Eureka: turns.eureka,
        c.ComeCloser: turns.come_closer,
        c.OutOfMyWay: turns.out_of_my_way,
        c.WhatCrystal: turns.what_crystal,
        c.GimmeAHand: attacks.gimme_a_hand,
        c.DontBelong: attacks.dont_belong,
        c.NotMine: attacks.not_mine,
    },
    "window": {c.React: attacks.react, c.ReactIfHeld: attacks.react_if_held, c.Let: attacks.let},
    "token": {c.SpendToken: day.spend, c.HaveAccident: day.have_accident},
    "spend": {c.SpendToken: day.spend},
    "keep": {c.Keep: turns.keep},
    "replace": {c.Replace: turns.replace, c.ReplaceNothing: turns.replace_nothing},
    "share": {c.Share: attacks.share, c.ShareNothing: attacks.share_nothing},
    "sell": {c.Store: day.store},
    "thrill": {c.TakeBonus: day.take_bonus, c.GiveUpBonus: day.give_up_bonus},
    "thrill_more": {c.DrawOn: day.draw_on, c.Stop: day.stop},
}


def decide(draft: Table, question: Question, seat: Seat, command: Command) -> None:
    """Carry out a command; raise Refused before anything happens if it isn't allowed."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    judge(draft, seat, command)
    go_on(draft)


def go_on(draft: Table) -> None:
    """Go on until a player has to answer or the match is over; raise HistoryBroken if that never comes."""
    state = draft.state
    for _ in range(MANY):
        if state.over:
            return
        for question in state.asked.values():
            if question.awaited:
                return
        step(draft)
    raise HistoryBroken("Quartz goes round in circles")


def step(draft: Table) -> None:
    state = draft.state
    trouble, inside = in_trouble(state), inside_count(state)
    if trouble is not None:
        day.accident(draft, trouble)
    elif state.evening:
        day.after_sales(draft)
    elif inside == 1:
        day.last_inside(draft, next(seat for seat in state.order if state.inside[seat]))
    elif inside == 0:
        day.fall_evening(draft)
    else:
        # The first player at dawn, then clockwise.
        draft.emit(e.TurnBegan(state.first if state.active == NOBODY else next_inside(state, state.active)))
