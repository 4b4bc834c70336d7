"""The steps of a match: open it, answer, settle sealed answers, run out of time, go back."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.kernel.chance import Dice, Put, Urn, multiset
from games.rules.kernel.codec import canonical, read_options, written_out
from games.rules.kernel.contract import AnyRules, C, E, O, P, Rules, S, V
from games.rules.kernel.events import Event, Opened, Record, Rewound, TimeUp
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.kernel.table import Draft, Table, questions


def check_opening(rules: Rules[S, E, C, O, V, P], seats: int, options: dict[str, object]) -> None:
    """Raise Refused if no new match may have this number of seats or these options."""
    _check_seats(rules, seats)
    chosen = read_options(rules, options)
    rules.core.urns(seats, chosen)
    rules.core.check_new(seats, chosen)


def _check_seats(rules: AnyRules, seats: int) -> None:
    if seats not in rules.meta.seats:
        raise Refused("seats", least=rules.meta.least_seats, most=rules.meta.most_seats)


def begin(
    rules: Rules[S, E, C, O, V, P],
    seats: int,
    options: dict[str, object],
    commitment: str,
    words: Sequence[str],
    dice: Dice,
) -> Draft[S, E]:
    """Open a match; raise Refused for a number of seats or options the game doesn't have.

    Options that only older matches may have are accepted: `check_opening` refuses them for new ones.
    """
    _check_seats(rules, seats)
    chosen = read_options(rules, options)
    opened = Opened(
        game=rules.meta.slug,
        rules=rules.core.version,
        commitment=commitment,
        tables=hashlib.sha256(canonical(rules.core.tables(chosen))).hexdigest(),
        seats=seats,
        words=tuple(words),
        options=msgspec.json.decode(written_out(chosen)),  # the defaults too: they may change one day
        urns={name: multiset(contents) for name, contents in rules.core.urns(seats, chosen).items()},
    )
    blank = Table(rules.core.empty(), chosen, opened, EventNumber(0), 0)
    draft = Draft(rules, blank, dice)
    draft.state.urns = {name: dict(urn) for name, urn in opened.urns.items()}
    draft.write(opened)
    rules.core.setup(draft, seats, chosen)
    return draft


def find(rules: Rules[S, E, C, O, V, P], table: Table[S, O], name: QuestionName, seat: Seat) -> Question:
    """Find the open question of that name; raise Refused if it is closed or another seat's."""
    if name.seat != seat:
        raise Refused("not_yours")
    question = questions(rules, table).get(name)
    if question is None or table.is_timed_out(question):
        raise Refused("stale")
    return question


class _Accepted(Exception):
    """Raised when `decide` has refused nothing and begins to act."""


class _Trial(Draft[S, E]):
    """A draft that changes nothing: it shares the state and stops at the first emit, put or draw."""

    def __init__(self, table: Table[S, O]) -> None:
        self.table = table
        self.state = table.state
        self.records = []

    def write(self, event: Event) -> None:
        raise _Accepted

    def _note(self, put: Put) -> None:
        raise _Accepted

    def _draw(self, name: str, urn: Urn) -> str:
        raise _Accepted


def check(rules: Rules[S, E, C, O, V, P], table: Table[S, O], question: Question, command: C) -> None:
    """Raise Refused if this answer isn't allowed; change nothing."""
    try:
        rules.core.decide(_Trial(table), question, question.seat, command)
    except _Accepted:
        return
    raise HistoryBroken(f"an answer to {question.kind!r} did nothing")


def due(
    rules: Rules[S, E, C, O, V, P], table: Table[S, O], sealed: Collection[QuestionName]
) -> list[QuestionName]:
    """List, in seat order, the sealed answers that take effect now: play waits for them and all are in.

    A seat whose time is up has answered too, with the silence move.
    """
    groups: dict[str, list[tuple[QuestionName, Question]]] = {}
    for name, question in questions(rules, table).items():
        if question.together:
            groups.setdefault(question.together, []).append((name, question))
    for group in groups.values():
        in_ = all(name in sealed or table.is_timed_out(question) for name, question in group)
        if in_ and any(question.awaited for _, question in group):
            return sorted((name for name, _ in group), key=lambda name: name.seat)
    return []


def settle_sealed(
    rules: Rules[S, E, C, O, V, P], draft: Draft[S, E], sealed: Mapping[QuestionName, C]
) -> None:
    """Decide every complete group of sealed answers, each in seat order; raise HistoryBroken if one fails."""
    while names := due(rules, draft.table, sealed):
        for name in names:
            question = questions(rules, draft.table)[name]
            silent = draft.table.is_timed_out(question)
            command = rules.core.silence(draft.state, question) if silent else sealed[name]
            try:
                rules.core.decide(draft, question, name.seat, command)
            except Refused as refused:
                # It was checked when it was sent, and no other answer may make it illegal.
                raise HistoryBroken(f"a sealed {question.kind!r} went bad: {refused.code}") from refused
        if not questions(rules, draft.table).keys().isdisjoint(names):
            raise HistoryBroken(f"a sealed {question.kind!r} is answered and still open")


def time_up(
    rules: Rules[S, E, C, O, V, P], draft: Draft[S, E], name: QuestionName, sealed: Collection[QuestionName]
) -> None:
    """Close a question whose time is up with the silence move; raise Refused if play doesn't wait for it.

    If its answers are sealed, silence is sealed with them: the time-up event in the log stands for it.
    """
    question = find(rules, draft.table, name, name.seat)
    if not question.awaited or name in sealed:
        raise Refused("stale")
    draft.write(TimeUp(name.rewound, name.opened, name.seat, question.kind))
    if not question.together:
        rules.core.decide(draft, question, name.seat, rules.core.silence(draft.state, question))


def go_back(
    rules: Rules[S, E, C, O, V, P], table: Table[S, O], records: Sequence[Record[E]], to: EventNumber
) -> tuple[Record[E], Table[S, O]]:
    """Make the record that goes back to just after event `to`, and give the table after it.

    Raise Refused if play can't go back there: no such event, it was rewound itself, or it is in the
    middle of what one answer or one round of sealed answers did.
    """
    if to not in rewind_targets(rules, records):
        raise Refused("stale")
    number = EventNumber(table.number + 1)
    event: Any = Rewound(to)
    record: Record[E] = Record(number, event.version, (), (), event)
    return record, fold(rules, [*records, record])
