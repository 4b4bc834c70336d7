"""The rows of what has happened at a desk: what was asked for, the log, and what lies sealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.models import Event, Match, SealedAnswer, Submission
from games.play.diff import label
from games.play.workspace import Deed, Desk
from games.rules.kernel import chain
from games.rules.kernel.codec import canonical
from games.rules.kernel.events import Record, kind_of
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber


def submissions(desk: Desk) -> list[Submission]:
    """Give what was asked for, each with the numbers of the events it made."""
    for deed, made in _made(desk):
        if made:
            deed.submission.first_event, deed.submission.last_event = made[0].number, made[-1].number
    return [deed.submission for deed in desk.deeds]


def _made(desk: Desk) -> Iterator[tuple[Deed, list[Record[Any]]]]:
    ends = [*[deed.first for deed in desk.deeds[1:]], len(desk.draft.records)]
    for deed, end in zip(desk.deeds, ends, strict=False):
        yield deed, desk.draft.records[deed.first : end]


def log(desk: Desk) -> list[Event]:
    """Make the rows of what has happened, and bring the match up to date; submissions are written."""
    owners: list[Submission | None] = [None] * len(desk.draft.records)
    for deed, made in _made(desk):
        owners[deed.first : deed.first + len(made)] = [deed.submission] * len(made)
    events = list(_events(desk, owners))
    if events:
        desk.match.version, desk.match.head = events[-1].number, events[-1].digest
    desk.match.awaited = desk.waited_for()
    return events


def _events(desk: Desk, owners: Iterable[Submission | None]) -> Iterator[Event]:
    digest = bytes.fromhex(desk.match.head) if desk.match.head else chain.root(desk.match.commitment)
    for record, owner in zip(desk.draft.records, owners, strict=True):
        event = row_of(desk.match, record, desk.secret, digest)
        digest = bytes.fromhex(event.digest)
        event.submission, event.at = owner, desk.now
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


def sealed_answers(desk: Desk) -> list[SealedAnswer]:
    """Make the rows of answers that lie sealed: those just given, and those under a new name."""
    given = [
        _sealed_row(desk, deed.sealed, deed.submission.command, deed.submission)
        for deed in desk.deeds
        if deed.sealed
    ]
    return given + [
        _sealed_row(desk, name, canonical(command).decode(), desk.deeds[0].submission)
        for name, command in desk.relaid.items()
    ]


def _sealed_row(desk: Desk, name: QuestionName, command: str, submission: Submission) -> SealedAnswer:
    return SealedAnswer(
        match=desk.match,
        seat=desk.seats[name.seat],
        generation=desk.seats[name.seat].generation,
        question=label(name),
        command=command,
        submission=submission,
        at=desk.now,
    )
