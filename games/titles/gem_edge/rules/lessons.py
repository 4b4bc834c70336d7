"""The guided first match: the way to the first ornament that is handed in, told at its questions."""

from __future__ import annotations

import random
from collections.abc import Callable

from games.rules.kernel.contract import Alone
from games.rules.kernel.events import Command
from games.rules.kernel.lessons import Blanks, Lesson
from games.rules.kernel.messages import Thing, Who
from games.rules.kernel.questions import Question
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.jeweller import jeweller
from games.titles.gem_edge.rules.state import play_of
from games.titles.gem_edge.rules.view import Sight

CARDS = (
    c.SwapOrnament,
    c.SwapStone,
    c.PryOut,
    c.ThreeCards,
    c.TipOut,
    c.PickThrough,
    c.Pickpocket,
    c.DeftHands,
)


def robots(*kinds: type[Command]) -> Callable[[Sight, Question], Command | None]:
    """Advise what the robot would do, if that is a command of these kinds."""

    def advice(view: Sight, question: Question) -> Command | None:
        command = jeweller(view, question, random.Random(0))
        return command if isinstance(command, kinds) else None

    return advice


def finishing(view: Sight, question: Question) -> Command | None:
    """Advise what the robot would insert, if that finishes an ornament."""
    command = robots(c.Insert)(view, question)
    left = {one.key: one.places_left for one in view.me.ornaments}
    return command if isinstance(command, c.Insert) and left[command.ornament] == 1 else None


# --- when


def has_scored(view: Sight) -> bool:
    return view.me.ledger.ornaments > 0


# --- what is told


def mouth(view: Sight) -> Blanks:
    return {"stone": Thing("stone", view.slide[0])}


def points(view: Sight) -> Blanks:
    return {"points": view.me.points}


def attacker(view: Sight) -> Blanks:
    play = play_of(view)
    return {"seat": Who(play.seat), "card": Thing("card", play.card)}


LESSONS = (
    Lesson(key="end", asked="act", when=has_scored, blanks=points, ends=True),
    Lesson(key="keep", asked="keep", advice=robots(c.Keep)),
    Lesson(key="hand_in", asked="act", advice=robots(c.HandIn)),
    Lesson(key="hand_in", asked="hand_in", advice=robots(c.HandIn)),
    Lesson(key="market", asked="market", advice=robots(c.Choose)),
    Lesson(key="take", asked="act", blanks=mouth, advice=robots(c.Take)),
    Lesson(key="last_place", asked="act", advice=finishing),
    Lesson(key="insert", asked="act", advice=robots(c.Insert)),
    Lesson(key="draw", asked="act", advice=robots(c.Draw)),
    Lesson(key="card", asked="act", advice=robots(*CARDS)),
    Lesson(key="cancel", asked="cancel", blanks=attacker, advice=robots(c.NotSoFast, c.LetPass)),
)

ORDER = ("keep", "take", "insert", "last_place", "hand_in", "market", "end")

#: Where the rules page explains each kind of question.
EXPLAINED = {
    "keep": "rule-ornaments",
    "act": "rule-turn",
    "hand_in": "rule-ornaments",
    "market": "rule-ornaments",
    "drop": "rule-turn",
    "swapped": "rule-ornaments",
    "cancel": "rule-cards",
    "me_too": "rule-cards",
    "reflex": "rule-cards",
    "go_on": "rule-cards",
}

ALONE = Alone(
    lessons=LESSONS,
    order=ORDER,
    secret="eb6f14c42381af6d1e0a7b30fa88cd5accd1e812a72eb5e21fcd1ff467837735",
    seats=2,
    minutes=3,
    explained=EXPLAINED,
)
