"""How a match begins: who sits where, who has the first turn, and by which tables it is played."""

from __future__ import annotations

import pytest

from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules.cards import MINE, PACK, VALUES
from games.titles.quartz_cards.rules.options import Options
from tests.kit.given import opened
from tests.kit.reading import awaited, state
from tests.titles.quartz_cards.paragraphs import qc

HELPERS = ["no_chance", "get_lost", "get_lost", "may_i_help", "may_i_help"] + ["hand_it_over"] * 5


@qc("QC-3")
def test_seats_are_drawn_round_the_table_and_then_who_begins() -> None:
    scene = opened(QUARTZ_CARDS, 2, "1", "0", *HELPERS, "0")
    assert state(scene).order == [1, 0]
    assert awaited(scene) == [("turn", 0)]
    assert state(scene).hands[1] == {"get_lost": 2, "may_i_help": 2, "no_chance": 1}
    drawn = [draw for record in scene.table.records for draw in record.draws]
    assert [draw.size for draw in drawn[:2]] == [2, 1]
    assert drawn[-1].size == 2


@qc("QC-3")
@pytest.mark.parametrize("begins", [0, 1])
def test_fixed_seats_draw_nothing_but_helpers(begins: int) -> None:
    scene = opened(QUARTZ_CARDS, 2, *HELPERS, options={"seating": "fixed", "first_player": begins})
    assert state(scene).order == [0, 1]
    assert awaited(scene) == [("turn", begins)]


@qc("QC-1", "QC-2")
def test_the_tables_in_force_are_named_as_the_options_are() -> None:
    ours = {"mine_cards": MINE, "crystal_values": VALUES, "helper_cards": PACK}
    assert QUARTZ_CARDS.core.tables(Options()) == ours
    theirs = Options(
        mine_cards={"ruby 0": 72}, crystal_values=dict.fromkeys(VALUES, 2), helper_cards={"no_chance": 38}
    )
    assert QUARTZ_CARDS.core.tables(theirs) == {
        "mine_cards": {"ruby 0": 72},
        "crystal_values": dict.fromkeys(VALUES, 2),
        "helper_cards": {**dict.fromkeys(PACK, 0), "no_chance": 38},
    }
