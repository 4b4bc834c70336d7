"""Selling by an order, and before evening: sealed, editable, seen by nobody (QZ-73, QZ-74)."""

from __future__ import annotations

from games.rules.kernel.seats import PUBLIC, Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.orders import Orders
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, asked, came, play, position, told


def evening() -> Scene:
    scene = position(carts={0: "ruby quartz", 1: "amber", 2: "quartz"}, chests={0: "sapphire"})
    return play(scene, (0, c.Leave()))


@qz("QZ-72", "QZ-73")
def test_the_sale_is_asked_about_or_done_by_the_rule() -> None:
    scene = evening()
    assert answered(scene, 0, Orders(), "sell") is None
    assert answered(scene, 0, Orders(sale="rule"), "sell") == c.Store(["ruby", "sapphire"])


@qz("QZ-73", "QZ-74")
def test_the_rule_reckons_with_what_lies_on_what_crystal_cards_before_evening_too() -> None:
    scene = play(position(carts={0: "quartz"}, parked={0: "amber"}), (0, c.Leave()))
    assert answered(scene, 0, Orders(sale="rule"), "sell") == c.Store(["amber", "quartz"])


@qz("QZ-74")
def test_who_is_out_may_sell_at_once_and_nobody_waits_for_it() -> None:
    scene = evening()
    question = asked(scene, 0, "sell")
    assert not question.awaited
    assert question.opened == next(r.number for r in scene.table.records if isinstance(r.event, e.LeftMine))
    assert [name.seat for name in scene.table.awaited()] == [1]


@qz("QZ-74")
def test_an_early_sale_is_sealed_and_nothing_of_it_shows() -> None:
    scene = evening()
    before = [told(scene, reader) for reader in (Seat(1), Seat(2), PUBLIC)]
    scene.when(0, c.Store(["ruby"])).then()
    assert before == [told(scene, reader) for reader in (Seat(1), Seat(2), PUBLIC)]


@qz("QZ-74", "QZ-41")
def test_an_early_sale_may_be_changed_until_the_last_is_in_and_then_the_day_turns() -> None:
    scene = evening().when(0, c.Store(["ruby"])).then()
    scene.when(1, c.Leave())
    assert {name.seat for name in scene.table.awaited()} == {1, 2}
    scene.when(0, c.Store(["quartz", "sapphire"])).then()
    scene.when(2, c.Store([])).then()
    scene.when(1, c.Store(["amber"]), chance=["here_we_go"] * 5)
    assert came(scene)[:3] == [
        e.CrystalsSold(Seat(0), {"quartz": 1, "sapphire": 1}, {"ruby": 1}, 6),
        e.CrystalsSold(Seat(1), {"amber": 1}, {}, 0),
        e.CrystalsSold(Seat(2), {}, {"quartz": 1}, 1),
    ]
    assert came(scene)[3] == e.DayBegan(2, Seat(2))


@qz("QZ-74")
def test_with_every_sale_in_early_the_day_turns_with_the_last_dwarf_inside() -> None:
    scene = position(carts={0: "ruby", 1: "amber"})
    play(scene, (0, c.Leave()))
    scene.when(0, c.Store([]), asked="sell").then()
    scene.when(1, c.Leave())
    scene.when(1, c.Store([]), asked="sell", chance=["here_we_go"] * 5)
    assert came(scene)[-1] == e.TurnBegan(Seat(2))


@qz("QZ-74")
def test_all_sales_early_turn_the_day_in_the_very_move_that_ends_it() -> None:
    scene = position(4, carts={0: "ruby", 1: "amber"})
    play(scene, (0, c.Leave()), (1, c.Leave()))
    for seat in (0, 1):
        scene.when(seat, c.Store([]), asked="sell").then()
    scene.when(2, c.Leave(), asked="turn", chance=["here_we_go"] * 4 + ["eureka"] * 3)
    kinds = [type(event) for event in came(scene)]
    assert kinds[:5] == [e.LeftMine, e.StayedLast, e.EveningFell, e.CrystalsSold, e.CrystalsSold]
    assert came(scene)[-1] == e.TurnBegan(Seat(3))


@qz("QZ-74")
def test_who_has_an_accident_may_sell_at_once_what_was_safe() -> None:
    scene = position(carts={0: "ruby obsidian"}, parked={0: "amber"}).when(0, c.Mine(), chance=["obsidian"])
    assert scene.offered(0, "sell") == [{"kind": "store", "gems": []}, {"kind": "store", "gems": ["amber"]}]


@qz("QZ-74")
def test_who_is_out_with_nothing_is_not_asked() -> None:
    assert play(position(), (0, c.Leave())).asked(0) == []


@qz("QZ-74")
def test_on_the_last_day_nobody_is_asked() -> None:
    assert play(position(carts={0: "ruby"}, day=5), (0, c.Leave())).asked(0) == []
