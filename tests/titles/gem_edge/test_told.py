"""Whole turns on offer, what answers would bring, what is at stake, what turned the match, what moves."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.ceremony import Moment
from games.rules.kernel.events import Command, Event
from games.rules.kernel.messages import Message, Motion, Seen, Who
from games.rules.kernel.seats import PUBLIC
from games.rules.wording import say
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import Aim, Play
from tests.kit.given import Scene
from tests.kit.reading import offers, state
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

WHOLE = ("take_two", "take_and_insert", "insert_and_take", "insert_two", "discard_and_take", "draw_two")


def turns(scene: Scene) -> list[str]:
    """List the whole turns on offer: their kind and what they name."""
    found = [one for one in offers(scene, 0, "act") if one["kind"] in WHOLE]
    return [" ".join(str(value) for value in one.values() if value is not None) for one in found]


@ge("GE-6", "GE-22")
@pytest.mark.parametrize(
    ("cart", "pieces", "slide", "offered"),
    [
        ("", "ring_red bracelet_green trio_rgb", "yellow red", ["take_two", "draw_two"]),
        (
            "",
            "ring_red bracelet_green trio_rgb",
            "red green",
            ["take_two", "take_and_insert red ring_red", "draw_two"],
        ),
        # The ornament with the fewest places left, then most points, then the leftmost.
        (
            "blue",
            "ring_blue necklace_blue:blue trio_rgb",
            "yellow red",
            ["take_two", "insert_and_take blue necklace_blue", "draw_two"],
        ),
        (
            "blue",
            "trio_rgb:red necklace_blue:blue ring_blue",
            "yellow red",
            ["take_two", "insert_and_take blue necklace_blue", "draw_two"],
        ),
        (
            "blue red",
            "trio_rgb ring_green ring_yellow",
            "yellow red",
            [
                "take_and_insert yellow ring_yellow",
                "insert_and_take blue trio_rgb",
                "insert_two blue trio_rgb red trio_rgb",
                "draw_two",
            ],
        ),
        # With a full cart a stone is set first, or one that fits nowhere is discarded: the longest there.
        (
            "blue blue blue",
            "ring_red ring_green ring_yellow",
            "yellow red",
            ["discard_and_take blue", "draw_two"],
        ),
        (
            "green blue",
            "ring_red ring_yellow trio_rrg:green",
            "blue",
            ["discard_and_take green", "draw_two"],
        ),
        (
            "red red red",
            "ring_red ring_green ring_yellow",
            "red red",
            ["insert_and_take red ring_red", "insert_two red ring_red red ring_red", "draw_two"],
        ),
    ],
)
def test_a_handful_of_whole_turns_is_offered(cart: str, pieces: str, slide: str, offered: list[str]) -> None:
    found = turns(table(cart, "", pieces=(pieces,), slide=slide))
    assert [one for one in found if not new_in(one)] == offered


def new_in(turn: str) -> bool:
    """Tell whether a turn names an ornament of the market, which comes last."""
    kind, *named = turn.split()
    return len(named) % 2 == 1 and kind not in ("discard_and_take", "draw_two", "take_two")


@ge("GE-7", "GE-9")
def test_what_a_whole_turn_finishes_may_be_handed_in_for_an_ornament_of_the_market() -> None:
    market = "ring_green pair_gb"
    scene = table("", "", pieces=("ring_red:red bracelet_blue pair_rg",), slide="red blue", market=market)
    others = scene.view(0).market[2:]
    assert turns(scene)[1:6] == [
        "take_and_insert red ring_red",
        *(f"take_and_insert red ring_red {key}" for key in ["ring_green", "pair_gb", *others]),
    ]
    scene.when(0, c.TakeAndInsert("red", "ring_red", new="pair_gb"), chance=["yellow", "trio_rgb"])
    assert e.HandedIn(ZERO, ["ring_red"], ["red", "red"], 2) in scene.came
    assert [piece.key for piece in state(scene).pieces[0]] == ["bracelet_blue", "pair_rg", "pair_gb"]
    assert state(scene).active == 1


@ge("GE-6")
def test_whole_turns_are_offered_while_both_actions_are_left() -> None:
    assert turns(table("", "").when(0, c.Draw(), chance=["tip_out"])) == []


# --- before an answer


def said(scene: Scene, seat: int = 0) -> list[str]:
    view = scene.view(seat)
    return [say(GEM_EDGE, one) for one in GEM_EDGE.text.prospects(view, view.asked[0].question)]


@ge("GE-3", "GE-7", "GE-8", "GE-12")
@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((0, 0, 0), "Hand in for 2: your score would be 2."),
        ((3, 0, 4), "Hand in for 2: your score would be 5, and the others draw 2 action cards."),
        ((3, 5, 4), "Hand in for 2: your score would be 5, and the others draw 1 action card."),
        ((3, 6, 4), "Hand in for 2: your score would be 5, and the others draw 1 action card."),
        ((5, 0, 4), "Hand in for 2: your score would be 7."),
        ((17, 0, 4), "Hand in for 2: your score would be 19."),
        ((18, 0, 4), "Hand in for 2: your score would be 20, and you win."),
    ],
)
def test_handing_in_says_where_the_pawn_would_be(points: Any, told: str) -> None:
    pieces = ("ring_red:red,red",)
    assert said(table("", "", "", pieces=pieces, points=points, slide="green"))[-1] == told


@ge("GE-3")
def test_a_set_is_said_with_its_bonus() -> None:
    pieces = "ring_red:red,red bracelet_red:red,red earrings_red:red,red"
    found = said(table("", "", pieces=(pieces,), points=(5, 12), slide="green"))
    one, two = "Hand in for 2: your score would be 7.", "Hand in the set for 5: your score would be 10."
    all_three = "Hand in the set for 9: your score would be 14."
    assert found == ["Take: green fits nowhere now.", one, one, one, two, two, two, all_three]


def test_stones_say_what_they_are_good_for() -> None:
    useful = table("red", "", pieces=("ring_red:red pair_rb ring_blue",), slide="blue")
    assert said(useful) == [
        "Take: blue fits into brooch RB.",
        "Insert red: finishes red ring, worth 2 points.",
    ]
    assert said(table("red red red", "", pieces=("ring_red pair_rb ring_blue",), slide="blue")) == []
    idle = table("", "", pieces=("ring_red ring_blue bracelet_red",), slide="green")
    assert said(idle) == ["Take: green fits nowhere now."]


@ge("GE-9")
def test_the_market_says_points_and_places() -> None:
    scene = table("", "", pieces=("ring_red:red,red",), market="crown_rgyb ring_blue rainbow_brooch pair_gy")
    assert said(scene.when(0, c.HandIn(["ring_red"]))) == [
        "crown RGYB: 4 points for 4 stones.",
        "blue ring: 2 points for 2 stones.",
        "rainbow brooch: 3 points for 3 stones.",
        "brooch GY: 2 points for 2 stones.",
    ]


def reckoned(scene: Scene, command: Command, seat: Any = 0) -> list[str]:
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    return [say(GEM_EDGE, one) for one in GEM_EDGE.text.reckon(scene.view(seat), question, command)]


def test_one_answer_is_reckoned_with() -> None:
    scene = table("red", "", pieces=("trio_rgb ring_red:red ring_blue:blue,blue",), slide="blue")
    assert reckoned(scene, c.Insert("red", "trio_rgb")) == ["pendant RGB would have 2 places left."]
    assert reckoned(scene, c.Insert("red", "ring_red")) == ["red ring would have 0 places left."]
    assert reckoned(scene, c.Insert("red", "ring_blue")) == []
    assert reckoned(scene, c.Insert("blue", "trio_rgb")) == []
    assert reckoned(scene, c.Take()) == ["Take: blue fits into pendant RGB."]
    assert reckoned(scene, c.HandIn(["ring_blue"])) == ["Hand in for 2: your score would be 2."]
    assert reckoned(scene, c.HandIn(["ring_red"])) == []
    assert reckoned(scene, c.Draw()) == []
    assert reckoned(scene, c.Take(), PUBLIC) == []
    full = table("red red red", "", slide="blue")
    assert reckoned(full, c.Take()) == []


# --- what is at stake


def stakes(scene: Scene, reader: Any) -> list[str]:
    return [say(GEM_EDGE, one) for one in GEM_EDGE.text.stakes(scene.view(reader))]


@ge("GE-11", "GE-12", "GE-20")
def test_stakes_name_a_card_against_the_reader_and_rivals_near_the_goal() -> None:
    hands = ("swap_stone not_so_fast", "not_so_fast tip_out", "me_too_take")
    scene = table("red", "blue", "", hands=hands, points=(15, 14, 19))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    assert stakes(scene, 1) == [
        "Seat 1 plays Fair Exchange on you.",
        "Seat 1 needs 5 more points to win.",
        "Seat 3 needs 1 more point to win.",
    ]
    assert stakes(scene, 2) == ["Seat 1 needs 5 more points to win."]
    assert stakes(scene, PUBLIC) == []
    scene.when(1, c.NotSoFast())
    assert stakes(scene, 0)[0] == "Seat 2 plays Not So Fast! on you."


# --- moments


def moment(event: Event, points: tuple[int, int] = (0, 3), play: Play | None = None) -> Moment | None:
    now = state(table("", "blue", points=points))
    now.play = play
    return GEM_EDGE.text.moment(now, event)


def told(kind: str, weight: int, **params: Any) -> Moment:
    return Moment(kind, weight, Message(f"moment.{kind}", params), open=True)


PLAYED = Play(ZERO, "tip_out", ONE, Aim())


@ge("GE-8", "GE-11", "GE-12")
@pytest.mark.parametrize(
    ("event", "play", "found"),
    [
        (e.HandedIn(ONE, ["ring_red"], [], 2), None, told("piece", 2, seat=Who(ONE), points=2)),
        (
            e.HandedIn(ONE, ["ring_red", "bracelet_red"], [], 5),
            None,
            told("set", 5, seat=Who(ONE), points=5),
        ),
        (e.Compensated(ONE, "pry_out", 1), None, None),
        (e.Compensated(ONE, "pry_out", 17), None, told("gift", 20, seat=Who(ONE))),
        (e.Compensated(ONE, "pry_out", 16), None, None),
        (
            e.PocketPicked(ZERO, ONE, ["red", "blue"]),
            None,
            told("theft", 2, seat=Who(ZERO), victim=Who(ONE), count=2),
        ),
        (e.CardCancelled(ONE, ZERO, "tip_out"), None, None),
        (e.CardCancelled(ONE, ZERO, "tip_out"), PLAYED, None),
        (
            e.CardCancelled(ZERO, ONE, "not_so_fast"),
            Play(ZERO, "tip_out", ONE, Aim(), cancels=(ONE,)),
            told("duel", 2, seat=Who(ZERO), target=Who(ONE)),
        ),
        (e.StoneDiscarded(ONE, "red"), None, None),
    ],
    ids=str,
)
def test_moments_are_weighed_by_the_points_they_move(event: Event, play: Any, found: Moment | None) -> None:
    assert moment(event, play=play) == found


# --- what moves


@pytest.mark.parametrize(
    ("event", "motion"),
    [
        (e.StoneTaken(ONE, "red", ["blue"], "action"), Motion("roll", ONE, "red", ("blue",), of="stone")),
        (e.StoneInserted(ONE, "red", "ring_red", "card"), Motion("set", ONE, "ring_red", ("red",))),
        (e.StoneDiscarded(ONE, "red"), Motion("rise", ONE, things=("red",))),
        (e.TippedOut(ZERO, ONE, ["red", "blue"]), Motion("rise", ONE, things=("red", "blue"))),
        (e.PickedThrough(ONE, ["red"], ["blue"], []), Motion("sift", ONE, things=("red",))),
        (e.HandedIn(ONE, ["ring_red"], ["red"], 2), Motion("hand_in", ONE, things=("ring_red",))),
        (e.OrnamentTaken(ONE, "ring_red"), Motion("choose", ONE, "ring_red")),
        (e.CardPlayed(ONE, "tip_out", None, Aim()), Motion("play", ONE, "tip_out")),
        (e.CardCancelled(ONE, ZERO, "tip_out"), Motion("cancel", ONE, "tip_out")),
        (e.InsertDeclined(ONE), None),
        (e.Dropped(ONE, ["tip_out"]), None),
    ],
    ids=str,
)
def test_the_latest_thing_that_moved_is_shown_in_motion(event: Event, motion: Motion | None) -> None:
    quiet = (e.ActionBegan(ONE, 1), e.TurnBegan(ZERO, 2), e.MarketRefilled(0, "ring_blue"))
    seen = [GEM_EDGE.core.redact(one, PUBLIC, GEM_EDGE.core.options()) for one in (event, *quiet)]
    assert GEM_EDGE.text.motion([one for one in seen if isinstance(one, Seen)]) == motion
