"""Matches of the toy for tests that need a log, and ways to write altered logs."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.rules import logfile
from games.rules.kernel import chain
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.seats import AFTERWARDS, EventNumber, Reader
from games.rules.match_in_memory import MatchInMemory
from tests.toy import MAGPIES
from tests.toy import rules as toy

SECRET = bytes(range(32))
WORDS = ["a stone", "", "żółw\nand a second line"]

#: Values to put where others belong.
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**53,
    10**40,
    1.5,
    "",
    "\ud800",
    "once 1",
    [],
    [[]],
    {},
    {"to": -1},
    [None],
]

Match = MatchInMemory[Any, Any, Any, Any, Any, Any]
Raw = dict[str, Any]


def _busy(draft: Any, question: Any, seat: Any, command: Any) -> None:
    """Reshuffle a little at every theft, so that logs hold puts and one-use urns too."""
    if isinstance(command, toy.Snatch) and question.kind == "turn":
        draft.pick({"sun": 1, "rain": 3})
        for _ in range(min(2, sum(draft.state.urns["deck"].values()))):
            draft.draw("deck")
        draft.put("deck", {"bead": 1})
        draft.put("feathers", {"black": 1, "white": 2})
    toy.decide(draft, question, seat, command)


BUSY: AnyRules = MAGPIES.changed(decide=_busy)


def move(match: Match, dice: random.Random) -> None:
    """Make one move, sometimes one that nobody waits for."""
    asked = match.questions()
    unasked = [name for name, one in asked.items() if not one.awaited]
    unasked = [name for name in unasked if match.rules.core.choices(match.table.state, asked[name])]
    name = dice.choice(unasked) if unasked and dice.random() < 0.1 else match.awaited()[0]
    command = match.rules.robots["random"](match.view(name.seat), asked[name], dice)
    match.give(name, name.seat, command)


@functools.cache
def finished(seats: int = 3, seed: int = 18, rules: AnyRules = BUSY) -> Match:
    """Play a match to its end, with players' words, a timeout, and a rewind over draws. Don't modify it."""
    match: Match = MatchInMemory.begin(rules, seats, SECRET, words=WORDS[:seats])
    dice = random.Random(seed)
    for _ in range(seats + 2):
        move(match, dice)
    back = match.table.number
    for _ in range(6):
        move(match, dice)
    match.rewind(back)
    match.time_up(match.awaited()[0])
    while match.awaited():
        move(match, dice)
    assert match.rules.core.outcome(match.table.state)
    return match


def lines(match: Match, reader: Reader = AFTERWARDS) -> list[bytes]:
    """Write a match's file for a reader."""
    records = logfile.stored(match.records)
    return list(logfile.write(match.rules, records, match.secret, match.words, reader))


def rewritten(match: Match, change: Callable[[list[Raw]], None], words: Sequence[str] | None = None) -> bytes:
    """Write a match with changed records and a new chain, as only the service could."""
    raws = [json.loads(record) for record in logfile.stored(match.records)]
    change(raws)
    encoded = [msgspec.json.encode(raw) for raw in raws]
    said = match.words if words is None else words
    return b"".join(logfile.write(match.rules, encoded, match.secret, said, AFTERWARDS))


def chained(change: Callable[[list[Raw]], None], junk: tuple[bytes, bytes] = (b"", b"")) -> bytes:
    """Write the finished match with a valid chain over changed records, which no codec checks.

    `junk`: bytes to replace, and their replacement.
    """
    match = finished()
    raws = [json.loads(record) for record in logfile.stored(match.records)]
    change(raws)
    out, digest = [lines(match)[0]], chain.root(match.table.opened.commitment)
    for number, raw in enumerate(raws, 1):
        record, blind = json.dumps(raw).encode(), chain.blind(SECRET, EventNumber(number))
        record = record.replace(*junk) if junk[0] else record
        digest = chain.link(digest, chain.leaf(blind, record))
        out.append(
            b'{"number":%d,"digest":"%b","blind":"%b","record":%b}\n'
            % (number, digest.hex().encode(), blind.hex().encode(), record)
        )
    return b"".join([*out, b'{"end":%d,"digest":"%b"}\n' % (len(raws), digest.hex().encode())])


def first(raws: Sequence[Raw], kind: str) -> Raw:
    """Find the first record of a kind."""
    return next(raw for raw in raws if raw["event"]["kind"] == kind)


def with_draws(raws: Sequence[Raw]) -> list[Raw]:
    return [raw for raw in raws if raw["draws"]]
