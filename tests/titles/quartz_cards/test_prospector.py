"""The sensible robot, answer by answer: when it digs, what it plays on whom, and when it lets things be."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.rules.kernel.events import Command
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules.commands import NOTHING
from tests.kit.given import Scene
from tests.titles.quartz_cards.scenes import table


def plays(scene: Scene, seat: int = 1) -> Command:
    """Ask the robot what it answers to the question its seat is awaited for."""
    view = scene.view(seat)
    (question,) = [one.question for one in view.asked if one.question.awaited]
    answer: Command = QUARTZ_CARDS.robots["prospector"](view, question, random.Random(0))
    return answer


# --- own turns


@pytest.mark.parametrize(
    ("columns", "waiting", "answer"),
    [
        ("", 0, c.Explore()),
        ("ruby ruby ruby", 0, c.Explore()),
        ("emerald emerald emerald emerald", 0, c.Protect("emerald")),
        ("quartz amber amber amber", 0, c.Protect("amber")),
        ("quartz", 2, c.Protect("quartz")),
        ("quartz", 1, c.Explore()),
        ("", 2, c.Explore()),
    ],
)
def test_it_gives_a_turn_for_a_dear_column_or_where_exploring_is_doomed(
    columns: str, waiting: int, answer: Command
) -> None:
    assert plays(table(columns, "", waiting={0: waiting} if waiting else {}), 0) == answer


@pytest.mark.parametrize(
    ("columns", "left", "answer"),
    [
        ("", ["amber 2", "amber 3"], c.DigOn()),
        ("", ["quartz 0"], c.Stop()),
        ("", ["quartz 0", "amber 2"], c.DigOn()),
        ("", ["quartz 0", "ruby 1"], c.Stop()),
        ("ruby ruby ruby", ["quartz 0", "amber 2"], c.Stop()),
        ("ruby ruby", ["quartz 0", "amber 2"], c.DigOn()),
        ("", ["quartz 0", "sapphire", "sapphire"], c.DigOn()),
        ("", ["quartz 0", "quartz 0", "amethyst", "amethyst"], c.Stop()),
    ],
)
def test_it_digs_while_the_next_card_promises_more_than_it_risks(
    columns: str, left: list[str], answer: Command
) -> None:
    assert plays(table(columns, "", line="ruby 0", left=left), 0) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("emerald 3, emerald 4, quartz 0", c.Stop()),
        ("sapphire 3, sapphire 4, quartz 0", c.StopAndProtect(["sapphire", "quartz"])),
    ],
)
def test_it_lays_down_a_beauty_for_a_column_worth_it(line: str, answer: Command) -> None:
    assert plays(table("", "", hands=("what_a_beauty",), line=line, left=["amethyst 0"]), 0) == answer


@pytest.mark.parametrize(("card", "answer"), [("amethyst hire", c.Hire()), ("emerald hire", c.DeclineHire())])
def test_it_hires_for_cheap_cards_only(card: str, answer: Command) -> None:
    assert plays(table("", "").when(0, c.Explore(), chance=[card]), 0) == answer


# --- attacks


def stopped(hand: str, line: str, mine: str = "", theirs: str = "") -> Scene:
    """Set a table at which seat 0 has said stop."""
    return table(theirs, mine, hands=("", hand), line=line).when(0, c.Stop())


def digging(hand: str, line: str, card: str, left: list[str] | None = None) -> Scene:
    """Set a table at which seat 0 has just laid a card, and goes on."""
    found = table("", "", hands=("", hand), line=line, windows="full", left=left)
    return found.when(0, c.DigOn(), chance=[card])


PRESENT = c.Attack("little_present")
THEFT: c.AttackCard = "yours_no_more"


@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        (lambda: stopped("little_present", "little_present, emerald"), PRESENT),
        (lambda: stopped("little_present", "little_present, amethyst"), c.LetPass()),
        (lambda: stopped("little_present", "ruby 0, amber 2"), c.LetPass()),
        (lambda: digging("little_present", "emerald", "emerald"), PRESENT),
        (lambda: digging("little_present", "amethyst", "emerald"), c.LetPass()),
        (lambda: digging("little_present", "little_present, quartz", "amethyst"), PRESENT),
    ],
    ids=range(6),
)
def test_it_burdens_lines_that_are_dug_on_and_brings_burdened_ones_down(
    scene: Callable[[], Scene], answer: Command
) -> None:
    assert plays(scene()) == answer


@pytest.mark.parametrize(
    ("mine", "theirs", "answer"),
    [
        ("", "ruby ruby ruby", c.Attack(THEFT, column="ruby")),
        ("", "ruby amber", c.Attack(THEFT, gems=["amber", "ruby"])),
        ("", "quartz amber ruby", c.Attack(THEFT, gems=["amber", "ruby"])),
        ("", "amber", c.Attack(THEFT, column="amber")),
        ("", "ruby", c.LetPass()),
        ("quartz quartz quartz", "quartz quartz quartz quartz", c.Attack(THEFT, column="quartz")),
        ("quartz quartz quartz", "quartz", c.LetPass()),
        ("amethyst amethyst amethyst", "amethyst amethyst", c.Attack(THEFT, column="amethyst")),
    ],
)
def test_it_steals_what_makes_the_greatest_difference(mine: str, theirs: str, answer: Command) -> None:
    assert plays(stopped("yours_no_more", "quartz 0", mine, theirs)) == answer


@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        (lambda: stopped("hand_it_over", "ruby 0, sapphire"), c.Attack("hand_it_over")),
        (lambda: stopped("hand_it_over", "ruby 0, amber 2, emerald"), c.LetPass()),
        (lambda: stopped("hand_it_over", "little_present"), c.LetPass()),
        (lambda: stopped("may_i_help", "quartz 0"), c.Attack("may_i_help")),
        (lambda: stopped("hand_it_over may_i_help", "amber 2"), c.Attack("may_i_help")),
        (lambda: stopped("what_a_beauty", "amber 2"), c.LetPass()),
        (
            lambda: digging("may_i_help", "ruby 0", "quartz", ["quartz", "ruby 0", "amber 2"]),
            c.Attack("may_i_help"),
        ),
        (lambda: digging("may_i_help", "ruby 0", "quartz", ["quartz", "amber 4", "amber 2"]), c.LetPass()),
        (lambda: digging("may_i_help", "sapphire 0", "quartz", ["quartz", "ruby 0", "amber 2"]), c.LetPass()),
        (lambda: digging("stop_stop_stop", "", "quartz"), c.Attack("stop_stop_stop")),
        (lambda: digging("stop_stop_stop", "", "amethyst"), c.LetPass()),
    ],
    ids=range(11),
)
def test_it_snatches_helps_and_cuts_short_where_that_pays(
    scene: Callable[[], Scene], answer: Command
) -> None:
    assert plays(scene()) == answer


@pytest.mark.parametrize(
    ("line", "drawn", "answer"),
    [
        ("ruby 0, amber 2", ["quartz 0", "sapphire"], c.Keep("sapphire")),
        ("ruby 0", ["amber 3", "quartz"], c.Keep("amber 3")),
        ("ruby 3", ["amber 3", "quartz"], c.Keep("quartz")),
        ("quartz 3", ["amber 3", "quartz"], c.Keep("amber 3")),
    ],
)
def test_it_keeps_what_serves_it_and_lays_what_spoils(line: str, drawn: list[str], answer: Command) -> None:
    scene = stopped("may_i_help", line).when(1, c.Attack("may_i_help"), chance=drawn)
    assert plays(scene) == answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ruby 0, amethyst 2", c.Keep(NOTHING)),
        ("ruby 0, quartz 2", c.Keep("amber 2")),
        ("ruby 0, amethyst 3", c.Keep("amber 2")),
    ],
)
def test_of_a_single_card_it_keeps_it_unless_that_brings_a_dear_line_down(line: str, answer: Command) -> None:
    scene = table("", "", hands=("", "may_i_help"), line=line, left=["amber 2"]).when(0, c.Stop())
    scene.when(1, c.Attack("may_i_help"), chance=["amber 2"])
    assert plays(scene) == answer


# --- answers


def attacked(hand: str, attack: c.Attack, line: str, mine: str = "", theirs: str = "") -> Scene:
    """Set a table at which seat 0 is attacked while it digs."""
    last = line.rpartition(", ")
    scene = table(mine, theirs, hands=(hand, attack.card), line=last[0], windows="full")
    return scene.when(0, c.DigOn(), chance=[last[2]]).when(1, attack)


COLUMN = c.Attack(THEFT, column="amethyst")


@pytest.mark.parametrize(
    ("scene", "answer"),
    [
        (lambda: attacked("no_chance", c.Attack("hand_it_over"), "quartz, emerald"), c.Defend("no_chance")),
        (lambda: attacked("no_chance", c.Attack("hand_it_over"), "quartz, emerald, amethyst"), c.Let()),
        (lambda: attacked("no_chance", c.Attack("stop_stop_stop"), "quartz"), c.Defend("no_chance")),
        (lambda: attacked("no_chance", c.Attack("stop_stop_stop"), "quartz, quartz"), c.Let()),
        (lambda: attacked("no_chance", c.Attack("may_i_help"), "quartz, amethyst"), c.Defend("no_chance")),
        (lambda: attacked("no_chance", c.Attack("may_i_help"), "quartz, quartz"), c.Let()),
        (lambda: attacked("no_chance", COLUMN, "quartz", "amethyst amethyst"), c.Defend("no_chance")),
        (lambda: attacked("no_chance", COLUMN, "ruby 0, quartz", "amethyst"), c.Let()),
        (
            lambda: attacked(
                "no_chance", c.Attack(THEFT, gems=["quartz", "amethyst"]), "quartz", "quartz amethyst"
            ),
            c.Defend("no_chance"),
        ),
        (
            lambda: attacked("no_chance over_my_dead_body", COLUMN, "quartz", "amethyst", "quartz amber"),
            c.Defend("over_my_dead_body", "amber"),
        ),
        (lambda: attacked("over_my_dead_body", COLUMN, "quartz", "amethyst"), c.Defend("over_my_dead_body")),
        (lambda: attacked("get_lost no_chance", PRESENT, "quartz"), c.Defend("get_lost")),
        (lambda: attacked("what_a_beauty", PRESENT, "quartz"), c.Let()),
    ],
    ids=range(13),
)
def test_it_spends_the_card_for_everything_only_where_it_matters(
    scene: Callable[[], Scene], answer: Command
) -> None:
    assert plays(scene(), 0) == answer


def test_it_sends_a_present_back_once_more() -> None:
    scene = table("", "", hands=("get_lost", "little_present get_lost"), line="quartz", windows="full")
    scene.when(0, c.DigOn(), chance=["quartz"]).when(1, PRESENT).when(0, c.Defend("get_lost"))
    assert plays(scene, 1) == c.Defend("get_lost")
