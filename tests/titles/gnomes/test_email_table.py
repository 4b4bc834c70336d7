"""The table as emails draw it: line by line, for a player, for a rival and for an onlooker."""

from __future__ import annotations

from games.rules.kernel.drawing import Cell
from games.rules.kernel.seats import PUBLIC, Reader
from games.rules.wording import say
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.email_table import COLOURS, GEMS
from tests.kit.given import Scene
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, ZERO, table

LAND = """
    .   X2b/T1a/E0c/T0b+b
    C1a S3b+ab
    D0c C0c
"""


def scene() -> Scene:
    return table(
        LAND,
        seats=3,
        gems=("ruby topaz topaz", "diamond"),
        ogres=("thief bouncer thief",),
        secrets=("king", "hunter", "warlord"),
        bought=("RD",),
        slain=("ice_giant", "", ""),
    )


def drawn(scene: Scene, reader: Reader) -> list[str]:
    """Say each line: its label, its cells by kind and number, its notes."""
    return [
        f"{say(GNOMES, line.label)} | "
        + " ".join(f"{cell.key}×{cell.count}" for cell in line.cells)
        + " | "
        + "; ".join(say(GNOMES, note) for note in line.notes)
        for line in GNOMES.mail.board(scene.view(reader))
    ]


FIRST = (
    "Seat 1 |  | 6 dwarves at home; in hand: kingdom cards 6, gems 3, ogres 3; "
    "goals met: 1; monsters slain: 1"
)
SECOND = "Seat 2 |  | 5 dwarves at home; in hand: kingdom cards 6, gems 1, ogres 0"
THIRD = "Seat 3 |  | 7 dwarves at home; in hand: kingdom cards 6, gems 0, ogres 0"


@gn("GN-32", "GN-16", "GN-12")
def test_goals_gems_and_the_land_are_told_from_north_to_south() -> None:
    assert drawn(scene(), PUBLIC)[:7] == [
        "Trade goals |  | emerald, ruby (10 points); diamond, emerald ×2 (12 points); "
        "emerald ×2, ruby, topaz ×2 (16 points)",
        "Gems left | topaz×10 emerald×8 diamond×7 ruby×5 | ",
        "1/2 | dragon×1 | dwarves: Seat 2 ×1; 4 of 5 slots free, 5 needed; walls: south; "
        "beneath: emerald mine, topaz mine ×2",
        "0/1 | castle×1 | 3 of 3 slots free, 2 needed; walls: east; kingdom of Seat 1, worth 2",
        "1/1 | shop×1 | dwarves: Seat 1 ×1, Seat 2 ×1; 2 of 4 slots free, 3 needed; walls: east, west",
        "0/0 | diamond_mine×1 | 3 of 3 slots free, 2 needed; walls: north, south; kingdom of Seat 3, worth 3",
        "1/0 | castle×1 | 3 of 3 slots free, 2 needed; walls: north; kingdom of Seat 3, worth 3",
    ]


@gn("GN-33")
def test_onlookers_read_how_many_cards_of_each_kind_everyone_holds_and_nothing_more() -> None:
    assert drawn(scene(), PUBLIC)[7:] == [FIRST, SECOND, THIRD]


@gn("GN-33")
def test_players_come_first_and_read_their_own_hand_at_the_end() -> None:
    assert drawn(scene(), ZERO)[7:] == [
        FIRST,
        SECOND,
        THIRD,
        "Your hand | topaz×2 ruby×1 | bouncer, diamond mine, dragon, emerald mine, ruby mine, shop, "
        "tavern, thief ×2; secret goal: King: a kingdom worth at least 10 stars",
    ]
    assert drawn(scene(), ONE)[7:] == [
        SECOND,
        THIRD,
        FIRST,
        "Your hand | diamond×1 | castle, diamond mine, emerald mine, ice giant, ruby mine, tavern; "
        "secret goal: Hunter: two monsters slain",
    ]


def test_a_secret_goal_that_is_shown_and_a_row_without_goals_leave_the_drawing() -> None:
    shown = table("E0b", secrets=("hunter",), slain=("dragon dragon",), row=()).when(0, c.ShowGoal())
    lines = drawn(shown, ZERO)
    assert lines[0].startswith("Gems left")
    assert lines[2] == (
        "Seat 1 |  | 7 dwarves at home; in hand: kingdom cards 8, gems 0, ogres 0; "
        "goals met: 1; monsters slain: 2"
    )
    assert "secret goal" not in lines[-1]


@gn("GN-32")
def test_an_empty_hand_is_told_as_such() -> None:
    everything = "C0a T0a R0a E0a D0a S0a V0a X0a"
    laid = table(everything, secrets=("king",), slain=("ice_giant",))
    assert drawn(laid, ZERO)[-1] == "Your hand |  | secret goal: King: a kingdom worth at least 10 stars"


@gn("GN-32")
def test_cards_and_gems_have_colours_and_letters_of_their_own() -> None:
    lines = GNOMES.mail.board(scene().view(0))
    assert lines[1].cells[3] == Cell("card", "ruby", "letter.ruby", GEMS["ruby"], 5)
    assert lines[2].cells == (Cell("card", "dragon", "letter.dragon", COLOURS["dragon"]),)
    assert lines[-1].cells[-1] == Cell("card", "ruby", "letter.ruby", GEMS["ruby"], 1)
    for colours in (COLOURS, GEMS):
        assert len({*colours.values()}) == len(colours)
    assert GNOMES.core.words[lines[2].cells[0].letter].text == "X"
