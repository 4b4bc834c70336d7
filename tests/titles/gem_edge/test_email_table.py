"""The table as emails draw it: line by line, for a player, for a rival and for an onlooker."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.drawing import Cell
from games.rules.kernel.seats import PUBLIC
from games.rules.match_in_memory import MatchInMemory
from games.rules.wording import say
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.email_table import COLOURS, EMPTY
from tests.kit.given import Scene
from tests.kit.random_play import secret_of
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

PIECES = ("ring_red:red,red rainbow_ring pair_rg:red", "rainbow_brooch:blue crown_rgyb:blue,red trio_rgy")


def scene() -> Scene:
    return table(
        "green blue",
        "yellow",
        "",
        pieces=PIECES,
        hands=("tip_out tip_out pry_out", "me_too_take"),
        slide="red green green",
        market="ring_blue pair_gb quartet_rrgy necklace_red",
        points=(0, 7, 1),
    )


def drawn(view: Any) -> list[str]:
    """Say each line: its label, its cells with their marks, its notes."""
    return [
        f"{say(GEM_EDGE, line.label)} | "
        + " ".join(cell.key + cell.mark for cell in line.cells)
        + " | "
        + "; ".join(say(GEM_EDGE, note) for note in line.notes)
        for line in GEM_EDGE.mail.board(view)
    ]


SLIDE = "The slide, from the mouth | red green green red red red red red green green | 21 more stones behind"
MARKET = [
    "Market: blue ring | blue blue | 2 points",
    "Market: brooch GB | green blue | 2 points",
    "Market: collar RRGY | red red green yellow | 4 points",
    "Market: red necklace | red red red | 4 points",
]
FIRST = [
    "Seat 1 | green blue | 0 points; 3 cards in hand",
    "Seat 1: red ring | red• red• | 2 points; finished",
    "Seat 1: rainbow ring | any any | 1 point",
    "Seat 1: brooch RG | red• green | 2 points",
]
SECOND = [
    "Seat 2 | yellow | 7 points; 1 card in hand",
    "Seat 2: rainbow brooch | blue• any any | 3 points",
    "Seat 2: crown RGYB | red• green yellow blue• | 4 points",
    "Seat 2: pendant RGY | red green yellow | 3 points",
]


@ge("GE-1", "GE-24")
def test_slide_market_and_everybody_are_told_to_all() -> None:
    lines = drawn(scene().view(PUBLIC))
    assert lines[:5] == [SLIDE, *MARKET]
    assert lines[5:13] == [*FIRST, *SECOND]
    assert lines[13] == "Seat 3 |  | 1 point; 0 cards in hand"
    assert len(lines) == 17


@ge("GE-24")
def test_players_come_first_and_read_their_own_hand_at_the_end() -> None:
    lines = drawn(scene().view(ONE))
    assert lines[5:9] == SECOND
    assert lines[9].startswith("Seat 3 |") and lines[13:17] == FIRST
    assert lines[17:] == ["Your hand |  | Me Too! (take)"]
    assert drawn(scene().view(ZERO))[17:] == ["Your hand |  | Pry It Out, Tip It Out ×2"]


@ge("GE-5")
def test_at_the_start_the_ornaments_to_choose_from_are_told_to_their_owner() -> None:
    match = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7))
    dealt = [line for line in drawn(match.view(ZERO)) if line.startswith("Choose three of")]
    assert dealt == ["Choose three of |  | yellow necklace, brooch YB, collar BBGY, green ring, red ring"]
    assert not [line for line in drawn(match.view(PUBLIC)) if line.startswith("Choose three of")]


@ge("GE-12")
def test_after_the_end_there_is_neither_slide_nor_market() -> None:
    over = table("", "", pieces=("ring_red:red,red",), points=(18, 3)).when(0, c.HandIn(["ring_red"]))
    lines = drawn(over.view(PUBLIC))
    assert lines[0].startswith("Seat 1 |  | 20 points")
    assert GEM_EDGE.mail.odds(over.view(PUBLIC)) == ()


def test_stones_have_colours_and_letters_and_sockets_the_colour_they_want() -> None:
    lines = GEM_EDGE.mail.board(scene().view(ZERO))
    assert lines[0].cells[0] == Cell("stone", "red", "letter.red", COLOURS["red"])
    assert lines[7].cells == (Cell("stone", "any", "letter.any", EMPTY),) * 2
    assert lines[8].cells == (
        Cell("socket", "red", "letter.red", COLOURS["red"], mark="•"),
        Cell("stone", "green", "letter.green", COLOURS["green"]),
    )
    assert len({*COLOURS.values(), EMPTY}) == 5
