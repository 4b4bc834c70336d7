"""A site from before every module moved: its database is migrated, and all that it gave out still works.

`before/` holds a SQLite database of two matches in the middle of a day, made by the code of that time under
the key of `Own`, and what its players had: a session, a feed, the links of their last emails.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.kit.commands import Own

HERE = Path(__file__).with_name("before")
TOLD = json.loads((HERE / "told.json").read_text())
#: An hour after the last thing that happened there.
THEN = """
import json, re, time_machine
from datetime import datetime, timedelta, timezone as zones
from django.test import Client
told = json.loads(sys.argv[1])
now = datetime(2026, 3, 2, 13, tzinfo=zones.utc)
travel = time_machine.travel(now, tick=False); travel.start()
client = Client(HTTP_HOST="127.0.0.1")
"""


@pytest.fixture(scope="module")
def migrated(tmp_path_factory) -> Path:
    file: Path = tmp_path_factory.mktemp("before") / "db.sqlite3"
    file.write_bytes(lzma.decompress((HERE / "db.sqlite3.xz").read_bytes()))
    Own(f"sqlite:///{file}").manage("migrate", "-v", "0")
    return file


@pytest.fixture
def own(migrated, tmp_path) -> Own:
    """Give each test the database as it was before: one plays what another asks for."""
    with closing(sqlite3.connect(migrated)) as old, closing(sqlite3.connect(tmp_path / "db.sqlite3")) as new:
        old.backup(new)
    return Own(f"sqlite:///{tmp_path}/db.sqlite3")


def seen(own: Own, text: str) -> list[Any]:
    """Run this at that time, and read what it prints; what is logged stands around it."""
    lines = own.script(THEN + text, json.dumps(TOLD)).splitlines()
    return list(json.loads(next(line for line in lines if line.startswith("["))))


def test_nothing_is_found_wrong_with_it(own):
    assert "2 matches" in own.manage("verify_matches")


def test_each_link_opens_and_shows_what_it_is_for(own):
    answers = seen(
        own, "print(json.dumps([client.get(f'/t/{one}').status_code for one in told['links'].values()]))"
    )
    assert len(answers) >= 14 and set(answers) == {200}


def test_a_link_still_plays(own):
    done = seen(
        own,
        """
path = "/t/" + told["links"]["quartz choice"]
page = client.get(path).content.decode()
form = next(one for one in re.findall("<form.*?</form>", page, re.S) if "post" in one)
sent = dict(re.findall('name="([^"]+)"[^>]*value="([^"]*)"', form))
before = Match.objects.get(game="quartz").version
answer = client.post(path, sent, follow=True)
print(json.dumps([before, Match.objects.get(game="quartz").version, answer.status_code]))
""",
    )
    assert done[0] == TOLD["matches"]["quartz"][1] < done[1] and done[2] == 200


def test_who_was_signed_in_still_is_and_feeds_are_read(own):
    name, status, feed = seen(
        own,
        """
feed = client.get(f"/feeds/{told['feed']}/deadlines.ics")
client.cookies["session"] = told["session"]
page = client.get("/")
print(json.dumps(["Alice" in page.content.decode(), page.status_code, feed.content.decode()[:15]]))
""",
    )
    assert (name, status, feed) == (True, 200, "BEGIN:VCALENDAR")


def test_time_goes_on_for_whoever_was_asked(own):
    versions: list[list[int]] = seen(
        own,
        """
from games.ops.sweep import sweep
before = [one.version for one in Match.objects.order_by("pk")]
travel.stop()
for step in range(4 * 36):
    at = now + step * timedelta(minutes=15)
    with time_machine.travel(at, tick=False):
        sweep(at)
print(json.dumps([before, [one.version for one in Match.objects.order_by("pk")]]))
""",
    )
    assert all(then > was for was, then in zip(*versions, strict=True))
