"""A page loads the styles and the emblem of its own game; a game without them does as well."""

from __future__ import annotations

import re

import pytest

from games.present.title_files import title_file
from games.rules import catalogue
from games.templating.drawing import emblem
from tests.kit.cast import address, at, browser, match_of
from tests.toy import MAGPIES


def styles(game: str) -> list[str]:
    found = match_of("alice", "bob", "carol", game=game)
    with at():
        page = browser("alice").get(address(found)).content.decode()
    return re.findall(r'href="/static/titles/([^"]*)"', page)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_a_match_loads_the_styles_of_its_game_alone(game):
    assert styles(game) == [f"{game}/style.css"]


@pytest.mark.django_db
def test_a_game_without_styles_or_a_board_is_drawn_as_lists(monkeypatch):
    monkeypatch.setattr(catalogue, "GAMES", (MAGPIES,))
    assert styles("magpies") == []


def test_a_game_without_an_emblem_shows_a_crystal():
    draw = emblem("quartz") + emblem("magpies")
    assert re.findall('src="([^"]*)"', draw) == ["/static/titles/quartz/emblem.svg", "/static/games/gem.svg"]


@pytest.mark.parametrize("name", ["board.py", "RULES.md", "board.html", "../board.py"])
def test_nothing_else_of_a_games_folder_can_be_loaded(client, name):
    assert client.get(f"/static/titles/quartz/{name}").status_code == 404
    if ".." not in name:
        assert title_file("quartz", name) is None
