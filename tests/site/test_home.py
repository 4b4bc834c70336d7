"""The front page says what this is and which games there are, to anybody, without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import OperationalError

from games.models import Player
from games.rules import catalogue

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted(page for place in ("templates", "games/titles") for page in (ROOT / place).rglob("*.html"))


def page(client) -> str:
    answer = client.get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_asks_no_login_and_no_database(client):
    assert "at your own pace" in page(client)


def test_it_names_every_game_with_its_seats(client):
    html = page(client)
    for game in [rules.meta for rules in catalogue.GAMES]:
        assert game.title in html
        assert f"{game.least_seats} to {game.most_seats} players" in html


def test_it_leaves_its_visitor_no_cookie(client):
    client.get("/")
    assert not client.cookies


def test_it_answers_head_and_refuses_post(client):
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_style_or_script_of_its_own(template):
    # The content security policy would drop them without a word; what is no script but data it lets stand.
    loose = r'<style|<script(?![^>]*(?:\bsrc=|type="application/json"))|<[a-z][^>]*\s(style|on[a-z]+)='
    assert not re.search(loose, template.read_text())


def test_every_file_it_links_is_there(client):
    for address in re.findall(r'"/static/([^"]+)"', page(client)):
        answer = client.get(f"/static/{address}")
        assert answer.status_code == 200
        answer.getvalue()  # reads and closes it, as the test client wants it closed


def test_an_unknown_page_is_told_kindly(client):
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


def test_a_failure_is_told_without_the_database(client, monkeypatch):
    monkeypatch.setattr("games.web.site.home.catalogue", None)
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


@pytest.mark.django_db
def test_a_database_that_is_gone_is_no_reason_to_give_up(client, monkeypatch):
    def gone(*_: object, **__: object) -> None:
        raise OperationalError("the server closed the connection")

    client.force_login(Player.objects.create_user("mo@example.org"))
    monkeypatch.setattr("games.web.site.home.matches_of", gone)
    answer = client.get("/")
    assert answer.status_code == 503
    assert "Try again in a moment" in answer.content.decode()
