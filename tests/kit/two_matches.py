"""Two matches that differ only in what one seat may not know, to compare what that seat is shown."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext

from games.models import Deadline, Event, Match, MatchSecret, Order, Outcome, SealedAnswer, Seat, Submission
from games.models.match import new_public_id
from games.play import history
from games.play.writer import row_of
from games.present.match_names import tag
from games.rules.kernel import chain
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import Record
from games.rules.kernel.seats import Onlooker
from games.rules.kernel.seats import Seat as SeatNumber
from tests.kit.cast import browser
from tests.titles.quartz.worlds import other_world

#: What differs between any two matches and renderings and reveals nothing: compared by length.
COVERED = (
    re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+'),
    re.compile(r'(?<=name="press" value=")[^"]+'),
    re.compile(r'(?<=name="key" value=")[^"]+'),  # of the form that opens a match
    re.compile(r"(?<=\A/m/)[\w-]+(?=/\Z)"),  # the redirect to a match opened just now
    re.compile(r'(?<="challenge": ")[^"]+'),  # for a new passkey to sign
    re.compile(r"(?<=\?line=)[a-z2-7]{16}"),
    re.compile(r'(?<=name="moment" value=")[^"]+'),  # two event numbers, compared elsewhere, and a signature
    re.compile(r'(?<=value="yes rewind )[^"]+'),
)
SECRET = bytes(range(32))


def other_match(found: Match, reader: Seat | Onlooker, dice: random.Random, tell: Any = None) -> Match | None:
    """Create the other world of a match for a seat or an onlooker, as rows; None if there is none."""
    found.refresh_from_db()
    records, _ = history.load(found)
    eyes = SeatNumber(reader.number) if isinstance(reader, Seat) else reader
    log = (tell or other_world)(records, eyes, dice)
    if log is None or [one.event for one in log] == [one.event for one in records]:
        return None
    return _stored(found, log)


def _stored(found: Match, log: list[Record[Any]]) -> Match:
    commitment = chain.commitment(SECRET)
    opened = msgspec.structs.replace(log[0].event, commitment=commitment)
    told = [msgspec.structs.replace(log[0], event=opened), *log[1:]]
    other = Match.objects.get(pk=found.pk)
    other.pk, other.commitment = None, commitment
    other.public_id = new_public_id()
    other._state.adding = True
    other.save()
    MatchSecret.kept.create(match=other, secret=SECRET)
    seats = {}
    for seat in Seat.objects.filter(match=found).order_by("number"):
        seat.pk, seat.match, seat._state.adding = None, other, True
        seat.save()
        seats[seat.number] = seat
    times = dict(Event.objects.filter(match=found).values_list("number", "at"))
    write_log(other, told, SECRET, {number: Event(at=moment) for number, moment in times.items()})
    _copied(Deadline, found, other, seats)
    _copied(Submission, found, other, seats)
    _copied(Order, found, other, seats)
    _copied(SealedAnswer, found, other, seats)
    other.refresh_from_db()
    assert Event.objects.filter(match=other).count() == other.version
    return other


def write_log(
    match: Match, log: Sequence[Record[Any]], secret: bytes, told: Mapping[int, Event] | None = None
) -> None:
    """Write a whole log into rows, and its head into its match.

    Each event keeps the submission and the time of the event it replaces.
    """
    digest, events = chain.root(match.commitment), []
    for record in log:
        events.append(row_of(match, codec(match.rules).read(canonical(record)), secret, digest))
        digest = bytes.fromhex(events[-1].digest)
    for event in events:
        if (before := (told or {}).get(event.number)) is not None:
            event.submission_id, event.at = before.submission_id, before.at
    Event.objects.bulk_create(events)
    Match.objects.filter(pk=match.pk).update(head=digest.hex())


def _copied(model: Any, found: Match, other: Match, seats: dict[int, Seat]) -> None:
    """Copy rows of everyone or of the reader; what others sent is never compared."""
    rows = list(model.objects.filter(match=found).order_by("pk"))
    for row in rows:
        row.pk, row.match, row._state.adding = None, other, True
        if isinstance(getattr(row, "seat", None), Seat):
            row.seat = seats[row.seat.number]
        if isinstance(row, Submission) and row.outcome != Outcome.REFUSED:
            row.order = None
    model.objects.bulk_create(rows)


@dataclass(frozen=True)
class Answer:
    """A response, with parts that may differ replaced by their length."""

    status: int
    content: str
    headers: dict[str, str]
    queries: int


def asked(found: Match, reader: Seat, rest: str = "", sent: dict[str, Any] | None = None) -> Answer:
    """Request a page as that reader, with cold caches, and cover what may differ."""
    history.memo.clear()
    reset_queries()  # Django keeps a limited number, and warns beyond it
    client = browser(reader.player)
    address = f"/m/{found.public_id}/{rest}"
    with CaptureQueriesContext(connection) as queries:
        got = client.get(address) if sent is None else client.post(address, sent)
    return Answer(
        got.status_code,
        covered(got.content.decode(), found),
        {name: covered(value, found) for name, value in got.headers.items()},
        len(queries),
    )


def covered(text: str, found: Match) -> str:
    text = text.replace(found.public_id, f"id of {len(found.public_id)}")
    text = re.sub(rf"\b{tag(found)}\b", "TAG", text)  # the start of its id
    for pattern in COVERED:
        text = pattern.sub(lambda match: f"{len(match[0])} letters", text)
    return text
