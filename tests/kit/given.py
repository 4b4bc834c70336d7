"""The small kit of game tests: given events, when a seat answers, then these events follow.

    given(RULES, 3, Seated([...]), drawing("deck", ["ring"], Drew(0, {"ring": 1}))) \\\\
        .when(0, Hide("ring")).then(Hid(0, "ring"))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.kernel import chain, turn
from games.rules.kernel.contract import AnyRules, Outcome
from games.rules.kernel.events import Event, Record
from games.rules.kernel.questions import QuestionName, offered
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Reader, Seat
from games.rules.match_in_memory import MatchInMemory
from tests.kit.dice import Scripted

SECRET = bytes(32)


@dataclass(frozen=True)
class Drawing:
    """A given event together with the draws it took."""

    urn: str
    items: Sequence[str]
    event: Event


@dataclass(frozen=True)
class Refusal:
    code: str
    details: dict[str, object]


def drawing(urn: str, items: Sequence[str], event: Event) -> Drawing:
    """Draw these items from an urn, then emit this event."""
    return Drawing(urn, items, event)


def refused(code: str, **details: object) -> Refusal:
    return Refusal(code, details)


def given(
    rules: AnyRules, seats: int, *events: Event | Drawing, options: dict[str, object] | None = None
) -> Scene:
    """Set up a table from these events instead of the game's own opening."""
    dice = Scripted()
    bare = rules.changed(setup=lambda draft, seats, options: None)
    draft = turn.begin(bare, seats, options or {}, chain.commitment(SECRET), [""] * seats, dice)
    for event in events:
        if isinstance(event, Drawing):
            dice.items.extend(event.items)
            for _ in event.items:
                draft.draw(event.urn)
        draft.emit(event.event if isinstance(event, Drawing) else event)
    return Scene(rules, draft.records)


def opened(rules: AnyRules, seats: int, *chance: str, options: dict[str, object] | None = None) -> Scene:
    """Set up a table with the game's own opening and these draws."""
    turn.check_opening(rules, seats, options or {})
    dice = Scripted(*chance)
    draft = turn.begin(rules, seats, options or {}, chain.commitment(SECRET), [""] * seats, dice)
    assert not dice.items, f"never drawn: {dice.items}"
    return Scene(rules, draft.records)


class Scene:
    """A table at which things happen one at a time."""

    def __init__(self, rules: AnyRules, records: list[Record[Any]]) -> None:
        self.table: MatchInMemory[Any, Any, Any, Any, Any, Any] = MatchInMemory(rules, SECRET, [], records)
        self.came: Any = []  # the events, or the refusal

    def when(self, seat: int, command: object, *, asked: str = "", chance: Sequence[str] = ()) -> Scene:
        """Let a seat answer whichever of its questions (of this kind) accepts such an answer."""
        name = self._name(Seat(seat), command, asked)
        return self._happen(lambda: self.table.give(name, Seat(seat), command), chance)

    def when_silent(self, seat: int, *, asked: str = "", chance: Sequence[str] = ()) -> Scene:
        """Let time run out for a seat's awaited question."""
        name = next(name for name in self._names(Seat(seat), asked) if name in self.table.awaited())
        return self._happen(lambda: self.table.time_up(name), chance)

    def then(self, *expected: Event | Refusal) -> Scene:
        """Compare the result, event by event; draws were compared as they were made."""
        refusal = len(expected) == 1 and isinstance(expected[0], Refusal)
        wanted = expected[0] if refusal else list(expected)
        assert self.came == wanted, f"expected {wanted}\n    came {self.came}"
        return self

    def view(self, reader: Reader | int) -> Any:
        return self.table.view(Seat(reader) if isinstance(reader, int) else reader)

    def asked(self, seat: int) -> list[str]:
        """List the kinds of question that are open for a seat."""
        return [self.table.questions()[name].kind for name in self._names(Seat(seat), "")]

    def offered(self, seat: int, asked: str) -> list[dict[str, object]]:
        """List every command that a seat's question of that kind offers."""
        (name,) = self._names(Seat(seat), asked)
        question = self.table.questions()[name]
        return list(offered(self.table.rules.core.choices(self.table.table.state, question)))

    @property
    def outcome(self) -> Outcome | None:
        return self.table.rules.core.outcome(self.table.table.state)

    def _names(self, seat: Seat, asked: str) -> list[QuestionName]:
        return [
            name
            for name, question in self.table.questions().items()
            if name.seat == seat and asked in ("", question.kind)
        ]

    def _name(self, seat: Seat, command: object, asked: str) -> QuestionName:
        names = self._names(seat, asked)
        # Nothing is asked: use a question that never existed, which is refused as stale.
        never = QuestionName(self.table.table.rewound, self.table.table.number, seat)
        return min(names, key=lambda name: self._misfit(name, command), default=never)

    def _misfit(self, name: QuestionName, command: object) -> int:
        """Rank how badly a command fits a question: 0 fits, 1 is refused, 2 is no answer to it at all."""
        try:
            turn.check(self.table.rules, self.table.table, self.table.questions()[name], command)
        except Refused as refused_:
            return 2 if refused_.code == "not_an_answer" else 1
        return 0

    def _happen(self, act: Any, chance: Sequence[str]) -> Scene:
        dice = self.table.dice = Scripted(*chance)
        before = len(self.table.records)
        try:
            self.came = [record.event for record in act()]
        except Refused as refused_:
            self.came = Refusal(refused_.code, refused_.details)
            assert len(self.table.records) == before, "a refusal wrote something down"
        assert not dice.items, f"never drawn: {dice.items}"
        return self
