"""In which order things are offered: what is mostly wanted first, and the end of the actions last."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import PUBLIC
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from tests.kit.random_play import play_at_random
from tests.titles.gnomes.scenes import table


def kinds(scene, asked):
    (found,) = [one for one in scene.view(0).asked if one.question.kind == asked]
    return list(dict.fromkeys(choice.command for choice in found.choices))


def test_whole_turns_come_before_single_steps_and_the_end_of_the_actions_last():
    scene = table("E0b T0b", ogres=("thief",), gems=("", "ruby"))
    assert kinds(scene, "act") == [
        *("take_turn", "place_dwarf", "play_kingdom", "steal_gem", "done", "finish_turn")
    ]


def test_a_goal_that_is_met_and_what_can_be_bought_come_first():
    scene = table("S0b+aaa", gems=("ruby emerald",), secrets=("hunter",), slain=("dragon dragon",))
    assert kinds(scene, "act")[0] == "show_goal"
    assert kinds(scene.when(0, c.Done()), "work") == ["show_goal", "buy", "rest", "finish_turn"]


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_nothing_comes_after_the_end_of_the_actions(seats):
    seen = 0

    def look(sitting, name, command):
        nonlocal seen
        question = sitting.questions()[name]
        for offered in (
            GNOMES.core.choices(sitting.table.state, question),
            GNOMES.secrecy.public_choices(sitting.view(PUBLIC), question),
        ):
            commands = [choice.command for choice in offered]
            if "done" in commands:
                seen += 1
                assert commands[-2:] == ["done", "finish_turn"]

    play_at_random(GNOMES, seats, 3, before=look)
    assert seen
