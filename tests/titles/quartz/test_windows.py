"""Windows: for whom they open, what may be answered, and when everybody sees that there is no answer."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.events import TimeUp
from games.rules.kernel.seats import PUBLIC, EventNumber
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, happened, seen_by, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, THREE, TWO, ZERO, table

ATTACKS = {
    "gimme_a_hand": (c.GimmeAHand(1), "on_my_break"),
    "dont_belong": (c.DontBelong(1, ["ruby"]), "unacceptable"),
    "not_mine": (c.NotMine(1), "not_mine_either"),
}
each_attack = pytest.mark.parametrize("card", ATTACKS)


def attacked(card: str, hand: str, *, skipped: bool = False, **more: Any) -> Scene:
    """Let seat 0 attack seat 1, who holds this hand; without a window gimme_a_hand draws at once."""
    scene = table("quartz obsidian", "ruby", "", "", hands=(card, hand), **more)
    return scene.when(0, ATTACKS[card][0], chance=drawn(card) if skipped else ())


def drawn(card: str) -> list[str]:
    """Say what is drawn once the attack succeeds."""
    return ["ruby", "ruby"] if card == "gimme_a_hand" else []


@qz("QZ-30")
@each_attack
@pytest.mark.parametrize("held", [True, False])
def test_a_window_opens_with_or_without_the_reaction_in_hand(card: str, held: bool) -> None:
    scene = attacked(card, ATTACKS[card][1] if held else "eureka")
    assert came(scene)[1:] == [e.WindowOpened(ONE, card)]
    assert scene.asked(1) == ["window"]
    assert [name.seat for name in scene.table.awaited()] == [ONE]


@qz("QZ-30")
@each_attack
def test_playing_it_is_offered_to_holders_and_playing_it_if_held_to_all(card: str) -> None:
    held = {choice["kind"] for choice in attacked(card, ATTACKS[card][1]).offered(1, "window")}
    assert held == {"react", "react_if_held", "let"}
    lacking = {choice["kind"] for choice in attacked(card, "eureka").offered(1, "window")}
    assert lacking == {"react_if_held", "let"}


@qz("QZ-30", "QZ-31")
@each_attack
def test_others_see_the_same_whatever_is_held(card: str) -> None:
    holding, lacking = attacked(card, ATTACKS[card][1]), attacked(card, "eureka")
    for reader in (PUBLIC, ZERO, TWO):
        assert holding.view(reader) == lacking.view(reader)
        assert holding.table.seen(reader) == lacking.table.seen(reader)


ANSWERS = {
    "gimme_a_hand": c.ReactIfHeld(),
    "dont_belong": c.ReactIfHeld(take="quartz"),
    "not_mine": c.ReactIfHeld(pass_to=2),
}


@qz("QZ-30")
@each_attack
def test_played_if_held_it_is_played_when_held(card: str) -> None:
    scene = attacked(card, ATTACKS[card][1]).when(1, ANSWERS[card])
    assert [event.card for event in happened(scene, e.Reacted)] == [ATTACKS[card][1]]


@qz("QZ-30")
@each_attack
def test_played_if_held_it_happens_when_not_held_and_looks_like_letting_it_happen(card: str) -> None:
    tried = attacked(card, "eureka").when(1, ANSWERS[card], chance=drawn(card))
    let = attacked(card, "eureka").when(1, c.Let(), chance=drawn(card))
    assert tried.came == let.came
    assert came(tried)[0] == e.LetHappen(ONE)


@qz("QZ-30")
@each_attack
def test_a_reaction_that_is_not_held_can_not_be_played(card: str) -> None:
    answer = ANSWERS[card]
    scene = attacked(card, "eureka").when(1, c.React(pass_to=answer.pass_to, take=answer.take))
    scene.then(refused("not_in_hand", card=ATTACKS[card][1]))


@qz("QZ-30")
@each_attack
def test_when_time_runs_out_it_happens(card: str) -> None:
    scene = attacked(card, ATTACKS[card][1])
    number = EventNumber(scene.table.table.number)
    scene.when_silent(1, chance=drawn(card))
    assert came(scene)[:2] == [TimeUp(EventNumber(0), number, ONE, "window"), e.LetHappen(ONE)]


@qz("QZ-30")
def test_nobody_else_may_answer_and_the_attacker_waits() -> None:
    scene = attacked("dont_belong", "eureka")
    for seat, command in ((0, c.Mine()), (2, c.Let()), (0, c.Let())):
        scene.when(seat, command).then(refused("stale"))


@qz("QZ-31")
@each_attack
def test_an_empty_hand_has_no_window(card: str) -> None:
    scene = attacked(card, "", skipped=True)
    assert not happened(scene, e.WindowOpened)
    assert not happened(scene, e.LetHappen)
    assert scene.asked(1) != ["window"]


@qz("QZ-31")
@each_attack
def test_three_copies_in_the_discard_pile_leave_no_window(card: str) -> None:
    reaction = ATTACKS[card][1]
    assert not happened(attacked(card, "eureka", skipped=True, discard=[reaction] * 3), e.WindowOpened)
    assert happened(attacked(card, "eureka", discard=[reaction] * 2), e.WindowOpened)


@qz("QZ-31")
@each_attack
def test_copies_on_the_bravery_board_count(card: str) -> None:
    reaction = ATTACKS[card][1]
    board = [reaction, None, reaction]
    assert not happened(
        attacked(card, "eureka", skipped=True, discard=[reaction], board=board), e.WindowOpened
    )
    assert happened(attacked(card, "eureka", board=board), e.WindowOpened)


@qz("QZ-31")
@each_attack
def test_copies_taken_from_the_board_by_somebody_else_count(card: str) -> None:
    reaction = ATTACKS[card][1]
    seen = {"discard": [reaction], "off_board": {2: reaction, 3: reaction}}
    assert not happened(attacked(card, "eureka", skipped=True, **seen), e.WindowOpened)
    assert happened(attacked(card, "eureka", discard=[reaction], off_board={2: reaction}), e.WindowOpened)


@qz("QZ-31")
@each_attack
def test_a_copy_the_attacker_took_from_the_board_counts_as_well(card: str) -> None:
    reaction = ATTACKS[card][1]
    scene = attacked(card, "eureka", skipped=True, discard=[reaction] * 2, off_board={0: reaction})
    assert not happened(scene, e.WindowOpened)


@qz("QZ-31")
@each_attack
def test_a_copy_the_attacked_dwarf_took_from_the_board_does_not(card: str) -> None:
    reaction = ATTACKS[card][1]
    scene = attacked(card, "eureka", discard=[reaction] * 2, off_board={1: reaction})
    assert came(scene)[-1] == e.WindowOpened(ONE, card)


@qz("QZ-31")
def test_a_copy_taken_from_the_board_counts_once_when_it_has_been_played() -> None:
    """It lies in the discard pile now: the third copy may still be in the attacked hand."""
    taken, seen = {1: "not_mine_either"}, ["not_mine_either"]
    hands = ("not_mine", "", "eureka", "eureka")
    scene = table("obsidian", "", "", "", hands=hands, off_board=taken, discard=seen)
    scene.when(0, c.NotMine(1)).when(1, c.React(pass_to=2))
    assert came(scene)[-1] == e.WindowOpened(TWO, "not_mine")
    assert state(scene).shown[1] == {}


@qz("QZ-31", "QZ-32")
def test_copies_played_in_the_running_chain_count() -> None:
    hands = ("not_mine", "not_mine_either", "eureka", "eureka")
    scene = table("obsidian", "", "", "", hands=hands, discard=["not_mine_either"] * 2)
    scene.when(0, c.NotMine(1)).when(1, c.React(pass_to=2)).then(
        e.Reacted(ONE, "not_mine_either", TWO), e.ObsidianLanded(TWO), e.TurnBegan(ONE)
    )


@qz("QZ-31")
def test_sources_add_up() -> None:
    """One discarded, one on the board, one in somebody else's hand by way of the board."""
    scene = table(
        "",
        "ruby",
        "",
        "",
        hands=("dont_belong", "eureka"),
        discard=["unacceptable"],
        board=[None, "unacceptable", None],
        off_board={3: "unacceptable"},
    )
    scene.when(0, c.DontBelong(1, ["ruby"]))
    assert happened(scene, e.WindowOpened) == []


@qz("QZ-31")
def test_other_cards_in_the_open_do_not_count() -> None:
    seen = ["unacceptable"] * 3 + ["not_mine_either"] * 3
    assert attacked("gimme_a_hand", "eureka", discard=seen).asked(1) == ["window"]


@qz("QZ-31", "QZ-32")
def test_ones_own_turn_has_no_window() -> None:
    """The obsidian comes back to the first player, who holds the reaction and may not play it."""
    hands = ("not_mine not_mine_either", "not_mine_either", "not_mine_either")
    scene = table("obsidian", "", "", "", hands=hands)
    scene.when(0, c.NotMine(1)).when(1, c.React(pass_to=2)).when(2, c.React(pass_to=0)).then(
        e.Reacted(TWO, "not_mine_either", ZERO), e.ObsidianLanded(ZERO), e.TurnBegan(ONE)
    )
    assert state(scene).hands[0] == {"not_mine_either": 1}


@qz("QZ-31")
def test_what_everybody_is_told_of_a_window_names_no_hand() -> None:
    scene = attacked("dont_belong", "unacceptable unacceptable")
    assert seen_by(scene, THREE, "window_opened") == [{"seat": ONE, "card": "dont_belong"}]
