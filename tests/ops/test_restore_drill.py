"""The drill of docs/operations.md: a copy taken while moves are made comes back whole, and is played on."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.ops import backup
from quartz_site.local.postgres import wheel_programs
from tests.kit.commands import Own, sqlite
from tests.kit.own_databases import OwnDatabases, own_databases
from tests.kit.waiting import LONG
from tests.ops.drill import assert_nothing_lost, assert_sound_and_plays_on, playing


def folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


def test_a_sqlite_backup_taken_under_load_comes_back_whole_and_is_played_on(tmp_path):
    own = sqlite(folder(tmp_path, "live"))
    copies = [tmp_path / f"copy-{n}.sqlite3" for n in range(2)]
    with playing(own) as players:
        before = []
        for copy in copies:
            # Called at once: while a command starts, more is played than it could lose.
            before.append(players.play_more(30))
            backup.back_up(tmp_path / "live" / "db.sqlite3", copy)
        at_kill = players.play_more(20)
    assert_nothing_lost(own, at_kill)
    assert ", 0 faults" in own.manage("verify_matches"), "killed outright, and sound"
    for number, (copy, acknowledged) in enumerate(zip(copies, before, strict=True)):
        restored = Own(f"sqlite:///{folder(tmp_path, f'restored-{number}')}/db.sqlite3")
        assert ", 0 faults" in restored.manage("restore", copy)
        assert_nothing_lost(restored, acknowledged)
    assert_sound_and_plays_on(restored)


# --- PostgreSQL


def program(name: str) -> str:
    """Find a client program that is at least as new as the server."""
    here = wheel_programs() / "bin" / name
    found = str(here) if here.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"NO {name} HERE: the restore drill on PostgreSQL was NOT run")
    return found


@pytest.fixture
def databases() -> Iterator[OwnDatabases]:
    with own_databases() as made:
        yield made


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr


def test_a_dump_of_postgresql_taken_under_load_comes_back_whole_and_is_played_on(databases, tmp_path):
    dump, restore, file = program("pg_dump"), program("pg_restore"), str(tmp_path / "backup.dump")
    own, restored = databases.make(), databases.make()
    own.manage("migrate", "-v", "0")
    with playing(own) as players:
        acknowledged = players.play_more(60)
        run(dump, "--format=custom", f"--file={file}", own.url)
        at_kill = players.play_more(20)
    assert_nothing_lost(own, at_kill)
    run(restore, "--exit-on-error", "--no-owner", f"--dbname={restored.url}", file)
    restored.manage("migrate", "-v", "0")
    assert_nothing_lost(restored, acknowledged)
    assert_sound_and_plays_on(restored)
