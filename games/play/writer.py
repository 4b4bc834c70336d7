"""Write what one or several workspaces hold: every row of a transaction, in one place and one order.

Each kind of row takes one statement, however many matches there are. Rows that don't need the key of another
row written here are sent together, on PostgreSQL as one message.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.db.models import Model, Q, QuerySet

from games.infra.statements import Change, Insert, Update, Write, kept, kept_change, new_row, send
from games.mail import queue
from games.mail.kinds import ASKING_IN_TURN
from games.models import (
    Act,
    Deadline,
    DeadlineKind,
    DeadlineState,
    Departure,
    Event,
    Hush,
    Match,
    MatchRecord,
    Order,
    Outbox,
    Pause,
    Ruling,
    SealedAnswer,
    StandIn,
    Submission,
    Talk,
    Vote,
)
from games.play.diff import label
from games.play.workspace import Step, Workspace
from games.rules.kernel import chain as digests
from games.rules.kernel.codec import canonical
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber

#: The fields of a match's row that describe its game.
OF_GAME = ("version", "head", "awaited", "status", "ended_at", "started_at", "fault")
#: The rows that may be added beside the game, in the order in which they are written.
BESIDE = (Submission, Pause, Vote, Talk, Hush, Ruling, Act, StandIn, Departure, MatchRecord)


def write(workspaces: Sequence[Workspace]) -> None:
    """Write everything: deletions, orders, what happened in the games, the matches, clocks and emails."""
    for work in workspaces:
        for rows in work.rows.dropped:
            rows.delete()
    _add(workspaces, Order)
    played = [work for work in workspaces if work.loaded]
    send(_rows(Submission, chain.from_iterable(map(submissions, played))))
    writes = [
        *_rows(Event, chain.from_iterable(map(log, played))),
        *_rows(SealedAnswer, chain.from_iterable(map(sealed_answers, played))),
        *_changes(workspaces),
    ]
    if any(isinstance(row, BESIDE) for work in workspaces for row in work.rows.added):
        send(writes)  # these need their keys now, because emails are about them
        for model in BESIDE:
            _add(workspaces, model)
        writes = []
    send([*writes, *_clocks(workspaces), *_emails(workspaces)])


def _rows(model: type[Model], rows: Iterable[Model], **how: Any) -> list[Write]:
    """Prepare an insert of new rows of one kind; send nothing if there are none, which shows then."""
    new = [*rows]
    return [Insert(model, new, **how)] if new else []


def _add(workspaces: Iterable[Workspace], model: type[Model]) -> None:
    """Insert the new rows of one kind, so that others can name them."""
    send(_rows(model, (row for work in workspaces for row in work.rows.added if isinstance(row, model))))


def _changes(workspaces: Iterable[Workspace]) -> list[Write]:
    """Update the rows that have changed, with one statement for all that have the same changed fields."""
    together: dict[tuple[type[Model], frozenset[str]], list[Model]] = defaultdict(list)
    for work in workspaces:
        if work.loaded:
            work.match.awaited = work.waited_for()
            work.change(work.match, **{name: getattr(work.match, name) for name in OF_GAME})
        for row, names in work.rows.changed.items():
            together[type(row), frozenset(names)].append(row)
    return [_update(model, changed, sorted(fields)) for (model, fields), changed in together.items()]


def _update(model: type[Model], rows: list[Model], fields: Sequence[str]) -> Write:
    """Update fields of existing rows: many at once by an insert that conflicts with them, a short statement.

    An UPDATE of many rows has a CASE for each row and field, which took half of the time.
    """
    if len(rows) == 1:
        return Update(rows[0], fields)
    return Insert(model, rows, unique_fields=["pk"], update_fields=fields)


# --- clocks and emails


def _clocks(workspaces: Sequence[Workspace]) -> list[Write]:
    """Stop clocks, and start new ones."""
    clocks = [clock for work in workspaces for clock in work.rows.clocks]
    return [
        _stopping(workspaces),
        *_rows(Deadline, (one for one in clocks if one.kind != DeadlineKind.CARRY_ON)),
        # To come back to the same question, once is enough.
        *_rows(Deadline, (one for one in clocks if one.kind == DeadlineKind.CARRY_ON), ignore_conflicts=True),
    ]


def _stopping(workspaces: Sequence[Workspace]) -> Write:
    """Stop the clocks of one match by their questions; with several matches, look the clocks up first."""
    done = [clock.pk for work in workspaces for clock in work.rows.done]
    stopped = {work.match.pk: work.rows.stopped for work in workspaces}
    if len(stopped) == 1:
        ((match, questions),) = stopped.items()
        return _stop.later(match, questions, done)
    found = _open(stopped, set[str]().union(*stopped.values()))
    return _stop_these.later([*done, *(pk for pk, match, question in found if question in stopped[match])])


@kept_change
def _stop(match: int, questions: Iterable[str], done: Iterable[int]) -> Change:
    over = Q(pk__in=done) | Q(match=match, question__in=questions)
    return Change(Deadline.objects.open().filter(over), state=DeadlineState.DONE)


@kept
def _open(matches: Iterable[int], questions: Iterable[str]) -> QuerySet[Deadline, tuple[int, int, str]]:
    found = Deadline.objects.open().filter(match__in=matches, question__in=questions)
    return found.values_list("pk", "match", "question")


@kept_change
def _stop_these(clocks: Iterable[int]) -> Change:
    return Change(Deadline.objects.open().filter(pk__in=clocks), state=DeadlineState.DONE)


def _emails(workspaces: Sequence[Workspace]) -> list[Write]:
    """Queue emails, once for each reason; rename the question in those that haven't gone yet.

    So a question that goes on under a new name is emailed once, and not lost. The statement is sent even if
    there are no emails: others mustn't be able to tell whether somebody was asked ahead.
    """
    emails = [one.row(work.match, work.now) for work in workspaces for one in work.rows.notices]
    renamed = [(work.match.pk, *names) for work in workspaces for names in work.rows.renamed.items()]
    return [queue.to_write(emails), *(_ask_as.later(*one) for one in renamed)]


@kept_change
def _ask_as(match: int, old: str, new: str) -> Change:
    mine = Outbox.objects.unwritten().filter(match=match, question=old)
    return Change(mine.filter(kind__in=ASKING_IN_TURN), question=new)


# --- the game: what was asked for, the log, and what was answered in secret


def submissions(work: Workspace) -> list[Submission]:
    """Return the submissions, each with the numbers of the events it made."""
    for step, made in _made(work):
        if made:
            step.submission.first_event, step.submission.last_event = made[0].number, made[-1].number
    return [step.submission for step in work.steps]


def _made(work: Workspace) -> Iterator[tuple[Step, list[Record[Any]]]]:
    ends = [*[step.first for step in work.steps[1:]], len(work.draft.records)]
    for step, end in zip(work.steps, ends, strict=False):
        yield step, work.draft.records[step.first : end]


def log(work: Workspace) -> list[Event]:
    """Make the rows of new events, and update the match's row; the submissions must be written already."""
    owners: list[Submission | None] = [None] * len(work.draft.records)
    for step, made in _made(work):
        owners[step.first : step.first + len(made)] = [step.submission] * len(made)
    events = list(_events(work, owners))
    if events:
        work.match.version, work.match.head = events[-1].number, events[-1].digest
    return events


def _events(work: Workspace, owners: Iterable[Submission | None]) -> Iterator[Event]:
    digest = bytes.fromhex(work.match.head) if work.match.head else digests.root(work.match.commitment)
    for record, owner in zip(work.draft.records, owners, strict=True):
        event = row_of(work.match, record, work.secret, digest, submission=owner, at=work.now)
        digest = bytes.fromhex(event.digest)
        yield event


def row_of(match: Match, record: Record[Any], secret: bytes, before: bytes, **more: Any) -> Event:
    """Make the row of a record: its exact bytes, and its digest on the chain."""
    payload = canonical(record)
    blinding = digests.blind(secret, EventNumber(record.number))
    return new_row(
        Event,
        match=match,
        number=record.number,
        kind=kind_of(record.event),
        version=record.version,
        rules_version=match.rules.core.version,
        payload=payload,
        digest=digests.link(before, digests.leaf(blinding, payload)).hex(),
        **more,
    )


def sealed_answers(work: Workspace) -> list[SealedAnswer]:
    """Make the rows of sealed answers: those just given, and those that got a new name."""
    given = [
        _sealed_row(work, step.sealed, step.submission.command, step.submission)
        for step in work.steps
        if step.sealed
    ]
    return given + [
        _sealed_row(work, name, canonical(command).decode(), work.steps[0].submission)
        for name, command in work.relaid.items()
    ]


def _sealed_row(work: Workspace, name: QuestionName, command: str, submission: Submission) -> SealedAnswer:
    return SealedAnswer(
        match=work.match,
        seat=work.seats[name.seat],
        generation=work.seats[name.seat].generation,
        question=label(name),
        command=command,
        submission=submission,
        at=work.now,
    )
