"""How people play: what they lay down, and what they press of what their page offers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from games.models import Match
from games.rules.kernel.questions import Question, QuestionName
from games.rules.quartz import commands as c
from games.rules.quartz.miner import dares
from games.rules.quartz.orders import READY_MADE, STANDING, AtObsidian, AtWorth, Orders, Stops
from games.rules.quartz.plans.stops import at_stake, my_worth


@dataclass(frozen=True)
class Page:
    """What somebody sees who opens the page of a match: the view, what waits, and what lies laid."""

    match: Match
    seat: int
    view: Any
    waiting: dict[QuestionName, Question]  # somebody waits for these answers
    allowed: dict[QuestionName, Question]  # these may be given early
    orders: Any | None
    ahead: str | None  # why the plan laid is sure to ask


@dataclass(frozen=True)
class Press:
    name: QuestionName
    command: Any


@dataclass(frozen=True)
class Lay:
    orders: Any


Act = Press | Lay

ALL_ASK = Orders(keep="ask")
BOLD = READY_MADE["bold"]


@dataclass(frozen=True)
class Style:
    """One way to play. `lays`: nothing but standing orders, a plan of one's own, or ready-made ones."""

    name: str
    orders: Orders | None = None  # laid while the table fills
    lays: str = ""  # "", "plans" or "ready-made"
    early: bool = False  # gives the sale early, where the page offers it
    robot: str = "miner"  # whose taste the presses show


STYLES = {
    style.name: style
    for style in (
        Style("ask", ALL_ASK),
        Style("orders", STANDING),
        Style("plans", replace(STANDING, plan=BOLD), "plans", early=True),
        Style("plans, sale asked", replace(STANDING, plan=BOLD, sale="ask"), "plans", early=True),
        Style("presses", None, "ready-made", early=True),
        Style("never plans", STANDING),
        Style("wild", None, "ready-made", early=True, robot="random"),
    )
}


@dataclass
class Player:
    """Somebody who plays in one style, and remembers what was laid for which question."""

    style: Style
    dice: random.Random
    laid_for: dict[QuestionName, int] = field(default_factory=dict)

    def act(self, page: Page) -> Act | None:
        """Choose the next thing to do on a page, or nothing: then the page is closed."""
        for name in sorted(page.waiting):
            question = page.waiting[name]
            if question.kind == "turn":
                return self.turn(page, name)
            return self.press(page, name)
        if self.style.early:
            for name, question in sorted(page.allowed.items()):
                if question.together:
                    return self.press(page, name)
        return self.ahead(page)

    def press(self, page: Page, name: QuestionName) -> Press:
        question = page.waiting.get(name) or page.allowed[name]
        return Press(name, page.match.rules.bots[self.style.robot](page.view, question, self.dice))

    def turn(self, page: Page, name: QuestionName) -> Act:
        """Take the turn; who plans lays a plan that goes on, where one would go on."""
        tried = self.laid_for.get(name, 0)
        self.laid_for[name] = tried + 1
        if tried or not self.style.lays:
            return self.press(page, name)
        if self.style.lays == "ready-made":
            return self.press(page, name) if has_plan(page) else Lay(self.ready_made(page))
        press = self.press(page, name)
        return Lay(going_on(page)) if press.command == c.Mine() else press

    def ready_made(self, page: Page) -> Any:
        """Press one of the plans the page offers, with whatever else the page lays by that press."""
        offered = page.match.rules.ready_made
        name = "bold" if self.style.robot == "miner" else self.dice.choice(sorted(offered))
        return offered[name](page.orders or Orders())

    def ahead(self, page: Page) -> Act | None:
        """Lay again what is sure to stop."""
        if page.ahead is None or not self.style.lays:
            return None
        orders = page.orders or Orders()
        if not dares(page.view):
            return Lay(replace(orders, plan=replace(BOLD, next=c.Leave())))
        if self.style.lays == "plans":
            return Lay(going_on(page))
        return Lay(replace(orders, plan=replace(BOLD, next=c.Mine())))


def has_plan(page: Page) -> bool:
    return page.orders is not None and page.orders.plan is not None


def going_on(page: Page) -> Orders:
    """Write a plan like Bold that goes on from here, a few coins further."""
    stops = Stops(
        obsidian=AtObsidian(max(4, at_stake(page.view) + 4)),
        worth=AtWorth(max(18, my_worth(page.view) + 6)),
    )
    return replace(page.orders or STANDING, plan=replace(BOLD, stops=stops))
