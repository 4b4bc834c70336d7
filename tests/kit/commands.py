"""Management commands, called in the test's database or run from a terminal with one of their own."""

from __future__ import annotations

import functools
import io
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from tests.kit.waiting import LONG

ROOT = Path(__file__).resolve().parent.parent.parent


def page(found: Match) -> str:
    """Give a match's path, which works on a command line whatever its id begins with."""
    return f"/m/{found.public_id}/"


def said(command: str, *words: object) -> str:
    """Call a command and return its output."""
    out = io.StringIO()
    call_command(command, *map(str, words), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def refused(command: str, *words: object) -> str:
    """Call a command that must fail; return its one sentence."""
    with pytest.raises(CommandError) as caught:
        said(command, *words)
    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)
    return str(caught.value)


@dataclass(frozen=True)
class Own:
    """A site with a database of its own, used as from a terminal."""

    url: str

    @property
    def env(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "ENV_FILE": os.devnull,
            "SECRET_KEY": "for this test",
            "DATABASE_URL": self.url,
            # Nothing listens there: none of this may need a broker.
            "REDIS_URL": "redis://127.0.0.1:1/0",
            "EMAIL_URL": "dummy:",
            "PYTHONUNBUFFERED": "1",
        }

    def start(self, *words: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *map(str, words)],
            cwd=ROOT,
            env=self.env,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *words: object, code: int = 0) -> str:
        """Run Python with these arguments; check the exit code and return its output and errors."""
        running = self.start(*words)
        out, err = running.communicate(timeout=LONG)
        assert running.returncode == code, f"{words}\n{out}\n{err}"
        assert "Traceback" not in err
        return out + err

    def manage(self, *words: object, code: int = 0) -> str:
        return self.run("manage.py", *words, code=code)

    def script(self, text: str, *words: object) -> str:
        return self.run("-c", SET_UP + text, *words)


SET_UP = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "quartz_site.settings"
import django; django.setup()
from django.utils import timezone
from games.ops import demo; from games.play import autoplay
from games.models import Match
"""


def sqlite(folder: Path) -> Own:
    """Set up a fresh, migrated SQLite site in a folder."""
    (folder / "db.sqlite3").write_bytes(_migrated())
    return Own(f"sqlite:///{folder}/db.sqlite3")


@functools.cache
def _migrated() -> bytes:
    """Migrate once; every other site is a copy."""
    with tempfile.TemporaryDirectory() as folder:
        Own(f"sqlite:///{folder}/db.sqlite3").manage("migrate", "-v", "0")
        assert os.listdir(folder) == ["db.sqlite3"]
        return Path(folder, "db.sqlite3").read_bytes()
