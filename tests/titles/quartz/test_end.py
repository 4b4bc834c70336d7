"""The fifth evening: everything turns into coins, and somebody wins."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.contract import SeatResult
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.random_play import play_robots
from tests.kit.reading import happened, result, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, cart, chest, table


def last_evening(*carts: str, **more: Any) -> Scene:
    """Let seat 1 leave seat 0 alone inside on day 5, with seat 2 out already."""
    return table(*carts, day=5, out=[2], active=1, **more).when(1, c.Leave())


def ranks(scene: Scene) -> list[tuple[int, int]]:
    return [(place.rank, place.points) for place in result(scene)]


@qz("QZ-41", "QZ-50")
def test_on_day_five_everything_is_sold_and_nobody_is_asked() -> None:
    scene = last_evening("ruby obsidian", "quartz", "", chests={1: "amber", 2: "sapphire"}, tokens=[2])
    assert scene.came == [
        e.LeftMine(ONE, False, None, 0),
        e.StayedLast(ZERO, None, 1),
        e.EveningFell(5),
        e.CrystalsSold(ZERO, {}, {"ruby": 1}, 6),
        e.CrystalsSold(ONE, {}, {"quartz": 1, "amber": 1}, 9),
        e.CrystalsSold(TWO, {}, {"sapphire": 1}, 4),
        e.HandSold(ZERO, {}, 0, 0),
        e.HandSold(ONE, {}, 0, 0),
        e.HandSold(TWO, {}, 0, 3),
        e.MatchEnded(),
    ]
    assert all(not cart(scene, seat) and not chest(scene, seat) for seat in (0, 1, 2))


@qz("QZ-41", "QZ-74")
def test_on_day_five_nobody_may_sell_early_either() -> None:
    scene = table("ruby", "", "", "", day=5).when(0, c.Leave())
    assert scene.asked(0) == []


@qz("QZ-40", "QZ-50")
def test_what_is_parked_is_sold_on_day_five_too() -> None:
    scene = last_evening("", "", "", parked={2: "amber"})
    assert happened(scene, e.CrystalsSold) == [e.CrystalsSold(TWO, {}, {"amber": 1}, 8)]


@qz("QZ-50", "QZ-2")
def test_cards_are_sold_at_their_values_and_a_token_for_three() -> None:
    hand = "here_we_go eureka come_closer out_of_my_way what_crystal gimme_a_hand dont_belong not_mine"
    scene = last_evening("", "", "", hands=(hand, "on_my_break on_my_break", "unacceptable"), tokens=[1])
    assert [(event.coins, event.token) for event in happened(scene, e.HandSold)] == [(15, 0), (6, 3), (3, 0)]
    assert ranks(scene) == [(1, 16), (2, 9), (3, 3)]
    assert sum(state(scene).discard.values()) == 11
    assert (state(scene).hands, state(scene).tokens) == ([{}, {}, {}], [False] * 3)


@qz("QZ-50")
def test_the_last_card_off_the_board_is_sold_as_well() -> None:
    scene = last_evening("", "", "", board=["unacceptable"])
    assert happened(scene, e.HandSold)[0] == e.HandSold(ZERO, {"unacceptable": 1}, 3, 0)


@qz("QZ-50", "QZ-2")
def test_a_table_may_sell_its_cards_at_values_of_its_own() -> None:
    scene = last_evening("", "", "", hands=("eureka here_we_go",), card_values={"eureka": 9})
    assert happened(scene, e.HandSold)[0].coins == 10


@qz("QZ-51")
def test_most_coins_win() -> None:
    scene = last_evening("quartz", "amber", "", coins={2: 5})
    assert ranks(scene) == [(3, 2), (1, 8), (2, 5)]


@qz("QZ-51")
def test_of_equals_the_one_whose_cards_brought_more_wins() -> None:
    scene = last_evening("", "", "", coins={1: 6, 2: 4}, hands=("", "here_we_go", "unacceptable"))
    assert ranks(scene) == [(3, 1), (2, 7), (1, 7)]


@qz("QZ-51")
def test_coins_for_a_token_break_no_tie() -> None:
    scene = last_evening("", "", "", tokens=[1], hands=("", "", "unacceptable"))
    assert ranks(scene)[1:] == [(2, 3), (1, 3)]


@qz("QZ-51")
def test_who_is_still_equal_shares_the_victory() -> None:
    scene = last_evening("", "", "", coins={1: 6, 2: 6}, hands=("", "eureka", "gimme_a_hand"))
    assert ranks(scene) == [(3, 1), (1, 8), (1, 8)]


@qz("QZ-52")
def test_the_result_tells_where_the_coins_came_from() -> None:
    scene = last_evening("ruby", "", "", tokens=[0], coins={0: 11}, hands=("eureka",))
    assert result(scene)[0] == SeatResult(
        seat=ZERO,
        rank=1,
        points=11 + 6 + 1 + 2 + 3,
        details={"days": (0, 0, 0, 11, 6), "bravery": 1, "cards": 2, "token": 3, "accidents": 1},
    )


@qz("QZ-3", "QZ-50")
def test_a_token_that_was_sold_is_gone() -> None:
    scene = last_evening("", "", "", tokens=[0, 2])
    assert [dwarf.token for dwarf in scene.view(PUBLIC).dwarves] == [False] * 3


@qz("QZ-52")
def test_every_accident_is_counted() -> None:
    scene = last_evening("", "", "", tokens=[0, 0, 2])
    assert [place.details["accidents"] for place in result(scene)] == [2, 0, 1]


@qz("QZ-52")
def test_each_days_coins_are_told_apart() -> None:
    scene = table("", "ruby", "", day=4, out=[2], active=1).when(1, c.Leave())
    scene.when(1, c.Store([]), chance=["here_we_go"] * 5)
    assert state(scene).ledgers[1].days == (0, 0, 0, 6, 0)
    scene.when(0, c.Mine(), chance=["quartz"]).when(1, c.Mine(), chance=["amber"]).when(2, c.Leave())
    scene.when(0, c.Leave())
    assert [place.details["days"] for place in result(scene)] == [
        (0, 0, 0, 0, 1),
        (0, 0, 0, 6, 8),
        (0, 0, 0, 0, 0),
    ]
    assert [place.details["bravery"] for place in result(scene)] == [1, 1, 0]


@qz("QZ-52")
def test_bravery_is_added_up_over_the_days() -> None:
    scene = table("", "", "", day=4, active=1).when(1, c.Leave())
    scene.when(2, c.Leave(), chance=["here_we_go"] * 5)
    scene.when(0, c.Mine(), chance=["quartz"]).when(1, c.Leave()).when(2, c.Leave())
    assert [place.details["bravery"] for place in result(scene)] == [2, 0, 0]


@qz("QZ-50", "QZ-52")
def test_before_the_end_there_is_no_result_and_after_it_no_question() -> None:
    scene = table("ruby", "", "", day=5, out=[2], active=1)
    assert scene.outcome is None
    scene.when(1, c.Leave())
    assert scene.table.questions() == {}
    scene.when(0, c.Mine()).then(refused("stale"))


@qz("QZ-46", "QZ-52")
def test_afterwards_everything_is_open() -> None:
    scene = last_evening("ruby", "quartz", "", tokens=[0])
    view = scene.view(AFTERWARDS)
    assert view.over
    assert all(dwarf.ledger is not None and dwarf.hand is not None for dwarf in view.dwarves)


@qz("QZ-63")
@pytest.mark.parametrize("days", [1, 2, 4])
def test_a_shorter_match_ends_on_the_evening_of_its_last_day(days: int) -> None:
    played = play_robots(QUARTZ, ["miner"] * 3, days, options={"days": days})
    ended = [record.event for record in played.records]
    assert [one.day for one in ended if isinstance(one, e.EveningFell)] == list(range(1, days + 1))
    assert isinstance(ended[-1], e.MatchEnded)
    view = played.view(AFTERWARDS)
    assert view.last_day == days
    assert all(len(one.ledger.days) == days for one in view.dwarves if one.ledger)


@qz("QZ-63")
@pytest.mark.parametrize("days", [0, 6])
def test_a_match_lasts_one_to_five_days(days: int) -> None:
    with pytest.raises(Refused):
        MatchInMemory.begin(QUARTZ, 3, bytes(32), {"days": days})
