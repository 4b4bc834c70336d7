"""What may happen next at a table: legal and illegal answers, timeouts, going back."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import Command, Rewound
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.robots import fill_at_random
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from tests.kit.worlds.game import UnderTest

Table = MatchInMemory[Any, Any, Any, Any, Any, Any]

HANDFUL = 6  # commands the reader tries at each of its questions before every act


@dataclass(frozen=True)
class Answer:
    """An answer to send; `elsewhere` is sent in the other world instead."""

    name: QuestionName
    sender: Seat
    command: Any
    elsewhere: Any = None

    def do(self, table: Table, *, other: bool) -> None:
        command = self.elsewhere if other and self.elsewhere is not None else self.command
        table.give(self.name, self.sender, command)


@dataclass(frozen=True)
class Silence:
    """A timeout."""

    name: QuestionName

    @property
    def sender(self) -> None:
        return None

    def do(self, table: Table, *, other: bool) -> None:
        table.time_up(self.name)


@dataclass(frozen=True)
class GoBack:
    """Going back to the end of an earlier act."""

    to: EventNumber

    @property
    def sender(self) -> None:
        return None

    def do(self, table: Table, *, other: bool) -> None:
        table.rewind(self.to)


Act = Answer | Silence | GoBack


@dataclass
class ActSource:
    """Draws the next act at random, and remembers the commands offered in the match.

    A seat may try what another was offered: that is how hidden things are tested.
    """

    game: UnderTest
    dice: random.Random
    heard: dict[bytes, Any] = field(default_factory=dict)
    past: list[QuestionName] = field(default_factory=list)  # earlier questions, mostly stale by now
    moments: list[EventNumber] = field(default_factory=list)  # ends of acts that play may go back to

    def listen(self, table: Table, question: Question) -> None:
        """Keep one command of each kind that the question offers in this world."""
        for choice in table.rules.core.choices(table.table.state, question):
            if all(blank.values for blank in choice.fields):
                self._keep(codec(table.rules).convert(fill_at_random(choice, self.dice)))

    def _keep(self, command: Command) -> None:
        self.heard[canonical(command)] = command

    def stray(self) -> Any:
        """Pick a command that somebody might have sent."""
        return self.dice.choice(list(self.heard.values())) if self.heard else None

    def strays(self) -> list[Any]:
        """Pick a handful of such commands."""
        return self.dice.sample(list(self.heard.values()), min(HANDFUL, len(self.heard)))

    def act(self, table: Table) -> Act | None:
        """Choose what happens next at this table; None if the choice came to nothing."""
        chance = self.dice.random()
        if chance < 0.03 and len(self.moments) > 1:
            return GoBack(self.dice.choice(self.moments[-20:-1]))
        if chance < 0.09 and (awaited := table.awaited()):
            return Silence(self.dice.choice(awaited))
        if chance < 0.20:
            return self._stray_answer(table)
        return self._played(table)

    def _stray_answer(self, table: Table) -> Act | None:
        command = self.stray()
        name = self.dice.choice([*table.questions(), *self.past[-1:]])
        sender = self.dice.choice([name.seat, name.seat, self.dice.choice(table.seats)])
        return Answer(name, sender, command) if command else None

    def _played(self, table: Table) -> Act | None:
        """Answer as the game's policy does, mostly awaited questions, sometimes sealed ones again."""
        asked = table.questions()
        names = table.awaited() if self.dice.random() < 0.85 else []
        name = self.dice.choice(names or list(asked))
        self.past.append(name)
        self.listen(table, asked[name])
        if not table.rules.core.choices(table.table.state, asked[name]):
            return None
        return Answer(name, name.seat, self.command(table, asked[name]))

    def command(self, table: Table, question: Question) -> Any:
        """Choose an answer as the game's policy does in that world."""
        return self.game.policy(table.view(question.seat), question, self.dice)

    def remember(self, table: Table) -> None:
        """Note the end of an act as a moment to go back to, and forget what a rewind undid."""
        last = table.records[-1]
        if isinstance(last.event, Rewound):
            back = last.event.to
            self.moments = [moment for moment in self.moments if moment <= back]
        elif not self.moments or last.number > self.moments[-1]:
            self.moments.append(last.number)
