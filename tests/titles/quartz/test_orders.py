"""Standing orders: one answer for each kind of question, seen by nobody (QZ-71, QZ-72)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.seats import PUBLIC, Seat
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.orders import Orders, WhenCartWorth, WhenWorth
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, play, position, told

REACTIONS = "on_my_break unacceptable not_mine_either"
PLAYS: dict[str, Command] = {
    "on_my_break": c.GimmeAHand(1),
    "unacceptable": c.DontBelong(1, ["ruby", "sapphire"]),
    "not_mine_either": c.NotMine(1),
}


def attacked(reaction: str, hand: str = REACTIONS, seats: int = 4, **more: Any) -> Scene:
    """Let seat 0 attack seat 1, whose answer would be this reaction."""
    carts = {0: "obsidian quartz emerald", 1: "ruby sapphire", 2: "quartz", 3: "ruby"}
    hands = {0: "gimme_a_hand dont_belong not_mine", 1: hand}
    scene = position(seats, hands=hands, carts=carts | more.pop("carts", {}), **more)
    return scene.when(0, PLAYS[reaction])


def window(scene: Scene, **orders: object) -> Command | None:
    return answered(scene, 1, Orders(**orders), "window")  # type: ignore[arg-type]  # fields by name


# --- reactions


@qz("QZ-71")
@pytest.mark.parametrize("reaction", PLAYS)
def test_without_an_order_the_dwarf_attacked_is_asked(reaction: str) -> None:
    assert window(attacked(reaction)) is None
    assert window(attacked(reaction), **{reaction: "ask"}) is None


@qz("QZ-71")
@pytest.mark.parametrize("reaction", PLAYS)
def test_never_lets_it_happen(reaction: str) -> None:
    assert window(attacked(reaction), **{reaction: "never"}) == c.Let()


@qz("QZ-71")
@pytest.mark.parametrize("reaction", PLAYS)
def test_always_plays_the_reaction_whether_or_not_it_is_held(reaction: str) -> None:
    held, missing = (
        window(attacked(reaction, hand), **{reaction: "always"}) for hand in (REACTIONS, "eureka")
    )
    assert isinstance(held, c.ReactIfHeld)
    assert held == missing


@qz("QZ-71")
@pytest.mark.parametrize("reaction", PLAYS)
def test_orders_for_other_reactions_say_nothing(reaction: str) -> None:
    others: dict[str, object] = dict.fromkeys(PLAYS.keys() - {reaction}, "always")
    assert window(attacked(reaction), **others) is None


@qz("QZ-71", "QZ-31")
@pytest.mark.parametrize("reaction", PLAYS)
def test_others_cannot_tell_an_order_without_the_card_from_the_will_to_let_it_happen(reaction: str) -> None:
    chance = {"on_my_break": ["ruby", "quartz"]}.get(reaction, [])
    tables = []
    for hand in ("eureka eureka eureka", REACTIONS):
        scene = attacked(reaction, hand)
        order = "always" if hand != REACTIONS else "never"
        tables.append(scene.when(1, window(scene, **{reaction: order}), chance=chance))
    for reader in (Seat(0), Seat(2), PUBLIC):
        assert told(tables[0], reader) == told(tables[1], reader)


@qz("QZ-71")
def test_on_my_break_when_i_hold_obsidian() -> None:
    order = "when_i_hold_obsidian"
    assert window(attacked("on_my_break"), on_my_break=order) == c.Let()
    scene = attacked("on_my_break", carts={1: "ruby sapphire obsidian"})
    assert window(scene, on_my_break=order) == c.ReactIfHeld()
    assert (
        window(attacked("on_my_break", "eureka", carts={1: "obsidian"}), on_my_break=order) == c.ReactIfHeld()
    )


@qz("QZ-71")
@pytest.mark.parametrize(("least", "answers"), [(10, True), (11, False), (0, True)])
def test_unacceptable_when_what_is_named_is_worth_it(least: int, answers: bool) -> None:
    command = window(attacked("unacceptable"), unacceptable=WhenWorth(least))
    assert command == (c.ReactIfHeld(take="emerald") if answers else c.Let())


@qz("QZ-71")
@pytest.mark.parametrize(("least", "answers"), [(2, True), (3, False)])
def test_from_a_covered_cart_crystals_are_multiset(least: int, answers: bool) -> None:
    scene = position(
        hands={0: "dont_belong", 1: "eureka"}, carts={1: "ruby ruby amber obsidian"}, covered_carts=True
    )
    scene.when(0, c.DontBelong(1))
    assert window(scene, unacceptable=WhenWorth(least)) == (c.ReactIfHeld() if answers else c.Let())


@qz("QZ-71")
def test_obsidian_in_a_covered_cart_is_nothing_a_thief_could_take() -> None:
    carts = {1: "ruby obsidian"}
    scene = position(hands={0: "dont_belong", 1: "eureka"}, carts=carts, covered_carts=True)
    scene.when(0, c.DontBelong(1))
    assert window(scene, unacceptable=WhenWorth(2)) == c.Let()
    assert window(scene, unacceptable=WhenWorth(1)) == c.ReactIfHeld()


@qz("QZ-71")
def test_unacceptable_takes_the_dearest_valuable_crystal_of_the_thief() -> None:
    scene = attacked("unacceptable", carts={0: "obsidian amethyst sapphire emerald"})
    assert window(scene, unacceptable="always") == c.ReactIfHeld(take="sapphire")
    empty = attacked("unacceptable", carts={0: "obsidian"})
    assert window(empty, unacceptable="always") == c.ReactIfHeld()


@qz("QZ-71")
def test_not_mine_either_passes_to_the_next_seat_that_is_not_the_giver() -> None:
    assert window(attacked("not_mine_either"), not_mine_either="always") == c.ReactIfHeld(pass_to=2)
    scene = position(hands={2: "not_mine", 1: "eureka"}, carts={2: "obsidian"}, turn=2).when(2, c.NotMine(1))
    assert window(scene, not_mine_either="always") == c.ReactIfHeld(pass_to=0)


@qz("QZ-71")
def test_the_next_seat_is_passed_to_even_where_another_is_richer_and_holds_obsidian() -> None:
    scene = attacked("not_mine_either", carts={3: "ruby obsidian"})
    assert window(scene, not_mine_either="always") == c.ReactIfHeld(pass_to=2)


@qz("QZ-71")
def test_not_mine_either_skips_who_is_out() -> None:
    scene = position(4, hands={0: "eureka", 3: "not_mine", 1: "eureka"}, carts={3: "obsidian"}, turn=2)
    play(scene, (2, c.Leave()), (3, c.NotMine(1)))
    assert window(scene, not_mine_either="always") == c.ReactIfHeld(pass_to=0)


@qz("QZ-71")
def test_not_mine_either_passes_to_the_richest_with_obsidian_if_told_so() -> None:
    carts = {2: "quartz obsidian", 3: "ruby obsidian"}
    rich: dict[str, object] = {"not_mine_either": "always", "pass_to": "richest_with_obsidian"}
    assert window(attacked("not_mine_either", carts=carts), **rich) == c.ReactIfHeld(pass_to=3)
    assert window(attacked("not_mine_either"), **rich) == c.ReactIfHeld(pass_to=2)  # nobody: the next seat


@qz("QZ-71")
def test_the_next_seat_is_next_whoever_holds_obsidian() -> None:
    scene = attacked("not_mine_either", carts={3: "ruby obsidian"})
    assert window(scene, not_mine_either="always", pass_to="next_seat") == c.ReactIfHeld(pass_to=2)


@qz("QZ-71", "QZ-32")
def test_the_richest_with_obsidian_is_not_the_giver() -> None:
    hands = {0: "not_mine", 1: "not_mine_either", 2: "eureka"}
    scene = position(4, hands=hands, carts={0: "obsidian", 1: "amber obsidian", 3: "quartz obsidian"})
    play(scene, (0, c.NotMine(1)), (1, c.React(pass_to=2)))
    rich = Orders(not_mine_either="always", pass_to="richest_with_obsidian")
    assert answered(scene, 2, rich, "window") == c.ReactIfHeld(pass_to=3)


@qz("QZ-71")
def test_with_nobody_to_pass_to_the_order_names_nobody() -> None:
    scene = position(hands={0: "eureka", 1: "not_mine", 2: "eureka"}, carts={1: "obsidian"})
    play(scene, (0, c.Leave()), (1, c.NotMine(2)))
    command = answered(scene, 2, Orders(not_mine_either="always"), "window")
    assert command == c.ReactIfHeld()


@qz("QZ-71")
def test_conditions_read_public_facts_only() -> None:
    """The same table with other cards in hand and other crystals in the chest: the same answers."""
    orders = [
        Orders(on_my_break=a, unacceptable=b, not_mine_either=d, pass_to=p)  # type: ignore[arg-type]
        for a, b, d, p in itertools.product(
            ("always", "never", "when_i_hold_obsidian"),
            ("always", "never", WhenWorth(7)),
            ("always", "never"),
            ("next_seat", "richest_with_obsidian"),
        )
    ]
    for reaction in PLAYS:
        one = attacked(reaction, REACTIONS, chests={1: "quartz", 2: "amber"})
        other = attacked(reaction, "eureka eureka eureka", chests={1: "amber", 2: "quartz"})
        for order in orders:
            assert answered(one, 1, order, "window") == answered(other, 1, order, "window")


# --- the other questions


def interrupted(cart: str = "ruby obsidian", **more: Any) -> Scene:
    scene = position(carts={0: cart}, tokens=(0,), **more)
    return scene.when(0, c.Mine(), chance=["obsidian"])


@qz("QZ-72")
@pytest.mark.parametrize(
    ("order", "command"),
    [
        ("ask", None),
        ("always", c.SpendToken()),
        ("never", c.HaveAccident()),
        (WhenCartWorth(6), c.SpendToken()),
        (WhenCartWorth(7), c.HaveAccident()),
    ],
)
def test_the_token(order: object, command: Command | None) -> None:
    assert answered(interrupted(), 0, Orders(token=order), "token") == command  # type: ignore[arg-type]


@qz("QZ-72")
def test_what_lies_safe_beside_the_cart_is_not_what_the_token_would_save() -> None:
    scene = interrupted("quartz obsidian", parked={0: "amber"})
    assert answered(scene, 0, Orders(token=WhenCartWorth(2)), "token") == c.HaveAccident()
    assert answered(scene, 0, Orders(token=WhenCartWorth(1)), "token") == c.SpendToken()


@qz("QZ-72", "QZ-42")
def test_the_cart_is_priced_as_it_would_sell() -> None:
    scene = interrupted("quartz quartz quartz sapphire obsidian")  # 3 + 4 + 4
    assert answered(scene, 0, Orders(token=WhenCartWorth(11)), "token") == c.SpendToken()
    assert answered(scene, 0, Orders(token=WhenCartWorth(12)), "token") == c.HaveAccident()


@qz("QZ-72")
def test_an_order_never_spends_the_token_before_it_must() -> None:
    scene = position(carts={0: "ruby obsidian"}, tokens=(0,))
    assert answered(scene, 0, Orders(token="always"), "spend") is None


@qz("QZ-72")
def test_what_is_drawn_is_kept_unless_its_owner_wants_to_be_asked() -> None:
    scene = position(hands={0: "here_we_go"})
    scene.when(0, c.HereWeGo(), chance=["ruby", "obsidian", "quartz"])
    assert answered(scene, 0, Orders(), "keep") == c.Keep(["quartz", "ruby"])
    assert answered(scene, 0, Orders(keep="ask"), "keep") is None


@qz("QZ-72")
@pytest.mark.parametrize(
    ("cart", "command"), [("quartz", c.Replace("quartz", "ruby")), ("amber", c.ReplaceNothing())]
)
def test_a_eureka_is_asked_about_or_takes_the_best(cart: str, command: Command) -> None:
    scene = position(hands={0: "eureka"}, carts={0: cart})
    scene.when(0, c.Eureka(), chance=["ruby", "quartz", "quartz", "quartz", "quartz", "quartz", "obsidian"])
    assert answered(scene, 0, Orders(), "replace") is None
    assert answered(scene, 0, Orders(replace="best"), "replace") == command


@qz("QZ-72")
@pytest.mark.parametrize(
    ("drawn", "command"),
    [("ruby amber", c.Share("amber")), ("obsidian quartz", c.Share("quartz"))],
)
def test_a_share_is_asked_about_or_the_dearest(drawn: str, command: Command) -> None:
    scene = position(hands={0: "gimme_a_hand"}).when(0, c.GimmeAHand(1), chance=drawn.split())
    assert answered(scene, 0, Orders(), "share") is None
    assert answered(scene, 0, Orders(share="dearest"), "share") == command


@qz("QZ-72", "QZ-73")
def test_a_sale_is_asked_about_or_goes_by_the_rule() -> None:
    scene = position(carts={0: "quartz obsidian"}, parked={0: "ruby"}, chests={0: "sapphire"})
    play(scene, (0, c.Leave()))
    assert answered(scene, 0, Orders(), "sell") is None
    assert answered(scene, 0, Orders(sale="rule"), "sell") == c.Store(["ruby", "sapphire"])


@qz("QZ-72")
@pytest.mark.parametrize("kind", ["turn", "thrill"])
def test_no_order_answers_a_turn_or_a_thrill(kind: str) -> None:
    scene = position(thrill=True)
    if kind == "thrill":
        play(scene, (0, c.Leave()), (1, c.Leave()))
    eager = Orders(
        None, "always", "always", "always", "next_seat", "always", "all", "best", "dearest", "rule"
    )
    assert answered(scene, 2 if kind == "thrill" else 0, eager, kind) is None
