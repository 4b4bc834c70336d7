"""How people play Gem Edge: action by action, or a whole turn by one link; with orders, or with plans."""

from __future__ import annotations

import random

from msgspec.structs import replace

from games.rules.kernel.codec import codec
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.robots import fill_at_random
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules.orders import READY_MADE, STANDING, Orders
from games.titles.gem_edge.rules.whole_turns import whole_turns
from tests.simulation import styles
from tests.simulation.styles import Act, Cast, Lay, Page, Press, Style, by_name, has_plan
from tests.titles.gem_edge.match_laws import GemLaws

PLANNING = ("ready-made", "anything")
STEADY = READY_MADE["steady"]

#: `lays`: nothing but standing orders, a ready-made plan, whole turns by one link, anything.
STYLES = by_name(
    Style("ask", Orders(), changes=True),
    Style("orders", STANDING),
    Style("whole turns", STANDING, "whole turns", often=3),
    Style("plans", replace(STANDING, plan=STEADY), often=3),
    Style("presses", None, "ready-made", often=4),
    Style("wild", None, "anything", changes=True, robot="random", often=4),
)


class Player(styles.Player):
    def act(self, page: Page) -> Act | None:
        for name in sorted(page.waiting):
            if page.waiting[name].kind == "act":
                return self.turn(page, name)
            return self.press(page, name)
        return self.further(page) or self.change(page)

    def turn(self, page: Page, name: QuestionName) -> Act:
        """Take the turn: save a plan first, let it go on, or press a whole turn."""
        if not self.first_try(name):
            return self.press(page, name)
        if self.style.lays in PLANNING and not has_plan(page):
            return self.ready_made(page, "steady", page.orders)
        if further := self.further(page):
            return further
        return (self.whole(page, name) if self.style.lays == "whole turns" else None) or self.press(
            page, name
        )

    def further(self, page: Page) -> Lay | None:
        """Let a plan go on that has stopped, or is sure to."""
        return Lay(page.further) if self.style.lays in PLANNING and page.further is not None else None

    def whole(self, page: Page, name: QuestionName) -> Press | None:
        """Press the link that does most: a turn that hands in, else the first on offer."""
        found = list(whole_turns(page.view, page.waiting[name].seat))
        if not found:
            return None
        best = max(found, key=lambda choice: len(choice.fields))
        return Press(name, codec(GEM_EDGE).convert(fill_at_random(best, self.dice)))

    def change(self, page: Page) -> Act | None:
        """Say something else in secret, now and then."""
        for name, question in sorted(page.given.items()):
            if self.style.changes and self.dice.random() < 0.3:
                return Press(name, GEM_EDGE.robots["random"](page.view, question, self.dice))
        return None


def options(dice: random.Random) -> dict[str, object]:
    return {"windows": dice.choice(("light", "full"))}


CAST = Cast(
    STYLES,
    Player,
    seats=(2, 3, 3, 4),
    options=options,
    laws=GemLaws,
    tempo={
        "everything on ask": ("ask", "ask"),
        "standing orders": ("orders", "orders"),
        "whole turns by one link": ("whole turns", "whole turns"),
        "press what the mail offers": ("presses", "presses"),
        "plans": ("plans", "plans"),
    },
    tempo_options=({"windows": "light"}, {"windows": "full"}),
)
