"""A database of each release before this one, full of matches: it is upgraded, and all in it goes on.

The code of each release made its own (`before/make.py`): one match of each game that robots have played to
its end, and one of people in the middle, with a session and the links of all emails that were sent. It is
SQLite's; for PostgreSQL its rows are put where its own migrations lead there (`to_postgresql.py`).
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.kit.commands import Own
from tests.kit.nightly import more
from tests.kit.own_databases import OwnDatabases, own_databases
from tests.ops import to_postgresql
from tools import release

BEFORE = Path(__file__).with_name("before")
RELEASES = [version for version, _ in release.sections(release.ROOT)[1:]]
CASES = [(one, "sqlite") for one in RELEASES] + [(one, "postgresql") for one in more(RELEASES[:1], RELEASES)]
LOOK = """
import json, re, time_machine
from datetime import datetime, timedelta
from django.test import Client
from games.mail import links
from games.models import Link, Match, Player
from games.ops import sweep
told = json.loads(sys.argv[1])
now = datetime.fromisoformat(told["now"])
travel = time_machine.travel(now, tick=False); travel.start()
found = {}

signed_in = Client(HTTP_HOST="127.0.0.1"); signed_in.cookies["session"] = told["session"]
page = signed_in.get("/addresses/")
found["session"] = [page.status_code, "alice@example.org" in page.content.decode()]
mine = [one for one, (_, status) in told["matches"].items() if status == "running"]
found["pages"] = sorted({signed_in.get(f"/m/{one}/more/").status_code for one in mine})

client = Client(HTTP_HOST="127.0.0.1")
opened = [client.get(f"/t/{one}").status_code for one in told["links"]]
found["links"] = sorted(set(opened))

moved = set()
for one in Link.objects.filter(purpose="choice", match__status="running").order_by("pk"):
    path = links.path(one)
    if one.match.game in moved or path.removeprefix("/t/") not in told["links"]:
        continue
    text = client.get(path).content.decode()
    forms = [form for form in re.findall("<form.*?</form>", text, re.S) if 'name="do" value=' in form]
    before = Match.objects.get(pk=one.match_id).version
    for form in forms[:1]:
        sent = dict(re.findall('name="([^"]+)"[^>]*value="([^"]*)"', form))
        if client.post(path, sent).status_code == 200 and Match.objects.get(pk=one.match_id).version > before:
            moved.add(one.match.game)
found["moved"] = sorted(moved)

was = {one.pk: one.version for one in Match.objects.filter(status="running")}
travel.stop()
for step in range(4 * 36):
    at = now + step * timedelta(minutes=15)  # were it longer, the time would be given back
    with time_machine.travel(at, tick=False):
        sweep.sweep(at)
found["stood"] = [pk for pk, version in was.items() if Match.objects.get(pk=pk).version <= version]
found["stopped"] = Match.objects.filter(status="quarantined").count()
print(json.dumps([found]))
"""


@cache
def told_of(version: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((BEFORE / version / "told.json").read_text())
    return found


@pytest.fixture(params=CASES, ids="-".join)
def version_and_kind(request) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


@pytest.fixture
def version(version_and_kind) -> str:
    return version_and_kind[0]


@pytest.fixture
def databases(version_and_kind) -> Iterator[OwnDatabases | None]:
    """Give a server of databases, or none: then files will do."""
    with own_databases() if version_and_kind[1] == "postgresql" else nullcontext() as made:
        yield made


@pytest.fixture
def own(version, databases, tmp_path) -> Own:
    """Give the site of a release."""
    file = tmp_path / "db.sqlite3"
    file.write_bytes(lzma.decompress((BEFORE / version / "db.sqlite3.xz").read_bytes()))
    if databases is None:
        return Own(f"sqlite:///{file}")
    made: Own = databases.make()
    to_postgresql.fill(made, file)
    return made


def test_everything_goes_on_after_an_upgrade(version, own):
    own.manage("migrate", "-v", "0")
    matches = told_of(version)["matches"]
    assert f"{len(matches)} matches" in own.manage("verify_matches")
    told = told_of(version)
    games = {game for game, _ in matches.values()}
    lines = own.script(LOOK, json.dumps(told)).splitlines()
    (found,) = json.loads(next(line for line in lines if line.startswith("[{")))
    assert found["session"] == [200, True]
    assert set(found["pages"]) <= {200, 302}  # to where a code opens the hand, which nobody has typed
    assert set(found["links"]) <= {200, 410} and 200 in found["links"]
    assert found["moved"] and set(found["moved"]) <= games
    assert found["stood"] == [] and found["stopped"] == 0
    assert " 0 faults" in own.manage("verify_matches")


def test_each_release_has_its_database_and_each_game_is_in_it():
    assert RELEASES and {one.name for one in BEFORE.iterdir() if one.is_dir()} == {*RELEASES}
    for version in RELEASES:
        stands: dict[str, set[str]] = {}
        for game, status in told_of(version)["matches"].values():
            stands.setdefault(game, set()).add(status)
        assert len(stands) >= 2 and all(one == {"over", "running"} for one in stands.values()), version
