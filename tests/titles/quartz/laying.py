"""Players who lay down orders and plans at random, and a table that settles by them.

After each answer whoever is awaited and has an order or plan that answers is answered, by number
and seat, as the service does it; every such answer is looked at before it is given.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.rules.kernel import turn
from games.rules.kernel.codec import codec, written_out
from games.rules.kernel.events import Command
from games.rules.kernel.fold import played
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question, QuestionName, offered
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.plans import REASONS
from games.titles.quartz.rules.view import Sight
from tests.kit.random_play import random_answer

THEN: tuple[o.Then, ...] = ("ask", "leave", "go_on")


def some_orders(dice: random.Random, next_: Command | None) -> o.Orders:
    """Make orders of any kind there is."""
    pick = dice.choice
    return o.Orders(
        plan=pick((None, some_plan(dice, next_), some_plan(dice, next_), pick(list(o.READY_MADE.values())))),
        on_my_break=pick(("ask", "always", "never", "when_i_hold_obsidian")),
        unacceptable=pick(("ask", "always", "never", o.WhenWorth(dice.randrange(12)))),
        not_mine_either=pick(("ask", "always", "never")),
        pass_to=pick(("next_seat", "richest_with_obsidian")),
        token=pick(("ask", "always", "never", o.WhenCartWorth(dice.randrange(12)))),
        keep=pick(("all", "ask")),
        replace=pick(("ask", "best")),
        share=pick(("ask", "dearest")),
        sale=pick(("ask", "rule")),
    )


def some_plan(dice: random.Random, next_: Command | None) -> o.Plan:
    pick, number = dice.choice, dice.randrange
    return o.Plan(
        lines=tuple(some_line(dice) for _ in range(number(6))),
        stops=o.Stops(
            obsidian=pick((None, o.AtObsidian(number(9), pick(THEN)))),
            worth=pick((None, o.AtWorth(number(20), pick(THEN)))),
            attacked=pick((None, o.WhenAttacked(pick(THEN)))),
            inside=pick((None, o.WhenFew(number(2, 6), pick(THEN)))),
            spent=o.WhenSpent(pick(("ask", "leave"))),
        ),
        if_silent=pick((None, o.IfSilent(3, pick(("leave", "mine", "next_line"))))),
        next=pick((None, next_)),  # type: ignore[arg-type]  # a command for a turn
        for_=pick(("today", "tomorrow", "every_day", "every_day")),
        start=pick(("at_once", "at_once", "at_once", "when_i_confirm")),
        robot=number(12) == 0,
    )


def some_line(dice: random.Random) -> o.Line:
    def seat_or(word: Any) -> Any:
        return dice.choice((word, word, dice.randrange(5)))

    lines: tuple[o.Line, ...] = (
        o.MineLine(dice.randint(1, 12)),
        o.HereWeGoLine(),
        o.DontBelongLine(seat_or("richest"), dice.choice((None, dice.randrange(8)))),
        o.ComeCloserLine(seat_or("best"), dice.randrange(6)),
        o.NotMineLine(seat_or("richest_with_obsidian_else_richest")),
        *([o.LeaveLine()] if dice.random() < 0.2 else []),
    )
    return dice.choice(lines)


@dataclass
class Laid:
    orders: o.Orders
    since: EventNumber


@dataclass
class PlannedTable:
    """A match some of whose seats have laid down orders."""

    sitting: MatchInMemory[Any, Any, Any, Any, Any, Any]
    dice: random.Random
    laid: dict[Seat, Laid] = field(default_factory=dict)
    heard: list[Command] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def lay(self, seat: Seat) -> None:
        next_ = self.dice.choice(self.heard) if self.heard else None
        self.laid[seat] = Laid(some_orders(self.dice, next_), self.sitting.table.number)

    def since(self, seat: Seat) -> list[Seen]:
        laid = self.laid[seat].since
        later = [record for record in played(self.sitting.records) if record.number > laid]
        told = (seen(QUARTZ, record, seat, self.sitting.table.options) for record in later)
        return [one for one in told if one is not None]

    def answer(self, name: QuestionName, *, late: bool = False) -> Command | None:
        """Ask a seat's orders; whatever they say is legal, and said by a view that hides nothing."""
        question, orders = self.sitting.questions()[name], self.laid[name.seat].orders
        view, since = self.sitting.view(name.seat), self.since(name.seat)
        command = QUARTZ.automation.answer(view, question, orders, since, late)
        again = msgspec.json.decode(written_out(view), type=Sight)
        assert QUARTZ.automation.answer(again, question, orders, since, late) == command
        if command is not None:
            self.look_at(question, command)
        return command

    def look_at(self, question: Question, command: Command) -> None:
        turn.check(QUARTZ, self.sitting.table, question, command)
        choices = QUARTZ.core.choices(self.sitting.table.state, question)
        wanted = named(msgspec.to_builtins(command))
        assert any(named(one) == wanted for one in offered(choices)), (command, choices)
        self.answers[question.kind] += 1

    def settle(self) -> None:
        for _ in range(100):
            name = next((name for name in sorted(self.sitting.awaited()) if self.plays(name)), None)
            if name is None:
                break
        for seat, laid in self.laid.items():
            reason = QUARTZ.automation.ahead(self.sitting.view(seat), laid.orders, self.since(seat))
            assert reason is None or reason in REASONS
            self.reasons[str(reason)] += 1

    def plays(self, name: QuestionName) -> bool:
        if name.seat not in self.laid:
            return False
        command = self.answer(name)
        if command is None:
            late = self.answer(name, late=True)
            command = late if self.dice.random() < 0.2 else None
        if command is not None:
            self.sitting.give(name, name.seat, command)
        return command is not None

    def play(self) -> None:
        """Play to the end; seats lay new orders now and then, and answer at random where they have none."""
        while QUARTZ.core.outcome(self.sitting.table.state) is None:
            for seat in self.sitting.seats[:-1]:
                if self.dice.random() < 0.1:
                    self.lay(seat)
            self.settle()
            answer = random_answer(self.sitting, self.dice) if self.sitting.awaited() else None
            if answer is not None:
                name, command = answer
                if self.sitting.questions()[name].kind == "turn":
                    self.heard.append(codec(QUARTZ).convert(msgspec.to_builtins(command)))
                self.sitting.give(name, name.seat, command)


def named(command: dict[str, object]) -> dict[str, object]:
    """Leave out what is left open, and the order in which things are named."""
    return {
        name: sorted(value) if isinstance(value, list) else value
        for name, value in command.items()
        if value not in (None, []) or (name == "gems" and command["kind"] in ("keep", "store"))
    }
