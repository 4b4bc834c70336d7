"""How people play Gnomes: step by step, by whole turns of an email, or by plans."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from games.models import Match
from games.play import history
from games.rules.kernel.questions import QuestionName
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.orders import READY_MADE, STANDING, Orders
from tests.simulation import styles
from tests.simulation.styles import Act, Cast, Lay, Page, Press, Style, by_name, has_plan
from tests.titles.gnomes.laws import Watch

#: `lays`: the whole turns of emails, a ready-made plan, a plan for each turn when it comes.
STYLES = by_name(
    Style("ask", Orders(), often=2),
    Style("emails", STANDING, "whole turns", often=3),
    Style("plans", replace(STANDING, plan=READY_MADE["trader"]), often=3),
    Style("presses", None, "ready-made", often=3),
    Style("wild", None, "ready-made", robot="random", often=2),
)


@dataclass
class Player(styles.Player):
    def act(self, page: Page) -> Act | None:
        """Answer what waits, and let a plan that is sure to stop go on."""
        for name in sorted(page.waiting):
            if page.waiting[name].kind == "act":
                return self.turn(page, name)
            return self.press(page, name)
        return Lay(page.further) if page.ahead and page.further and not self.style.robot else None

    def turn(self, page: Page, name: QuestionName) -> Act:
        """Take the turn; who likes plans saves one before the first step."""
        first = self.first_try(name)
        if first and page.further is not None and not self.style.robot:
            return Lay(page.further)
        if first and self.style.lays == "ready-made" and not has_plan(page):
            return self.ready_made(page, "trader", page.orders)
        if self.style.lays == "whole turns" and (offered := whole_turns(page, name)):
            return Press(name, self.favourite(offered))
        return self.press(page, name)

    def favourite(self, offered: list[c.TakeTurn]) -> c.TakeTurn:
        """Head for a trade goal as a rule, and follow a whim now and then."""
        goals = [one for one in offered if one.aim == "trade"]
        return self.dice.choice(goals if goals and self.dice.random() < 0.8 else offered)


def whole_turns(page: Page, name: QuestionName) -> list[c.TakeTurn]:
    """List the whole turns that an email would offer."""
    found = [one for asked in page.view.asked for one in asked.choices if one.command == "take_turn"]
    return [c.TakeTurn(*(field.values[0] for field in one.fields)) for one in found]


class GnomeLaws:
    """Walks along the log of one match."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.seen = 0

    def look(self, match: Match) -> None:
        """Check what has been written since the last look."""
        records, _ = history.load(match)
        for record in records[self.seen :]:
            self.watch.step(record)
        self.seen = len(records)


CAST = Cast(
    STYLES,
    Player,
    seats=(2, 3, 4, 4),
    options=lambda dice: {},
    laws=GnomeLaws,
    tempo={
        "everything on ask": ("ask", "ask"),
        "whole turns by one link": ("emails", "emails"),
        "press what the mail offers": ("presses", "presses"),
        "plans": ("plans", "plans"),
        "one never plans": ("emails", "plans"),
    },
)
