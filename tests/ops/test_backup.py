"""A backup is a sound copy of one moment, or there is none; a restore never loses what was there."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings

from games.infra import locks
from games.ops import backup
from games.rules.tools.shelf import ToolError
from tests.kit.commands import Own, refused, sqlite

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
TABLES = "django_migrations", "games_match", "games_event"


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Own:
    own = sqlite(tmp_path_factory.mktemp("played"))
    own.manage("create_match", "quartz", "--robot", "miner", "miner", "miner")
    return own


@pytest.fixture
def small(tmp_path) -> Path:
    """Give what looks like a database of ours, in WAL as on a site."""
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        for table in TABLES:
            made.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, at TEXT)")
        made.execute("CREATE TABLE games_heartbeat (name TEXT, at TEXT)")
        made.commit()
    return path


def write(path: Path, rows: int) -> None:
    with closing(sqlite3.connect(path)) as opened:
        opened.executemany("INSERT INTO games_event (at) VALUES (?)", [("x" * 200,)] * rows)
        opened.commit()


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        return int(opened.execute("SELECT count(*) FROM games_event").fetchone()[0])


# --- as commands


def test_there_and_back(played, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    assert f"{copy}: " in played.manage("backup", copy)
    assert "already exists; --force overwrites it" in played.manage("backup", copy, code=2)
    played.manage("backup", copy, "--force")
    assert "--force moves it aside" in played.manage("restore", copy, code=2)
    text = played.manage("restore", copy, "--force")
    assert "The database that was there is now" in text and "1 match checked, 0 faults" in text


def test_restoring_a_match_that_does_not_replay_says_so_with_its_exit_code(played, tmp_path):
    copy, fresh = tmp_path / "copy.sqlite3", Own(f"sqlite:///{tmp_path}/fresh.sqlite3")
    played.manage("backup", copy)
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("UPDATE games_match SET version = 3")
        opened.commit()
    assert "the match row says version 3" in fresh.manage("restore", copy, code=1)


def test_restoring_what_an_earlier_program_wrote_asks_for_a_migration(played, tmp_path):
    copy, fresh = tmp_path / "copy.sqlite3", Own(f"sqlite:///{tmp_path}/fresh.sqlite3")
    played.manage("backup", copy)
    with closing(sqlite3.connect(copy)) as opened:
        latest = "SELECT max(name) FROM django_migrations WHERE app = 'games'"
        opened.execute(f"DELETE FROM django_migrations WHERE app = 'games' AND name = ({latest})")
        opened.commit()
    assert "run manage.py migrate" in fresh.manage("restore", copy, code=1)


def test_postgresql_is_sent_to_its_own_tools(monkeypatch):
    engine = {"ENGINE": "django.db.backends.postgresql", "NAME": "app"}
    monkeypatch.setattr(settings, "DATABASES", {"default": engine})
    for command in ("backup", "restore"):
        assert "use pg_dump" in refused(command, "x")


def test_a_database_in_memory_has_no_file(monkeypatch):
    monkeypatch.setattr(
        settings, "DATABASES", {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    )
    assert "is in memory" in refused("backup", "x")


# --- copying


def test_a_copy_is_whole_readable_by_its_owner_only_and_one_file(small, tmp_path):
    write(small, 500)
    copy = tmp_path / "copy"
    assert backup.back_up(small, copy) == copy.stat().st_size
    assert rows(copy) == 500
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy"]


def test_all_that_is_committed_is_in_it_and_what_is_being_written_is_not(small, tmp_path):
    with closing(sqlite3.connect(small, isolation_level=None)) as writer:
        # While the writer stays, these lie in the file beside the database and nowhere else.
        for _ in range(10):
            writer.execute("INSERT INTO games_event (at) VALUES ('whole')")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO games_event (at) VALUES ('half')")
        backup.back_up(small, tmp_path / "copy")
        writer.execute("COMMIT")
    assert (rows(tmp_path / "copy"), rows(small)) == (10, 11)


def test_an_older_backup_stays_when_a_new_one_fails(small, tmp_path):
    backup.back_up(small, tmp_path / "copy")
    write(small, 2000)
    data = bytearray(small.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 4096] = b"\xff" * 4096
    small.write_bytes(data)
    with pytest.raises(ToolError, match=r"is damaged|can't be copied"):
        backup.back_up(small, tmp_path / "copy", force=True)
    assert rows(tmp_path / "copy") == 0
    assert not (tmp_path / "copy.part").exists()


def test_bad_targets_are_refused(small, tmp_path):
    with pytest.raises(ToolError, match="can't be used as the file for a backup"):
        backup.back_up(small, small, force=True)
    with pytest.raises(ToolError, match="can't be used as the file for a backup"):
        backup.back_up(small, tmp_path, force=True)
    with pytest.raises(ToolError, match="there is no database"):
        backup.back_up(tmp_path / "none", tmp_path / "copy")
    with pytest.raises(FileNotFoundError):
        backup.back_up(small, tmp_path / "none" / "copy")


# --- putting back


def test_what_was_there_is_moved_aside_and_the_same_people_may_open_the_new_one(small, tmp_path):
    backup.back_up(small, tmp_path / "copy")
    write(small, 7)
    small.chmod(0o640)
    aside = backup.restore(tmp_path / "copy", small, NOW, force=True)
    assert aside is not None and aside == tmp_path / "db.sqlite3.before-20260302T120000"
    assert (rows(aside), rows(small)) == (7, 0)
    assert stat.S_IMODE(small.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"no database at all" * 99, "can't be copied"), (b"", "not a database of this site")],
)
def test_what_is_no_backup_is_refused_and_the_database_stays(small, tmp_path, content, sentence):
    write(small, 7)
    (tmp_path / "odd").write_bytes(content)
    with pytest.raises(ToolError, match=sentence):
        backup.restore(tmp_path / "odd", small, NOW, force=True)
    assert rows(small) == 7


def test_other_peoples_databases_are_refused(small, tmp_path):
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE notes (id)")
        other.commit()
    with pytest.raises(ToolError, match="not a database of this site"):
        backup.restore(tmp_path / "other", small, NOW, force=True)


def test_a_database_that_somebody_holds_is_left_alone(small, tmp_path):
    backup.back_up(small, tmp_path / "copy")
    with closing(sqlite3.connect(small)) as reader:
        reader.execute("SELECT * FROM games_event").fetchall()
        with pytest.raises(ToolError, match="is in use"):
            backup.restore(tmp_path / "copy", small, NOW, force=True)
    with locks.in_line(str(small)), pytest.raises(ToolError, match="someone is writing to it"):
        backup.restore(tmp_path / "copy", small, NOW, force=True)
    backup.restore(tmp_path / "copy", small, NOW, force=True)


@pytest.mark.parametrize(("seconds", "is_held"), [(0, True), (9, True), (11, False), (-60, False)])
def test_a_fresh_tick_means_that_the_site_runs(small, tmp_path, seconds, is_held):
    backup.back_up(small, tmp_path / "copy")
    with closing(sqlite3.connect(small)) as opened:
        at = f"{(NOW - timedelta(seconds=seconds)).replace(tzinfo=None)}"
        opened.execute("INSERT INTO games_heartbeat VALUES ('sweep', ?)", [at])
        opened.commit()
    if is_held:
        with pytest.raises(ToolError, match="the last sweep was"):
            backup.restore(tmp_path / "copy", small, NOW, force=True)
    else:
        backup.restore(tmp_path / "copy", small, NOW, force=True)


def test_a_database_damaged_beyond_reading_can_be_replaced(small, tmp_path):
    backup.back_up(small, tmp_path / "copy")
    small.write_bytes(b"rubbish" * 1000)
    backup.restore(tmp_path / "copy", small, NOW, force=True)
    assert rows(small) == 0


def test_a_backup_is_not_restored_onto_itself(small):
    with pytest.raises(ToolError, match="is the site's database itself"):
        backup.restore(small, small, NOW, force=True)
