"""Sitting down: how many, in which order, who begins, and five cards each."""

from __future__ import annotations

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.cards import DECK
from games.titles.quartz.rules.gems import BAG
from games.titles.quartz.rules.options import Options
from games.titles.quartz.rules.setup import may_begin
from tests.kit.given import Scene, opened
from tests.kit.reading import seen_by
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO

HANDS = ["here_we_go"] * 5 + ["dont_belong"] * 5 + ["not_mine"] * 5
SPACES = ["eureka", "on_my_break"]
LAST_SPACES = ["on_my_break", "on_my_break", "on_my_break", "eureka"]


def sitting(*chance: str, **options: object) -> Scene:
    """Open a table for three, with chance for seating and first player as written."""
    return opened(QUARTZ, 3, *chance, *HANDS, *SPACES, options=options)


@qz("QZ-5")
@pytest.mark.parametrize("seats", [2, 6])
def test_it_takes_three_to_five(seats: int) -> None:
    with pytest.raises(Refused) as refusal:
        opened(QUARTZ, seats)
    assert (refusal.value.code, refusal.value.details) == ("seats", {"least": 3, "most": 5})


@qz("QZ-5")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_begins_with_five_cards_and_nothing_else(seats: int) -> None:
    cards = (HANDS + ["gimme_a_hand"] * 5 + ["here_we_go"] * 5)[: seats * 5]
    scene = opened(QUARTZ, seats, "0", *cards, *LAST_SPACES[: seats - 1], options={"seating": "fixed"})
    view = scene.view(PUBLIC)
    assert [dwarf.hand_count for dwarf in view.dwarves] == [5] * seats
    assert all(dwarf.inside and not dwarf.token and not dwarf.coins for dwarf in view.dwarves)
    assert (view.day, view.bag, view.deck) == (1, 68, 55 - 5 * seats - (seats - 1))


@qz("QZ-5")
def test_the_first_day_deals_five_cards_and_no_more() -> None:
    dealt = seen_by(sitting("0", seating="fixed"), PUBLIC, "cards_dealt")
    assert dealt == [{"seat": seat, "count": 5} for seat in (ZERO, ONE, TWO)]


@qz("QZ-6", "QZ-60", "QZ-62")
def test_the_table_is_as_its_options_say() -> None:
    chosen = {"thrill": True, "covered_carts": True, "silence": "mine_once", "seating": "fixed"}
    view = sitting("0", **chosen, card_values={"eureka": 9}, crystal_values={"ruby": 5}).view(PUBLIC)
    assert (view.thrill, view.covered, view.silence) == (True, True, "mine_once")
    assert view.sale == Options().sale | {"eureka": 9}
    assert view.values == Options().values | {"ruby": 5}
    plain = sitting("0", seating="fixed").view(PUBLIC)
    assert (plain.thrill, plain.covered, plain.silence) == (False, False, "leave")


@qz("QZ-1", "QZ-2", "QZ-4")
def test_the_figures_frozen_at_the_start_have_names() -> None:
    options = Options(card_values={"eureka": 9}, crystal_values={"ruby": 5}, bravery_coins=(1, 1))
    assert QUARTZ.core.tables(options) == {
        "gems": BAG,
        "crystal_values": options.values,
        "deck": DECK,
        "card_values": options.sale,
        "bravery_coins": (1, 1),
    }


@qz("QZ-6")
def test_one_draw_between_as_many_as_there_are_names_who_begins() -> None:
    scene = sitting("1", seating="fixed")
    (draw,) = (draw for record in scene.table.records for draw in record.draws if draw.number == 1)
    assert (draw.size, draw.item) == (3, "1")


@qz("QZ-6")
def test_seats_are_shuffled_unless_the_host_fixes_them() -> None:
    shuffled = sitting("2", "0", "1", "1")
    assert shuffled.view(PUBLIC).order == [2, 0, 1]
    fixed = sitting("1", seating="fixed")
    assert fixed.view(PUBLIC).order == [0, 1, 2]


@qz("QZ-6", "QZ-9")
def test_chance_names_the_first_player() -> None:
    scene = sitting("2", "0", "1", "1")
    assert scene.view(PUBLIC).first == ONE
    assert scene.asked(1) == ["turn"]


@qz("QZ-6")
def test_cards_are_dealt_from_the_first_player_on() -> None:
    dealt = seen_by(sitting("2", "0", "1", "0"), PUBLIC, "cards_dealt")
    assert [fields["seat"] for fields in dealt] == [ZERO, ONE, TWO]


@qz("QZ-6")
def test_the_longest_beard_begins() -> None:
    scene = sitting("1", seating="fixed", first_player="beard", beards=[3, 40, 39])
    assert scene.view(PUBLIC).first == ONE
    assert may_begin(3, Options(first_player="beard", beards=(3, 40, 39))) == [1]


@qz("QZ-6")
def test_equal_beards_are_drawn_between() -> None:
    assert may_begin(3, Options(first_player="beard", beards=(7, 0, 7))) == [0, 2]


@qz("QZ-6")
def test_who_says_nothing_has_no_beard() -> None:
    assert may_begin(4, Options(first_player="beard", beards=(0, 1))) == [1]


@qz("QZ-6")
@pytest.mark.parametrize("beards", [(), (0, 0, 0)])
def test_without_any_beard_all_are_drawn_between(beards: tuple[int, ...]) -> None:
    assert may_begin(3, Options(first_player="beard", beards=beards)) == [0, 1, 2]


@qz("QZ-6")
def test_beards_do_not_matter_unless_the_table_says_so() -> None:
    assert may_begin(3, Options(beards=(0, 90, 0))) == [0, 1, 2]
