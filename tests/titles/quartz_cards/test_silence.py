"""What silence says of a helping hand and of an answer given before, and when a plan is sure to ask."""

from __future__ import annotations

import pytest

from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules import orders as o
from tests.kit.given import Scene
from tests.kit.reading import awaited, happened
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import ONE, table

TWO_CARDS = o.Orders(plan=o.Plan(cards=2, for_="every_turn"))


def helping(line: str, *drawn: str, left: list[str] | None = None) -> Scene:
    scene = table("", "", hands=("", "may_i_help"), line=line, left=left).when(0, c.Stop())
    return scene.when(1, c.Attack("may_i_help"), chance=drawn)


@qc("QC-11")
@pytest.mark.parametrize("drawn", [("amber 2", "quartz"), ("amethyst", "emerald"), ("sapphire", "ruby 1")])
def test_a_silent_helper_keeps_the_dearer_card_and_lays_the_other(drawn: tuple[str, str]) -> None:
    cheap, dear = sorted(drawn, key=["quartz", "amethyst", "emerald", "sapphire", "ruby 1", "amber 2"].index)
    scene = helping("ruby 0", *drawn).when_silent(1)
    assert happened(scene, e.Helped) == [e.Helped(ONE, dear, cheap)]


@qc("QC-11")
def test_a_silent_helper_keeps_a_single_card() -> None:
    scene = helping("ruby 0", "quartz", left=["quartz"]).when_silent(1)
    assert happened(scene, e.Helped) == [e.Helped(ONE, "quartz", None)]


@qc("QC-14")
def test_a_theft_of_a_column_stands_when_its_owner_is_asked_again_and_says_nothing() -> None:
    scene = table("ruby ruby", "", "", hands=("", "hand_it_over", "yours_no_more"), line="ruby 0")
    scene.when(0, c.Stop()).when(1, c.Attack("hand_it_over")).when(
        2, c.Attack("yours_no_more", column="ruby")
    )
    assert awaited(scene) == [("attack", 2)]
    scene.when_silent(2)
    assert [one.column for one in happened(scene, e.AttackPlayed)] == ["ruby"]


@qc("QC-14")
def test_an_answer_that_names_what_is_gone_becomes_a_pass() -> None:
    hands = ("", "yours_no_more hand_it_over", "yours_no_more")
    scene = table("ruby", "", "", hands=hands, line="ruby 0, emerald 1", windows="full")
    scene.when(0, c.Stop()).when(1, c.Attack("yours_no_more", column="ruby"))
    scene.when(2, c.Attack("yours_no_more", column="ruby"))
    assert awaited(scene) == [("attack", 2)]
    assert happened(scene.when_silent(2), e.AttackPlayed) == []


# --- when a plan is sure to ask


@pytest.mark.parametrize(
    ("scene", "seat", "orders", "reason"),
    [
        (table("", "ruby", waiting={1: 2}), 1, TWO_CARDS, "presents"),
        (table("", "ruby", waiting={1: 1}), 1, TWO_CARDS, None),
        (table("", "ruby", waiting={0: 2}), 0, TWO_CARDS, None),
        (table("", "ruby", waiting={1: 2}), 1, o.Orders(plan=o.Plan(protect=5, for_="every_turn")), None),
        (
            table("", "ruby", waiting={1: 2}),
            1,
            o.Orders(plan=o.Plan(protect=6, for_="every_turn")),
            "presents",
        ),
    ],
)
def test_a_plan_is_sure_to_ask_where_exploring_is_doomed_and_nothing_is_to_be_protected(
    scene: Scene, seat: int, orders: o.Orders, reason: str | None
) -> None:
    assert QUARTZ_CARDS.automation.ahead(scene.view(seat), orders, []) == reason


def test_a_plan_that_is_over_asks_nobody() -> None:
    scene = table("", "", waiting={1: 2})
    spent = [
        seen
        for turn in range(2)
        for seen in [QUARTZ_CARDS.core.redact(e.TurnBegan(ONE), ONE, QUARTZ_CARDS.core.options())]
        if seen
    ]
    once = o.Orders(plan=o.Plan(cards=2))
    assert QUARTZ_CARDS.automation.ahead(scene.view(1), once, []) == "presents"
    assert QUARTZ_CARDS.automation.ahead(scene.view(1), once, spent) is None


def test_nothing_is_ahead_once_the_match_is_over() -> None:
    scene = table("", "", hands=("", ""), line="ruby 0", left=["quartz 1"], waiting={1: 2})
    scene.when(0, c.DigOn(), chance=["quartz 1"])
    assert scene.view(1).over
    assert QUARTZ_CARDS.automation.ahead(scene.view(1), TWO_CARDS, []) is None
