"""What only production does: TLS, cookies that can't be planted, hashed files. Seen from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.catalogue import GAMES
from quartz_site.local.check import production

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = """
import json, re, sys, django
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("collectstatic", "--no-input", verbosity=0)
play = {"headers": {"host": "play.example.org"}}
plain, health = Client().get("/", **play), Client().get("/healthz", **play)
page = Client().get("/", secure=True, **play)
Client().get("/nowhere-at-all?token=canary", secure=True, **play)
print(json.dumps({
    "plain": [plain.status_code, plain["Location"]],
    "health": health.status_code,
    "stranger": Client().get("/healthz", headers={"host": "evil.example.org"}).status_code,
    "hsts": page["Strict-Transport-Security"],
    "styles": re.findall('href="(/static/games/site[^"]*)', page.content.decode()),
    "emblems": re.findall('src="(/static/titles/[^"]*)', page.content.decode()),
    "cookies": [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME],
}))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("static")


@pytest.fixture(scope="module")
def asked(built) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "quartz_site.settings", **production()}
    command = [sys.executable, "-c", ASK, str(built)]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture
def seen(asked) -> dict[str, object]:
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout)


def test_it_leads_to_tls(seen):
    assert seen["plain"] == [301, "https://play.example.org/"]


def test_health_is_asked_from_next_door_without_tls(seen):
    assert seen["health"] == 200


def test_it_answers_to_its_own_name_only(seen):
    assert seen["stranger"] == 400


def test_browsers_remember_tls(seen):
    assert seen["hsts"] == "max-age=31536000; includeSubDomains"


def test_cookies_are_bound_to_this_very_host(seen):
    assert seen["cookies"] == ["__Host-session", "__Host-csrf"]


def test_pages_link_files_by_their_hash(seen, built):
    (address,) = seen["styles"]
    assert (built / address.removeprefix("/static/")).exists()
    # The page for failures links the plain name, for it must not depend on anything.
    assert address != "/static/games/site.css" and (built / "games" / "site.css").exists()


def test_each_game_has_its_emblem_by_its_hash(seen, built):
    games = [rules.meta for rules in GAMES]
    assert len(seen["emblems"]) == len(games)
    for game, address in zip(games, seen["emblems"], strict=True):
        assert re.fullmatch(rf"/static/titles/{game.slug}/emblem\.\w{{12}}\.svg", address)
        assert (built / address.removeprefix("/static/")).exists()


def test_of_a_games_folder_nothing_is_served_but_its_static_files(seen, built):
    served = {path.relative_to(built / "titles").as_posix() for path in (built / "titles").rglob("*.*")}
    assert "quartz_cards/style.css" in served
    assert {Path(path).suffix for path in served} <= {".css", ".gz", ".svg"}
    assert all(len(Path(path).parts) == 2 for path in served)


def test_its_log_is_json_without_any_address(asked):
    lines = [json.loads(line) for line in asked.stderr.splitlines()]
    assert {"request", "Not Found: (no route)"} <= {line["event"] for line in lines}
    assert "canary" not in asked.stderr and "nowhere-at-all" not in asked.stderr
