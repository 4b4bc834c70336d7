"""SQLite stays open from request to request, and nobody else is held up by that, or left behind."""

from __future__ import annotations

import json

import pytest

from tests.kit.commands import Own, sqlite

#: A site in one process that is asked for its front page, and told in between what others do meanwhile.
SITE = """
import json, sqlite3, subprocess
from contextlib import closing
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import RequestFactory

handler = WSGIHandler()
seen = []

def ask():
    answer = handler(RequestFactory().get("/", HTTP_HOST="127.0.0.1").environ, lambda *_: None)
    answer.close()
    seen.append((answer.status_code, id(connection.connection)))

def other(statement):
    with closing(sqlite3.connect(sys.argv[1], timeout=0)) as opened:
        return opened.execute(statement).fetchone()

def manage(*words):
    done = subprocess.run([sys.executable, "manage.py", *words], capture_output=True, text=True)
    return done.returncode
"""


@pytest.fixture
def own(tmp_path) -> Own:
    return sqlite(tmp_path)


def told(own: Own, text: str) -> list[object]:
    path = own.url.removeprefix("sqlite:///")
    lines = own.script(SITE + text, path).splitlines()
    return list(json.loads(next(line for line in reversed(lines) if line.startswith("["))))


def test_it_is_opened_once_and_holds_nothing(own):
    pages, connections, checkpoint, backup = told(
        own,
        """
ask(); ask(); ask()
Match.objects.filter(status="lobby").first()
busy, left, moved = other("PRAGMA wal_checkpoint(TRUNCATE)")
copied = manage("backup", sys.argv[1] + ".copy")
print(json.dumps([[one for one, _ in seen], len({one for _, one in seen}), busy, copied]))
""",
    )
    assert (pages, connections) == ([200] * 3, 1)
    assert checkpoint == 0, "no statement was left half read, which would let the log grow for ever"
    assert backup == 0


def test_another_process_may_migrate_meanwhile(own):
    codes, pages, count = told(
        own,
        """
ask()
before = Match.objects.count()
codes = [manage("migrate", "games", "0014", "-v", "0"), manage("migrate", "-v", "0")]
ask()
print(json.dumps([codes, [one for one, _ in seen], Match.objects.count() - before]))
""",
    )
    assert (codes, pages, count) == ([0, 0], [200, 200], 0)


def test_a_restore_waits_until_the_site_is_stopped_and_what_was_put_there_by_hand_is_read(own):
    refused, names = told(
        own,
        """
from games.models import Player
manage("backup", sys.argv[1] + ".copy")
Player.objects.create_user("late@example.org")
ask()
refused = manage("restore", sys.argv[1] + ".copy", "--force")
os.replace(sys.argv[1] + ".copy", sys.argv[1])
for ending in ("-wal", "-shm"):
    if os.path.exists(sys.argv[1] + ending):
        os.remove(sys.argv[1] + ending)
ask()
print(json.dumps([refused, Player.objects.filter(email="late@example.org").count()]))
""",
    )
    assert refused == 2, "it is in use"
    assert names == 0, "the file that lies there now has no such player"
