"""Importing a log from a file to look at: it becomes a scratch match of its own that nobody plays."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from games.infra.locks import writing
from games.models import Event, Match, MatchSecret, MatchStatus, Seat
from games.rules import logfile
from games.rules.kernel import chain
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Opened
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import AFTERWARDS, EventNumber
from games.rules.tools import logs, shelf, verify_log, walk
from games.rules.tools.shelf import ToolError


def import_log(path: Path, now: datetime) -> Match:
    """Make a scratch match from a log for everybody; raise ToolError, HistoryBroken, TooNew or OSError."""
    data = logs.data_of(path)
    rules, log = logs.load(data, path, shelf.CATALOGUE)
    if log.reader is not AFTERWARDS or log.header.secret is None:
        raise ToolError(
            f"{path} is not a complete log: only a log for everybody that includes the match's secret is"
        )
    _check_chance(data)
    secret = bytes.fromhex(log.header.secret)
    opened = logfile.opening(rules, log)
    words = _words(log.header.words, opened)
    records = logfile.records(rules, log)
    walk.replay(rules, records)
    over = rules.core.outcome(fold(rules, records).state) is not None
    events = _events(rules, log, secret, now)
    match = Match(
        game=rules.meta.slug,
        options=opened.options,
        status=MatchStatus.OVER if over else MatchStatus.CLOSED,
        commitment=opened.commitment,
        version=len(events),
        head=events[-1].digest,
        is_scratch=True,
        created_at=now,
    )
    _write(match, secret, words, events)
    return match


def _check_chance(data: bytes) -> None:
    try:
        verify_log.check(io.BytesIO(data))
    except verify_log.InvalidLog as wrong:
        raise HistoryBroken(str(wrong)) from None


def _words(words: tuple[str, ...] | None, opened: Opened) -> tuple[str, ...]:
    """Return the players' words that the opening is bound to; raise ToolError if they are missing."""
    if words is None and any(opened.words):
        raise ToolError("the file doesn't contain the players' words, and its first event depends on them")
    return words or ("",) * opened.seats


def _events(rules: AnyRules, log: logfile.Log, secret: bytes, now: datetime) -> list[Event]:
    """Make event rows from the bytes unchanged, with digests computed again from the log's own secret."""
    digest, blind, rows = chain.root(log.header.commitment), chain.blinds(secret), []
    for line in log.events:
        assert isinstance(line, logfile.Whole)
        payload = bytes(line.record)
        held: dict[str, Any] = msgspec.json.decode(payload)
        digest = chain.link(digest, chain.leaf(blind(EventNumber(line.number)), payload))
        if digest.hex() != line.digest:
            raise HistoryBroken(f"event {line.number} doesn't match the chain")
        rows.append(
            Event(
                number=line.number,
                kind=held["event"]["kind"],
                version=held["version"],
                rules_version=log.header.rules,
                payload=payload,
                digest=line.digest,
                at=now,
            )
        )
    return rows


def _write(match: Match, secret: bytes, words: tuple[str, ...], events: list[Event]) -> None:
    with writing():
        match.save()
        MatchSecret.kept.create(match=match, secret=secret)
        Seat.objects.bulk_create(
            Seat(match=match, number=number, words=said) for number, said in enumerate(words)
        )
        for event in events:
            event.match = match
        Event.objects.bulk_create(events)
