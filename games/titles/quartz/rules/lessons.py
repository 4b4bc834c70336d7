"""The guided first match: the first day of Quartz, told at its questions."""

from __future__ import annotations

from games.rules.kernel.contract import Alone
from games.rules.kernel.events import Command
from games.rules.kernel.lessons import Blanks, Lesson
from games.rules.kernel.messages import Thing, Things, Who
from games.rules.kernel.questions import Question
from games.rules.kernel.robots import choices_in
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import miner
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz.rules.gems import price, valuable
from games.titles.quartz.rules.public_view import richest
from games.titles.quartz.rules.view import Sight


def mine(view: Sight, question: Question) -> Command:
    return c.Mine()


def leave(view: Sight, question: Question) -> Command:
    return c.Leave()


def steal(view: Sight, question: Question) -> Command | None:
    return miner.take_two(view, offers(view, question))


def fend_off(view: Sight, question: Question) -> Command | None:
    command = miner.window(view, offers(view, question))
    return command if isinstance(command, c.React) else None


def let(view: Sight, question: Question) -> Command:
    return c.Let()


def sell(view: Sight, question: Question) -> Command:
    """Sell everything, so that the first day is seen to pay."""
    return c.Store([])


def offers(view: Sight, question: Question) -> miner.Offers:
    found: miner.Offers = {}
    for choice in choices_in(view, question):
        found.setdefault(choice.command, []).append(choice)
    return found


# --- when


def is_first_day(view: Sight) -> bool:
    return view.day == 1


def is_next_day(view: Sight) -> bool:
    return view.day > 1


def has_obsidian(view: Sight) -> bool:
    return view.me.obsidian == 1


def holds_theft(view: Sight) -> bool:
    return "dont_belong" in (view.me.hand or {})


def has_nothing(view: Sight) -> bool:
    return not view.me.crystals


# --- what is told


def danger(view: Sight) -> Blanks:
    return {"percent": round(100 * (view.bag_obsidian or 0) / view.bag)}


def load(view: Sight) -> Blanks:
    gems = valuable(view.me.cart or {})
    return {"gems": Things("gem", gems), "coins": price(gems, view.values)}


def at_risk(view: Sight) -> Blanks:
    return {**danger(view), "coins": price(valuable(view.me.cart or {}), view.values)}


def victim(view: Sight) -> Blanks:
    target = richest(view)
    assert target is not None
    return {
        "seat": Who(target.seat),
        "gems": Things("gem", valuable(target.cart or {})),
        "card": Thing("card", "dont_belong"),
    }


def attacker(view: Sight) -> Blanks:
    assert view.attack is not None
    return {"seat": Who(view.attack.giver), "card": Thing("card", view.attack.card)}


def defence(view: Sight) -> Blanks:
    assert view.attack is not None
    return {**attacker(view), "answer": Thing("card", CARDS[view.attack.card].answered_by or "")}


def purse(view: Sight) -> Blanks:
    return {"coins": view.me.coins}


LESSONS = (
    Lesson(key="end", asked="turn", when=is_next_day, blanks=purse, ends=True),
    Lesson(key="evening", asked="sell", when=is_first_day, advice=sell),
    Lesson(key="defended", asked="window", when=is_first_day, blanks=defence, advice=fend_off),
    Lesson(key="attacked", asked="window", when=is_first_day, blanks=attacker, advice=let),
    Lesson(key="obsidian", asked="turn", when=has_obsidian, blanks=at_risk, advice=leave),
    Lesson(key="theft", asked="turn", when=holds_theft, blanks=victim, advice=steal),
    Lesson(key="first", asked="turn", when=has_nothing, blanks=danger, advice=mine),
    Lesson(key="more", asked="turn", blanks=load, advice=mine),
)

ORDER = ("first", "more", "theft", "obsidian", "evening", "end")

#: Where the rules page explains each kind of question.
EXPLAINED = {
    "turn": "rule-turn",
    "window": "rule-attack",
    "token": "rule-obsidian",
    "spend": "rule-obsidian",
    "keep": "rule-turn",
    "replace": "rule-turn",
    "share": "rule-turn",
    "sell": "rule-evening",
    "thrill": "rule-bravery",
    "thrill_more": "rule-bravery",
}

ALONE = Alone(
    lessons=LESSONS,
    order=ORDER,
    secret="6537c1df1f5a7827e450feaad9d7df327d29ec8554834bfbb569d6e05f428a99",
    seats=3,
    daily={"days": 2},
    explained=EXPLAINED,
)
