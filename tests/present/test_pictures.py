"""Every card has a picture of its own: small, silent, in one style, and nothing but a drawing."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from games.present.pictures import INLINE, STANDALONE, folder, picture
from games.titles.gem_edge.rules.cards import PACK
from games.titles.gnomes.rules.cards import CARDS as KINGDOM_CARDS
from games.titles.gnomes.rules.cards import OGRES
from games.titles.quartz.rules.cards import CARDS
from games.titles.quartz_cards.rules.cards import HELPERS

CSS = Path(settings.BASE_DIR, "games/static/games/table.css").read_text()
ALL = [("quartz", key) for key in CARDS] + [("quartz_cards", key) for key in HELPERS]
ALL += [("gem_edge", key) for key in PACK]
ALL += [("gnomes", key) for key in (*KINGDOM_CARDS, *OGRES)]
MOST = 1400  # bytes
SIDE = 72
#: Elements and attributes there may be: no script, no link, no style, no text in some language, no name.
ELEMENTS = {"svg", "g", "path", "circle"}
ATTRIBUTES = {
    *("class", "d", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity"),
    *("transform", "cx", "cy", "r", "viewBox"),
}

every_picture = pytest.mark.parametrize(("slug", "key"), ALL)


def elements(slug: str, key: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(Path(folder(slug), f"{key}.svg").read_text()).iter())


def test_every_card_has_one_and_there_is_no_other():
    found = {(slug, path.stem) for slug in {slug for slug, _ in ALL} for path in folder(slug).iterdir()}
    assert found == {*ALL}


@every_picture
def test_a_picture_is_small_and_nothing_but_a_drawing(slug, key):
    drawn = elements(slug, key)
    assert {one.tag.rpartition("}")[2] for one in drawn} <= ELEMENTS
    assert {name for one in drawn for name in one.attrib} <= ATTRIBUTES
    assert not any((one.text or "").strip() for one in drawn)
    assert len(Path(folder(slug), f"{key}.svg").read_bytes()) < MOST


@every_picture
def test_a_picture_keeps_to_the_style(slug, key):
    """One box, one outline, and the colour of the page for what moves and for nothing else."""
    drawn = elements(slug, key)
    assert drawn[0].get("viewBox") == f"0 0 {SIDE} {SIDE}"
    assert drawn[1].get("stroke") == "#2b1a14"
    assert {one.get("class") for one in drawn} <= {None, "m"}
    assert all(one.get("fill") == "none" for one in drawn if one.get("class") == "m")


@every_picture
def test_a_page_draws_it_in_its_colours_and_no_screen_reader_says_it(slug, key):
    drawn = picture(slug, key)
    assert drawn.startswith(INLINE) and drawn.endswith("</svg>") and STANDALONE not in drawn
    assert picture(slug, key) is drawn, "each file is read once"


def test_no_two_look_alike():
    shapes = {one: {*re.findall(r' d="([^"]+)"', picture(*one))} for one in ALL}
    for one, other in combinations(ALL, 2):
        assert len(shapes[one] - shapes[other]) > 3, (one, other)


def test_what_is_no_picture_draws_nothing():
    assert picture("quartz", "no_such_card") == picture("magpies", "ring") == ""
    assert picture("quartz", "../../quartz_cards/pictures/no_chance") == ""


def test_what_moves_and_the_ground_have_a_colour_by_day_and_by_night():
    for name in ("--art-light", "--art-dark", "--art-moves"):
        by_day, by_night = re.findall(rf"{name}: (#\w+)", CSS)
        assert by_day != by_night
    assert ".art .m { stroke: var(--art-moves); }" in CSS
