"""The rows of what has happened in a workspace: what was asked for, the log, and sealed answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.models import Event, Match, SealedAnswer, Submission
from games.play.diff import label
from games.play.workspace import Step, Workspace
from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber


def submissions(work: Workspace) -> list[Submission]:
    """Give what was asked for, each with the numbers of the events it made."""
    for step, made in _made(work):
        if made:
            step.submission.first_event, step.submission.last_event = made[0].number, made[-1].number
    return [step.submission for step in work.steps]


def _made(work: Workspace) -> Iterator[tuple[Step, list[Record[Any]]]]:
    ends = [*[step.first for step in work.steps[1:]], len(work.draft.records)]
    for step, end in zip(work.steps, ends, strict=False):
        yield step, work.draft.records[step.first : end]


def log(work: Workspace) -> list[Event]:
    """Make the rows of what has happened, and bring the match up to date; submissions are written."""
    owners: list[Submission | None] = [None] * len(work.draft.records)
    for step, made in _made(work):
        owners[step.first : step.first + len(made)] = [step.submission] * len(made)
    events = list(_events(work, owners))
    if events:
        work.match.version, work.match.head = events[-1].number, events[-1].digest
    work.match.awaited = work.waited_for()
    return events


def _events(work: Workspace, owners: Iterable[Submission | None]) -> Iterator[Event]:
    digest = bytes.fromhex(work.match.head) if work.match.head else chain.root(work.match.commitment)
    for record, owner in zip(work.draft.records, owners, strict=True):
        event = row_of(work.match, record, work.secret, digest)
        digest = bytes.fromhex(event.digest)
        event.submission, event.at = owner, work.now
        yield event


def row_of(match: Match, record: Record[Any], secret: bytes, before: bytes) -> Event:
    """Make the row of a record: its exact bytes, and its digest on the chain."""
    payload = canonical(record)
    blinding = chain.blind(secret, EventNumber(record.number))
    return Event(
        match=match,
        number=record.number,
        kind=kind_of(record.event),
        version=record.version,
        rules_version=match.rules.core.version,
        payload=payload,
        digest=chain.link(before, chain.leaf(blinding, payload)).hex(),
    )


def sealed_answers(work: Workspace) -> list[SealedAnswer]:
    """Make the rows of answers that lie sealed: those just given, and those under a new name."""
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
