"""Nobody has to tell colours apart: whatever an email draws has a letter, and no two things have the same."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import translation

from games.present.names import Names
from games.rules.kernel.drawing import unseen
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.email_table import COLOURS, crystals
from games.titles.quartz.rules.options import Options
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.cards import ALL_MINE_CARDS
from games.titles.quartz_cards.rules.email_table import COLOURS as OF_CARDS
from games.titles.quartz_cards.rules.email_table import crystals as columns
from games.titles.quartz_cards.rules.email_table import laid
from games.titles.quartz_cards.rules.line import PRESENT
from games.titles.quartz_cards.rules.options import Options as OfCards

CRYSTALS = [*crystals(dict.fromkeys(COLOURS, 1)), *unseen(1)]
COLUMNS = [*columns(dict.fromkeys(OF_CARDS, 1)), laid(PRESENT)]
LINE = [laid(card) for card in (*ALL_MINE_CARDS, PRESENT)]
TABLES = {
    "2016": (QUARTZ, Options(edition="2016"), CRYSTALS),
    "2019": (QUARTZ, Options(edition="2019"), CRYSTALS),
    "columns": (QUARTZ_CARDS, OfCards(), COLUMNS),
    "line": (QUARTZ_CARDS, OfCards(), LINE),
}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_drawn_has_a_letter_of_its_own(table, language):
    rules, options, drawn = TABLES[table]
    with translation.override(language):
        names = Names(rules, (), options)
        letters = {cell.key: f"{names.word(cell.letter)}{cell.mark}" for cell in drawn}
    assert all(names.word(cell.letter) for cell in drawn)
    assert len({letter.casefold() for letter in letters.values()}) == len(letters) > 6


def test_a_letter_begins_what_the_edition_calls_the_thing():
    for edition, letter, called in (("2016", "O", "obsidian"), ("2019", "C", "coal")):
        names = Names(QUARTZ, (), Options(edition=edition))
        assert (names.word("letter.obsidian"), names.word("gem.obsidian")) == (letter, called)
