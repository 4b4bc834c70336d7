"""Golden games: whole recorded matches that every later version must replay to the same standing.

A file holds one match: a header line, then each record as the bytes that were hashed. The header says
where the match stands (sha256 of `standing`) after every 25th event and after the last.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.rules.kernel.codec import canonical, codec, written_out
from games.rules.kernel.events import Record
from games.rules.kernel.table import fold, played, standing
from games.rules.quartz import QUARTZ
from games.rules.quartz import events as e

FOLDER = Path(__file__).parent / "golden"
EVERY = 25

Log = Sequence[Record[Any]]


class Header(msgspec.Struct, frozen=True):
    game: str
    seats: int
    secret: str
    digests: dict[int, str]


def digests(records: Log) -> dict[int, str]:
    """Say where a log stands on the way and at the end."""
    stops = [*range(EVERY, len(records), EVERY), len(records)]
    return {
        stop: hashlib.sha256(standing(QUARTZ, fold(QUARTZ, records[:stop]))).hexdigest() for stop in stops
    }


def write(path: Path, seats: int, secret: bytes, records: Log) -> None:
    header = Header(QUARTZ.meta.slug, seats, secret.hex(), digests(records))
    lines = [written_out(header), *map(canonical, records)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def read(path: Path) -> tuple[Header, list[bytes], list[Record[Any]]]:
    """Give the header, the lines as they stand, and the records in them."""
    first, *lines = path.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Header), lines, [codec(QUARTZ).read(line) for line in lines]


# --- the ways a day can end

LAST_BUT_ONE: dict[type, str] = {
    e.LeftMine: "the last but one leaves",
    e.Mined: "the last but one digs up a second obsidian",
    e.Shared: "the last but one finds a second obsidian in the middle of a gimme_a_hand",
    e.ObsidianLanded: "the last but one is given a second obsidian",
    e.AccidentTaken: "the last but one saves the token",
}
ALONE = {
    "bonus": "alone, and takes the bonus",
    "stop": "alone, gives the bonus up, and stops in time",
    "all four": "alone, gives the bonus up, and draws all four",
    "accident": "alone, gives the bonus up, and has an accident",
}
WAYS = frozenset(LAST_BUT_ONE.values()) | frozenset(ALONE.values())


def endings(records: Log) -> Counter[str]:
    """Count in which ways the days of a match end."""
    return Counter(ending(day) for day in days(records))


def days(records: Log) -> Iterator[list[Any]]:
    """Give each day's events, from dawn till evening, what was rewound and time-ups left out."""
    day: list[Any] = []
    for record in played(records):
        if isinstance(record.event, e.DayBegan):
            day = []
        if isinstance(record.event, e.EveningFell):
            yield day
        if type(record.event) in QUARTZ.events:
            day.append(record.event)


def ending(day: Sequence[Any]) -> str:
    kinds = [type(event) for event in day]
    if e.AloneInside in kinds:
        after = kinds[kinds.index(e.AloneInside) :]
        if e.BonusGivenUp not in after:
            return ALONE["bonus"]
        if e.AccidentHappened in after:
            return ALONE["accident"]
        return ALONE["all four" if after.count(e.Mined) == 4 else "stop"]
    before = [kind for kind in kinds if kind not in (e.StayedLast, e.AccidentHappened)]
    return LAST_BUT_ONE[before[-1]]
