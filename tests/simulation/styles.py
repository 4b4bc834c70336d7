"""How people play, whatever the game: what they lay down, and what they press of what their page offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.models import Match
from games.rules.kernel.questions import Question, QuestionName

#: A seed's people do much besides answering, and nothing fails.
LIVELY = ("--lively", "--calm", "--pace", "brisk")


@dataclass(frozen=True)
class Page:
    """What somebody sees who opens the page of a match: the view, what waits, and what lies laid."""

    match: Match
    seat: int
    view: Any
    waiting: dict[QuestionName, Question]  # somebody waits for these answers
    allowed: dict[QuestionName, Question]  # these may be given early
    given: dict[QuestionName, Question]  # these lie sealed, and may be changed
    orders: Any | None
    ahead: str | None  # why the plan laid is sure to ask
    further: Any | None  # the orders whose plan goes on all the same, where that is offered


@dataclass(frozen=True)
class Press:
    name: QuestionName
    command: Any


@dataclass(frozen=True)
class Lay:
    orders: Any


Act = Press | Lay


@dataclass(frozen=True)
class Style:
    """One way to play. `lays`: what is laid during the match, in the words of the game's own people."""

    name: str
    orders: Any | None = None  # laid while the table fills
    lays: str = ""
    early: bool = False  # gives secret answers early, where the page offers it
    changes: bool = False  # changes secret answers now and then
    robot: str = ""  # whose taste the presses show: the game's sensible one's, unless it says another
    often: int = 1  # how often it is dealt: who is asked everything makes long matches of one kind


@dataclass
class Player:
    """Somebody who plays in one style, and remembers what was laid for which question."""

    style: Style
    dice: random.Random
    laid_for: dict[QuestionName, int] = field(default_factory=dict)

    def act(self, page: Page) -> Act | None:
        """Choose the next thing to do on a page, or nothing: then the page is closed."""
        raise NotImplementedError

    def press(self, page: Page, name: QuestionName) -> Press:
        question = page.waiting.get(name) or page.allowed[name]
        rules = page.match.rules
        return Press(
            name, rules.robots[self.style.robot or rules.automation.sensible](page.view, question, self.dice)
        )

    def first_try(self, name: QuestionName) -> bool:
        """Tell whether this question is met first now: no plan is laid twice for it."""
        tried = self.laid_for.get(name, 0)
        self.laid_for[name] = tried + 1
        return not tried

    def ready_made(self, page: Page, favourite: str, laid: Any) -> Lay:
        """Press one of the plans the page offers, with whatever else the page lays by that press."""
        offered = page.match.rules.automation.ready_made
        name = self.dice.choice(sorted(offered)) if self.style.robot else favourite
        return Lay(offered[name](laid))


def has_plan(page: Page) -> bool:
    return page.orders is not None and page.orders.plan is not None


class Laws(Protocol):
    """What must be true of one match of a game in particular."""

    def look(self, match: Match) -> None: ...


class NoLaws:
    def look(self, match: Match) -> None:
        """Look at nothing: what holds for any match is enough."""


@dataclass(frozen=True)
class Cast:
    """Who plays a game: the styles there are, how many sit down, what their tables choose, what they obey.

    `tempo`: the rows of docs/tempo.md, each the style of the first seat and that of all others, measured
    with each of the `tempo_options`. `found_by`: for each bug put in on purpose the seed that found it
    last, which is tried first, and the people who meet it. What a seed meets changes with the code.
    """

    styles: Mapping[str, Style]
    player: type[Player]
    seats: tuple[int, ...]  # each as often as it is dealt
    options: Callable[[random.Random], dict[str, Any]]
    laws: Callable[[], Laws] = NoLaws
    tempo: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    tempo_options: tuple[dict[str, str], ...] = ({},)
    found_by: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)

    def dealt(self, dice: random.Random) -> tuple[str, ...]:
        """Deal each seat of a table its style."""
        often = [style.often for style in self.styles.values()]
        return tuple(dice.choices(list(self.styles), often, k=dice.choice(self.seats)))


def by_name(*styles: Style) -> dict[str, Style]:
    return {style.name: style for style in styles}
