"""The guided first match: one line of one's own and one of a rival's, told at their questions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from games.rules.kernel.contract import Alone
from games.rules.kernel.events import Command
from games.rules.kernel.lessons import Blanks, Lesson
from games.rules.kernel.messages import Thing, Things, Who
from games.rules.kernel.questions import Question
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.line import crystal_of, is_unstable
from games.titles.quartz_cards.rules.odds import fatal, risk
from games.titles.quartz_cards.rules.prospector import prospector
from games.titles.quartz_cards.rules.view import Sight

C = TypeVar("C", bound=Command)


def robots(kind: type[C]) -> Callable[[Sight, Question], C | None]:
    """Advise what the robot would do, if that is a command of this kind."""

    def advice(view: Sight, question: Question) -> C | None:
        command = prospector(view, question, random.Random(0))
        return command if isinstance(command, kind) else None

    return advice


def explore(view: Sight, question: Question) -> Command:
    return c.Explore()


def defend(view: Sight, question: Question) -> Command:
    return prospector(view, question, random.Random(0))


# --- when


def has_columns(view: Sight) -> bool:
    return bool(view.me.columns)


def is_safe(view: Sight) -> bool:
    return not fatal(view)


# --- what is told


def last_card(view: Sight) -> Blanks:
    return {"card": Thing("mine", view.line[-1]), "crystal": Thing("gem", crystal_of(view.line[-1]))}


def danger(view: Sight) -> Blanks:
    cracked = [card for card in view.line if is_unstable(card)]
    return {"card": Thing("mine", cracked[-1]), "percent": round(100 * risk(view))}


def line(view: Sight) -> Blanks:
    return {"worth": view.line_worth, "percent": round(100 * risk(view))}


def rival(view: Sight) -> Blanks:
    return {"seat": Who(view.active), "worth": view.line_worth, "percent": round(100 * risk(view))}


def attacked(view: Sight) -> Blanks:
    assert view.attack is not None
    return {"seat": Who(view.attack.attacker), "card": Thing("card", view.attack.aim.card)}


def columns(view: Sight) -> Blanks:
    return {"gems": Things("gem", view.me.columns)}


LESSONS = (
    Lesson(key="end", asked="turn", when=has_columns, blanks=columns, ends=True),
    Lesson(key="explore", asked="turn", advice=explore),
    Lesson(key="hire", asked="hire", blanks=last_card, advice=robots(c.Hire)),
    Lesson(key="keep_card", asked="hire", blanks=last_card, advice=robots(c.DeclineHire)),
    Lesson(key="dig", asked="dig", when=is_safe, advice=robots(c.DigOn)),
    Lesson(key="crack", asked="dig", blanks=danger, advice=robots(c.DigOn)),
    Lesson(key="stop", asked="dig", blanks=line, advice=robots(c.Stop)),
    Lesson(key="attack", asked="attack", blanks=rival, advice=robots(c.Attack)),
    Lesson(key="let_pass", asked="attack", blanks=rival, advice=robots(c.LetPass)),
    Lesson(key="defend", asked="defend", blanks=attacked, advice=defend),
)

ORDER = ("explore", "dig", "crack", "stop", "attack", "end")

#: Where the rules page explains each kind of question.
EXPLAINED = {
    "turn": "rule-turn",
    "go_on": "rule-turn",
    "dig": "rule-accidents",
    "hire": "rule-helpers",
    "ambush": "rule-helpers",
    "attack": "rule-helpers",
    "help": "rule-helpers",
    "defend": "rule-helpers",
    "get_lost": "rule-helpers",
}

ALONE = Alone(
    lessons=LESSONS,
    order=ORDER,
    secret="1fd96d574effaa791f8f42b7da0a3ed6e008b26fff428fe48fd4ae119060f2ce",
    seats=2,
    minutes=3,
    explained=EXPLAINED,
)
