"""What counts as a card that somebody plays: in recorded matches each has a name."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.catalogue import GAMES
from games.rules.kernel.contract import Text
from games.rules.kernel.fold import played
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules.events import DwarfShoved
from tests.kit import titles
from tests.kit.story import names_for


def cards_of(slug: str) -> Counter[str]:
    golden, found = titles.tests_of(slug).golden, Counter[str]()
    for path in golden.files:
        _, _, records = golden.read(path)
        events = [one.event for one in played(records) if isinstance(one.event, golden.rules.core.events)]
        found.update(card for one in events if (card := golden.rules.text.plays(one)))
    return found


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_cards_played_in_recorded_matches_have_names(rules):
    found = cards_of(rules.meta.slug)
    assert len(found) > 5 or rules.text.plays is vars(Text)["plays"]  # a game without cards says of none
    unnamed = [card for card in found if [*names_for(rules, card)] == [card]]
    assert unnamed == []


def test_a_shover_is_played_once_however_many_dwarves_it_moves():
    first, second = (DwarfShoved(Seat(0), Seat(1), "0/0", "0/1", again) for again in (False, True))
    assert [GNOMES.text.plays(one) for one in (first, second)] == ["shover", None]
