"""Actions: kingdom cards, dwarves, and how many there are."""

from __future__ import annotations

import pytest

from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.facts import actions_left
from tests.kit.given import refused
from tests.kit.reading import code, happened, offers, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, ZERO, table


@gn("GN-8")
def test_on_an_empty_table_a_card_comes_first_anywhere() -> None:
    scene = table()
    kinds = {offer["kind"] for offer in offers(scene, 0, "act")}
    assert kinds == {"play_kingdom", "finish_turn", "take_turn"}
    assert {offer["place"] for offer in offers(scene, 0, "act", "play_kingdom")} == {"0/0"}
    scene.when(0, c.Done()).then(refused("empty_table"))
    scene.when(0, c.PlaceDwarf("0/0")).then(refused("no_slot", place="0/0"))


@gn("GN-8")
def test_later_cards_go_next_to_a_laid_one_turned_any_way() -> None:
    scene = table("C0a")
    played = offers(scene, 0, "act", "play_kingdom")
    assert {offer["place"] for offer in played} == {"0/1", "1/0", "0/-1", "-1/0"}
    assert {offer["turn"] for offer in played} == {0, 1, 2, 3}
    scene.when(0, c.PlayKingdom("tavern", "1/0", 2))
    assert happened(scene, e.KingdomPlayed) == [e.KingdomPlayed(ZERO, "tavern", "1/0", 2, True)]
    assert code(scene.when(0, c.PlayKingdom("shop", "5/5"))) == "not_there"


@gn("GN-8", "GN-1")
@pytest.mark.parametrize(
    ("card", "covers"),
    [
        ("castle", ""),
        ("ice_giant", ""),
        ("ruby_mine", "E"),
        ("dragon", "E"),
        ("tavern", "S"),
        ("shop", "V"),
    ],
)
def test_a_card_covers_its_pile_type_whosever_it_was_but_no_castle_and_no_monster(card, covers) -> None:
    scene = table("C0b E0b X0b Y0b S0b", seats=3) if card != "shop" else table("C0b E0b X0b Y0b V0b", seats=3)
    offered = {one["place"] for one in offers(scene, 0, "act", "play_kingdom") if one["card"] == card}
    tops = {place: top for place, top in state(scene).land.top.items() if place in offered}
    letters = {"E": "emerald_mine", "S": "shop", "V": "tavern"}
    assert set(tops.values()) == {letters[one] for one in covers}


@gn("GN-8")
def test_a_card_with_a_dwarf_is_not_covered() -> None:
    scene = table("E0b+b D0b")
    covered = {one["place"] for one in offers(scene, 0, "act", "play_kingdom") if one["card"] == "ruby_mine"}
    assert "1/0" in covered and "0/0" not in covered
    assert code(scene.when(0, c.PlayKingdom("dragon", "0/0"))) == "not_there"


@gn("GN-9")
def test_a_dwarf_is_placed_on_any_free_slot() -> None:
    scene = table("C0b+bbb E0b")
    assert {one["place"] for one in offers(scene, 0, "act", "place_dwarf")} == {"1/0"}
    scene.when(0, c.PlaceDwarf("1/0"))
    assert state(scene).dwarves["1/0"] == (1, 0)
    assert state(scene).supply == [6, 4]
    assert code(scene.when(0, c.PlaceDwarf("0/0"))) == "no_slot"


@gn("GN-9", "GN-16")
@pytest.mark.parametrize(
    ("drawn", "ways"),
    [
        ("C1b+a T0b", set()),  # the castle's wall is to the east
        ("T0b+a E0b", {"0/0>1/0"}),
        ("T0b+a T1c", set()),  # the other card's wall is to the west
        ("T0b+a E0b+bbb", set()),
        ("T1b . \n . T1b+a", set()),  # not diagonally
    ],
)
def test_a_dwarf_moves_to_the_next_card_if_no_wall_is_between_and_a_slot_is_free(drawn, ways) -> None:
    scene = table(drawn, seats=3)
    assert {one["way"] for one in offers(scene, 0, "act", "move_dwarf")} == ways


@gn("GN-9")
def test_only_own_dwarves_move() -> None:
    scene = table("T0b+b E0b")
    assert code(scene.when(0, c.MoveDwarf("0/0>1/0"))) == "no_dwarf"
    scene = table("C1b+a T0b")
    assert code(scene.when(0, c.MoveDwarf("0/0>1/0"))) == "no_way"
    scene = table("T0b+a E0b")
    scene.when(0, c.MoveDwarf("0/0>1/0")).then(
        e.DwarfMoved(ZERO, "0/0", "1/0"), e.StepAsked(ZERO, "act", [ONE])
    )


@gn("GN-7")
def test_there_are_three_actions_and_a_fourth_with_the_own_castle() -> None:
    scene = table("E0b")
    assert actions_left(state(scene)) == 3
    scene = table("E0b C0a")
    assert actions_left(state(scene)) == 4
    for _ in range(3):
        scene.when(0, c.PlaceDwarf("0/0"))
    scene.when(0, c.PlaceDwarf("1/0")).when(0, c.PlaceDwarf("1/0")).then(refused("no_actions"))


@gn("GN-7")
def test_a_castle_laid_third_gives_the_fourth_action_at_once_and_a_giant_takes_it() -> None:
    scene = table("E3b").when(0, c.PlaceDwarf("0/0")).when(0, c.PlaceDwarf("0/0"))
    scene.when(0, c.PlayKingdom("castle", "0/-1", 2))
    assert actions_left(state(scene)) == 1
    scene.when(0, c.PlayKingdom("ice_giant", "-1/-1", 0))
    assert state(scene).land.area_of(ZERO).is_haunted
    assert actions_left(state(scene)) == 0
    scene = table("C2a").when(0, c.PlayKingdom("shop", "1/0", 1)).when(0, c.PlayKingdom("tavern", "-1/0"))
    scene.when(0, c.PlayKingdom("ice_giant", "0/1"))
    assert actions_left(state(scene)) == 0
    assert code(scene.when(0, c.PlaceDwarf("0/0"))) == "no_actions"


@gn("GN-30", "GN-7")
def test_each_step_is_an_answer_and_the_next_question_replaces_the_last() -> None:
    scene = table("E0b")
    (first,) = [one for one in scene.table.questions().values() if one.awaited]
    scene.when(0, c.PlaceDwarf("0/0"))
    (second,) = [one for one in scene.table.questions().values() if one.awaited]
    assert (first.replaces, second.replaces) == (None, first.opened)


@gn("GN-30")
def test_one_answer_plays_a_whole_turn_that_is_on_offer_and_no_other() -> None:
    scene = table("R0b T0b")
    turns = {one["aim"]: one["steps"] for one in offers(scene, 0, "act", "take_turn")}
    assert turns["work"] == "+0/0 +0/0 +0/0"
    assert turns["trade"].startswith("castle@")
    scene.when(0, c.TakeTurn("work", "+1/0 +1/0 +0/0")).then(refused("not_offered"))
    scene.when(0, c.TakeTurn("work", turns["work"]))
    assert happened(scene, e.GemsMined) == [e.GemsMined(ZERO, "0/0", 3, "ruby", 1)]
    assert state(scene).supply == [7, 7]
    assert state(scene).active == 1


@gn("GN-30")
def test_whole_turns_are_offered_before_the_first_step_only() -> None:
    scene = table("R0b T0b").when(0, c.PlaceDwarf("0/0"))
    assert offers(scene, 0, "act", "take_turn") == []


@gn("GN-30")
@pytest.mark.parametrize(
    ("drawn", "gems", "aim", "place"),
    [
        ("X0b T0b", "", "hunt", "0/0"),
        ("S0b+a", "ruby emerald", "trade", "0/0"),
        ("C1a R0b/E0b", "", "dig", "0/0"),
    ],
)
def test_whole_turns_gather_for_what_they_aim_at(drawn, gems, aim, place) -> None:
    scene = table(drawn, gems=(gems,))
    (steps,) = [one["steps"] for one in offers(scene, 0, "act", "take_turn") if one["aim"] == aim]
    assert next(step for step in steps.split() if "@" not in step) == f"+{place}"
    scene.when(0, c.TakeTurn(aim, steps))
    assert scene.asked(0) == ([] if aim == "hunt" else ["work"])


@gn("GN-30")
@pytest.mark.parametrize(
    ("drawn", "gems", "first"),
    [
        ("C1a S0b R0b E0b", "emerald", "+0/1"),  # in the mine that has just been built
        ("C1a S0b R0b E0b", "ruby", "+3/0"),
        ("C1a S0b R0b E0b", "ruby emerald", "+1/0"),
        ("C1a S0b X2b E0b", "ruby", "emerald_mine@"),  # a dragon is with the mine that is there
        ("C1a R0b E0b", "ruby emerald", "shop@"),
    ],
)
def test_a_whole_turn_heads_for_the_goal_that_is_nearest(drawn, gems, first) -> None:
    scene = table(drawn, gems=(gems,), row=("RE", "EEDD", "RDDTT"))
    (steps,) = [one["steps"] for one in offers(scene, 0, "act", "take_turn") if one["aim"] == "trade"]
    built = ("castle@", "ruby_mine@")  # to make room in a hand that is full
    assert next(step for step in steps.split() if not step.startswith(built)).startswith(first)


@gn("GN-17", "GN-30")
def test_a_whole_turn_empties_the_hand_where_a_gem_more_would_be_too_much() -> None:
    full = table("R0b S0b", gems=("emerald",), row=("RE",))
    (steps,) = [one["steps"] for one in offers(full, 0, "act", "take_turn") if one["aim"] == "trade"]
    assert "@" in steps


@gn("GN-33", "GN-30")
def test_whole_turns_do_not_know_what_a_thief_took() -> None:
    offered = []
    for gem in ("emerald", "topaz"):
        scene = table("C1a S0b R0b E0b", gems=("ruby", "emerald topaz"), ogres=("thief",), row=("RE",))
        scene.when(0, c.StealGem(1), chance=[gem]).when(0, c.FinishTurn()).when(1, c.FinishTurn())
        offered.append(offers(scene, 0, "act", "take_turn"))
    assert offered[0] == offered[1] != []
