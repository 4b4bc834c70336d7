"""A host's own name and greeting stand wherever the program's own would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.cast import browser, match_of
from tests.kit.places import Scene, places

ROOT = Path(__file__).resolve().parents[2]
OURS = re.compile("quartz by mail", re.IGNORECASE)
TEXTS = {".py", ".html", ".txt", ".mjml", ".svg", ".js", ".md"}
#: The one place that knows it, and what is about the program and not about a site.
KNOW_IT = {"games/present/site_name.py", "quartz_site/catalogues/collecting.py", "games/api/application.py"}


def test_only_one_place_knows_the_programs_own_name():
    texts = [
        path
        for folder in ("games", "templates", "quartz_site")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in TEXTS
    ]
    found = {str(path.relative_to(ROOT)) for path in texts if OURS.search(path.read_text())}
    assert found <= KNOW_IT


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_every_page_says_the_hosts_name(settings, language):
    settings.SITE_NAME = "Вечера <Quarta>"
    found = match_of()
    reader = found.seats.select_related("player").get(number=0).player
    assert reader
    reader.language = language
    reader.save()
    told = ""
    for one in places():
        answer = browser(reader).get(one.path(Scene(found)))
        is_text = answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
        page = answer.content.decode() if is_text else ""
        assert not OURS.search(page), one.name
        assert "<Quarta>" not in page, one.name
        told += page
    assert told.count("Вечера &lt;Quarta&gt;") > 20


def test_a_host_greets_in_own_words(settings, client, db):
    ours = client.get("/").content.decode()
    settings.FRONT_TEXT = "Welcome to the <b>club</b>.\n\nWe play on Tuesdays."
    page = client.get("/").content.decode()
    assert "Welcome to the &lt;b&gt;club&lt;/b&gt;." in page and "<p>We play on Tuesdays.</p>" in page
    assert "a mine that may collapse" in ours and "a mine that may collapse" not in page
