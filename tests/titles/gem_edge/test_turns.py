"""A turn: the five actions, whole turns, handing in, sets, the market, too many cards."""

from __future__ import annotations

import pytest

from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import Step
from tests.kit.given import refused
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

# --- actions


@ge("GE-1", "GE-6")
def test_a_stone_taken_comes_from_the_mouth_and_another_comes_into_sight() -> None:
    scene = table("", "", slide="red green")
    scene.when(0, c.Take(), chance=["blue"])
    scene.then(e.StoneTaken(ZERO, "red", ["blue"], "action"), e.ActionBegan(ZERO, 1))
    state = scene.table.table.state
    assert (state.carts[0], state.slide[0], state.slide[-1]) == (["red"], "green", "blue")


@ge("GE-1")
def test_stones_that_went_up_follow_when_nothing_unseen_is_left() -> None:
    scene = table("yellow blue", "", slide="red green red", drained=True)
    scene.when(0, c.Discard("blue")).then(e.StoneDiscarded(ZERO, "blue"), e.ActionBegan(ZERO, 1))
    assert scene.table.table.state.slide == ["red", "green", "red", "blue"]
    scene.when(0, c.Take())
    assert scene.table.table.state.slide == ["green", "red", "blue"]


@ge("GE-1")
def test_what_goes_up_stays_out_of_sight_behind_what_nobody_has_seen() -> None:
    scene = table("yellow", "")
    behind = scene.view(0).behind
    scene.when(0, c.Discard("yellow"))
    assert scene.table.table.state.returned == ["yellow"]
    assert scene.view(0).behind == behind + 1


@ge("GE-6")
def test_a_full_cart_takes_no_stone_and_an_empty_mine_gives_none() -> None:
    table("red red red", "").when(0, c.Take()).then(refused("cart_full"))
    empty = table("", "red", drained=True)
    assert {"kind": "take"} not in empty.offered(0, "act")
    empty.when(0, c.Take()).then(refused("mine_empty"))


@ge("GE-6")
def test_a_stone_fits_where_its_colour_is_wanted_and_there_is_a_place() -> None:
    scene = table("red blue", "", pieces=["ring_red:red trio_rgy:red rainbow_brooch:blue"])
    scene.when(0, c.Insert("red", "trio_rgy")).then(refused("no_place", stone="red"))
    scene.when(0, c.Insert("red", "rainbow_brooch")).then(refused("no_place", stone="red"))
    scene.when(0, c.Insert("green", "trio_rgy")).then(refused("not_in_cart", stone="green"))
    scene.when(0, c.Insert("blue", "rainbow_brooch"))
    scene.then(e.StoneInserted(ZERO, "blue", "rainbow_brooch", "action"), e.ActionBegan(ZERO, 1))


@ge("GE-6")
def test_after_two_actions_the_turn_passes() -> None:
    scene = table("", "", hands=("", ""))
    scene.when(0, c.Draw(), chance=["tip_out"])
    scene.then(e.CardDrawn(ZERO, "tip_out", "action"), e.ActionBegan(ZERO, 1))
    scene.when(0, c.Draw(), chance=["pry_out"])
    scene.then(e.CardDrawn(ZERO, "pry_out", "action"), e.TurnBegan(ONE, 1))


@ge("GE-6", "GE-23")
def test_the_second_question_goes_on_with_the_clock_of_the_first() -> None:
    scene = table("", "")
    (before,) = scene.table.questions().values()
    scene.when(0, c.Take(), chance=["blue"])
    (after,) = scene.table.questions().values()
    assert (after.kind, after.replaces) == ("act", before.opened)


# --- whole turns


@ge("GE-6")
def test_a_whole_turn_is_carried_out_step_by_step() -> None:
    scene = table("", "", pieces=["pair_rg:green"], slide="red blue")
    command = {"kind": "take_and_insert", "stone": "red", "ornament": "pair_rg", "new": None}
    assert {key: value for key, value in command.items() if value} in scene.offered(0, "act")
    scene.when(0, c.TakeAndInsert("red", "pair_rg"), chance=["red"])
    scene.then(
        e.TurnNamed(ZERO, [Step("take", "red"), Step("insert", "red", "pair_rg")]),
        e.StoneTaken(ZERO, "red", ["red"], "action"),
        e.StoneInserted(ZERO, "red", "pair_rg", "action"),
        e.HandInAsked(ZERO),
    )


@ge("GE-6", "GE-7")
def test_a_whole_turn_hands_in_what_it_finishes() -> None:
    scene = table("green", "", pieces=["pair_rg:red"], slide="red blue", market="ring_blue")
    scene.when(0, c.InsertAndTake("green", "pair_rg", "ring_blue"), chance=["blue", "rainbow_ring"])
    assert [type(event) for event in scene.came] == [
        e.TurnNamed,
        e.StoneInserted,
        e.StoneTaken,
        e.HandedIn,
        e.OrnamentTaken,
        e.MarketRefilled,
        e.TurnBegan,
    ]
    assert scene.table.table.state.points[0] == 2


@ge("GE-6")
def test_only_a_whole_turn_on_offer_can_be_named() -> None:
    scene = table("red", "", pieces=["pair_rg pair_rb"], slide="blue")
    offered = [one for one in scene.offered(0, "act") if one["kind"] == "insert_and_take"]
    assert offered == [{"kind": "insert_and_take", "stone": "red", "ornament": "pair_rg"}]
    scene.when(0, c.InsertAndTake("red", "pair_rb")).then(refused("not_offered"))


@ge("GE-6")
def test_a_whole_turn_stops_where_another_stone_lies_at_the_mouth() -> None:
    scene = table("", "", slide="red green yellow", hands=("", "me_too_take"), windows="full")
    scene.when(0, c.TakeTwo(), chance=["blue"])
    scene.when(1, c.MeTooTake(["green"]), chance=["blue"])
    assert scene.came[-1] == e.ActionBegan(ZERO, 1)
    assert scene.table.table.state.steps == ()


# --- handing in


@ge("GE-7")
def test_a_brown_ornament_must_be_handed_in_before_the_turn_ends() -> None:
    scene = table("green blue", "", pieces=["pair_rg:red"])
    scene.when(0, c.Insert("green", "pair_rg"))
    scene.when(0, c.Discard("blue"))
    assert scene.asked(0) == ["hand_in"]
    scene.when(0, c.EndTurn()).then(refused("must_hand_in"))
    scene.when(0, c.HandIn(["pair_rg"]))
    scene.then(e.HandedIn(ZERO, ["pair_rg"], ["red", "green"], 2), e.MarketAsked(ZERO, 1))


@ge("GE-7")
def test_a_blue_ornament_may_be_kept() -> None:
    scene = table("blue", "", pieces=["ring_red:red,red"])
    scene.when(0, c.Discard("blue")).when(0, c.Draw(), chance=["tip_out"])
    scene.when(0, c.EndTurn()).then(e.TurnBegan(ONE, 1))
    assert scene.table.table.state.pieces[0][0].stones == ("red", "red")


@ge("GE-7")
def test_handing_in_comes_before_between_or_after_the_actions() -> None:
    scene = table("", "", pieces=["ring_red:red,red pair_gb:green,blue pair_yb:yellow,blue"])
    come = iter(("rainbow_ring", "pair_rg", "pair_ry"))
    for key, card in (("ring_red", "tip_out"), ("pair_gb", "pry_out"), ("pair_yb", "")):
        chance = [*(["swap_stone"] if key == "pair_yb" else []), next(come)]
        scene.when(0, c.HandIn([key], new=scene.view(0).market[0]), chance=chance)
        assert isinstance(scene.came[0], e.HandedIn)
        if card:
            scene.when(0, c.Draw(), chance=[card])
    assert scene.table.table.state.points[0] == 6
    assert scene.came[-1] == e.TurnBegan(ONE, 1)


@ge("GE-7")
def test_stones_go_up_in_the_order_of_choice() -> None:
    scene = table("", "", pieces=["pair_rg:red,green"])
    scene.when(0, c.HandIn(["pair_rg"], ["green", "red"]))
    assert scene.table.table.state.returned == ["green", "red"]
    table("", "", pieces=["pair_rg:red,green"]).when(0, c.HandIn(["pair_rg"], ["green", "green"])).then(
        refused("not_offered")
    )


@ge("GE-7")
def test_what_isnt_finished_or_doesnt_belong_together_is_refused() -> None:
    scene = table("", "", pieces=["ring_red:red,red ring_blue:blue,blue pair_rg:red"])
    for keys in (["pair_rg"], ["ring_red", "ring_blue"], ["crown_rgyb"], []):
        scene.when(0, c.HandIn(keys)).then(refused("not_finished"))


@ge("GE-3")
@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ("ring_red:red,red", 2),
        ("ring_red:red,red bracelet_red:red,red", 5),
        ("ring_red:red,red bracelet_red:red,red rainbow_ring:red,red", 8),
    ],
)
def test_a_set_counts_more(pieces: str, points: int) -> None:
    scene = table("", "", pieces=[pieces])
    keys = [word.partition(":")[0] for word in pieces.split()]
    scene.when(0, c.HandIn(keys), chance=["tip_out"] if points >= 5 else [])
    assert scene.table.table.state.points[0] == points


# --- the market


@ge("GE-9")
def test_for_each_ornament_handed_in_one_is_taken_and_the_market_refilled() -> None:
    scene = table("", "", pieces=["ring_red:red,red bracelet_red:red,red"], market="ring_blue ring_green")
    scene.when(0, c.HandIn(["ring_red", "bracelet_red"]), chance=["tip_out"])
    assert scene.came[-1] == e.MarketAsked(ZERO, 2)
    scene.when(0, c.Choose("ring_green"), chance=["rainbow_ring"])
    scene.then(
        e.OrnamentTaken(ZERO, "ring_green"), e.MarketRefilled(1, "rainbow_ring"), e.MarketAsked(ZERO, 1)
    )
    scene.when(0, c.Choose("rainbow_ring"), chance=["pair_rg"])
    assert scene.came[-1] == e.ActionBegan(ZERO, 2)
    assert [piece.key for piece in scene.table.table.state.pieces[0]][1:] == ["ring_green", "rainbow_ring"]


@ge("GE-3", "GE-7", "GE-9")
def test_a_set_of_three_is_handed_in_together_and_three_others_are_taken() -> None:
    set_of_three = ["bracelet_red", "earrings_red", "ring_red"]
    pieces = [" ".join(f"{key}:red,red" for key in set_of_three)]
    scene = table("", "", pieces=pieces, market="ring_blue ring_green ring_yellow pair_rg")
    scene.when(0, c.HandIn(set_of_three), chance=["tip_out"])
    assert e.HandedIn(ZERO, set_of_three, ["red"] * 6, 2 + 2 + 2 + 3) in scene.came
    assert scene.came[-1] == e.MarketAsked(ZERO, 3)
    others = ["pair_ry", "pair_rb", "pair_gy"]
    scene.when(0, c.Refresh(["ring_blue", "ring_green", "ring_yellow"]), chance=others)
    for key, next_one in zip(others, ("trio_rgy", "trio_rgb", "trio_ryb"), strict=True):
        scene.when(0, c.Choose(key), chance=[next_one])
    assert [piece.key for piece in scene.table.table.state.pieces[0]] == others
    assert scene.came[-1] == e.ActionBegan(ZERO, 2)


@ge("GE-9")
def test_the_market_can_be_refreshed_once_and_before_the_first_is_taken() -> None:
    scene = table("", "", pieces=["ring_red:red,red bracelet_red:red,red"], market="ring_blue ring_green")
    scene.when(0, c.HandIn(["ring_red", "bracelet_red"]), chance=["tip_out"])
    other = scene.view(0).market[3]
    scene.when(0, c.Refresh(["ring_blue", "ring_green", other])).then(refused("not_in_market"))
    scene.when(0, c.Refresh(["ring_green", "ring_blue"]), chance=["pair_rg", "pair_rb"])
    scene.then(
        e.MarketRefreshed(ZERO, ["ring_blue", "ring_green"]),
        e.MarketRefilled(0, "pair_rg"),
        e.MarketRefilled(1, "pair_rb"),
        e.MarketAsked(ZERO, 2),
    )
    scene.when(0, c.Refresh(["pair_rg"])).then(refused("too_late"))
    scene.when(0, c.Choose("ring_blue")).then(refused("not_in_market"))


@ge("GE-9")
def test_an_empty_pile_is_made_anew_of_the_discards() -> None:
    scene = table("", "", pieces=["ring_red:red,red"], market="ring_blue")
    state = scene.table.table.state
    state.scrap, state.urns["ornaments"] = [*state.urns["ornaments"]], {}
    count = len(state.scrap) + 1
    scene.when(0, c.HandIn(["ring_red"], new="ring_blue"), chance=["ring_red"])
    assert e.OrnamentsShuffled(count) in scene.came
    assert scene.table.table.state.scrap == []


# --- too many cards


@ge("GE-10")
def test_on_ones_own_turn_too_many_cards_are_dropped_before_anything_else() -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out pry_out",))
    scene.when(0, c.Draw(), chance=["swap_stone"])
    scene.then(e.CardDrawn(ZERO, "swap_stone", "action"), e.DropAsked(ZERO, 1))
    scene.when(0, c.Drop(["tip_out", "pry_out"])).then(refused("not_offered"))
    scene.when(0, c.Drop(["pickpocket"])).then(refused("not_offered"))
    scene.when(0, c.Drop(["tip_out"])).then(e.Dropped(ZERO, ["tip_out"]), e.ActionBegan(ZERO, 1))
    assert scene.table.table.state.used == {"tip_out": 1}


@ge("GE-10", "GE-8")
def test_in_anothers_turn_nobody_waits_and_it_falls_due_on_the_own_one() -> None:
    hand = "tip_out tip_out pry_out pry_out"
    scene = table("", "", pieces=["necklace_red:red,red,red"], hands=("", hand), points=(4, 0))
    scene.when(0, c.HandIn(["necklace_red"], new=scene.view(0).market[0]), chance=["not_so_fast", "ring_red"])
    assert scene.asked(1) == ["drop"]
    assert [name.seat for name in scene.table.awaited()] == [0]
    assert "not_so_fast" not in [one["kind"] for one in scene.offered(1, "drop")]
    scene.when(0, c.DrawTwo(), chance=["swap_stone", "swap_stone"])
    assert scene.came[-2:] == [e.TurnBegan(ONE, 1), e.DropAsked(ONE, 1)]
    scene.when_silent(1)
    assert scene.came[1:] == [e.Dropped(ONE, ["not_so_fast"]), e.ActionBegan(ONE, 2)]


@ge("GE-10")
def test_cards_beyond_four_cant_be_played() -> None:
    hand = "tip_out tip_out pry_out pry_out not_so_fast"
    scene = table("red", "blue", hands=("swap_stone", hand))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert scene.offered(1, "cancel") == [{"kind": "not_so_fast_if_held"}, {"kind": "let_pass"}]
    scene.when(1, c.NotSoFast()).then(refused("not_in_hand", card="not_so_fast"))


@ge("GE-10")
def test_nothing_is_dropped_while_a_card_is_asked_for() -> None:
    hand = "tip_out tip_out pry_out not_so_fast pry_out"
    scene = table("red", "blue", hands=("swap_stone", hand))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert scene.offered(1, "drop") == []
    scene.when(1, c.Drop(["not_so_fast"]), asked="drop").then(refused("answer_first"))


@ge("GE-10")
def test_an_empty_pile_of_cards_is_made_anew_of_the_discards() -> None:
    scene = table("", "", hands=("",), used="tip_out pry_out")
    state = scene.table.table.state
    state.urns["cards"] = {}
    scene.when(0, c.Draw(), chance=["pry_out"])
    scene.then(e.CardsShuffled(ZERO, 2), e.CardDrawn(ZERO, "pry_out", "action"), e.ActionBegan(ZERO, 1))
    scene.table.table.state.urns["cards"], scene.table.table.state.used = {}, {}
    scene.when(0, c.Draw()).then(refused("no_cards"))
