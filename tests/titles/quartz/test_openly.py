"""What an onlooker can tell of a question: what may be answered, what silence does, why a plan will ask."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.seats import PUBLIC, Seat
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import Stops
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import now, planned, play, position, since
from tests.titles.quartz.scenes import table


def openly(scene: Scene, kind: str) -> tuple[list[str], Command | None]:
    """Name the commands that anybody knows are offered, and the silence move if anybody knows it."""
    question = next(
        one for one in QUARTZ.core.open(scene.table.table.state) if one.kind == kind and one.awaited
    )
    view = scene.view(PUBLIC)
    offered = [choice.command for choice in QUARTZ.secrecy.public_choices(view, question)]
    return offered, QUARTZ.secrecy.public_silence(view, question)


FINDS: list[tuple[str, tuple[str, ...], Command, str, list[str], list[str], Command]] = [
    (
        "here_we_go",
        ("ruby", "ruby", "amber"),
        c.HereWeGo(),
        "keep",
        ["keep"],
        [],
        c.Keep(["amber", "ruby", "ruby"]),
    ),
    (
        "eureka",
        ("ruby", "ruby", "ruby", "ruby", "amber", "amber", "quartz"),
        c.Eureka(),
        "replace",
        ["replace", "replace_nothing"],
        [],
        c.Replace("quartz", "amber"),
    ),
    (
        "gimme_a_hand",
        ("ruby", "amber"),
        c.GimmeAHand(1),
        "share",
        ["share", "share_nothing"],
        ["share_nothing"],
        c.Share("amber"),
    ),
]


@qz("QZ-20", "QZ-21", "QZ-25", "QZ-62")
@pytest.mark.parametrize(("card", "chance", "played", "kind", "bare", "hidden", "silence"), FINDS)
def test_what_lies_on_a_tray_is_anybodys_to_name_unless_it_is_covered(
    card: str, chance: Any, played: Command, kind: str, bare: Any, hidden: Any, silence: Command
) -> None:
    for covered, expected in ((False, (bare, silence)), (True, (hidden, None))):
        scene = table("quartz", "", "", hands=(card,), covered_carts=covered).when(
            0, played, chance=[*chance]
        )
        assert openly(scene, kind) == expected


@qz("QZ-44")
def test_what_is_sold_and_stored_is_left_to_its_owner_from_the_first_evening_on() -> None:
    scene = position(3, carts={0: "ruby quartz"}, chests={0: "amber"})
    for seat in (0, 1):
        scene.when(seat, c.Leave())
    assert openly(scene, "sell") == ([], None)


@qz("QZ-30", "QZ-31")
def test_a_window_offers_the_card_to_whoever_may_hold_it() -> None:
    scene = table("quartz obsidian", "ruby", "", hands=("not_mine", "not_mine_either")).when(0, c.NotMine(1))
    assert openly(scene, "window") == (["react_if_held", "let"], c.Let())


@qz("QZ-75")
@pytest.mark.parametrize(
    ("lines", "cart", "expected"),
    [
        ((o.MineLine(1),), "quartz", "spent"),
        ((o.MineLine(1), o.NotMineLine()), "quartz", None),  # for all anybody knows it will be played
        ((o.MineLine(2),), "quartz obsidian", "obsidian"),
        ((o.NotMineLine(), o.MineLine(2)), "quartz obsidian", None),
    ],
)
def test_why_a_plan_is_sure_to_ask_is_anybodys_to_tell_unless_it_plays_cards(
    lines: Any, cart: str, expected: str | None
) -> None:
    for hands in ({}, {0: "not_mine"}):
        scene = position(4, hands=hands, carts={0: cart})
        laid = now(scene)
        play(scene, (0, c.Mine()), chance="ruby")
        stops = Stops() if "obsidian" in cart else Stops(obsidian=None)
        seen = since(scene, PUBLIC, laid)
        assert (
            QUARTZ.secrecy.public_ahead(scene.view(PUBLIC), Seat(0), planned(*lines, stops=stops), seen)
            == expected
        )


@qz("QZ-70", "QZ-62")
def test_a_covered_cart_is_counted_by_who_owns_it_and_by_who_does_not() -> None:
    scene = position(4, carts={0: "ruby ruby quartz"}, covered_carts=True)
    laid = now(scene)
    play(scene, (0, c.Mine()), chance="amber")
    for worth, expected in ((4, "worth"), (5, None)):
        orders = planned(o.MineLine(9), stops=Stops(obsidian=None, worth=o.AtWorth(worth)))
        public = QUARTZ.secrecy.public_ahead(scene.view(PUBLIC), Seat(0), orders, since(scene, PUBLIC, laid))
        assert public == QUARTZ.automation.ahead(scene.view(0), orders, since(scene, 0, laid)) == expected
