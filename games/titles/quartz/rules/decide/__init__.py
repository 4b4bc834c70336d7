"""The judge: refuses before the first deed, does what was asked, and goes on until somebody is awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Command, Event
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.decide import attacks, day, finds, tokens, turns
from games.titles.quartz.rules.state import State

Judge = Callable[[Draft[State, Event], Seat, Any], None]

JUDGES: dict[str, dict[type[Command], Judge]] = {
    "turn": {
        c.Mine: turns.mine,
        c.Leave: turns.leave,
        c.HereWeGo: finds.here_we_go,
        c.Eureka: finds.eureka,
        c.ComeCloser: turns.come_closer,
        c.OutOfMyWay: turns.out_of_my_way,
        c.WhatCrystal: turns.what_crystal,
        c.GimmeAHand: attacks.gimme_a_hand,
        c.DontBelong: attacks.dont_belong,
        c.NotMine: attacks.not_mine,
    },
    "window": {c.React: attacks.react, c.ReactIfHeld: attacks.react_if_held, c.Let: attacks.let},
    "token": {c.SpendToken: tokens.spend, c.HaveAccident: tokens.have_accident},
    "spend": {c.SpendToken: tokens.spend},
    "keep": {c.Keep: finds.keep},
    "replace": {c.Replace: finds.replace, c.ReplaceNothing: finds.replace_nothing},
    "share": {c.Share: attacks.share, c.ShareNothing: attacks.share_nothing},
    "sell": {c.Store: day.store},
    "thrill": {c.TakeBonus: day.take_bonus, c.GiveUpBonus: day.give_up_bonus},
    "thrill_more": {c.DrawOn: day.draw_on, c.Stop: day.stop},
}


def decide(draft: Draft[State, Event], question: Question, seat: Seat, command: Command) -> None:
    """Do what a command asks; raise Refused before anything happens if it may not be done."""
    judge = JUDGES[question.kind].get(type(command))
    if judge is None:
        raise Refused("not_an_answer")
    judge(draft, seat, command)
    day.go_on(draft)
