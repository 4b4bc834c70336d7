"""The desk on which one transaction works: a locked match, its table, and what is written so far."""

from __future__ import annotations

import hmac
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games import history
from games.follow_ups import Questions, label
from games.models import (
    Deadline,
    Door,
    Event,
    Match,
    Order,
    Outbox,
    Outcome,
    SealedAnswer,
    Seat,
    Submission,
)
from games.rules.kernel import chain, turn
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.draft import Draft
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.questions import Question, QuestionName
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.seats import Seat as SeatNumber
from games.rules.kernel.table import Table, played, questions
from games.rules.kernel.telling import Seen


@dataclass
class Deed:
    """One answer that was given in this transaction, and the records it made."""

    submission: Submission
    first: int  # its first record, counted within the transaction
    sealed: QuestionName | None = None


@dataclass
class Desk:
    """Everything one transaction needs, and what it has to write: see `games.ledger`."""

    match: Match
    now: datetime
    records: history.Records
    before: Table[Any, Any] | None  # none yet when a match begins
    draft: Draft[Any, Any]
    seats: dict[int, Seat]
    secret: bytes
    sealed: dict[QuestionName, Any]
    orders: dict[int, Order]
    orders_before: dict[int, Order] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    went_back: bool = False
    relaid: dict[QuestionName, Any] = field(default_factory=dict)  # sealed answers under new names
    changed_seats: list[Seat] = field(default_factory=list)
    stopped: set[str] = field(default_factory=set)  # questions whose clocks stop
    done: list[Deadline] = field(default_factory=list)  # stop too, whatever becomes of their question
    clocks: list[Deadline] = field(default_factory=list)
    mails: list[Outbox] = field(default_factory=list)
    disarmed: dict[int, Order] = field(default_factory=dict)  # what lies there now that a plan was put off
    looked_at: int = 0  # the last event whose moments have been put to the orders

    @classmethod
    def of(cls, match: Match, now: datetime) -> Desk:
        """Load a locked match; raise HistoryBroken or TooNew."""
        (desk,) = cls.of_all([match], now)
        return desk

    @classmethod
    def of_all(cls, matches: Sequence[Match], now: datetime) -> list[Desk]:
        """Load some locked matches, with as many statements as one; raise HistoryBroken or TooNew."""
        logs, secrets = history.load_all(matches), history.memo.secrets(matches)
        seats = Seat.objects.at(matches)
        orders = Order.objects.latest_of(matches, seats)
        desks = []
        for match in matches:
            (records, table), secret = logs[match.pk], secrets[match.pk]
            draft = Draft(match.rules, table, MatchDice(secret, table.opened.words))
            laid = orders[match.pk]
            desk = cls(match, now, records, table, draft, seats[match.pk], secret, {}, laid, dict(laid))
            desk.looked_at = table.number
            desks.append(desk)
        lay_out_sealed(desks)
        return desks

    @classmethod
    def for_start(cls, match: Match, now: datetime) -> Desk:
        """Open a match; raise Refused for seats or options its game doesn't have."""
        secret = history.memo.secrets([match])[match.pk]
        all_seats = Seat.objects.at([match])
        seats = all_seats[match.pk]
        words = [chain.words_digest(seats[number].words) for number in sorted(seats)]
        draft = turn.begin(
            match.rules, len(seats), match.options, match.commitment, words, MatchDice(secret, words)
        )
        orders = Order.objects.latest_of([match], all_seats)[match.pk]
        desk = cls(match, now, (), None, draft, seats, secret, {}, orders)
        started = Submission(
            match=match, door=Door.START, key=own_key(secret, "start"), outcome=Outcome.PLAYED, at=now
        )
        desk.deeds.append(Deed(started, 0))
        return desk

    @property
    def rules(self) -> Any:
        return self.match.rules

    def questions(self) -> Questions:
        """Name everything that may be answered now."""
        return questions(self.rules, self.draft.table)

    def questions_before(self) -> Questions:
        return questions(self.rules, self.before) if self.before else {}

    def awaits(self, name: QuestionName, question: Question) -> bool:
        """Tell whether somebody waits for this and no answer lies sealed."""
        timed_out = self.draft.table.is_timed_out(question)
        return question.awaited and name not in self.sealed and not timed_out

    def waited_for(self) -> list[int]:
        """List the seats somebody waits for."""
        return sorted({name.seat for name, one in self.questions().items() if self.awaits(name, one)})

    def silence(self, question: Question) -> Any:
        return self.rules.silence(self.draft.state, question)

    def view(self, seat: int) -> Any:
        return self.rules.view(self.draft.state, SeatNumber(seat))

    def since(self, seat: int) -> list[Seen]:
        """Tell what a seat has seen since it laid its orders, in this transaction too."""
        order = self.orders.get(seat)
        return self._seen(seat, order, (*self.records, *self.draft.records)) if order else []

    def _seen(self, seat: int, order: Order, records: history.Records) -> list[Seen]:
        options = self.draft.table.options
        later = (record for record in played(records) if record.number > order.since)
        told = (seen(self.rules, record, SeatNumber(seat), options) for record in later)
        return [event for event in told if event is not None]

    def will_stop(self, seat: int) -> bool:
        """Tell whether a seat's plan is sure to ask at its owner's next turn."""
        order = self.orders[seat]
        return self._stops(self.draft.state, order, seat, self.since(seat))

    def would_stop(self, seat: int) -> bool:
        """Tell whether the same plan was sure to ask already when this transaction began."""
        order = self.orders_before.get(seat)
        if self.before is None or order is None or order is not self.orders[seat]:
            return False
        return self._stops(self.before.state, order, seat, self._seen(seat, order, self.records))

    def _stops(self, state: Any, order: Order, seat: int, since: list[Seen]) -> bool:
        view = self.rules.view(state, SeatNumber(seat))
        return self.rules.ahead(view, codec(self.rules).orders(order.content), since) is not None

    def orders_of(self, seat: int) -> Any:
        """Give a seat's orders as the game's own record: where none are laid, the game's defaults."""
        order = self.orders.get(seat)
        return codec(self.rules).orders(order.content) if order else self.rules.orders()

    def robot_dice(self) -> random.Random:
        """Give a robot dice of its own: they must never touch the match's."""
        stream = hmac.digest(self.secret, b"robot" + self.draft.number.to_bytes(8, "big"), "sha256")
        return random.Random(stream)

    # --- what may be done

    def answer(
        self, door: Door, key: str, name: QuestionName, command: Any, order: Order | None = None
    ) -> None:
        """Give an answer; raise Refused, and then nothing has happened."""
        question = turn.find(self.rules, self.draft.table, name, name.seat)
        turn.check(self.rules, self.draft.table, question, command)
        deed = self._begin(door, key, name, command, order)
        if question.together:
            deed.sealed = name
            deed.submission.outcome = Outcome.SEALED
            self.sealed[name] = command
        else:
            self.rules.decide(self.draft, question, name.seat, command)
        self._settle_sealed()

    def time_up(self, key: str, name: QuestionName) -> None:
        """Close a question whose time is up; raise Refused if nobody waits for it any more."""
        deed = self._begin(Door.TIMER, key, name, None, None)
        try:
            turn.time_up(self.rules, self.draft, name, self.sealed)
        except Refused:
            self.deeds.remove(deed)
            raise
        self._settle_sealed()

    def go_back(self, key: str, seat: Seat, to: EventNumber) -> None:
        """Go back to just after event `to`; early answers of the other seats stay laid, under new names."""
        record, back = turn.go_back(self.rules, self.draft.table, self.records, to)
        undone = Submission(
            match=self.match, seat=seat, door=Door.TAKE_BACK, key=key, outcome=Outcome.PLAYED, at=self.now
        )
        self.deeds.append(Deed(undone, 0))
        self.draft = Draft(self.rules, back, MatchDice(self.secret, back.opened.words))
        self.draft.records.append(record)
        moved = {name.opened_by: name for name in self.questions()}
        self.sealed = {
            moved[name.opened_by]: command
            for name, command in self.sealed.items()
            if name.opened_by in moved and name.seat != seat.number
        }
        self.relaid = dict(self.sealed)
        self.went_back = True

    def _settle_sealed(self) -> None:
        turn.settle_sealed(self.rules, self.draft, self.sealed)
        still_open = self.questions()
        self.sealed = {name: command for name, command in self.sealed.items() if name in still_open}

    def _begin(self, door: Door, key: str, name: QuestionName, command: Any, order: Order | None) -> Deed:
        submission = Submission(
            match=self.match,
            seat=self.seats[name.seat],
            door=door,
            key=key,
            question=label(name),
            command="" if command is None else canonical(command).decode(),
            outcome=Outcome.PLAYED,
            order=order,
            at=self.now,
        )
        deed = Deed(submission, len(self.draft.records))
        self.deeds.append(deed)
        return deed

    # --- what is to be written

    def submissions(self) -> list[Submission]:
        """Give what was asked for, each with the numbers of the events it made."""
        for deed, made in self._made():
            if made:
                deed.submission.first_event, deed.submission.last_event = made[0].number, made[-1].number
        return [deed.submission for deed in self.deeds]

    def _made(self) -> Iterable[tuple[Deed, list[Record[Any]]]]:
        ends = [*[deed.first for deed in self.deeds[1:]], len(self.draft.records)]
        for deed, end in zip(self.deeds, ends, strict=False):
            yield deed, self.draft.records[deed.first : end]

    def log(self) -> list[Event]:
        """Make the rows of what has happened, and bring the match up to date; submissions are written."""
        owners: list[Submission | None] = [None] * len(self.draft.records)
        for deed, made in self._made():
            owners[deed.first : deed.first + len(made)] = [deed.submission] * len(made)
        events = list(self._events(owners))
        if events:
            self.match.version, self.match.head = events[-1].number, events[-1].digest
        self.match.awaited = self.waited_for()
        return events

    def laid_sealed(self) -> list[SealedAnswer]:
        """Make the rows of answers that lie sealed: those just given, and those under a new name."""
        given = [
            self._sealed_row(deed.sealed, deed.submission.command, deed.submission)
            for deed in self.deeds
            if deed.sealed
        ]
        return given + [
            self._sealed_row(name, canonical(command).decode(), self.deeds[0].submission)
            for name, command in self.relaid.items()
        ]

    def _sealed_row(self, name: QuestionName, command: str, submission: Submission) -> SealedAnswer:
        return SealedAnswer(
            match=self.match,
            seat=self.seats[name.seat],
            generation=self.seats[name.seat].generation,
            question=label(name),
            command=command,
            submission=submission,
            at=self.now,
        )

    def _events(self, owners: Iterable[Submission | None]) -> Iterable[Event]:
        digest = bytes.fromhex(self.match.head) if self.match.head else chain.root(self.match.commitment)
        for record, owner in zip(self.draft.records, owners, strict=True):
            event = row_of(self.match, record, self.secret, digest)
            digest = bytes.fromhex(event.digest)
            event.submission, event.at = owner, self.now
            yield event

    def remember(self) -> None:
        """Keep the table for the next who asks; only once it is committed."""
        history.memo.put(self.match, (*self.records, *self.draft.records), self.draft.table)


def lay_out_sealed(desks: Sequence[Desk]) -> None:
    """Put on each desk the latest sealed answer to each question that is still open."""
    open_now = {
        (desk.match.pk, label(name)): (desk, name)
        for desk in desks
        for name, one in desk.questions().items()
        if one.together
    }
    if not open_now:
        return
    labels = {question for _, question in open_now}
    rows = SealedAnswer.objects.filter(match__in={pk for pk, _ in open_now}, question__in=labels)
    for row in rows.order_by("pk"):
        desk, name = open_now.get((row.match_id, row.question), (None, None))
        if desk and name and row.generation == desk.seats[name.seat].generation:
            desk.sealed[name] = codec(desk.rules).command(row.command)


def row_of(match: Match, record: Record[Any], secret: bytes, before: bytes) -> Event:
    """Make the row of a record: its exact bytes, and its digest on the chain."""
    payload = canonical(record)
    blinding = chain.blind(secret, EventNumber(record.number))
    return Event(
        match=match,
        number=record.number,
        kind=kind_of(record.event),
        version=record.version,
        rules_version=match.rules.version,
        payload=payload,
        digest=chain.link(before, chain.leaf(blinding, payload)).hex(),
    )


def own_key(secret: bytes, *parts: object) -> str:
    """Make a submission key for what the program itself does: the same occasion, the same key.

    Nobody outside can guess one, and so answer to it first.
    """
    return hmac.digest(secret, "|".join(map(str, ("key", *parts))).encode(), "sha256").hex()[:40]
