"""One pair of worlds: the same things happen in both, and the reader must not be able to tell them apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from games.rules.kernel import chain, turn
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.robots import fill_at_random
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Onlooker, Reader
from tests.kit.dice import CannotEcho, Echo
from tests.kit.worlds.acts import HANDFUL, Act, ActSource, Answer, Silence, Table
from tests.kit.worlds.game import Log
from tests.kit.worlds.log import Walk, follow
from tests.kit.worlds.reading import (
    Covers,
    Leak,
    Parted,
    Stumbled,
    compare,
    offered_by_mail,
    passed_on,
    report,
    sight,
)

TRIES = 4  # at a world in which something hidden differs, and not only what was rewound


@dataclass(frozen=True)
class Outcome:
    """The result of an act: records, a refusal, or an error."""

    records: Log = ()
    refused: tuple[str, str] | None = None
    error: Exception | None = None


class Pair:
    """Two worlds that differ in what one reader may not see."""

    def __init__(self, source: ActSource, first: Table, reader: Reader) -> None:
        """Create the other world; raise Parted if there is none."""
        self.source, self.rules, self.reader = source, first.rules, reader
        self.first = first
        self.second = self._other_world()
        self.exchange = exchange(self.first, self.second)

    def _other_world(self) -> Table:
        for _ in range(TRIES):
            second = self._second_world()
            if hidden(second) != hidden(self.first):
                return second
        raise Parted("nothing hidden differs")

    def _second_world(self) -> Table:
        log = self.source.game.other_world(self.first.records, self.reader, self.source.dice)
        if log is None:
            raise Parted("no other world")
        follow(log)
        # A match with another secret: what follows from that is covered by kind and length.
        secret = self.source.dice.randbytes(32)
        opened = msgspec.structs.replace(log[0].event, commitment=chain.commitment(secret))
        told = [msgspec.structs.replace(log[0], event=opened), *log[1:]]
        # Through bytes, as logs are stored: there every multiset is in the order of names.
        records = [codec(self.rules).read(canonical(record)) for record in told]
        return type(self.first)(self.rules, secret, self.first.words, records)

    def seal(self) -> None:
        """Seal in the other world what is sealed in the first, or what a rival could have sealed there."""
        for name, command in self.first.sealed.items():
            there = self._elsewhere(name, command)
            if name.seat != self.reader and trial(self.second, name, there).refused:
                raise Parted("a sealed answer doesn't fit")
            self.second.sealed[name] = there

    def read_all(self) -> None:
        """Compare what the reader sees of every event so far."""
        covers = Covers(self.first.secret), Covers(self.second.secret)
        one, other = (Walk(self.rules, world.records) for world in (self.first, self.second))
        for mine, theirs in zip(self.first.records, self.second.records, strict=True):
            one.step(mine)
            other.step(theirs)
            when = f"at event {mine.number}, {kind_of(mine.event)}"
            self._compare_record(when, mine, theirs, covers)
            first = sight(self.rules, one.state, one.rewound, self.reader)
            compare(when, first, sight(self.rules, other.state, other.rewound, self.reader))

    def happen(self, act: Act) -> None:
        """Let the same happen in both worlds and compare; raise Parted if the pair ends, or Leak."""
        before = len(self.first.records)
        mine = attempt(self.first, act, other=False)
        drawn = [draw.item for record in mine.records for draw in record.draws]
        self.second.dice, spare = Echo(drawn, self.second.dice), self.second.dice
        try:
            theirs = attempt(self.second, act, other=True)
        except CannotEcho:
            raise Parted("the dice can't echo") from None
        finally:
            self.second.dice = spare
        when = f"after {act} beyond event {before}"
        self._compare_answers(when, act.sender, mine, theirs)
        self._compare_records(when, mine.records, theirs.records)
        self.compare_now(when)

    def compare_now(self, when: str) -> None:
        """Compare the current state of the two worlds."""
        readings = [
            sight(self.rules, world.table.state, world.table.rewound, self.reader)
            | {"sealed": repr((list(world.sealed), world.table.number)).encode()}
            | (passed_on(self.rules, world.table.state) if self.reader is PUBLIC else {})
            for world in (self.first, self.second)
        ]
        compare(when, *readings)

    def _compare_answers(self, when: str, sender: Reader | None, mine: Outcome, theirs: Outcome) -> None:
        """Raise Leak if the reader sees a difference in the result.

        An act without a sender is the clock's or a moderator's: everyone sees whether it goes through.
        """
        if mine.error and theirs.error:
            raise Stumbled(mine.error)
        if mine.error or theirs.error:
            raise Leak(when, error=(repr(mine.error), repr(theirs.error)))
        if mine.refused != theirs.refused and sender in (self.reader, None):
            raise Leak(when, refusal=(mine.refused, theirs.refused))

    def _compare_records(self, when: str, mine: Log, theirs: Log) -> None:
        covers = Covers(self.first.secret), Covers(self.second.secret)
        both = list(zip(mine, theirs, strict=False))
        aloud = next((place for place, pair in enumerate(both) if self._tells(*pair)), None)
        if aloud is None and len(mine) != len(theirs):
            raise Leak(when, records=(mine, theirs))
        for pair in both[:aloud]:
            self._compare_record(when, *pair, covers)
        if aloud is not None:
            raise Parted("the rules tell")

    def _compare_record(
        self, when: str, mine: Record[Any], theirs: Record[Any], covers: tuple[Covers, Covers]
    ) -> None:
        first = report(self.rules, mine, self.reader, self.first.table.options, covers[0])
        compare(when, first, report(self.rules, theirs, self.reader, self.second.table.options, covers[1]))

    def _tells(self, mine: Record[Any], theirs: Record[Any]) -> bool:
        """Check whether the reader sees a difference, and only where the rules reveal a secret."""
        one, other = (
            seen(self.rules, record, self.reader, self.first.table.options) for record in (mine, theirs)
        )
        if one is None or other is None:
            return False
        if one.kind != other.kind:
            return {one.kind, other.kind} in self.source.game.parts
        if one.fields.keys() != other.fields.keys():
            return False
        differing = {(one.kind, name) for name in one.fields if one.fields[name] != other.fields[name]}
        return bool(differing) and differing <= self.source.game.tells

    def fit(self, act: Act) -> Act | None:
        """Fit an act to both worlds; None if only one of them allows it, which nobody notices."""
        if isinstance(act, Silence):
            return self._fit_silence(act)
        if isinstance(act, Answer) and act.sender == act.name.seat != self.reader:
            return self._fit_rival(act)
        return act

    def _fit_silence(self, act: Silence) -> Act | None:
        question = self.first.questions()[act.name]
        mine, theirs = (
            self.rules.core.silence(world.table.state, world.questions()[act.name])
            for world in (self.first, self.second)
        )
        if question.seat == self.reader and mine != theirs:
            raise Leak(f"in the silence of {question}", silence=(mine, theirs))
        return act if mine == theirs or question.kind in self.source.game.secret_answers else None

    def _fit_rival(self, act: Answer) -> Act | None:
        fit = replace(act, elsewhere=self._elsewhere(act.name, act.command))
        mine, theirs = self._tried(fit)
        # Only its sender sees a refusal; acts that both worlds allow are enough to go on.
        if mine.refused != theirs.refused and not (mine.error or theirs.error):
            return None
        self._compare_answers(f"when {fit} is tried", fit.sender, mine, theirs)
        return fit

    def _tried(self, act: Answer) -> tuple[Outcome, Outcome]:
        there = act.command if act.elsewhere is None else act.elsewhere
        return trial(self.first, act.name, act.command), trial(self.second, act.name, there)

    def _elsewhere(self, name: QuestionName, command: Any) -> Any:
        """Choose the command for the other world: one of its own if answers stay secret."""
        question = self.second.questions().get(name)
        if question is None or question.kind not in self.source.game.secret_answers:
            return command
        if name.seat == self.reader or trial(self.first, name, command) != Outcome():
            return command
        if trial(self.second, name, command) == Outcome() and self.source.dice.random() < 0.5:
            return command
        return self.source.command(self.second, question)

    def probe(self) -> None:
        """Let the reader try commands in both worlds without sending them: refusals must be the same.

        A refusal that counted the deck was found after 2 pairs with this, after 45 without.
        """
        for name in self.first.questions():
            for command in self.source.strays() if name.seat == self.reader else ():
                act = Answer(name, name.seat, command)
                self._compare_answers(f"when {act} is tried", self.reader, *self._tried(act))

    def press(self) -> None:
        """Let an onlooker try what a forwarded email offers: refusals must be the same."""
        if self.reader is not PUBLIC:
            return
        for name, question in self.first.questions().items():
            offers = offered_by_mail(self.rules, self.first.table.state, question)
            for choice in self.source.dice.sample(offers, min(HANDFUL, len(offers))):
                command = codec(self.rules).convert(fill_at_random(choice, self.source.dice))
                act = Answer(name, name.seat, command)
                self._compare_answers(f"when {act} is pressed", self.reader, *self._tried(act))

    def knock(self) -> None:
        """Let the reader answer somebody else's question: it must be refused in the same words."""
        others = [name for name in self.first.questions() if name.seat != self.reader]
        command = self.source.stray()
        if others and command and not isinstance(self.reader, Onlooker):
            self.happen(Answer(self.source.dice.choice(others), self.reader, command))


def attempt(world: Table, act: Act, *, other: bool) -> Outcome:
    """Perform an act and return the outcome."""
    before = len(world.records)
    try:
        act.do(world, other=other)
    except Refused as refused:
        return Outcome(refused=(refused.code, repr(refused.details)))
    except CannotEcho:
        raise
    except Exception as error:
        return Outcome(error=error)
    return Outcome(records=tuple(world.records[before:]))


def trial(world: Table, name: QuestionName, command: Any) -> Outcome:
    """Check a command without playing it, and return what the outcome would be."""
    try:
        question = turn.find(world.rules, world.table, name, name.seat)
        turn.check(world.rules, world.table, question, command)
    except Refused as refused:
        return Outcome(refused=(refused.code, repr(refused.details)))
    except Exception as error:
        return Outcome(error=error)
    return Outcome()


def hidden(world: Table) -> object:
    """Dump everything, hidden or not."""
    state = world.table.state
    return msgspec.to_builtins([world.rules.core.view(state, AFTERWARDS), state.urns], str_keys=True)


def exchange(first: Table, second: Table) -> str:
    """Name the kind of exchange: the kinds of event and the urns that differ."""
    pairs = list(zip(first.records, second.records, strict=True))[1:]
    kinds = {kind_of(one.event) for one, other in pairs if one.event != other.event}
    mine, theirs = first.table.state.urns, second.table.state.urns
    urns = {f"urn {name}" for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)}
    return " + ".join(sorted(kinds | urns))
