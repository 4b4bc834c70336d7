"""Golden games: whole recorded matches that every later version must replay to the same standing.

A file holds one match: a header line, then each record as the bytes that were hashed. The header says
where the match stands (sha256 of `standing`) after every 25th event and after the last.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.rules.kernel.codec import canonical, codec, written_out
from games.rules.kernel.events import Record
from games.rules.kernel.table import fold, standing
from games.rules.quartz_cards import QUARTZ_CARDS

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
    tables = {stop: fold(QUARTZ_CARDS, records[:stop]) for stop in stops}
    return {stop: hashlib.sha256(standing(QUARTZ_CARDS, table)).hexdigest() for stop, table in tables.items()}


def write(path: Path, seats: int, secret: bytes, records: Log) -> None:
    header = Header(QUARTZ_CARDS.meta.slug, seats, secret.hex(), digests(records))
    lines = [written_out(header), *map(canonical, records)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def read(path: Path) -> tuple[Header, list[bytes], list[Record[Any]]]:
    """Give the header, the lines as they stand, and the records in them."""
    first, *lines = path.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Header), lines, [codec(QUARTZ_CARDS).read(line) for line in lines]
