"""Measure whether a move, a page and a sweep slow down as events add up: `python -m tools.bench_events`.

On a PostgreSQL of its own for each number of events, filled by `tools.many_events` and removed afterwards.
See docs/scale.md.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from quartz_site.local.postgres import postgres
from tools.bench import part

MATCHES = 200  # each measured once: what is read of it was read by nobody before
START = "rows.prepare(); from tools import bench_events as it; "


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure moves, pages and sweep beside few events and many.")
    parser.add_argument("--events", type=int, nargs="+", default=[100_000, 10_000_000])
    parser.add_argument(
        "--partitions", type=int, default=0, help="divide the events by match into so many tables"
    )
    args = parser.parse_args()
    found = {number: measured(number, args.partitions) for number in args.events}
    for line in found[args.events[0]]:
        print(f"{line:44}" + "".join(f"{each[line]:>16,.2f}" for each in found.values()), flush=True)
    return 0


def measured(number: int, partitions: int) -> dict[str, float]:
    folder = Path(tempfile.mkdtemp(prefix="quartz-bench-"))
    try:
        with postgres(folder) as url:
            began = time.monotonic()
            part(url, f"{START}it.fill({number}, {partitions})")
            filled = time.monotonic() - began
            return {**part(url, "from tools import bench_events as it; it.look()"), "seconds to fill": filled}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fill(number: int, partitions: int) -> None:
    from django.utils import timezone

    from tools import many_events, partitioned_events

    if partitions:
        partitioned_events.divide(partitions)
    many_events.fill(number, timezone.now())


def look() -> None:
    """Print everything as JSON: sizes, and the middle of what a move, a page and a sweep take."""
    print(json.dumps({**sizes(), **plans(), **moves(), **pages(), **sweeps()}))


# --- sizes


def sizes() -> dict[str, float]:
    from games.models import Event, Match

    events, matches = Event.objects.count(), Match.objects.count()
    heap, indexes = _bytes_of("pg_table_size"), _bytes_of("pg_indexes_size")
    (everything,) = _one("SELECT pg_database_size(current_database())")
    (payload,) = _one("SELECT avg(length(payload)) FROM games_event TABLESAMPLE SYSTEM (1)")
    return {
        "events": events,
        "matches": matches,
        "bytes of an event's payload": float(payload),
        "bytes of an event": heap / events,
        "bytes of its index entries": indexes / events,
        "GB of events with indexes": (heap + indexes) / 1e9,
        "GB of the database": everything / 1e9,
    }


def _bytes_of(what: str) -> float:
    """Add up a table and the parts it may have."""
    parts = "SELECT relid FROM pg_partition_tree('games_event') UNION SELECT 'games_event'::regclass"
    (found,) = _one(f"SELECT sum({what}(relid)) FROM ({parts}) part")
    return float(found)


def _one(statement: str, *values: object) -> tuple[Any, ...]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return tuple(cursor.fetchone())


# --- plans


def plans() -> dict[str, float]:
    """Explain how the log of a match is read: the pages of the table it is on, and how it is found."""
    from tools.many_events import some

    found = [_explained(match.pk) for match in some(20, seed=2)]
    return {
        "pages read for a whole log": median(pages for pages, _, _ in found),
        "ms of the server for it": median(took for _, took, _ in found),
        "looked up by an index (1: always)": float(all(by_index for _, _, by_index in found)),
    }


def _explained(match: int) -> tuple[int, float, bool]:
    asked = "SELECT number, payload FROM games_event WHERE match_id IN (%s) ORDER BY match_id, number"
    (told,) = _one(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {asked}", match)
    plan = told[0]["Plan"] if isinstance(told, list) else json.loads(told)[0]["Plan"]
    execution = (told if isinstance(told, list) else json.loads(told))[0]["Execution Time"]
    return (
        plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
        execution,
        "Seq Scan" not in json.dumps(plan),
    )


# --- what is done


@dataclass(frozen=True)
class Took:
    """Milliseconds this process was at work for something, and its server, and how long both took."""

    here: float
    server: float
    wall: float


def timed(do: Callable[[], object]) -> Took:
    began, worked, served = time.perf_counter(), time.process_time(), at_work()
    do()
    took = (time.process_time() - worked, at_work() - served, time.perf_counter() - began)
    return Took(*(1000 * one for one in took))


def at_work() -> float:
    """Tell how many seconds our session of the server has been at work, whoever else is."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def told(name: str, took: list[Took]) -> dict[str, float]:
    walls = sorted(one.wall for one in took)
    return {
        f"{name}: ms of CPU here": median(one.here for one in took),
        f"{name}: ms of CPU of the server": median(one.server for one in took),
        f"{name}: ms": median(walls),
        f"{name}: ms, p99": walls[int(0.99 * len(walls))],
    }


def moves() -> dict[str, float]:
    """Read the log of each match as a process that never saw it, then make a move."""
    from django.utils import timezone

    from games import play
    from games.play import history
    from tools.bench_rows import wish
    from tools.many_events import some

    dice, reads, done = random.Random(1), [], []
    log_before, sizes_before = _log_of_writes(), _written()
    for match in some(MATCHES):
        history.memo.clear()
        reads.append(timed(lambda match=match: history.load(match)))  # type: ignore[misc]
        asked = wish(match, dice)
        done.append(timed(lambda asked=asked: play.submit(asked, timezone.now())))  # type: ignore[misc]
    made = len(done)
    return {
        **told("log read and folded", reads),
        **told("a move", done),
        "events of a move": (_written() - sizes_before) / made,
        "bytes of WAL of a move": (_log_of_writes() - log_before) / made,
    }


def _written() -> int:
    from games.models import Match

    return sum(Match.objects.values_list("version", flat=True))


def _log_of_writes() -> int:
    (found,) = _one("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
    return int(found)


def pages() -> dict[str, float]:
    """Open the page of each match as one of its players, in a process that never saw it."""
    from django.conf import settings
    from django.test import Client

    from games.models import Player
    from games.play import history
    from tools.bench_page import sign_in
    from tools.many_events import some

    logging.disable()  # nobody reads it, and writing it would count
    settings.ALLOWED_HOSTS = ["testserver"]
    took = []
    for match in some(MATCHES, seed=3):
        client = Client()
        sign_in(client, Player.objects.get(seats__match=match, seats__number=0))
        history.memo.clear()
        took.append(timed(lambda: client.get(f"/m/{match.public_id}/")))  # noqa: B023
    return told("page of a match", took)


def sweeps() -> dict[str, float]:
    """Sweep when nothing is due: the emails of the moves just made wait for tomorrow."""
    from django.utils import timezone

    from games.models import Outbox
    from games.ops.sweep import sweep

    Outbox.objects.filter(state="queued").update(send_after=timezone.now() + timedelta(days=1))
    sweep(timezone.now())
    return told("a sweep that finds nothing", [timed(lambda: sweep(timezone.now())) for _ in range(30)])


if __name__ == "__main__":
    raise SystemExit(main())
