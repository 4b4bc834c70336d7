"""How a match begins: the slide, the carts, ornaments kept in secret, the market."""

from __future__ import annotations

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC, Seat, clockwise_from
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules.cards import ORNAMENTS, PACK, POINTS, SET_BONUS
from games.titles.gem_edge.rules.options import Options
from tests.kit.random_play import secret_of
from tests.titles.gem_edge.each import each_table
from tests.titles.gem_edge.paragraphs import ge


def begun(seats: int, **options: object) -> MatchInMemory:
    return MatchInMemory.begin(GEM_EDGE, seats, secret_of(7), options)


@ge("GE-1", "GE-2", "GE-4")
def test_the_box_holds_what_the_rulebook_says() -> None:
    blue = [one for one in ORNAMENTS.values() if one.blue]
    assert (len(ORNAMENTS), len(blue), sum(PACK.values()), len(PACK)) == (36, 19, 40, 11)
    assert all(len({*one.sockets}) == 1 for one in blue)
    assert all(len({*one.sockets}) > 1 for one in ORNAMENTS.values() if not one.blue)
    assert POINTS["crown_rgyb"] == POINTS["necklace_red"] == 4


@ge("GE-5")
@each_table
def test_everybody_begins_with_a_stone_a_card_and_five_ornaments_to_choose_from(seats: int) -> None:
    match = begun(seats)
    state = match.table.state
    assert [len(cart) for cart in state.carts] == [1] * seats
    assert [len(hand) for hand in state.hands] == [1] * seats
    assert [len(dealt) for dealt in state.dealt] == [5] * seats
    assert len(state.slide) == 10
    assert state.market == []
    assert {one.kind for one in match.questions().values()} == {"keep"}


@ge("GE-5", "GE-24")
def test_what_is_kept_is_laid_open_together_and_the_first_player_begins() -> None:
    match = begun(3)
    names = match.awaited()
    dealt = match.table.state.dealt
    for name in names[:-1]:
        match.give(name, name.seat, c.Keep(list(dealt[name.seat][2:])))
        assert match.view(PUBLIC).pieces == [(), (), ()]
    assert match.view(Seat(0)).me.dealt == dealt[0]
    assert match.view(Seat(1)).jewellers[0].dealt is None
    match.give(names[-1], names[-1].seat, c.Keep(list(dealt[names[-1].seat][2:])))
    state = match.table.state
    assert [[piece.key for piece in pieces] for pieces in state.pieces] == [list(one[2:]) for one in dealt]
    assert sorted(state.scrap) == sorted(key for one in dealt for key in one[:2])
    assert (len(state.market), state.active, state.round) == (4, state.first, 1)


@ge("GE-5")
@pytest.mark.parametrize("places", [(0, 0, 1), (0, 1)])
def test_exactly_three_different_ones_are_kept(places: tuple[int, ...]) -> None:
    match = begun(2)
    name = match.awaited()[0]
    dealt = match.table.state.dealt[name.seat]
    with pytest.raises(Refused, match="not_offered"):
        match.give(name, name.seat, c.Keep([dealt[place] for place in places]))


@ge("GE-5")
@pytest.mark.parametrize(("seats", "late"), [(2, 1), (3, 2), (4, 2)])
def test_the_later_seats_may_begin_with_more(seats: int, late: int) -> None:
    stone, card = begun(seats, head_start="stone").table.state, begun(seats, head_start="card").table.state
    from_first = [*clockwise_from(stone.order, stone.first)[-1:], *clockwise_from(stone.order, stone.first)]
    counts = [len(stone.carts[seat]) for seat in from_first[:seats]]
    assert counts == [1] * (seats - late) + [2] * late
    assert sorted(len(hand) for hand in card.hands) == [1] * (seats - late) + [2] * late


@ge("GE-2", "GE-3", "GE-4")
@pytest.mark.parametrize(
    "options",
    [
        {"ornament_points": {"crown_rgyb": 9}},
        {"ornament_points": dict(POINTS) | {"crown_rgyb": 21}},
        {"set_bonus": [1]},
        {"set_bonus": [1, -3]},
        {"action_cards": {"tip_out": 39}},
        {"action_cards": {"tip_out": 39, "abracadabra": 1}},
        {"action_cards": {"tip_out": 41, "swap_stone": -1}},
    ],
)
def test_a_table_of_ones_own_must_be_whole(options: dict[str, object]) -> None:
    with pytest.raises(Refused, match="options"):
        begun(2, **options)


@ge("GE-3")
def test_a_table_of_ones_own_counts() -> None:
    match = begun(2, set_bonus=[2, 5], action_cards={"tip_out": 40})
    assert match.table.state.bonus == (2, 5)
    assert match.table.state.hands == [["tip_out"], ["tip_out"]]
    assert Options().bonus == SET_BONUS
