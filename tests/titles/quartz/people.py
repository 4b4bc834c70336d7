"""How people play Quartz."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.questions import QuestionName
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.miner import dares
from games.titles.quartz.rules.orders import READY_MADE, STANDING, AtObsidian, AtWorth, Orders, Stops
from games.titles.quartz.rules.plans.stops import at_stake, my_worth
from tests.simulation import styles
from tests.simulation.styles import LIVELY, Act, Cast, Lay, Page, Style, by_name, has_plan

ALL_ASK = Orders(keep="ask")
BOLD = READY_MADE["bold"]

#: `lays`: nothing but standing orders, a plan of one's own, or ready-made ones.
STYLES = by_name(
    Style("ask", ALL_ASK),
    Style("orders", STANDING),
    Style("plans", replace(STANDING, plan=BOLD), "plans", early=True, often=3),
    Style("plans, sale asked", replace(STANDING, plan=BOLD, sale="ask"), "plans", early=True, often=3),
    Style("presses", None, "ready-made", early=True, often=4),
    Style("never plans", STANDING),
    Style("wild", None, "ready-made", early=True, robot="random", often=4),
)


class Player(styles.Player):
    def act(self, page: Page) -> Act | None:
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

    def turn(self, page: Page, name: QuestionName) -> Act:
        """Take the turn; who plans lays a plan that goes on, where one would go on."""
        if not self.first_try(name) or not self.style.lays:
            return self.press(page, name)
        if self.style.lays == "ready-made":
            if has_plan(page):
                press = self.press(page, name)
                goes_on = press.command == c.Mine() and page.further is not None
                return Lay(page.further) if goes_on else press
            return self.ready_made(page, "bold", page.orders)
        press = self.press(page, name)
        return Lay(going_on(page)) if press.command == c.Mine() else press

    def ahead(self, page: Page) -> Act | None:
        """Lay again what is sure to stop."""
        if page.ahead is None or not self.style.lays:
            return None
        orders = page.orders or Orders()
        if not dares(page.view):
            return Lay(replace(orders, plan=replace(BOLD, next=c.Leave())))
        if self.style.lays == "plans":
            return Lay(going_on(page))
        if page.further is not None:
            return Lay(page.further)
        return Lay(replace(orders, plan=replace(BOLD, next=c.Mine())))


def going_on(page: Page) -> Orders:
    """Write a plan like Bold that goes on from here, a few coins further."""
    stops = Stops(
        obsidian=AtObsidian(max(4, at_stake(page.view) + 4)),
        worth=AtWorth(max(18, my_worth(page.view) + 6)),
    )
    return replace(page.orders or STANDING, plan=replace(BOLD, stops=stops))


CAST = Cast(
    STYLES,
    Player,
    seats=(3, 3, 4, 5),
    options=lambda dice: {"thrill": dice.random() < 0.3, "covered_carts": dice.random() < 0.3},
    tempo={
        "everything on ask": ("ask", "ask"),
        "standing orders": ("orders", "orders"),
        "plans, the sale asked": ("plans, sale asked", "plans, sale asked"),
        "plans, the sale by order": ("plans", "plans"),
        "press what the mail offers": ("presses", "presses"),
        "one never plans": ("never plans", "plans, sale asked"),
    },
    found_by={
        "memo_before_commit": (1, ("--styles", "wild,wild,wild")),
        "mail_of_a_taken_turn": (1, ()),
        "forgotten_receipt": (1, ()),
        "clock_left_running": (1, ()),
        "rendered_anew": (2, ()),
        "bank_grows_with_every_move_taken_back": (19, ("--lively", "--calm", "--pace", "relaxed")),
        "pause_eats_time": (2, LIVELY),
        "clocks_run_in_a_pause": (3, LIVELY),
        "one_voice_is_enough": (1, LIVELY),
        "time_runs_out_at_night": (1, LIVELY),
        "autopilot_keeps_the_seat": (55, LIVELY),
        "former_player_still_moves": (1, LIVELY),
        "anything_may_be_taken_back": (1, LIVELY),
    },
)
