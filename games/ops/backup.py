"""Copying a SQLite database while it is in use, and restoring a copy. For PostgreSQL there is pg_dump."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from games.infra import locks
from games.rules.tools.shelf import ToolError

BESIDE = ("-wal", "-shm", "-journal")
#: If the last tick is younger than two ticks of the beat, the site using this database is running.
LIVELY = timedelta(seconds=10)


def database() -> Path:
    """Return the file of the site's database; raise ToolError for another kind."""
    found = settings.DATABASES["default"]
    if "sqlite" not in found["ENGINE"]:
        raise ToolError("this site uses PostgreSQL: use pg_dump, as docs/operations.md describes")
    name = str(found["NAME"])
    if ":memory:" in name or "mode=memory" in name:
        raise ToolError("this database is in memory, so there is no file to back up")
    return Path(name)


def back_up(source: Path, target: Path, *, force: bool = False) -> int:
    """Copy a database as at one moment, even under load; return its size. Raise ToolError or OSError."""
    if not source.is_file():
        raise ToolError(f"there is no database {source}")
    if target.exists() and (target.is_dir() or target.samefile(source)):
        raise ToolError(f"{target} can't be used as the file for a backup")
    if target.exists() and not force:
        raise ToolError(f"{target} already exists; --force overwrites it")
    part = target.with_name(f"{target.name}.part")
    try:
        _copy(source, part)
        os.replace(part, target)
    finally:
        _remove(part)
    _sync(target.parent)
    return target.stat().st_size


def restore(source: Path, target: Path, now: datetime, *, force: bool = False) -> Path | None:
    """Restore a backup; return where the old database was moved to. Raise ToolError or OSError."""
    if not source.is_file():
        raise ToolError(f"there is no backup {source}")
    if target.exists() and target.samefile(source):
        raise ToolError(f"{source} is the site's database itself")
    if target.exists() and not force:
        raise ToolError(f"{target} already exists; --force moves it aside")
    connections.close_all()
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    try:
        _copy(source, part)
        with _alone(target, now):
            _copy_permissions(part, target)
            aside = _move_aside(target, now)
            os.replace(part, target)
    finally:
        _remove(part)
    _sync(target.parent)
    return aside


def needs_migration() -> bool:
    """Tell whether the database was written by an earlier version."""
    executor = MigrationExecutor(connections["default"])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _copy(source: Path, target: Path) -> None:
    """Copy with SQLite's own backup in one step, and check that the copy is intact; raise ToolError."""
    _remove(target)
    target.touch(mode=0o600)  # it holds the secrets of matches
    try:
        with closing(_open(source, "ro")) as old, closing(_open(target, "rw")) as new:
            # In one step: copied page by page, it would start over with every move that is made.
            old.backup(new, pages=-1)
            new.execute("PRAGMA journal_mode=DELETE")
            _check(new, source)
    except sqlite3.DatabaseError as error:
        raise ToolError(f"{source} can't be copied: {error}") from None
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=20)


def _check(copy: sqlite3.Connection, source: Path) -> None:
    said = [row[0] for row in copy.execute("PRAGMA integrity_check(3)")]
    if said != ["ok"]:
        raise ToolError(f"{source} is damaged: {said[0]}")
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        raise ToolError(f"{source} is damaged: some rows point to rows that don't exist")
    tables = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"django_migrations", "games_match", "games_event"} <= tables:
        raise ToolError(f"{source} is not a database of this site")


@contextlib.contextmanager
def _alone(target: Path, now: datetime) -> Iterator[None]:
    """Make sure, as far as possible, that nobody has the database open; raise ToolError.

    Between two moves a running site holds nothing open, so its last tick is checked too.
    """
    if not target.exists():
        yield
        return
    with contextlib.ExitStack() as line:
        try:
            line.enter_context(locks.in_line(str(target), patient=False))
        except BlockingIOError:
            raise ToolError(_in_use(target, "someone is writing to it")) from None
        _nobody_has_it_open(target, now)
        yield


def _nobody_has_it_open(target: Path, now: datetime) -> None:
    """Raise ToolError if another process has it open. Only the last connection can leave WAL mode."""
    try:
        with closing(sqlite3.connect(target, timeout=0)) as last:
            _look_at_tick(target, last, now)
            (mode,) = last.execute("PRAGMA journal_mode=DELETE").fetchone()
            if mode != "delete":
                raise ToolError(_in_use(target, "a connection is open"))
    except sqlite3.OperationalError as error:
        raise ToolError(_in_use(target, str(error))) from None
    except sqlite3.DatabaseError:
        return  # damaged beyond reading: all the more reason to restore a backup


def _look_at_tick(target: Path, database: sqlite3.Connection, now: datetime) -> None:
    """Raise ToolError if the site was at work within seconds."""
    known = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'games_heartbeat'").fetchone()
    (at,) = database.execute("SELECT max(at) FROM games_heartbeat").fetchone() if known else (None,)
    age = now - datetime.fromisoformat(f"{at}+00:00") if at else LIVELY
    if timedelta(0) <= age < LIVELY:
        raise ToolError(_in_use(target, f"the last sweep was {age.total_seconds():.0f} s ago"))


def _in_use(target: Path, sign: str) -> str:
    return f"{target} is in use ({sign}): stop web, worker, beat and sweep first"


def _copy_permissions(part: Path, target: Path) -> None:
    """Give the copy the old database's mode, user and group, but no access for anybody else."""
    if target.exists():
        old = target.stat()
        with contextlib.suppress(PermissionError):
            os.chown(part, old.st_uid, old.st_gid)
        part.chmod(old.st_mode & 0o770)


def _move_aside(target: Path, now: datetime) -> Path | None:
    if not target.exists():
        return None
    aside = target.with_name(f"{target.name}.before-{now:%Y%m%dT%H%M%S}")
    os.replace(target, aside)
    for ending in BESIDE:
        Path(f"{target}{ending}").unlink(missing_ok=True)
    return aside


def _remove(path: Path) -> None:
    for ending in ("", *BESIDE):
        Path(f"{path}{ending}").unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Flush the renaming to disk too, in case the power fails."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
