"""What emails offer a player who keeps the hand out of them: nothing that depends on it."""

from __future__ import annotations

from games.rules.kernel.questions import Question
from games.rules.kernel.seats import PUBLIC
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from tests.kit.given import Scene
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import table


def question_of(scene: Scene, seat: int) -> Question:
    return next(one for one in scene.table.questions().values() if one.seat == seat)


def offered(scene: Scene, seat: int) -> set[str]:
    choices = GEM_EDGE.secrecy.public_choices(scene.view(PUBLIC), question_of(scene, seat))
    return {choice.command for choice in choices}


@ge("GE-21", "GE-23")
def test_the_turn_is_offered_without_cards_and_with_whole_turns() -> None:
    scene = table("red", "blue", pieces=("ring_red",), hands=("swap_stone tip_out", ""), slide="red")
    found = offered(scene, 0)
    assert found >= {"take", "insert", "discard", "draw", "take_two", "insert_and_take", "draw_two"}
    assert not found & {"swap_stone", "tip_out"}


@ge("GE-21")
def test_a_card_is_offered_as_if_held() -> None:
    scene = table("red", "blue", hands=("swap_stone", "tip_out"))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert offered(scene, 1) == {"not_so_fast_if_held", "let_pass"}
    copied = table("red", "blue", hands=("", "tip_out"), windows="full")
    copied.when(0, c.Take(), chance=["blue"])
    assert offered(copied, 1) == {"me_too_take_if_held", "let_pass"}


@ge("GE-10", "GE-24")
def test_what_only_the_hand_shows_is_answered_on_the_page() -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out pry_out",))
    scene.when(0, c.Draw(), chance=["swap_stone"])
    assert offered(scene, 0) == set()
    assert GEM_EDGE.secrecy.public_silence(scene.view(PUBLIC), question_of(scene, 0)) is None
