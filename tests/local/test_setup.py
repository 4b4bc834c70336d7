"""Setting up: what a `.venv` may be that is there already."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quartz_site.local import setup


@pytest.fixture
def venv(tmp_path, monkeypatch):
    """Where the environment lies; to make one is only to make its folder."""
    place = tmp_path / ".venv"
    for name, path in {
        "VENV": place,
        "PYTHON": place / "bin" / "python",
        "STAMP": place / "installed",
    }.items():
        monkeypatch.setattr(setup, name, path)

    def make(command, check):
        assert command == [sys.executable, "-m", "venv", "--clear", str(place)]
        place.mkdir(exist_ok=True)

    monkeypatch.setattr(subprocess, "run", make)
    return place


def test_one_that_was_made_for_another_folder_is_thrown_away(venv):
    venv.mkdir()
    (venv / "installed").write_text("lock 3.11 /elsewhere\n")
    setup.make_venv()
    assert [*venv.iterdir()] == []


def test_of_a_link_to_another_folders_only_the_link_is_thrown_away(venv, tmp_path):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "installed").write_text("lock 3.11 /elsewhere\n")
    venv.symlink_to(theirs)
    setup.make_venv()
    assert (theirs / "installed").exists()
    assert venv.is_dir() and not venv.is_symlink()


def test_a_link_that_leads_nowhere_is_thrown_away(venv, tmp_path):
    venv.symlink_to(tmp_path / "gone")
    setup.make_venv()
    assert venv.is_dir() and not venv.is_symlink()


def test_a_link_to_where_there_is_more_room_stays(venv, tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    (room / "installed").write_text(setup.wanted())
    venv.symlink_to(room)
    setup.make_venv()
    assert venv.is_symlink() and (room / "installed").exists()
