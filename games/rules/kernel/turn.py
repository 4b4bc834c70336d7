"""One decision, from the opening of a match to an answer, a time-up or a sealed group coming due."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from games.rules.kernel.chance import Dice, Put, Urn
from games.rules.kernel.codec import canonical, read_options
from games.rules.kernel.contract import C, E, O, P, Rules, S, V
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Event, Opened, Record, Rewound, TimeUp
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.refusal import HistoryBroken, Refused
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.kernel.table import Table, played, questions


def begin(
    rules: Rules[S, E, C, O, V, P],
    seats: int,
    options: dict[str, object],
    commitment: str,
    words: Sequence[str],
    dice: Dice,
) -> Draft[S, E]:
    """Open a match; raise Refused for a number of seats or options the game doesn't have."""
    if seats not in rules.meta.seats:
        raise Refused("seats", least=rules.meta.least_seats, most=rules.meta.most_seats)
    chosen = read_options(rules, options)
    opened = Opened(
        game=rules.meta.slug,
        rules=rules.version,
        commitment=commitment,
        tables=hashlib.sha256(canonical(rules.tables(chosen))).hexdigest(),
        seats=seats,
        words=tuple(words),
        options=options,
        urns=rules.urns(seats, chosen),
    )
    blank = Table(rules.empty(), chosen, opened, EventNumber(0), 0)
    draft = Draft(rules, blank, dice)
    draft.state.urns = {name: dict(urn) for name, urn in opened.urns.items()}
    draft.write(opened)
    rules.setup(draft, seats, chosen)
    return draft


def find(rules: Rules[S, E, C, O, V, P], table: Table[S, O], name: QuestionName, seat: Seat) -> Question:
    """Give the open question of that name; raise Refused when it is stale or another seat's."""
    if name.seat != seat:
        raise Refused("not_yours")
    question = questions(rules, table).get(name)
    if question is None:
        raise Refused("stale")
    return question


class _Accepted(Exception):
    """Raised by a trial when the judge has refused nothing and begins to act."""


class _Trial(Draft[S, E]):
    """A draft nothing can be written on: it borrows the state and stops at the first deed."""

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
    """Raise Refused if this answer would be; change nothing."""
    try:
        rules.decide(_Trial(table), question, question.seat, command)
    except _Accepted:
        return
    raise HistoryBroken(f"an answer to {question.kind!r} did nothing")


def ripe(
    rules: Rules[S, E, C, O, V, P], table: Table[S, O], sealed: Mapping[QuestionName, C]
) -> list[QuestionName]:
    """List, in seat order, the sealed answers that take effect now: somebody waits and all are in."""
    groups: dict[str, list[tuple[QuestionName, Question]]] = {}
    for name, question in questions(rules, table).items():
        if question.together:
            groups.setdefault(question.together, []).append((name, question))
    for group in groups.values():
        if any(question.awaited for _, question in group) and all(name in sealed for name, _ in group):
            return sorted((name for name, _ in group), key=lambda name: name.seat)
    return []


def settle_sealed(
    rules: Rules[S, E, C, O, V, P], draft: Draft[S, E], sealed: Mapping[QuestionName, C]
) -> None:
    """Decide every sealed group that is complete, each in seat order."""
    while names := ripe(rules, draft.table, sealed):
        for name in names:
            question = find(rules, draft.table, name, name.seat)
            try:
                rules.decide(draft, question, name.seat, sealed[name])
            except Refused as refused:
                # It was checked when it was given, and nobody else's answer may make it illegal.
                raise HistoryBroken(f"a sealed {question.kind!r} went bad: {refused.code}") from refused


def time_up(rules: Rules[S, E, C, O, V, P], draft: Draft[S, E], name: QuestionName) -> C:
    """Write down that a question's time is up and give the silence move, which the caller makes next."""
    question = find(rules, draft.table, name, name.seat)
    silence = rules.silence(draft.state, question)
    draft.write(TimeUp(name.rewound, name.opened, name.seat, question.kind))
    return silence


def go_back(records: Sequence[Record[E]], to: EventNumber) -> Rewound:
    """Make the event that goes back; raise Refused where there is no such moment to go back to."""
    numbers = [record.number for record in played(records)]
    if to not in numbers[:-1]:
        raise Refused("stale")
    return Rewound(to)
