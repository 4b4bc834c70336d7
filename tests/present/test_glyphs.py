"""Crystals, dwarves and signs can be told apart without their colours, and are said once in words."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines

from games.mail.compose.drawn import DARK, ink_on
from games.present.glyphs.dwarves import OUTFITS, initial
from games.present.glyphs.gems import SHAPES, UNSEEN
from games.present.glyphs.signs import SIGNS
from games.present.names import Names
from games.rules.kernel.drawing import UNKNOWN
from games.titles.gnomes.rules.email_table import GEMS as GNOME_GEMS
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.email_table import COLOURS
from games.titles.quartz.rules.options import Options
from games.titles.quartz_cards.rules.email_table import COLOURS as CARD_COLOURS

CSS = Path(settings.BASE_DIR, "games/static/games/table.css").read_text()
#: The crystals of Quartz, and those of other games.
OURS = (*(COLOURS | CARD_COLOURS), UNSEEN)
OTHERS = tuple(GNOME_GEMS.keys() - {*OURS})


@pytest.fixture
def names() -> Names:
    return Names(QUARTZ, [], Options())


def drawn(text: str, **context: object) -> str:
    return engines["jinja2"].from_string(text).render(context)


def test_every_crystal_has_an_outline_and_a_letter_of_its_own(names):
    letters = [names.word(f"letter.{kind}") for kind in OURS]
    assert len({shape.outline for shape in SHAPES.values()}) == len(SHAPES)
    assert len(set(letters)) == len(OURS) and "" not in letters
    assert SHAPES.keys() == {*OURS, *OTHERS}


@pytest.mark.parametrize("kind", sorted(OTHERS))
def test_a_crystal_of_another_game_has_colours_and_a_letter_that_can_be_read(kind):
    colour = GNOME_GEMS[kind]
    assert f"--{kind}-cut: {colour};" in CSS
    letter = "dark" if ink_on(colour) == DARK else "light"
    assert f".gem-{kind} {{ --cut: var(--{kind}-cut); --letter: var(--{letter}-letter); }}" in CSS


@pytest.mark.parametrize("kind", OURS)
def test_a_crystal_has_the_colours_it_has_in_mails(kind):
    colour = (COLOURS | {UNSEEN: UNKNOWN})[kind]
    assert CARD_COLOURS.get(kind, colour) == colour
    assert f"--{kind}-cut: {colour};" in CSS
    letter = "dark" if ink_on(colour) == DARK else "light"
    assert f".gem-{kind} {{ --cut: var(--{kind}-cut); --letter: var(--{letter}-letter); }}" in CSS


def test_a_heap_is_drawn_one_by_one_and_said_once(names):
    heap = drawn("{{ draw.gems(heap, names, unseen=1) }}", heap={"ruby": 2, "amber": 1}, names=names)
    assert re.findall(r'class="gem gem-(\w+)"', heap) == ["ruby", "ruby", "amber", "unseen"]
    assert re.findall(r"<text[^>]*>(.)</text>", heap) == ["R", "R", "B", "?"]
    assert '<span class="hidden">ruby ×2, amber, covered crystal</span>' in heap
    assert heap.count('aria-hidden="true"') == heap.count("<svg") == 4


def test_a_crystal_is_named_unless_its_name_stands_beside_it(names):
    assert '<span class="hidden">ruby</span>' in drawn('{{ draw.gem("ruby", names) }}', names=names)
    assert "<span" not in drawn('{{ draw.gem("ruby", names, named=false) }}', names=names)
    assert "<text" not in drawn('{{ draw.gem("ruby", names) }}'), "away from any table it is a decoration"


def test_no_two_dwarves_look_alike():
    for one, other in combinations(OUTFITS, 2):
        assert not {*one} & {*other}
    assert len(OUTFITS) == QUARTZ.meta.most_seats
    assert all(f".seat-{seat} {{" in CSS for seat in range(len(OUTFITS)))


@pytest.mark.parametrize(
    ("name", "letter"), [("ana", "A"), ("Émile", "É"), ("дима", "Д"), ("«Боб»", "Б"), ("ßig", "S"), ("", "")]
)
def test_a_dwarf_bears_the_first_letter_of_a_name(name, letter):
    assert initial(name) == letter


def test_a_name_cannot_write_into_the_page(names):
    names.seats = {0: "<b>"}
    assert ">B</text>" in drawn("{{ draw.dwarf(0, names) }}", names=names)
    names.seats = {0: "<"}
    assert ">&lt;</text>" in drawn("{{ draw.dwarf(0, names) }}", names=names)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_drawn_and_not_said(name):
    assert f'<svg class="sign-{name}"' in drawn("{{ draw.sign(name) }}", name=name)
    assert 'aria-hidden="true"' in drawn("{{ draw.sign(name) }}", name=name)
