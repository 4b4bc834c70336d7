"""The site can be installed, and a browser keeps no page of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from games.present.emblem import FILE, emblem, icons
from games.web.push import installing
from tests.kit.cast import browser

pytestmark = pytest.mark.django_db
WORKER = "/service-worker.js"


def facts(client) -> dict:
    script = client.get(WORKER).content.decode()
    return json.loads(script.partition("const SITE = ")[2].partition(";\n")[0])


@pytest.mark.parametrize(
    ("name", "content"), [*icons(emblem())], ids=lambda one: one if isinstance(one, str) else ""
)
def test_icons_are_drawn_from_the_emblem(name, content):
    assert (FILE.parent / name).read_bytes() == content


def test_the_manifest_has_what_browsers_ask_for(client):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "ru"})
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json" and told["lang"] == "ru"
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {one["sizes"] for one in told["icons"]} == {"192x192", "512x512"}
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    for one in told["icons"]:
        assert finders.find(one["src"].removeprefix(settings.STATIC_URL))


def test_every_page_names_the_manifest_and_the_policy_lets_it_in(client):
    answer = client.get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy and "script-src 'self'" in policy and "unsafe" not in policy


def test_the_worker_is_for_the_whole_site_and_never_stale(client):
    answer = client.get(WORKER)
    assert answer["Content-Type"].startswith("text/javascript") and "no-cache" in answer["Cache-Control"]
    assert "Set-Cookie" not in answer


def test_all_that_is_kept_is_one_page_and_its_dress(client):
    """Only one place puts something away, and all it can put there is nobody's own."""
    script = installing.SCRIPT.read_text()
    kept = re.findall(r"\.(?:put|add|addAll)\(([^,)]*)", script)
    assert kept == ["SITE.offline", "SITE.dress"]
    assert 'credentials: "omit"' in script
    told = facts(client)
    assert told["offline"] == "/offline/" and all(one.startswith("/static/") for one in told["dress"])


def test_what_the_page_for_offline_loads_is_kept_with_it(client):
    page = client.get("/offline/").content.decode()
    loaded = {*re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg))"', page)}
    assert loaded == {*facts(client)["dress"]}


def test_the_page_for_offline_is_nobodys_own(client):
    alice = browser("alice")
    assert "Alice" not in alice.get("/offline/").content.decode()
    page = client.get("/offline/", headers={"Accept-Language": "pt-BR"}).content.decode()
    assert 'lang="pt-br"' in page


def test_pages_behind_links_load_no_worker(client):
    """They are opened once, often in somebody else's program."""
    for name in ("link_frame.html", "lost.html"):
        frame = (Path(settings.BASE_DIR) / "templates" / "pages" / name).read_text()
        assert "installed.js" not in frame
