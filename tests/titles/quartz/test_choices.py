"""What each question offers, blank by blank: buttons, emails and robots are made of it."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.questions import Choice, Field
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules.choices import PLAYS
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import asked, play, position
from tests.titles.quartz.scenes import ONE, THREE, TWO, ZERO

MINE, LEAVE, LET = Choice("mine"), Choice("leave"), Choice("let")


def offers(scene: Scene, seat: int, kind: str) -> list[Choice]:
    return list(QUARTZ.core.choices(scene.table.table.state, asked(scene, seat, kind)))


def target(*seats: int) -> Field:
    return Field("target", "seat", seats)


def gem(name: str, *gems: str) -> Field:
    return Field(name, "gem", gems)


def some(least: int, most: int, *gems: str) -> Field:
    return Field("gems", "gem", gems, least, most, many=True)


CARTS = {0: "quartz ruby ruby obsidian", 1: "emerald obsidian", 2: "amber amber quartz", 3: "obsidian"}

ON_A_TURN: list[tuple[str, list[Choice], list[Choice]]] = [
    # card, what it adds where carts lie open, and under covers
    ("here_we_go", [Choice("here_we_go")], [Choice("here_we_go")]),
    ("eureka", [Choice("eureka")], [Choice("eureka")]),
    (
        "come_closer",
        [
            Choice("come_closer", (target(1), gem("give", "quartz", "ruby"), gem("take", "emerald"))),
            Choice("come_closer", (target(2), gem("give", "quartz", "ruby"), gem("take", "amber", "quartz"))),
        ],
        [
            Choice("come_closer", (target(1), gem("give", "quartz", "ruby"))),
            Choice("come_closer", (target(2), gem("give", "quartz", "ruby"))),
        ],
    ),
    ("out_of_my_way", [Choice("out_of_my_way")], [Choice("out_of_my_way")]),
    (
        "what_crystal",
        [Choice("what_crystal", (gem("gem", "obsidian", "quartz", "ruby"),))],
        [Choice("what_crystal", (gem("gem", "obsidian", "quartz", "ruby"),))],
    ),
    (
        "gimme_a_hand",
        [Choice("gimme_a_hand", (target(1, 2, 3),))],
        [Choice("gimme_a_hand", (target(1, 2, 3),))],
    ),
    (
        "dont_belong",
        [
            Choice("dont_belong", (target(1), some(1, 1, "emerald"))),
            Choice("dont_belong", (target(2), some(2, 2, "amber", "amber", "quartz"))),
        ],
        [Choice("dont_belong", (target(1, 2),))],
    ),
    ("not_mine", [Choice("not_mine", (target(1, 2, 3),))], [Choice("not_mine", (target(1, 2, 3),))]),
    ("unacceptable", [], []),
]


@qz("QZ-9", "QZ-22", "QZ-26", "QZ-62")
@pytest.mark.parametrize(("card", "open_", "covered"), ON_A_TURN, ids=[row[0] for row in ON_A_TURN])
def test_what_a_card_adds_to_a_turn(card: str, open_: list[Choice], covered: list[Choice]) -> None:
    for added, covers in ((open_, False), (covered, True)):
        scene = position(4, hands={0: card}, carts=CARTS, covered_carts=covers)
        assert offers(scene, 0, "turn") == [MINE, *added, LEAVE]


@qz("QZ-19a", "QZ-21", "QZ-22", "QZ-23", "QZ-24", "QZ-26", "QZ-27")
def test_with_nothing_in_any_cart_half_of_the_cards_are_of_no_use() -> None:
    hand = "come_closer eureka out_of_my_way what_crystal dont_belong not_mine"
    for covers in (False, True):
        scene = position(hands={0: hand}, carts={1: "obsidian"}, covered_carts=covers)
        assert offers(scene, 0, "turn") == [MINE, LEAVE]


@qz("QZ-30", "QZ-33")
@pytest.mark.parametrize(
    ("card", "fields"),
    [
        (c.GimmeAHand(ONE), ()),
        (c.DontBelong(ONE, ["emerald"]), (gem("take", "quartz", "ruby"),)),
        (c.NotMine(ONE), (Field("pass_to", "seat", (TWO, THREE)),)),
    ],
    ids=["gimme_a_hand", "dont_belong", "not_mine"],
)
def test_what_a_window_offers(card: Command, fields: tuple[Field, ...]) -> None:
    hands = {0: "gimme_a_hand dont_belong not_mine", 1: "on_my_break unacceptable not_mine_either"}
    held = position(4, hands=hands, carts=CARTS).when(ZERO, card)
    assert offers(held, 1, "window") == [Choice("react", fields), Choice("react_if_held", fields), LET]
    missing = position(4, hands=hands | {1: "eureka"}, carts=CARTS).when(ZERO, card)
    assert offers(missing, 1, "window") == [Choice("react_if_held", fields), LET]


@qz("QZ-33", "QZ-62")
def test_nothing_is_named_where_a_thief_has_nothing_or_a_covered_cart() -> None:
    for cart, covers, named in (("obsidian", False, ["ruby"]), ("amber", True, [])):
        scene = position(
            hands={0: "dont_belong", 1: "eureka"}, carts={0: cart, 1: "ruby"}, covered_carts=covers
        ).when(0, c.DontBelong(1, named))  # type: ignore[arg-type]
        assert offers(scene, 1, "window") == [Choice("react_if_held"), LET]


@qz("QZ-17")
def test_what_a_token_offers() -> None:
    scene = position(carts={0: "obsidian"}, tokens=(0,))
    assert offers(scene, 0, "spend") == [Choice("spend_token")]
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert offers(scene, 0, "token") == [Choice("spend_token"), Choice("have_accident")]


@qz("QZ-20", "QZ-21", "QZ-25")
def test_what_the_tray_offers() -> None:
    scene = position(hands={0: "here_we_go"}).when(0, c.HereWeGo(), chance=["ruby", "quartz", "ruby"])
    assert offers(scene, 0, "keep") == [Choice("keep", (some(0, 3, "quartz", "ruby", "ruby"),))]
    scene = position(hands={0: "eureka"}, carts={0: "quartz ruby obsidian"})
    scene.when(0, c.Eureka(), chance=["ruby", "obsidian", "amber", *["ruby"] * 2, *["quartz"] * 2])
    swap = Choice("replace", (gem("give", "quartz", "ruby"), gem("take", "amber", "quartz", "ruby")))
    assert offers(scene, 0, "replace") == [swap, Choice("replace_nothing")]
    scene = position(hands={0: "gimme_a_hand"}).when(0, c.GimmeAHand(1), chance=["ruby", "obsidian"])
    assert offers(scene, 0, "share") == [
        Choice("share", (gem("take", "obsidian", "ruby"),)),
        Choice("share_nothing"),
    ]


@qz("QZ-41")
@pytest.mark.parametrize(("cart", "most"), [("ruby", 1), ("ruby quartz", 2), ("ruby ruby quartz", 2)])
def test_what_an_evening_offers(cart: str, most: int) -> None:
    scene = play(position(carts={0: f"{cart} obsidian"}), (0, c.Leave()))
    assert offers(scene, 0, "sell") == [Choice("store", (some(0, most, *sorted(cart.split())),))]


@qz("QZ-60")
def test_what_being_alone_offers() -> None:
    scene = play(position(thrill=True), (0, c.Leave()), (1, c.Leave()))
    assert offers(scene, 2, "thrill") == [Choice("take_bonus"), Choice("give_up_bonus")]
    scene.when(2, c.GiveUpBonus(), chance=["ruby"])
    assert offers(scene, 2, "thrill_more") == [Choice("draw_on"), Choice("stop")]


def test_cards_are_offered_in_the_order_of_their_names():
    assert list(PLAYS) == sorted(PLAYS)
