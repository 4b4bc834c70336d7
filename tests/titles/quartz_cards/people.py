"""How people play the card game: they dig card by card, strike in secret, and lie in wait."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from games.rules.kernel.questions import QuestionName
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.cards import ATTACKS
from games.titles.quartz_cards.rules.orders import READY_MADE, STANDING, Ambush, Orders, Plan
from tests.simulation import styles
from tests.simulation.styles import LIVELY, Act, Cast, Lay, Page, Press, Style, by_name, has_plan
from tests.titles.quartz_cards.match_laws import CardLaws

CHANGES_MIND: Final = 0.3
#: Where each card hurts most, by the moment it strikes at.
AMBUSHES = (
    Ambush("stop_stop_stop", cards=1),
    Ambush("hand_it_over", last=4),
    Ambush("little_present", worth=6),
    Ambush("may_i_help", worth=6),
    Ambush("yours_no_more", cards=2),
)
LURKING = replace(STANDING, attack="pass", ambushes=AMBUSHES)
BOLD = READY_MADE["bold"]
ONE_TURN = replace(BOLD, for_="next_turn")

#: `lays`: nothing but standing orders, a ready-made plan, one for each turn when it comes, anything.
STYLES = by_name(
    Style("ask", Orders(), changes=True),
    Style("orders", STANDING),
    Style("ambushes", LURKING, "ambushes", often=2),
    Style("turn by turn", LURKING, "turns", often=3),
    Style("plans", replace(STANDING, plan=BOLD), often=3),
    Style("plans and ambushes", replace(LURKING, plan=BOLD), "ambushes"),
    Style("presses", None, "ready-made", often=4),
    Style("wild", None, "anything", changes=True, robot="random", often=4),
)


@dataclass
class Player(styles.Player):
    held: dict[str, int] = field(default_factory=dict)  # attacks in hand when ambushes were laid last

    def act(self, page: Page) -> Act | None:
        for name in sorted(page.waiting):
            if page.waiting[name].kind == "turn":
                return self.turn(page, name)
            return self.press(page, name)
        return self.change(page) or self.lie_in_wait(page)

    def turn(self, page: Page, name: QuestionName) -> Act:
        """Take the turn; who plans lays what is to be done in it, where one would explore."""
        if not self.first_try(name):
            return self.press(page, name)
        if self.style.lays in ("ready-made", "anything") and not has_plan(page):
            return self.ready_made(page, "bold", page.orders)
        press = self.press(page, name)
        if self.style.lays == "turns" and press.command == c.Explore():
            return Lay(replace(page.orders or LURKING, plan=ONE_TURN))
        return press

    def change(self, page: Page) -> Act | None:
        """Say something else in secret, now and then."""
        for name, question in sorted(page.given.items()):
            if self.style.changes and self.dice.random() < CHANGES_MIND:
                return Press(name, page.match.rules.robots["random"](page.view, question, self.dice))
        return None

    def lie_in_wait(self, page: Page) -> Act | None:
        """Lay ambushes anew when other attacks are in hand: what has struck is over."""
        held = {card: count for card, count in page.view.me.hand.items() if card in ATTACKS}
        if self.style.lays not in ("ambushes", "turns", "anything") or held == self.held:
            return None
        self.held = held
        ambushes = AMBUSHES if not self.style.robot else self.anything(page, sorted(held))
        laid = page.orders or STANDING
        return Lay(replace(laid, ambushes=ambushes, plan=lasting(laid.plan)))

    def anything(self, page: Page, cards: list[Any]) -> tuple[Ambush, ...]:
        return tuple(some_ambush(card, page, self.dice) for card in cards)


def lasting(plan: Plan | None) -> Plan | None:
    """Keep a plan that is for every turn; one for a single turn isn't laid for another by the way."""
    return plan if plan and plan.for_ == "every_turn" else None


def some_ambush(card: Any, page: Page, dice: random.Random) -> Ambush:
    """Lie in wait with a card for somebody, or anybody, at some moment."""
    rivals = [seat for seat in page.view.order if seat != page.seat]
    return Ambush(
        card,
        against=dice.choice(["anybody", *rivals]),
        cards=dice.choice((None, None, 0, 1, 2)),
        worth=dice.choice((None, None, 3, 8)),
        last=dice.choice((None, None, 2, 4)),
        take=dice.choice(("dearest_two", *page.view.values)),
    )


CAST = Cast(
    STYLES,
    Player,
    seats=(2, 3, 3, 4),
    options=lambda dice: {"windows": dice.choice(("light", "full"))},
    laws=CardLaws,
    tempo={
        "everything on ask": ("ask", "ask"),
        "standing orders": ("orders", "orders"),
        "ambushes": ("ambushes", "ambushes"),
        "ambushes, a plan each turn": ("turn by turn", "turn by turn"),
        "plans, attacks asked": ("plans", "plans"),
        "plans and ambushes": ("plans and ambushes", "plans and ambushes"),
        "press what the mail offers": ("presses", "presses"),
        "one never plans": ("orders", "plans"),
    },
    tempo_options=({"windows": "light"}, {"windows": "full"}),
    found_by={
        "mail_of_a_taken_turn": (1, ()),
        "forgotten_receipt": (3, ()),
        "clock_left_running": (1, ()),
        "rendered_anew": (1, ()),
        "clocks_run_in_a_pause": (8, LIVELY),
        "one_voice_is_enough": (2, LIVELY),
        "holidays_hold_windows_open": (3, LIVELY),
        "former_player_still_moves": (3, LIVELY),
        "anything_may_be_taken_back": (1, LIVELY),
        "first_answer_counts": (17, ("--calm", "--styles", "wild,wild")),
        "moments_are_left_to_people": (4, ("--calm", "--styles", "orders,turn by turn")),
    },
)
