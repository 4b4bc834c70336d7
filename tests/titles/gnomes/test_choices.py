"""What is on offer, to whom, and what emails without the hand may offer."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.rules.kernel import turn
from games.rules.kernel.codec import codec
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules.steps import commands_of
from tests.kit.random_play import play_at_random
from tests.kit.reading import code, offers
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table


def public(scene: Any, asked: str) -> set[str]:
    question = next(one for one in scene.table.questions().values() if one.kind == asked)
    return {choice.command for choice in GNOMES.secrecy.public_choices(scene.view(PUBLIC), question)}


@gn("GN-33")
def test_emails_without_the_hand_offer_cards_and_dwarves_but_no_ogre_goal_or_purchase() -> None:
    held: dict[str, Any] = {"ogres": ("bouncer",), "secrets": ("hunter",), "slain": ("dragon dragon",)}
    scene = table("E0b+b", **held)
    assert {"bounce", "show_goal"} <= {one["kind"] for one in offers(scene, 0, "act")}
    assert public(scene, "act") == {"play_kingdom", "place_dwarf", "done", "finish_turn", "take_turn"}
    scene = table("S0b+aaa", gems=("ruby emerald",)).when(0, c.Done())
    assert public(scene, "work") == {"rest", "finish_turn"}
    scene = table("E0b", gems=("ruby",)).when(0, c.Done())
    assert public(scene, "discard") == {"discard_cheapest"}


@gn("GN-30")
def test_every_step_of_a_whole_turn_is_legal_by_itself() -> None:
    """A whole turn isn't judged step by step, so that must be sure."""
    checked = 0

    def look(sitting: Any, name: Any, command: Any) -> None:
        nonlocal checked
        if isinstance(command, c.TakeTurn):
            checked += 1
            walk(sitting, name, command)

    for seed in range(6):
        play_at_random(GNOMES, 2 + seed % 3, seed, before=look)
    assert checked > 50


def walk(sitting: Any, name: Any, command: c.TakeTurn) -> None:
    """Make the steps one by one on a copy of the match."""
    copy = type(sitting)(sitting.rules, sitting.secret, sitting.words, list(sitting.records))
    for step in commands_of(command.steps):
        (now,) = copy.awaited()
        copy.give(now, now.seat, step)


@gn("GN-9")
@pytest.mark.parametrize(
    "sent",
    [
        {"kind": "place_dwarf", "place": "0/00"},
        {"kind": "place_dwarf", "place": "-0/1"},
        {"kind": "place_dwarf", "place": "999/0"},
        {"kind": "move_dwarf", "way": "0/0"},
        {"kind": "play_kingdom", "card": "moat", "place": "0/0", "turn": 0},
        {"kind": "play_kingdom", "card": "castle", "place": "0/0", "turn": 4},
        {"kind": "bounce", "rival": -1, "place": "0/0", "count": 1},
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_malformed(sent) -> None:
    with pytest.raises(Refused, match="malformed"):
        codec(GNOMES).convert(sent)


def test_a_place_where_nothing_is_refuses_politely() -> None:
    scene = table("E0b+a", ogres=("bouncer shover changer",))
    for command in (
        c.PlaceDwarf("7/7"),
        c.MoveDwarf("7/7>8/7"),
        c.MoveDwarf("0/0>0/0"),
        c.PlayKingdom("tavern", "7/7"),
        c.Bounce(1, "7/7", 1),
        c.Shove(1, "7/7>8/7"),
        c.Shove(3, "0/0>8/7"),
        c.Swap(0, 3, "0/0>7/7"),
    ):
        assert code(scene.when(0, command)) in GNOMES.core.refusals | {"not_offered"}
    scene.when(0, c.Done())
    assert code(
        table("E0b+aa S0b+aaa", gems=("ruby ruby",)).when(0, c.Done()).when(0, c.Dig("9/9", "0/0"))
    ) == ("no_work")


def test_a_random_answer_to_any_question_is_accepted_by_a_trial() -> None:
    dice = random.Random(3)

    def look(sitting: Any, name: Any, command: Any) -> None:
        question = sitting.questions()[name]
        for choice in dice.sample(GNOMES.core.choices(sitting.table.state, question), 1):
            found = next(choice.commands())
            turn.check(GNOMES, sitting.table, question, codec(GNOMES).convert(found))
            assert choice.covers(msgspec.to_builtins(codec(GNOMES).convert(found)))

    play_at_random(GNOMES, 3, 5, before=look)
