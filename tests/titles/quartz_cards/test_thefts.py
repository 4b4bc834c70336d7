"""Thefts of single open cards, when there is more or less to take by the time they come to their turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import awaited, happened, state
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, TWO, ZERO, table

RUBY = c.Attack("yours_no_more", gems=["ruby"])


@qc("QC-10", "QC-12")
def test_what_was_named_when_it_was_the_only_card_is_still_taken() -> None:
    hands = ("over_my_dead_body", "yours_no_more", "yours_no_more")
    scene = table("ruby", "amber", "", hands=hands, line="ruby 0")
    scene.when(0, c.Stop()).when(1, RUBY).when(2, RUBY).when(0, c.Defend("over_my_dead_body", "amber"))
    assert happened(scene, e.TakenBack) == [e.TakenBack(ZERO, ONE, "amber")]
    assert happened(scene, e.ColumnStolen) == [e.ColumnStolen(TWO, ZERO, {"ruby": 1})]


@qc("QC-14")
@pytest.mark.parametrize(
    "answer",
    [
        lambda scene: scene.when_silent(3),
        lambda scene: scene.when(3, RUBY),
        lambda scene: scene.when(3, c.AttackIfHeld("yours_no_more", gems=["ruby"])),
    ],
    ids=["silent", "again", "if held"],
)
def test_an_answer_that_names_the_only_card_stands_when_asked_again(
    answer: Callable[[Scene], object],
) -> None:
    scene = table(
        "ruby",
        "amber",
        "",
        "",
        hands=("over_my_dead_body", "yours_no_more", "hand_it_over", "yours_no_more"),
        line="ruby 0, emerald",
    )
    scene.when(0, c.Stop()).when(1, RUBY).when(2, c.Attack("hand_it_over")).when(3, RUBY)
    scene.when(0, c.Defend("over_my_dead_body", "amber"))
    assert awaited(scene) == [("attack", 3)]
    answer(scene)
    assert [one.gems for one in happened(scene, e.AttackPlayed) if one.seat == 3] == [{"ruby": 1}]


@qc("QC-10")
def test_a_theft_of_a_card_that_is_gone_stays_in_the_hand() -> None:
    scene = table("ruby", "", "", hands=("", "yours_no_more", "yours_no_more"), line="ruby 0")
    scene.when(0, c.Stop()).when(1, RUBY).when(2, RUBY)
    assert [one.seat for one in happened(scene, e.AttackPlayed)] == [ONE]
    assert state(scene).hands[2] == {"yours_no_more": 1}


@qc("QC-11")
def test_whoever_names_anew_names_as_many_as_there_are() -> None:
    scene = table("ruby ruby", "", hands=("", "yours_no_more"), line="ruby 0").when(0, c.Stop())
    scene.when(1, RUBY).then(refused("not_offered"))
    scene.when(1, c.Attack("yours_no_more")).then(refused("not_offered"))
    scene.when(1, c.AttackIfHeld("yours_no_more", gems=["ruby"])).then(refused("not_offered"))
