"""What answers would bring, what is at stake, what turned the match, and what moves, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.ceremony import Moment
from games.rules.kernel.events import Command, Event
from games.rules.kernel.messages import Message, Motion, Seen, Who
from games.rules.kernel.seats import PUBLIC
from games.rules.wording import say
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.given import Scene
from tests.kit.reading import state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO, table

RUBIES = ("", " ".join(["ruby"] * 6))


def prospects(scene: Scene) -> list[str]:
    (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
    return [say(GNOMES, one) for one in GNOMES.text.prospects(scene.view(0), asked.question)]


def reckoned(scene: Scene, command: Command) -> list[str]:
    (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
    return [say(GNOMES, one) for one in GNOMES.text.reckon(scene.view(0), asked.question, command)]


@gn("GN-11")
@pytest.mark.parametrize(
    ("drawn", "hands", "said"),
    [
        ("T0b+aa", (), "topaz mine at 0/0: brings topaz ×2."),
        ("T0b+aa", (" ".join(["topaz"] * 11),), "topaz mine at 0/0: brings topaz ×1."),
        ("T0b+aa", (" ".join(["topaz"] * 12),), "topaz mine at 0/0: nothing, as the pile is empty."),
        ("R0b+aa", (), "ruby mine at 0/0: 1 more dwarf needed."),
        ("R0b+a", (), "ruby mine at 0/0: 2 more dwarves needed."),
        ("R0b+aaa", RUBIES, "ruby mine at 0/0: nothing, as the pile is empty."),
        ("E0b+aa X2b", (), "emerald mine at 0/0: brings emerald ×1."),
        ("T0b+aa X0b", (), "topaz mine at 0/0: nothing, as a dragon stops the mine."),
        ("V0b+aa X0b", (), "tavern at 0/0: brings an ogre."),
        ("X0b+aaaaa", (), "dragon at 0/0: it is slain, for 3 points."),
        ("C0a+aa R0b/E0b", (), "castle at 0/0: you choose which stack to dig."),
        ("C0a+aa R0b", (), "castle at 0/0: nothing, as there is no stack to dig."),
        ("C0a+aa Y0b R0b/E0b", (), "castle at 0/0: nothing, as a monster stops all digging there."),
        ("S0b+aaa", ("ruby emerald",), "shop at 0/0: you choose which trade goal to buy."),
        ("S0b+aaa", ("ruby",), "shop at 0/0: nothing, as you can't pay any goal."),
    ],
)
def test_each_card_with_own_dwarves_says_what_it_would_bring(drawn: str, hands: Any, said: str) -> None:
    assert prospects(table(drawn, gems=hands)) == [said]


@gn("GN-11", "GN-13")
def test_while_working_only_what_is_left_is_said_and_what_goals_are_worth() -> None:
    drawn = "S0b+aaa T0b+aa V0b+a D0b+bb"
    scene = table(drawn, gems=("ruby emerald emerald diamond",)).when(0, c.Done())
    goals = [
        "emerald, ruby: 10 points, while the gems are worth 5 in your hand.",
        "diamond, emerald ×2: 12 points, while the gems are worth 6 in your hand.",
    ]
    shop = "shop at 0/0: you choose which trade goal to buy."
    assert prospects(scene) == [shop, "topaz mine at 1/0: brings topaz ×2.", *goals]
    now_paid = "emerald ×2, ruby, topaz ×2: 16 points, while the gems are worth 9 in your hand."
    assert prospects(scene.when(0, c.Work("1/0"))) == [shop, *goals, now_paid]


@gn("GN-17")
def test_at_the_hand_limit_the_surplus_is_said() -> None:
    assert prospects(table("E0b", gems=("ruby topaz",)).when(0, c.Done())) == ["You have 2 cards too many."]


def test_an_onlooker_reads_the_same_prospects_of_an_action() -> None:
    scene = table("T0b+aa")
    (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
    said = GNOMES.text.prospects(scene.view(PUBLIC), asked.question)
    assert [say(GNOMES, one) for one in said] == ["topaz mine at 0/0: brings topaz ×2."]


@gn("GN-16", "GN-21")
def test_a_card_says_what_the_kingdom_would_be_worth() -> None:
    scene = table("C0a . T1b")
    assert reckoned(scene, c.PlayKingdom("shop", "1/0", 0)) == [
        "Your kingdom would be worth 3, instead of 2."
    ]
    assert reckoned(scene, c.PlayKingdom("dragon", "1/0", 0)) == [
        "Your kingdom would be worth 0, instead of 2."
    ]
    assert reckoned(scene, c.PlayKingdom("shop", "1/0", 1)) == []  # its walls shut it out
    assert reckoned(table("T0b"), c.PlayKingdom("castle", "1/0", 0)) == [
        "Your kingdom would be worth 4, instead of 0."
    ]
    assert reckoned(scene, c.PlaceDwarf("0/0")) == []


@gn("GN-30")
def test_a_whole_turn_says_its_steps_and_what_is_worked_then() -> None:
    scene = table("C1a T0b+a E3b+a\nT0b+b D0b R0b+aaa", slain=("dragon",))
    assert reckoned(scene, c.TakeTurn("work", "tavern@3/1:0 +1/1 +1/1 +2/1 1/1>2/1")) == [
        "tavern at 3/1.",
        "2 dwarves at 1/1.",
        "A dwarf at 2/1.",
        "A dwarf moves from 1/1 to 2/1.",
        "Then these are worked: topaz mine at 1/1, emerald mine at 2/1, ruby mine at 2/0.",
    ]
    assert reckoned(table("T0b+a"), c.TakeTurn("work", "+0/0")) == [
        "A dwarf at 0/0.",
        "Then these are worked: topaz mine at 0/0.",
    ]
    assert reckoned(table("R0b+a"), c.TakeTurn("work", "+0/0")) == [
        "A dwarf at 0/0.",
        "Nothing is worked this turn.",
    ]


# --- what is at stake


def stakes(scene: Scene, reader: Any = 0) -> list[str]:
    return [say(GNOMES, one) for one in GNOMES.text.stakes(scene.view(reader))]


@gn("GN-7", "GN-11", "GN-16", "GN-20")
def test_stakes_tell_the_own_kingdom_what_stops_it_and_how_near_the_end_is() -> None:
    assert stakes(table("C0a T0b")) == ["Your kingdom is worth 4 now."]
    assert stakes(table("C0a X0b")) == [
        "Your kingdom is worth 0 now.",
        "A dragon is in your kingdom: its mines give nothing.",
    ]
    assert stakes(table("C0a Y0b"))[1:] == ["An ice giant is in your kingdom: you have no fourth action."]
    near = table("C0b", seats=4, bought=("RD TTR", "EDD TTED", "RRTT"))
    assert stakes(near) == ["Seat 2 needs just one more goal to end the match."]
    assert stakes(near, 2)[0] == "Seat 1 needs just one more goal to end the match."
    assert stakes(near, PUBLIC) == []


@gn("GN-20")
def test_in_the_last_turns_their_number_is_at_stake() -> None:
    ending = table("E0b", seats=3, bought=("RD TTR EDD", "TTED RRTT")).when(0, c.FinishTurn())
    assert stakes(ending, 1) == ["The match is about to end: 3 turns left."]
    ending.when(1, c.FinishTurn()).when(2, c.FinishTurn())
    assert stakes(ending) == ["The match is about to end: 1 turn left."]
    assert stakes(ending.when(0, c.FinishTurn())) == []


# --- moments


def moment(drawn: str, event: Event, seats: int = 3) -> Moment | None:
    return GNOMES.text.moment(state(table(drawn, seats=seats)), event)


def told(kind: str, weight: int, **params: Any) -> Moment:
    return Moment(kind, weight, Message(f"moment.{kind}", {"seat": Who(ONE), **params}), open=True)


@gn("GN-3", "GN-4", "GN-14", "GN-16")
@pytest.mark.parametrize(
    ("drawn", "event", "found"),
    [
        ("T0a", e.GoalBought(ONE, "0/0", 3, "EED", 12, {}, None), told("purchase", 12, points=12)),
        ("T0a", e.GoalShown(ONE, "king", False), told("secret", 8, points=8)),
        # Three points, and two stars that come back.
        ("X0a", e.MonsterSlain(ONE, "0/0", 5, "dragon", {}), told("slain", 5)),
        # A monster takes the worth of the largest rival kingdom it falls upon, and nothing of an own one.
        (
            "C0a T0a . C0c",
            e.KingdomPlayed(ONE, "dragon", "2/0", 0, True),
            told("monster", 4, points=4),
        ),
        ("C0b T0a . V0c", e.KingdomPlayed(ONE, "dragon", "2/0", 0, True), None),
        ("C0a X0a .", e.KingdomPlayed(ONE, "ice_giant", "2/0", 0, True), None),
        # Another card joins what it opens to the own kingdom.
        ("C0b . T0a", e.KingdomPlayed(ONE, "shop", "1/0", 0, True), told("union", 3, points=3)),
        ("T0a", e.KingdomPlayed(ONE, "castle", "1/0", 0, True), told("union", 4, points=4)),
        ("C0a . T0a", e.KingdomPlayed(ONE, "shop", "1/0", 0, True), None),
        ("T0a", e.DwarfPlaced(ONE, "0/0"), None),
    ],
    ids=str,
)
def test_moments_are_weighed_by_the_points_they_move(drawn: str, event: Event, found: Moment | None) -> None:
    assert moment(drawn, event) == found


# --- what moves


@pytest.mark.parametrize(
    ("event", "name", "where"),
    [
        (e.KingdomPlayed(TWO, "shop", "1/2", 0, True), "lay", "1/2"),
        (e.DwarfPlaced(TWO, "1/2"), "step", "1/2"),
        (e.DwarfMoved(TWO, "1/1", "1/2"), "step", "1/2"),
        (e.DwarfShoved(TWO, ZERO, "1/1", "1/2", False), "step", "1/2"),
        (e.Bounced(TWO, ZERO, "1/2", 1), "home", "1/2"),
        (e.GemsMined(TWO, "1/2", 2, "topaz", 2), "mine", "1/2"),
        (e.OgreHired(TWO, "1/2", 2, "thief"), "home", "1/2"),
        (e.StackDug(TWO, "1/1", 2, "1/2", "shop"), "dig", "1/2"),
        (e.GoalBought(TWO, "1/2", 3, "RE", 10, {}, None), "buy", "1/2"),
        (e.MonsterSlain(TWO, "1/2", 5, "dragon", {}), "slay", "1/2"),
        (e.WorkedInVain(TWO, "1/2", 3, "rest"), "home", "1/2"),
    ],
    ids=str,
)
def test_the_latest_thing_that_moved_is_shown_in_motion(event: Event, name: str, where: str) -> None:
    options = GNOMES.core.options()
    quiet = (e.TurnEnded(TWO), e.TurnBegan(ZERO, 2), e.StepAsked(ZERO, "act", []), e.WorkBegan(ZERO))
    seen = [GNOMES.core.redact(one, PUBLIC, options) for one in (event, *quiet)]
    known = [one for one in seen if isinstance(one, Seen)]
    assert GNOMES.text.motion(known) == Motion(name, TWO, where, seen=(known[0],))


def test_what_has_no_place_is_not_in_motion() -> None:
    seen = GNOMES.core.redact(e.GoalShown(ONE, "king", False), PUBLIC, GNOMES.core.options())
    assert seen is not None and GNOMES.text.motion([seen]) is None
