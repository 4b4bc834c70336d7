"""A match in memory, for tools, robots and tests. The service uses `play.submit` instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from games.rules.kernel import chain, turn
from games.rules.kernel.chance import Dice, MatchDice
from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.events import Record
from games.rules.kernel.fold import fold
from games.rules.kernel.messages import Seen
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import EventNumber, Reader, Seat
from games.rules.kernel.table import Draft, Table, questions


class MatchInMemory(Generic[S, E, C, O, V, P]):
    """One match: its records, the table after them, and the sealed answers not yet due."""

    def __init__(
        self, rules: Rules[S, E, C, O, V, P], secret: bytes, words: Sequence[str], records: list[Record[E]]
    ) -> None:
        self.rules = rules
        self.secret = secret
        self.words = list(words)
        self.records = records
        self.sealed: dict[QuestionName, C] = {}
        self.table: Table[S, O] = fold(rules, records)
        self.dice: Dice = MatchDice(secret, self.table.opened.words)

    @classmethod
    def begin(
        cls,
        rules: Rules[S, E, C, O, V, P],
        seats: int,
        secret: bytes,
        options: dict[str, object] | None = None,
        words: Sequence[str] = (),
    ) -> MatchInMemory[S, E, C, O, V, P]:
        """Open a match; raise Refused if no new match may have these seats or options."""
        turn.check_opening(rules, seats, options or {})
        their_words = [*words, *[""] * (seats - len(words))]
        digests = [chain.words_digest(one) for one in their_words]
        dice = MatchDice(secret, digests)
        draft = turn.begin(rules, seats, options or {}, chain.commitment(secret), digests, dice)
        return cls(rules, secret, their_words, draft.records)

    @property
    def seats(self) -> list[Seat]:
        return [Seat(number) for number in range(self.table.opened.seats)]

    def questions(self) -> dict[QuestionName, Question]:
        """List the open questions by name."""
        return questions(self.rules, self.table)

    def awaited(self) -> list[QuestionName]:
        """Name the questions that play waits for, except those with a sealed answer."""
        return [
            name
            for name, asked in self.questions().items()
            if asked.awaited and name not in self.sealed and not self.table.is_timed_out(asked)
        ]

    def give(self, name: QuestionName, seat: Seat, command: C) -> list[Record[E]]:
        """Take an answer; raise Refused. While it stays sealed, nothing is written."""
        question = turn.find(self.rules, self.table, name, seat)
        turn.check(self.rules, self.table, question, command)
        draft = self._draft()
        sealed = dict(self.sealed)
        if question.together:
            sealed[name] = command
        else:
            self.rules.core.decide(draft, question, seat, command)
        return self._settle(draft, sealed)

    def time_up(self, name: QuestionName) -> list[Record[E]]:
        """Close a question whose time is up, with the silence move."""
        draft = self._draft()
        turn.time_up(self.rules, draft, name, self.sealed)
        return self._settle(draft, self.sealed)

    def rewind(self, to: EventNumber) -> None:
        """Go back to just after event `to`, dropping all sealed answers; raise Refused."""
        record, self.table = turn.go_back(self.rules, self.table, self.records, to)
        self.records.append(record)
        self.sealed = {}

    def view(self, reader: Reader) -> V:
        return self.rules.core.view(self.table.state, reader)

    def seen(self, reader: Reader) -> list[Seen]:
        """List the events as a reader may see them."""
        return seen_in(self.rules, self.records, reader, self.table.options)

    def _draft(self) -> Draft[S, E]:
        return Draft(self.rules, self.table, self.dice)

    def _settle(self, draft: Draft[S, E], sealed: dict[QuestionName, C]) -> list[Record[E]]:
        turn.settle_sealed(self.rules, draft, sealed)
        self.records.extend(draft.records)
        self.table = draft.table
        still_open = self.questions()
        self.sealed = {name: command for name, command in sealed.items() if name in still_open}
        return draft.records
