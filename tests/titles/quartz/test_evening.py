"""Evening: what comes home, and the sale, decided by all at once and in secret."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, happened, offers, seen_by, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, bag, cart, chest, table

NEXT_DAY = ["here_we_go"] * 5


def evening(*carts: str, **more: Any) -> Scene:
    """Let seat 1 leave seat 0 alone inside, with seat 2 out already."""
    return table(*carts, out=[2], active=1, **more).when(1, c.Leave())


# --- what comes home


@qz("QZ-40")
def test_parked_crystals_come_home_and_their_cards_are_discarded() -> None:
    scene = evening("ruby", "", "", parked={0: "ruby amber", 2: "quartz"})
    assert (cart(scene, 0), cart(scene, 2)) == ({"ruby": 2, "amber": 1}, {"quartz": 1})
    assert [dwarf.parked_count for dwarf in scene.view(PUBLIC).dwarves] == [0, 0, 0]
    assert scene.view(PUBLIC).discard == {"what_crystal": 3}


@qz("QZ-40")
def test_obsidian_goes_back_to_the_bag() -> None:
    scene = evening("obsidian quartz", "obsidian", "obsidian ruby")
    assert bag(scene)["obsidian"] == 18
    assert [cart(scene, seat) for seat in (0, 1, 2)] == [{"quartz": 1}, {}, {"ruby": 1}]


@qz("QZ-18", "QZ-40")
def test_obsidian_that_comes_home_does_no_harm_though_it_makes_two() -> None:
    scene = evening("obsidian quartz", "ruby", "", parked={0: "obsidian emerald", 2: "obsidian"})
    assert happened(scene, e.EveningFell) == [e.EveningFell(2)]
    assert not happened(scene, e.AccidentHappened)
    assert (cart(scene, 0), cart(scene, 2)) == ({"quartz": 1, "emerald": 1}, {})
    assert bag(scene)["obsidian"] == 18
    assert scene.view(PUBLIC).discard == {"what_crystal": 3}
    assert scene.asked(0) == ["sell"]


# --- who is asked, and what


@qz("QZ-41", "QZ-74", "QZ-24")
def test_who_has_nothing_but_obsidian_to_come_home_is_not_asked_early_or_late() -> None:
    scene = table("", "", "ruby", parked={1: "obsidian"}, out=[], active=1).when(1, c.Leave())
    assert scene.asked(1) == []
    scene.when(2, c.Leave())
    assert [scene.asked(seat) for seat in (0, 1, 2)] == [[], [], ["sell"]]


@qz("QZ-41", "QZ-24")
def test_obsidian_that_came_home_is_not_on_offer_at_the_sale() -> None:
    scene = table("", "", "", parked={1: "obsidian ruby"}, active=1).when(1, c.Leave())
    assert scene.offered(1, "sell") == [{"kind": "store", "gems": []}, {"kind": "store", "gems": ["ruby"]}]
    assert scene.view(1).goods == {"ruby": 1}
    stored: Any = ["obsidian"]
    scene.when(1, c.Store(stored)).then(refused("not_yours_to_store"))


@qz("QZ-41")
def test_all_with_something_to_sell_are_asked_together() -> None:
    scene = evening("ruby", "quartz", "", chests={2: "amber"})
    questions = list(scene.table.questions().values())
    assert sorted((question.seat, question.kind) for question in questions) == [
        (ZERO, "sell"),
        (ONE, "sell"),
        (TWO, "sell"),
    ]
    assert all(question.awaited for question in questions)
    assert len({question.together for question in questions}) == 1


@qz("QZ-41")
def test_who_has_nothing_is_not_asked() -> None:
    scene = evening("ruby", "obsidian", "")
    assert [scene.asked(seat) for seat in (0, 1, 2)] == [["sell"], [], []]


@qz("QZ-41", "QZ-14")
def test_who_had_an_accident_may_sell_what_is_in_the_chest() -> None:
    scene = table("", "obsidian ruby", "", chests={1: "amber"}, out=[2], active=1)
    scene.when(1, c.Mine(), chance=["obsidian"])
    assert scene.offered(1, "sell") == [{"kind": "store", "gems": []}, {"kind": "store", "gems": ["amber"]}]


@qz("QZ-41")
def test_cart_and_chest_together_are_on_offer() -> None:
    scene = evening("ruby quartz obsidian", "", "", parked={0: "emerald"}, chests={0: "amber"})
    offered = [offer["gems"] for offer in offers(scene, 0, "sell")]
    assert max(map(len, offered)) == 2
    assert sorted({gem for gems in offered for gem in gems}) == ["amber", "emerald", "quartz", "ruby"]


@qz("QZ-41")
def test_the_chest_holds_two_in_all_and_valuable_ones_only() -> None:
    scene = evening("ruby ruby quartz obsidian", "", "", chests={0: "amber"})
    scene.when(0, c.Store(["ruby", "ruby", "quartz"])).then(refused("chest_is_full", most=2))
    wrong: tuple[list[Any], ...] = (["sapphire"], ["amber", "amber"], ["obsidian"])
    for gems in wrong:
        scene.when(0, c.Store(gems)).then(refused("not_yours_to_store"))


@qz("QZ-41", "QZ-42", "QZ-45")
def test_what_is_not_stored_is_sold_out_of_cart_and_chest() -> None:
    scene = evening("ruby quartz", "", "", chests={0: "amber sapphire"})
    scene.when(0, c.Store(["ruby", "sapphire"]), chance=NEXT_DAY)
    assert came(scene)[0] == e.CrystalsSold(ZERO, {"ruby": 1, "sapphire": 1}, {"quartz": 1, "amber": 1}, 9)
    assert (cart(scene, 0), chest(scene, 0)) == ({}, {"ruby": 1, "sapphire": 1})
    assert (state(scene).coins, bag(scene)["amber"], bag(scene)["quartz"]) == ([1 + 9, 0, 0], 2, 15)


# --- in secret, all at once


@qz("QZ-41")
def test_answers_take_effect_together_in_seat_order_and_the_day_turns() -> None:
    scene = evening("ruby", "quartz", "amber")
    scene.when(2, c.Store([])).then()
    scene.when(1, c.Store(["quartz"])).then()
    scene.when(0, c.Store([]), chance=NEXT_DAY)
    assert came(scene)[:4] == [
        e.CrystalsSold(ZERO, {}, {"ruby": 1}, 6),
        e.CrystalsSold(ONE, {"quartz": 1}, {}, 0),
        e.CrystalsSold(TWO, {}, {"amber": 1}, 8),
        e.DayBegan(3, ZERO),
    ]


@qz("QZ-41")
def test_an_answer_may_be_changed_until_the_last_is_in() -> None:
    scene = evening("ruby", "quartz", "")
    scene.when(1, c.Store([])).then()
    scene.when(1, c.Store(["quartz"])).then()
    scene.when(0, c.Store([]), chance=NEXT_DAY)
    assert happened(scene, e.CrystalsSold)[1] == e.CrystalsSold(ONE, {"quartz": 1}, {}, 0)
    scene.when(1, c.Store([])).then(refused("stale"))


@qz("QZ-41")
def test_a_refused_change_leaves_the_answer_as_it_was() -> None:
    scene = evening("ruby", "quartz", "").when(1, c.Store(["quartz"]))
    scene.when(1, c.Store(["amber"])).then(refused("not_yours_to_store"))
    scene.when(0, c.Store([]), chance=NEXT_DAY)
    assert chest(scene, 1) == {"quartz": 1}


@qz("QZ-41", "QZ-46")
def test_nothing_shows_of_a_sealed_answer_but_that_it_is_there() -> None:
    scene = evening("ruby", "quartz", "")
    before = [scene.view(reader) for reader in (PUBLIC, ZERO, TWO)]
    told = scene.table.seen(PUBLIC)
    scene.when(1, c.Store(["quartz"]))
    assert [scene.view(reader) for reader in (PUBLIC, ZERO, TWO)] == before
    assert scene.table.seen(PUBLIC) == told
    assert [name.seat for name in scene.table.awaited()] == [ZERO]


@qz("QZ-41")
def test_play_goes_back_to_before_or_after_a_sale_and_to_no_moment_between() -> None:
    scene = evening("ruby", "quartz", "amber")
    before = scene.table.table.number
    for seat in (0, 1, 2):
        scene.when(seat, c.Store([]), chance=NEXT_DAY if seat == 2 else ())
    turned = scene.table.table.number
    scene.when(0, c.Mine(), chance=["quartz"])
    for between in range(before + 1, turned):
        with pytest.raises(Refused, match="stale"):
            scene.table.rewind(EventNumber(between))
    scene.table.rewind(turned)
    scene.table.rewind(before)
    assert [scene.asked(seat) for seat in (0, 1, 2)] == [["sell"]] * 3


@qz("QZ-41", "QZ-74")
def test_who_is_out_may_answer_early_and_change_it_until_evening_and_after() -> None:
    scene = table("", "ruby quartz", "", "amber", out=[2], active=1).when(1, c.Leave())
    (question,) = [question for question in scene.table.questions().values() if question.seat == ONE]
    assert (question.kind, question.awaited) == ("sell", False)
    scene.when(1, c.Store(["quartz"])).then()
    scene.when(3, c.Leave())
    assert happened(scene, e.EveningFell) == [e.EveningFell(2)]
    assert [name.seat for name in scene.table.awaited()] == [3]
    scene.when(1, c.Store(["ruby"])).then()
    scene.when(3, c.Store([]), chance=["here_we_go"] * 7)
    assert happened(scene, e.CrystalsSold)[0] == e.CrystalsSold(ONE, {"ruby": 1}, {"quartz": 1}, 1)


@qz("QZ-74")
def test_with_all_in_early_the_day_turns_at_once() -> None:
    scene = table("", "", "amber", out=[2], active=1).when(2, c.Store([])).then()
    scene.when(1, c.Leave(), chance=NEXT_DAY)
    assert came(scene)[2:5] == [
        e.EveningFell(2),
        e.CrystalsSold(TWO, {}, {"amber": 1}, 8),
        e.DayBegan(3, ZERO),
    ]


@qz("QZ-41")
def test_an_evening_with_nothing_to_sell_passes_at_once() -> None:
    scene = table("", "obsidian", "", out=[2], active=1).when(1, c.Leave(), chance=NEXT_DAY)
    assert happened(scene, e.CrystalsSold) == []
    assert came(scene)[-1] == e.TurnBegan(ZERO)


# --- what others are told


@qz("QZ-44")
def test_others_are_told_coins_and_counts() -> None:
    scene = evening("ruby quartz quartz", "", "").when(0, c.Store(["ruby"]), chance=NEXT_DAY)
    counts = {"seat": ZERO, "coins": 2, "stored_count": 1, "sold_count": 2}
    sum_ = {"colours": [["quartz", 2, 2]], "doubled": [], "variety": 0}
    for reader in (PUBLIC, ONE, TWO):
        assert seen_by(scene, reader, "crystals_sold") == [counts]
    for reader in (ZERO, AFTERWARDS):
        assert seen_by(scene, reader, "crystals_sold") == [
            {**counts, "stored": {"ruby": 1}, "sold": {"quartz": 2}, **sum_}
        ]


@qz("QZ-44", "QZ-46")
def test_the_chest_stays_its_owners_until_the_end() -> None:
    scene = evening("ruby quartz quartz", "", "").when(0, c.Store(["ruby"]), chance=NEXT_DAY)
    assert scene.view(ZERO).dwarves[0].chest == {"ruby": 1}
    for reader in (PUBLIC, ONE):
        assert (scene.view(reader).dwarves[0].chest, scene.view(reader).dwarves[0].chest_count) == (None, 1)
    assert scene.view(AFTERWARDS).dwarves[0].chest == {"ruby": 1}


@qz("QZ-45")
@pytest.mark.parametrize("last", [0, 2])
def test_who_was_last_inside_begins_the_next_day(last: int) -> None:
    scene = table("", "", "", out=[2 - last], active=1).when(1, c.Leave(), chance=NEXT_DAY)
    assert happened(scene, e.DayBegan)[0].first == last
    assert came(scene)[-1] == e.TurnBegan((ZERO, ONE, TWO)[last])
