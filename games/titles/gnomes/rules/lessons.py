"""The guided first match: two turns of Gnomes, told at their questions."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.kernel.contract import Alone
from games.rules.kernel.events import Command
from games.rules.kernel.lessons import Blanks, Lesson
from games.rules.kernel.messages import Things
from games.rules.kernel.questions import Question
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.aims import Mind
from games.titles.gnomes.rules.steward import build
from games.titles.gnomes.rules.view import PlaceSeen, Sight

MINE, HOUSE = "topaz_mine", "tavern"  # what is built in the first turn and in the second
LAST_ROUND = 2


def play(card: str) -> Callable[[Sight, Question], Command | None]:
    """Advise to play a kingdom card where the robot would, if it is in the hand."""

    def advice(view: Sight, question: Question) -> Command | None:
        return build(Mind(view), card) if card in view.me.kingdom and view.actions_left else None

    return advice


def man(view: Sight, question: Question) -> Command | None:
    """Advise to place a dwarf where the work of this turn still needs one."""
    place = unmanned(view)
    return c.PlaceDwarf(place.place) if place and view.me.supply and view.actions_left else None


def finish(view: Sight, question: Question) -> Command:
    return c.FinishTurn()


def unmanned(view: Sight) -> PlaceSeen | None:
    """Find the card built last, if it has too few dwarves of the reader's to be worked."""
    wanted = HOUSE if view.round == LAST_ROUND else MINE
    found = (one for one in view.places if one.top.card == wanted and one.top.owner == view.reader)
    return next((one for one in found if one.dwarves.get(view.me.seat, 0) < one.need), None)


# --- when


def is_first(view: Sight) -> bool:
    return view.round < LAST_ROUND


def is_second(view: Sight) -> bool:
    return view.round == LAST_ROUND


def is_later(view: Sight) -> bool:
    return view.round > LAST_ROUND


def is_begun(view: Sight) -> bool:
    """Tell whether some dwarf of the reader's is at the card that needs more of them."""
    place = unmanned(view)
    return place is not None and bool(place.dwarves.get(view.me.seat))


# --- what is told


def hands(view: Sight) -> Blanks:
    place = unmanned(view)
    return {"need": place.need if place else 0}


def gems(view: Sight) -> Blanks:
    return {"gems": Things("card", view.me.gems or {})}


def won(view: Sight) -> Blanks:
    ogres = Things("card", dict.fromkeys(view.me.ogres or (), 1))
    return {"ogres": ogres}


LESSONS = (
    Lesson(key="end", asked="act", when=is_later, blanks=won, ends=True),
    Lesson(key="castle", asked="act", when=is_first, advice=play("castle")),
    Lesson(key="mine", asked="act", when=is_first, advice=play(MINE)),
    Lesson(key="house", asked="act", when=is_second, blanks=gems, advice=play(HOUSE)),
    Lesson(key="place_more", asked="act", when=is_begun, blanks=hands, advice=man),
    Lesson(key="place", asked="act", blanks=hands, advice=man),
    Lesson(key="finish", asked="act", advice=finish),
)

ORDER = ("castle", "mine", "place", "place_more", "finish", "house", "end")

#: Where the rules page explains each kind of question.
EXPLAINED = {
    "act": "rule-turn",
    "work": "rule-work",
    "discard": "rule-work",
    "show": "rule-end",
    "go_on": "rule-end",
}

ALONE = Alone(
    lessons=LESSONS,
    order=ORDER,
    secret="141a4d97b3090de46479a746b0b937d6d631d1fee01c3dd791a313bb1d271cf2",
    seats=2,
    minutes=5,
    explained=EXPLAINED,
)
