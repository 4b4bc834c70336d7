"""What the sensible robot does, question by question."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.miner import miner
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import asked, play, position
from tests.titles.quartz.scenes import table


def plays(scene: Scene, seat: int = 0, kind: str = "turn") -> Command:
    return miner(scene.view(seat), asked(scene, seat, kind), random.Random(0))


def turn(card: str, mine: str = "", *theirs: str, **more: Any) -> Command:
    """Say what it does with this card, this cart and these carts of the others."""
    carts = dict(enumerate((mine, *theirs)))
    return plays(position(max(3, len(carts)), hands={0: card}, carts=carts, **more))


# --- the next stroke of the pickaxe


@pytest.mark.parametrize(
    ("cart", "tokens", "command"),
    [
        ("amber amber ruby", (), c.Mine()),
        ("amber obsidian", (), c.Mine()),  # 49 of 66 bring 2.8, 17 of 66 cost 8
        ("amber quartz obsidian", (), c.Leave()),  # 48 of 65 bring 2.8, 17 of 65 cost 9
        ("amber quartz obsidian", (0,), c.Mine()),
    ],
)
def test_it_digs_while_the_cart_is_safe_or_poor(cart: str, tokens: tuple[int, ...], command: Command) -> None:
    assert turn("", cart, tokens=tokens) == command


def test_where_a_stroke_risks_just_what_it_promises_it_leaves() -> None:
    """40 of 54 bring 2.8, 14 of 54 cost 8."""
    theirs = ("obsidian" + " quartz" * 9, "obsidian", "obsidian")
    assert turn("", "amber obsidian", *theirs) == c.Leave()
    assert turn("", "amber obsidian", theirs[0].removesuffix(" quartz"), *theirs[1:]) == c.Mine()


def test_alone_with_one_other_it_has_the_bravery_board_to_lose_too() -> None:
    scene = position(turn=2, carts={0: "amber obsidian"})
    play(scene, (2, c.Leave()))
    assert plays(scene) == c.Leave()


# --- cards


def test_it_hands_its_obsidian_to_the_richest_who_holds_one_else_to_the_richest() -> None:
    assert turn("not_mine", "obsidian", "amber", "obsidian") == c.NotMine(2)
    assert turn("not_mine", "obsidian", "ruby", "quartz") == c.NotMine(1)
    assert turn("not_mine", "quartz", "ruby", "quartz") == c.Mine()


@qz("QZ-24")
def test_it_hides_the_obsidian_where_it_would_not_dare_another_stroke() -> None:
    assert turn("what_crystal", "amber quartz obsidian") == c.WhatCrystal("obsidian")
    assert turn("what_crystal", "amber obsidian") == c.Mine()
    assert turn("what_crystal", "amber quartz obsidian", tokens=(0,)) == c.Mine()
    assert turn("what_crystal", "amber quartz") == c.Mine()


@qz("QZ-24")
def test_an_obsidian_that_is_hidden_stops_it_no_more() -> None:
    scene = position(carts={0: "amber ruby ruby"}, parked={0: "obsidian"})
    assert plays(scene) == c.Mine()
    assert turn("what_crystal", "obsidian") == c.Mine()  # nothing else lies in that cart


def test_it_steals_the_dearest_two_of_the_richest() -> None:
    assert turn("dont_belong", "", "amethyst", "quartz ruby emerald") == c.DontBelong(2, ["ruby", "emerald"])
    assert turn("dont_belong", "", "quartz emerald") == c.DontBelong(1, ["emerald", "quartz"])
    assert turn("dont_belong", "", "quartz amethyst") == c.Mine()
    assert turn("dont_belong", "", "obsidian") == c.Mine()
    assert turn("eureka", "", "amber amber") == c.Mine()


def test_from_covered_carts_it_steals_where_most_crystals_are() -> None:
    assert turn("dont_belong", "", "amber", "quartz quartz", covered_carts=True) == c.DontBelong(2)
    carts = ("quartz quartz", "quartz quartz obsidian", "amber obsidian")
    assert turn("dont_belong", "", *carts, covered_carts=True) == c.DontBelong(1)


def test_it_trades_its_cheapest_for_the_dearest_in_sight() -> None:
    mine = "quartz sapphire emerald"
    assert turn("come_closer", mine, "emerald", "ruby sapphire") == c.ComeCloser(2, "quartz", "ruby")
    assert turn("come_closer", mine, "sapphire", "obsidian") == c.ComeCloser(1, "quartz", "sapphire")
    assert turn("come_closer", mine, "emerald") == c.Mine()
    assert turn("come_closer", "quartz", "amber", covered_carts=True) == c.Mine()
    assert turn("eureka", "", "amber") == c.Mine()


def test_it_calls_for_a_hand_where_obsidian_would_hurt_another() -> None:
    assert turn("gimme_a_hand", "", "amber", "obsidian") == c.GimmeAHand(2)
    assert turn("gimme_a_hand", "", "quartz", "ruby") == c.GimmeAHand(2)


def test_it_draws_what_cards_let_it_draw() -> None:
    assert turn("here_we_go") == c.HereWeGo()
    assert turn("eureka", "quartz") == c.Eureka()
    assert turn("eureka") == c.Mine()
    assert turn("here_we_go eureka", "quartz") == c.HereWeGo()


def test_it_shoves_when_two_others_have_something_to_lose() -> None:
    assert turn("out_of_my_way", "", "sapphire", "emerald quartz") == c.OutOfMyWay()
    assert turn("out_of_my_way", "", "sapphire", "emerald") == c.Mine()
    assert turn("", "", "sapphire", "sapphire") == c.Mine()


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("not_mine what_crystal dont_belong come_closer gimme_a_hand here_we_go out_of_my_way", c.NotMine),
        ("what_crystal dont_belong come_closer gimme_a_hand here_we_go out_of_my_way", c.WhatCrystal),
        ("dont_belong come_closer gimme_a_hand here_we_go out_of_my_way", c.DontBelong),
        ("come_closer gimme_a_hand here_we_go out_of_my_way", c.ComeCloser),
        ("gimme_a_hand here_we_go out_of_my_way", c.GimmeAHand),
        ("here_we_go out_of_my_way", c.HereWeGo),
        ("out_of_my_way", c.OutOfMyWay),
    ],
)
def test_what_protects_or_steals_is_played_first(hand: str, kind: type[Command]) -> None:
    assert isinstance(turn(hand, "ruby sapphire obsidian", "amber", "ruby"), kind)


# --- answers


def attacked(card: Command, hand: str, seats: int = 4, **carts: str) -> Scene:
    """Let seat 0 attack seat 1, who holds this hand."""
    hands = {0: "not_mine dont_belong gimme_a_hand", 1: hand}
    return position(seats, hands=hands, carts={int(k[1:]): v for k, v in carts.items()}).when(0, card)


@qz("QZ-34")
def test_it_answers_whenever_it_can() -> None:
    assert plays(attacked(c.GimmeAHand(1), "on_my_break"), 1, "window") == c.React()
    assert plays(attacked(c.GimmeAHand(1), "unacceptable"), 1, "window") == c.Let()


@qz("QZ-33")
def test_it_takes_the_dearest_of_a_thief() -> None:
    scene = attacked(c.DontBelong(1, ["ruby"]), "unacceptable", s0="quartz amber obsidian", s1="ruby")
    assert plays(scene, 1, "window") == c.React(take="amber")


@qz("QZ-32")
def test_it_passes_obsidian_to_the_richest_who_holds_one_else_to_the_richest() -> None:
    some = attacked(c.NotMine(1), "not_mine_either", s0="amber obsidian", s2="quartz obsidian", s3="ruby")
    assert plays(some, 1, "window") == c.React(pass_to=2)
    none = attacked(c.NotMine(1), "not_mine_either", s0="amber obsidian", s2="quartz", s3="ruby")
    assert plays(none, 1, "window") == c.React(pass_to=3)


@qz("QZ-32")
def test_it_never_passes_obsidian_straight_back() -> None:
    hands = {0: "not_mine", 1: "not_mine_either", 2: "not_mine_either"}
    scene = position(4, hands=hands, carts={0: "obsidian", 1: "amber obsidian", 3: "quartz obsidian"})
    play(scene, (0, c.NotMine(1)), (1, c.React(pass_to=2)))
    assert plays(scene, 2, "window") == c.React(pass_to=3)


@pytest.mark.parametrize(("cart", "command"), [("emerald", c.HaveAccident()), ("sapphire", c.SpendToken())])
def test_it_saves_a_cart_worth_more_than_its_token(cart: str, command: Command) -> None:
    scene = position(carts={0: f"{cart} obsidian"}, tokens=(0,)).when(0, c.Mine(), chance=["obsidian"])
    assert plays(scene, kind="token") == command


def test_asked_whether_it_spends_its_token_before_it_must_it_does() -> None:
    assert plays(position(carts={0: "obsidian"}, tokens=(0,)), kind="spend") == c.SpendToken()


@qz("QZ-72")
def test_of_what_is_drawn_it_takes_the_best() -> None:
    scene = position(hands={0: "here_we_go"}).when(0, c.HereWeGo(), chance=["ruby", "obsidian", "quartz"])
    assert plays(scene, kind="keep") == c.Keep(["quartz", "ruby"])
    scene = position(hands={0: "eureka"}, carts={0: "quartz sapphire"})
    scene.when(0, c.Eureka(), chance=["ruby", *["quartz"] * 6])
    assert plays(scene, kind="replace") == c.Replace("quartz", "ruby")
    scene = position(hands={0: "gimme_a_hand"}).when(0, c.GimmeAHand(1), chance=["quartz", "ruby"])
    assert plays(scene, kind="share") == c.Share("ruby")


@qz("QZ-73")
def test_it_stores_by_the_sale_rule_out_of_cart_card_and_chest() -> None:
    for dear in ("carts", "parked", "chests"):
        lots: dict[str, Any] = {
            "carts": {0: "quartz obsidian"},
            "parked": {0: "quartz"},
            "chests": {0: "quartz"},
        }
        scene = position(**{**lots, dear: {0: "ruby amber"}})
        play(scene, (0, c.Leave()))
        assert plays(scene, kind="sell") == c.Store(["amber", "ruby"]), dear


def alone(card: str | None = "here_we_go", cart: str = "", **options: Any) -> Scene:
    """Leave seat 2 alone inside, with this card and a coin on the last space."""
    scene = table("", "", cart, board=["eureka", card], thrill=True, **options)
    return play(scene, (0, c.Leave()), (1, c.Leave()))


@qz("QZ-60")
def test_alone_it_gives_up_a_poor_bonus_for_a_safe_cart() -> None:
    assert plays(alone("here_we_go"), 2, "thrill") == c.TakeBonus()
    assert plays(alone("here_we_go", card_values={"here_we_go": 0}), 2, "thrill") == c.GiveUpBonus()
    assert plays(alone(None), 2, "thrill") == c.GiveUpBonus()
    assert plays(alone(None, "obsidian"), 2, "thrill") == c.TakeBonus()


@qz("QZ-60")
def test_alone_it_draws_on_while_it_would_dig() -> None:
    scene = alone(cart="amber quartz")
    assert plays(scene.when(2, c.GiveUpBonus(), chance=["quartz"]), 2, "thrill_more") == c.DrawOn()
    scene = alone(cart="amber quartz")
    assert plays(scene.when(2, c.GiveUpBonus(), chance=["obsidian"]), 2, "thrill_more") == c.Stop()
