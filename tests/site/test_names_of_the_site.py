"""A host's own name and greeting stand wherever the program's own would."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command

from games.present.emblem import FILE, emblem, icons
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


def test_the_emblem_takes_the_hosts_colour_in_every_icon(tmp_path, settings):
    settings.OWN_FILES = tmp_path / "emblem"
    call_command("emblem", "#2b6cb0", stdout=io.StringIO())
    files = settings.OWN_FILES / "games"
    ours = {one.name: one.read_bytes() for one in FILE.parent.glob("icon-*.png")} | {
        FILE.name: FILE.read_bytes()
    }
    made = {one.name: one.read_bytes() for one in files.iterdir()}
    assert made.keys() == ours.keys()
    assert "#2b6cb0" in made[FILE.name].decode() and "#8455b8" not in made[FILE.name].decode()
    assert {name for name in ours if ours[name] == made[name]} <= {"icon-badge-96.png"}  # white for everybody
    settings.STATICFILES_DIRS = [settings.OWN_FILES]
    assert finders.find("games/favicon.svg") == str(files / "favicon.svg")
    call_command("emblem", "none", stdout=io.StringIO())
    assert not settings.OWN_FILES.exists()


def test_the_icons_are_those_of_the_emblem():
    for name, content in icons(emblem()):
        assert (FILE.parent / name).read_bytes() == content, name


@pytest.mark.parametrize("colour", ["blue", "#2b6cb", "#2b6cb0;", "2b6cb0", ""])
def test_what_is_no_colour_is_refused(tmp_path, settings, colour):
    settings.OWN_FILES = tmp_path / "emblem"
    with pytest.raises(CommandError):
        call_command("emblem", colour, stdout=io.StringIO())
    assert not settings.OWN_FILES.exists()
