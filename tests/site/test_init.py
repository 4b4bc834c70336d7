"""A new site's settings: asked for at a terminal, tried, and written for one user alone."""

from __future__ import annotations

import os
import pty
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quartz_site import first_settings, init
from tests.kit.waiting import LONG

ROOT = Path(__file__).resolve().parents[2]
ANSWERED = (
    *("--site-url", "https://play.example.net", "--host-name", "The Tuesday Club's"),
    *("--you", "host@example.net", "--mail-server", "mail.example.net", "--mail-user", ""),
    *("--mail-from", "Quartz <play@example.net>"),
)
SHOW = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "quartz_site.settings"
from django.conf import settings as s
of_mail = s.EMAIL_HOST_USER, s.EMAIL_HOST_PASSWORD, s.EMAIL_HOST, s.EMAIL_PORT
print(*of_mail, s.HOST_NAME, s.PRODUCTION, sep="|")
"""


def clean(**more: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "ENV_FILE": os.devnull, **more}


def typed(file: Path, *lines: str) -> tuple[int, str]:
    """Run it at a terminal, and answer each question when it comes; give its exit code and what it showed."""
    child, line = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "-m", "quartz_site.init", "--file", str(file)], clean())
    shown, waiting, deadline = "", [*lines], time.monotonic() + LONG
    while time.monotonic() < deadline:
        try:
            new = os.read(line, 4096).decode()
        except OSError:  # it has ended
            break
        shown += new
        if waiting and shown.endswith(": "):
            os.write(line, waiting.pop(0).encode() + b"\n")
            shown += "\n"
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), shown


def test_a_host_answers_some_questions_and_the_site_starts(tmp_path):
    file = tmp_path / "settings"
    lines = ("https://play.example.net", "The Tuesday Club's", "host@example.net", "mail.example.net:465")
    code, shown = typed(file, *lines, "host@example.net", "p@ss'w \\#1", "")
    assert code == 0, shown
    assert "manage.py migrate" in shown and "first_admin host@example.net" in shown
    assert "p@ss" not in shown
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env=clean(ENV_FILE=str(file)),
        capture_output=True,
        text=True,
        check=True,
    )
    user, password, host, port, name, production = done.stdout.strip().split("|")
    assert (user, password, host, port) == ("host@example.net", "p@ss'w \\#1", "mail.example.net", "465")
    assert (name, production) == ("The Tuesday Club's", "True")


def test_what_cannot_be_is_asked_again_with_what_was_answered(tmp_path):
    file = tmp_path / "settings"
    first = ("http://play.example.net", "The Club", "host@example.net", "mail.example.net", "", "")
    code, shown = typed(file, *first, "https://play.example.net", "", "", "mail.example.net", "", "")
    assert code == 0, shown
    assert "SITE_URL must begin with https://" in shown and "[The Club]" in shown
    assert "HOST_NAME='The Club'" in file.read_text()


def test_without_a_terminal_options_answer(tmp_path, capsys):
    file = tmp_path / "settings"
    assert init.main([*ANSWERED, "--file", str(file)]) == 0
    text = file.read_text()
    assert "SITE_URL=https://play.example.net\n" in text and "REDIS_URL=none\n" in text
    assert "doctor" in capsys.readouterr().out


def test_each_site_gets_keys_of_its_own():
    one, other = (first_settings.complete({}) for _ in range(2))
    keys = ("SECRET_KEY", "VAPID_PRIVATE_KEY", "METRICS_TOKEN")
    assert all(one[key] != other[key] and len(one[key]) > 30 for key in keys)


def test_settings_that_are_there_are_left_alone(tmp_path, capsys):
    file = tmp_path / "settings"
    file.write_text("mine")
    assert init.main([*ANSWERED, "--file", str(file)]) == 2
    assert file.read_text() == "mine" and "already exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "told"),
    [(("--site-url", "play.example.net"), "SITE_URL"), (("--mail-from", "nobody"), "MAIL_FROM")],
)
def test_settings_it_could_not_start_with_are_not_written(tmp_path, capsys, wrong, told):
    file = tmp_path / "settings"
    assert init.main([*ANSWERED, *wrong, "--file", str(file)]) == 2
    assert told in capsys.readouterr().err and [*tmp_path.iterdir()] == []
