"""Beside mining and leaving stands what each would do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Message
from games.rules.wording import say
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.reading import happened
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ZERO, Scene, table

CARDS = ("eureka", "here_we_go", "not_mine")


def told(scene: Scene, command: Command) -> str:
    """Read what seat 0 is told that an answer to its turn would do."""
    (line,) = lines(scene, command)
    return say(QUARTZ, line)


def lines(scene: Scene, command: Command) -> Sequence[Message]:
    view = scene.view(ZERO)
    turn = next(one.question for one in view.asked if one.question.kind == "turn")
    return QUARTZ.text.reckon(view, turn, command)


@pytest.mark.parametrize(
    ("cart", "tokens", "words"),
    [
        ("ruby", [], "One more crystal for your cart: 27% chance of obsidian."),
        ("obsidian", [], "26% chance of another obsidian: you have an accident"),
        ("obsidian", [0], "26% chance of another obsidian: you spend your token"),
    ],
)
def test_mining_says_how_likely_obsidian_is_and_what_it_would_mean(cart, tokens, words):
    assert told(table(cart, "quartz", "", tokens=tokens), c.Mine()).startswith(words)


@qz("QZ-12")
def test_leaving_says_which_bravery_space_it_brings():
    scene = table("ruby", "", "", "", board=CARDS)
    assert told(scene, c.Leave()).endswith("is safe, and you get Eureka! and 0 coins.")
    scene.when(0, c.Leave())
    (left,) = happened(scene, e.LeftMine)
    assert (left.card, left.coins) == ("eureka", 0)


@qz("QZ-12")
def test_leaving_a_single_other_behind_says_that_it_brings_nothing():
    scene = table("ruby", "", "", out=[2])
    assert told(scene, c.Leave()).endswith("you get nothing from the bravery board.")
    scene.when(0, c.Leave())
    assert happened(scene, e.LeftMine)[-1].bonus is False


def test_a_space_without_a_card_brings_its_coins():
    scene = table("ruby", "", "", "", board=[None, None, None])
    assert told(scene, c.Leave()) == "Everything in your cart is safe, and you get 0 coins."


def test_of_cards_nothing_is_foretold():
    scene = table("ruby", "quartz", "", hands=("here_we_go", "", ""))
    assert lines(scene, c.HereWeGo()) == ()
