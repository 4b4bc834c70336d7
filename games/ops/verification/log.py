"""Check a match's log: columns, chain, chance and fold."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import msgspec

from games.models import MatchStatus
from games.ops.verification.rows import Rows
from games.rules import logfile
from games.rules.kernel.codec import codec
from games.rules.kernel.events import Record
from games.rules.kernel.fold import fold
from games.rules.kernel.questions import Question
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS, EventNumber
from games.rules.kernel.table import Table
from games.rules.tools import verify_log, walk
from games.rules.tools.shelf import CATALOGUE

AnyTable = Table[Any, Any]


def check_game(rows: Rows) -> None:
    """Raise HistoryBroken for a game this version doesn't have."""
    if rows.match.game not in CATALOGUE:
        raise HistoryBroken(f"this site has no game {rows.match.game!r}")


def in_columns(rows: Rows) -> Iterator[str]:
    """Compare the columns of each event with its payload."""
    for event in rows.events:
        try:
            held = msgspec.json.decode(bytes(event.payload))
            said = (held["number"], held["version"], held["event"]["kind"])
        except (msgspec.MsgspecError, RecursionError, LookupError, TypeError):
            raise HistoryBroken(f"the payload of event {event.number} can't be read") from None
        beside = (event.number, event.version, event.kind)
        if said != beside:
            yield f"event {event.number} is stored as {beside}, but its payload says {said}"


def never_begun(rows: Rows) -> Iterator[str]:
    if rows.match.status not in (MatchStatus.LOBBY, MatchStatus.CLOSED):
        yield f"it is {rows.match.status} but has no events"
    if rows.match.head or rows.match.awaited:
        yield "it has a head or waits for someone, but has no events"


def follow(rows: Rows) -> AnyTable:
    """Follow chain, urns and dice from the commitment, and fold; raise HistoryBroken, InvalidLog, TooNew."""
    rules, payloads = rows.match.rules, rows.payloads
    words = [rows.seats[number].words for number in sorted(rows.seats)]
    lines = list(logfile.write(rules, payloads, rows.secret, words, AFTERWARDS))
    verify_log.check(io.BytesIO(b"".join(lines)))
    _check_binding(rows, lines)
    records = _records(rows)
    walk.replay(rules, records)
    return fold(rules, records)


def _records(rows: Rows) -> list[Record[Any]]:
    return [codec(rows.match.rules).read(payload) for payload in rows.payloads]


def opening_events(rows: Rows, question: Question) -> Iterator[EventNumber]:
    """Yield the events that opened a question and those it replaced: one email asked all of them."""
    yield question.opened
    if question.replaces is None:  # the usual case: no need to walk through the log
        return
    states = (state for _, _, state in walk.states(rows.match.rules, _records(rows)))
    asked = (
        one for state in states for one in rows.match.rules.core.open(state) if one.seat == question.seat
    )
    before = {one.opened: one.replaces for one in asked}
    opened = before[question.opened]
    while opened is not None:
        yield opened
        opened = before[opened]


def _check_binding(rows: Rows, lines: list[bytes]) -> None:
    """Compare the stored digests and the match's commitment with those just computed."""
    if msgspec.json.decode(lines[0])["commitment"] != rows.match.commitment:
        raise HistoryBroken("event 1, the opening, has a different commitment from the match")
    for event, line in zip(rows.events, lines[1:-1], strict=True):
        if event.digest != msgspec.json.decode(line, type=logfile.Whole).digest:
            raise HistoryBroken(f"event {event.number} doesn't match the chain")
