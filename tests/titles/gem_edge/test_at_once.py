"""Cards that are played at once: who is asked, in which order they count, and what copies take."""

from __future__ import annotations

from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from tests.kit.given import refused
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, THREE, TWO, ZERO, table

ALL_CANCELS = "not_so_fast not_so_fast not_so_fast not_so_fast"

# --- who is asked


@ge("GE-20", "GE-21")
def test_lightly_only_the_attacked_player_is_asked_held_or_not() -> None:
    scene = table("red", "blue", "", hands=("swap_stone", "tip_out", "not_so_fast"))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert scene.came[-1] == e.CancelAsked([ONE], "swap_stone")
    assert (scene.asked(1), scene.asked(2)) == (["cancel"], [])


@ge("GE-21")
def test_nobody_is_asked_without_cards_or_when_all_of_them_lie_face_up() -> None:
    empty = table("red", "blue", hands=("swap_stone", ""))
    empty.when(0, c.SwapStone(1, "red", "blue"))
    assert e.StonesSwapped(ZERO, ONE, "red", "blue") in empty.came
    gone = table("red", "blue", hands=("swap_stone", "tip_out"), used=ALL_CANCELS)
    gone.when(0, c.SwapStone(1, "red", "blue"))
    assert e.StonesSwapped(ZERO, ONE, "red", "blue") in gone.came


@ge("GE-20")
def test_lightly_the_others_have_only_their_orders() -> None:
    scene = table("red", "blue", "", hands=("swap_stone", "tip_out", "not_so_fast"))
    scene.when(0, c.SwapStone(1, "red", "blue")).when(1, c.LetPass())
    scene.then(e.Answered(ONE, None), e.MomentCame("card", ZERO, [TWO]))
    scene.when(2, c.NotSoFast())
    scene.then(e.CardCancelled(TWO, ZERO, "swap_stone"), e.MomentCame("card", TWO, [ONE]))
    scene.when(2, c.GoOn()).then(e.CardFailed(ZERO, "swap_stone"), e.ActionBegan(ZERO, 1))


@ge("GE-20")
def test_fully_all_who_hold_cards_are_asked_together_after_every_action() -> None:
    scene = table("red", "blue", "", hands=("", "tip_out", "tip_out"), windows="full")
    scene.when(0, c.Take(), chance=["blue"])
    assert scene.came[-1] == e.MeTooAsked([ONE, TWO], "take")
    assert len({question.together for question in scene.table.questions().values()}) == 1
    scene.when(1, c.LetPass()).then()
    scene.when(2, c.LetPass())
    assert scene.came[-1] == e.ActionBegan(ZERO, 1)


@ge("GE-20", "GE-21")
def test_who_could_change_nothing_isnt_asked() -> None:
    scene = table("red", "red red red", "", hands=("", "tip_out", "tip_out"), windows="full")
    scene.when(0, c.Take(), chance=["blue"])
    assert scene.came[-1] == e.MeTooAsked([TWO], "take")


@ge("GE-21")
def test_a_card_played_if_held_is_a_pass_without_it() -> None:
    scene = table("red", "blue", hands=("swap_stone", "tip_out"))
    scene.when(0, c.SwapStone(1, "red", "blue")).when(1, c.NotSoFastIfHeld())
    assert scene.came[0] == e.Answered(ONE, None)
    held = table("red", "blue", hands=("swap_stone", "not_so_fast"))
    held.when(0, c.SwapStone(1, "red", "blue")).when(1, c.NotSoFastIfHeld())
    assert held.came[1] == e.CardCancelled(ONE, ZERO, "swap_stone")


# --- cancelling


@ge("GE-11")
def test_of_several_the_attacked_player_comes_first_and_only_one_card_is_used() -> None:
    hands = ("swap_stone", "not_so_fast", "not_so_fast", "not_so_fast")
    scene = table("red", "", "blue", "", hands=hands, windows="full")
    scene.when(0, c.SwapStone(2, "red", "blue"))
    for seat in (1, 2, 3):
        scene.when(seat, c.NotSoFast())
    assert e.CardCancelled(TWO, ZERO, "swap_stone") in scene.came
    assert [len(hand) for hand in scene.table.table.state.hands] == [0, 1, 0, 1]


@ge("GE-11")
def test_against_nobody_turn_order_from_the_active_player_counts() -> None:
    hands = ("three_cards", "not_so_fast", "not_so_fast", "not_so_fast")
    scene = table("", "", "", "", hands=hands, active=0, windows="full")
    scene.when(0, c.ThreeCards())
    for seat in (3, 2, 1):
        scene.when(seat, c.NotSoFast())
    assert e.CardCancelled(ONE, ZERO, "three_cards") in scene.came


@ge("GE-11")
def test_nobody_cancels_their_own_card() -> None:
    scene = table("red", "blue", hands=("swap_stone not_so_fast", "tip_out"), windows="full")
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert scene.came[-1] == e.CancelAsked([ONE], "swap_stone")


@ge("GE-11")
def test_a_chain_may_have_any_length() -> None:
    hands = ("swap_stone not_so_fast not_so_fast", "not_so_fast not_so_fast")
    scene = table("red", "blue", hands=hands)
    scene.when(0, c.SwapStone(1, "red", "blue"))
    for seat in (1, 0, 1):
        scene.when(seat, c.NotSoFast())
    assert scene.asked(0) == ["cancel"]
    scene.when(0, c.NotSoFast())
    assert scene.came[-2:] == [e.StonesSwapped(ZERO, ONE, "red", "blue"), e.ActionBegan(ZERO, 1)]


# --- copying


@ge("GE-11")
def test_several_copy_in_turn_order_and_each_takes_what_is_at_the_mouth_then() -> None:
    hands = ("me_too_take", "me_too_take", "", "me_too_take")
    scene = table("", "", "", "", hands=hands, slide="red green blue yellow", active=2, windows="full")
    scene.when(2, c.Take(), chance=["blue"])
    scene.when(0, c.MeTooTake(["blue"])).when(1, c.MeTooTake(["yellow"]))
    scene.when(3, c.MeTooTake(["green"]))
    taken = [event for event in scene.came if isinstance(event, e.CardPlayed)]
    assert [event.seat for event in taken] == [THREE]
    scene.when(0, c.LetPass()).when(1, c.LetPass(), chance=["blue"])
    played = [event.seat for event in scene.came if isinstance(event, e.CardPlayed)]
    assert played == [ZERO]
    assert scene.table.table.state.carts[3] == ["green"]


@ge("GE-11", "GE-20")
def test_fully_a_copy_that_names_no_colours_takes_whatever_is_at_the_mouth() -> None:
    scene = table("", "", hands=("", "me_too_take"), slide="red green", windows="full")
    scene.when(0, c.Take(), chance=["blue"]).when(1, c.MeTooTake(), chance=["blue"])
    assert e.StoneTaken(ONE, "green", ["blue"], "me_too") in scene.came


@ge("GE-11")
def test_a_copy_may_be_cancelled_too() -> None:
    hands = ("not_so_fast", "me_too_take")
    scene = table("", "", hands=hands, slide="red green", windows="full")
    scene.when(0, c.Take(), chance=["blue"]).when(1, c.MeTooTake(["green"]))
    assert scene.came[-2:] == [
        e.CardPlayed(ONE, "me_too_take", None, scene.came[-2].aim),
        e.CancelAsked([ZERO], "me_too_take"),
    ]
    scene.when(0, c.NotSoFast())
    assert e.CardFailed(ONE, "me_too_take") in scene.came
    assert scene.table.table.state.carts[1] == []


@ge("GE-11")
def test_a_copied_insertion_may_finish_an_ornament_but_isnt_handed_in() -> None:
    scene = table(
        "red", "blue", pieces=("ring_red", "ring_blue:blue"), hands=("", "me_too_insert"), windows="full"
    )
    scene.when(0, c.Insert("red", "ring_red")).when(1, c.MeTooInsert("blue", "ring_blue"))
    assert e.StoneInserted(ONE, "blue", "ring_blue", "me_too") in scene.came
    assert scene.table.table.state.points == [0, 0]
    assert scene.asked(0) == ["act"]


@ge("GE-11")
def test_nothing_copies_what_a_card_does() -> None:
    scene = table("red", "blue", pieces=("ring_red",), hands=("deft_hands", "me_too_insert"), windows="full")
    scene.when(0, c.DeftHands("red", "ring_red")).when(1, c.LetPass())
    assert scene.came[-1] == e.ActionBegan(ZERO, 1)


@ge("GE-20")
def test_lightly_a_copy_is_an_order_in_turn_order() -> None:
    scene = table("", "", "", hands=("", "me_too_take", "me_too_take"), slide="red green blue")
    scene.when(0, c.Take(), chance=["blue"])
    assert scene.came[-1] == e.MomentCame("take", ZERO, [ONE, TWO])
    scene.when(1, c.MeTooTake(["blue"])).then(refused("not_offered"))
    scene.when(2, c.MeTooTake())
    assert scene.came[0].seat == TWO
    assert scene.came[-1] == e.MomentCame("card", TWO, [ONE])
    scene.when(2, c.GoOn(), chance=["blue"])
    assert e.StoneTaken(TWO, "green", ["blue"], "me_too") in scene.came


@ge("GE-11", "GE-20")
def test_an_answer_to_another_action_is_refused() -> None:
    scene = table("", "", hands=("", "me_too_take me_too_insert"), windows="full")
    scene.when(0, c.Take(), chance=["blue"])
    scene.when(1, c.MeTooInsert("red", "ring_red")).then(refused("not_an_answer"))
    scene.when(1, c.NotSoFast()).then(refused("not_an_answer"))
