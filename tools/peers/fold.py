"""Loading and folding a log of 300 events from SQLite."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tools.bench import part
from tools.peers.home import CONTESTANTS, PYTHON, printed, theirs
from tools.peers.rows import Row, in_turn

PLAIN = (
    "both read 300 rows of SQLite and fold them; theirs draws from a bag, ours has the events of Quartz, "
    "which hold more"
)
SNAPSHOT = (
    "unfair to us: theirs reads a snapshot and ten events. We keep none; a process that has the match in "
    "memory reads nothing"
)
BARE = "what SQLite, msgspec and Python take at least for a bag game, without Django and the rules"


def rows(seconds: float) -> Iterator[Row]:
    found = _measured(seconds)
    mine = found["ours"]
    for name, other, fair in (
        ("eventsourcing, no snapshot", "load", PLAIN),
        ("eventsourcing, a snapshot and ten events", "snapshot", SNAPSHOT),
        ("bare rows and msgspec", "bare", BARE),
    ):
        yield Row(
            f"300 events loaded and folded, {name}",
            f"{1000 * mine:.3f} ms",
            f"{1000 * found[other]:.3f} ms",
            found[other] / mine,
            fair,
        )


def _measured(seconds: float) -> dict[str, float]:
    folder = Path(tempfile.mkdtemp(prefix="quartz-peers-"))
    theirs_now: dict[str, Any] = {}

    def library(which: str) -> Callable[[], float]:
        def measure() -> float:
            if which == "load":
                theirs_now.update(theirs("event_log.py", _new(folder), seconds))
            return float(theirs_now[which])

        return measure

    try:
        url = f"sqlite:///{folder}/ours.sqlite3"
        part(url, "rows.prepare()")
        return in_turn(
            {
                "ours": lambda: float(part(url, _loads(seconds))["load"]),
                "load": library("load"),
                "snapshot": library("snapshot"),
                "bare": lambda: float(printed([str(PYTHON), *_bare(folder, seconds)])),
            }
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _loads(seconds: float) -> str:
    return f"from tools.peers.contestants import stored_match as one; one.loads({seconds})"


def _bare(folder: Path, seconds: float) -> list[str]:
    return [str(CONTESTANTS / "bare_rows.py"), _new(folder), str(seconds)]


def _new(folder: Path) -> str:
    return tempfile.mkdtemp(dir=folder)
