"""The three actions that can be answered, when nobody answers: a hand, a theft, an obsidian handed on."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, all_but, bag, cart, table


def named(scene: Scene, card: str) -> list[object]:
    return [choice["target"] for choice in scene.offered(0, "turn") if choice["kind"] == card]


# --- gimme_a_hand


def helped(*drawn: str, mine: str = "", theirs: str = "") -> Scene:
    """Let seat 0 call, and seat 1 draw; without a hand nobody can answer."""
    scene = table(mine, theirs, "", hands=("gimme_a_hand",))
    return scene.when(0, c.GimmeAHand(1), chance=drawn)


@qz("QZ-25")
def test_the_helper_draws_two_and_the_caller_may_take_one() -> None:
    scene = helped("ruby", "quartz")
    assert scene.came == [
        e.CardPlayed(ZERO, "gimme_a_hand", ONE, None, {}),
        e.TrayFilled(ONE, "gimme_a_hand", {"ruby": 1, "quartz": 1}, 0, ZERO),
    ]
    assert scene.offered(0, "share") == [
        {"kind": "share", "take": "quartz"},
        {"kind": "share", "take": "ruby"},
        {"kind": "share_nothing"},
    ]
    scene.when(0, c.Share("ruby")).then(e.Shared(ZERO, ONE, "ruby", {"quartz": 1}, {}), e.TurnBegan(ONE))
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1}, {"quartz": 1})
    assert scene.view(PUBLIC).tray == {}


@qz("QZ-25")
def test_of_two_alike_one_stays() -> None:
    scene = helped("ruby", "ruby").when(0, c.Share("ruby"))
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1}, {"ruby": 1})


@qz("QZ-25")
def test_the_caller_may_take_none_and_the_helper_keeps_both() -> None:
    scene = helped("ruby", "obsidian").when(0, c.ShareNothing())
    assert (cart(scene, 0), cart(scene, 1)) == ({}, {"ruby": 1, "obsidian": 1})


@qz("QZ-25")
def test_a_lone_obsidian_may_be_taken_too() -> None:
    scene = helped("ruby", "obsidian").when(0, c.Share("obsidian"))
    assert (cart(scene, 0), cart(scene, 1)) == ({"obsidian": 1}, {"ruby": 1})


@qz("QZ-25")
def test_the_caller_takes_only_what_was_drawn() -> None:
    helped("ruby", "quartz").when(0, c.Share("amber")).then(refused("not_on_tray"))


@qz("QZ-25")
def test_of_two_obsidian_the_helper_takes_one_and_nothing_is_asked() -> None:
    scene = helped("obsidian", "obsidian")
    assert came(scene)[1:] == [
        e.TrayFilled(ONE, "gimme_a_hand", {"obsidian": 2}, 0, None),
        e.Shared(ZERO, ONE, None, {"obsidian": 1}, {"obsidian": 1}),
        e.TurnBegan(ONE),
    ]
    assert (cart(scene, 0), cart(scene, 1), bag(scene)["obsidian"]) == ({}, {"obsidian": 1}, 17)


@qz("QZ-25")
def test_two_obsidian_from_a_bag_of_nothing_else() -> None:
    scene = table(all_but(), "obsidian", "", hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "obsidian"])
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ONE, {"obsidian": 2}, True)]
    assert bag(scene) == {"obsidian": 18}


@qz("QZ-14", "QZ-25")
@pytest.mark.parametrize(
    ("mine", "theirs", "command", "victim"),
    [
        ("obsidian", "", c.Share("obsidian"), ZERO),
        ("", "obsidian", c.Share("ruby"), ONE),
        ("", "obsidian", c.ShareNothing(), ONE),
    ],
)
def test_a_second_obsidian_out_of_the_tray_is_an_accident(
    mine: str, theirs: str, command: object, victim: int
) -> None:
    scene = helped("ruby", "obsidian", mine=mine, theirs=theirs).when(0, command)
    assert [event.seat for event in happened(scene, e.AccidentHappened)] == [victim]
    assert came(scene)[-1] == e.TurnBegan(TWO if victim == ONE else ONE)


@qz("QZ-17", "QZ-25")
def test_a_caller_with_a_token_is_asked_after_both_crystals_have_landed() -> None:
    scene = table("obsidian", "", "", tokens=[0], hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["ruby", "obsidian"]).when(0, c.Share("obsidian"))
    assert cart(scene, 1) == {"ruby": 1}
    assert scene.asked(0) == ["token"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO), e.TurnBegan(ONE))


@qz("QZ-25")
def test_any_other_dwarf_inside_can_be_called() -> None:
    scene = table("", "", "", "", out=[2], hands=("gimme_a_hand",))
    assert named(scene, "gimme_a_hand") == [1, 3]
    for target in (0, 2, 7, -1):
        scene.when(0, c.GimmeAHand(target)).then(refused("not_a_target", seat=target))


# --- dont_belong


@qz("QZ-26")
def test_a_thief_takes_the_two_crystals_named() -> None:
    scene = table("", "ruby quartz ruby", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1, ["quartz", "ruby"])).then(
        e.CardPlayed(ZERO, "dont_belong", ONE, None, {"quartz": 1, "ruby": 1}),
        e.Stolen(ZERO, ONE, {"quartz": 1, "ruby": 1}),
        e.TurnBegan(ONE),
    )
    assert (cart(scene, 0), cart(scene, 1)) == ({"quartz": 1, "ruby": 1}, {"ruby": 1})


@qz("QZ-26")
def test_a_thief_may_take_two_of_a_kind() -> None:
    scene = table("", "ruby quartz ruby", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1, ["ruby", "ruby"]))
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 2}, {"quartz": 1})


@qz("QZ-26")
def test_where_there_is_only_one_a_thief_takes_that() -> None:
    scene = table("", "ruby obsidian", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1, ["ruby", "ruby"])).then(refused("not_offered"))
    scene.when(0, c.DontBelong(1, ["ruby"]))
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1}, {"obsidian": 1})


@qz("QZ-26")
@pytest.mark.parametrize("gems", [[], ["ruby"], ["ruby", "quartz", "quartz"]])
def test_a_thief_names_two_neither_more_nor_fewer(gems: list[c.Gem]) -> None:
    scene = table("", "ruby quartz quartz", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1, gems)).then(refused("not_offered"))


@qz("QZ-26")
def test_a_thief_names_what_is_there() -> None:
    scene = table("", "ruby quartz obsidian", "", hands=("dont_belong",))
    wrong: tuple[list[c.Gem], ...] = (["ruby", "ruby"], ["amber", "ruby"])
    for gems in wrong:
        scene.when(0, c.DontBelong(1, gems)).then(refused("not_in_cart", seat=ONE))


@qz("QZ-26")
def test_a_thief_needs_somebody_with_a_valuable_crystal() -> None:
    scene = table("ruby", "obsidian", "", "ruby", out=[3], hands=("dont_belong",))
    assert named(scene, "dont_belong") == []
    scene.when(0, c.DontBelong(1, ["ruby"])).then(refused("no_crystal", seat=ONE))


# --- not_mine


@qz("QZ-27")
def test_an_obsidian_is_handed_on() -> None:
    scene = table("obsidian ruby", "quartz", "", hands=("not_mine",))
    scene.when(0, c.NotMine(1)).then(
        e.CardPlayed(ZERO, "not_mine", ONE, None, {}), e.ObsidianLanded(ONE), e.TurnBegan(ONE)
    )
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1}, {"quartz": 1, "obsidian": 1})


@qz("QZ-27")
def test_it_needs_an_obsidian_of_ones_own() -> None:
    scene = table("ruby", "obsidian", "", hands=("not_mine",))
    scene.when(0, c.NotMine(1)).then(refused("no_obsidian"))
    assert named(scene, "not_mine") == []


@qz("QZ-27")
def test_while_answers_are_awaited_it_lies_on_the_card() -> None:
    scene = table("obsidian", "obsidian", "", hands=("not_mine", "eureka")).when(0, c.NotMine(1))
    assert scene.asked(1) == ["window"]
    assert (cart(scene, 0), cart(scene, 1)) == ({}, {"obsidian": 1})
    assert state(scene).attack.obsidian
    assert bag(scene)["obsidian"] == 16
    scene.when(1, c.Let())
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ONE, {"obsidian": 2}, True)]


# --- all three


@qz("QZ-30", "QZ-35")
@pytest.mark.parametrize(
    ("hand", "command", "reaction"),
    [
        ("gimme_a_hand", c.GimmeAHand(1), c.React()),
        ("dont_belong", c.DontBelong(1, ["ruby"]), c.React(take="quartz")),
        ("not_mine", c.NotMine(1), c.React(pass_to=2)),
    ],
)
def test_the_attackers_card_is_spent_answered_or_not(hand: str, command: object, reaction: c.React) -> None:
    answers = "not_mine_either unacceptable on_my_break"
    scene = table("quartz obsidian", "ruby", "", hands=(hand, answers)).when(0, command)
    scene.when(1, reaction)
    assert scene.view(PUBLIC).dwarves[0].hand_count == 0
    assert scene.view(PUBLIC).discard[hand] == 1
    unanswered = table("quartz obsidian", "ruby", "", hands=(hand, "eureka")).when(0, command)
    unanswered.when(1, c.Let(), chance=["ruby", "ruby"] if hand == "gimme_a_hand" else ())
    assert unanswered.view(PUBLIC).discard == {hand: 1}
