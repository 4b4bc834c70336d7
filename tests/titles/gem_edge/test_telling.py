"""What is told: sentences of events, prospects, stakes, the table of emails, moments, motion."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command, Event
from games.rules.kernel.messages import Message, Seen, Thing, Who
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader, Seat
from games.rules.wording import say, tell
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.email_table import board, odds
from games.titles.gem_edge.rules.moments import moment
from games.titles.gem_edge.rules.motion import motion
from games.titles.gem_edge.rules.prospects import prospects, reckon
from games.titles.gem_edge.rules.redact import redact
from games.titles.gem_edge.rules.stakes import stakes
from games.titles.gem_edge.rules.state import Aim
from tests.kit.given import Scene
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

OPTIONS = GEM_EDGE.core.options()


def told(event: Event, reader: Reader = PUBLIC) -> str | None:
    seen = redact(event, reader, OPTIONS)
    return tell(GEM_EDGE, seen) if seen else None


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.StoneTaken(ZERO, "red", [], "action"), "Seat 1 takes a stone: red."),
        (e.StoneTaken(ZERO, "red", [], "me_too"), "Seat 1 takes a stone too: red."),
        (e.CardDrawn(ZERO, "tip_out", "action"), "Seat 1 draws an action card."),
        (e.CardDrawn(ZERO, "tip_out", "catch_up"), "Seat 1 is behind and draws an action card."),
        (e.CardPlayed(ZERO, "tip_out", ONE, Aim()), "Seat 1 plays Tip It Out on Seat 2."),
        (e.CardPlayed(ZERO, "tip_out", None, Aim()), "Seat 1 plays Tip It Out."),
        (e.TippedOut(ZERO, ZERO, ["red", "red"]), "Seat 1 tips out their own cart: red ×2."),
        (e.TippedOut(ZERO, ONE, ["red"]), "Seat 1 tips out Seat 2's cart: red."),
        (
            e.OrnamentsSwapped(ZERO, None, "crown_rgyb", "ring_red"),
            "Seat 1 swaps crown RGYB for red ring from the market.",
        ),
        (
            e.PickedThrough(ZERO, [], ["red", "blue"], []),
            "Seat 1 sends back up the slide: red, blue.",
        ),
        (
            e.HandedIn(ZERO, ["ring_red", "bracelet_red"], [], 5),
            "Seat 1 hands in a set for 5 points: red bracelet, red ring.",
        ),
        (e.HandedIn(ZERO, ["rainbow_ring"], [], 1), "Seat 1 hands in rainbow ring for 1 point."),
        (
            e.CardCancelled(ONE, ZERO, "tip_out"),
            "Seat 2 plays Not So Fast! and cancels Seat 1's card: Tip It Out.",
        ),
        (e.Answered(ONE, None), None),
        (e.MatchEnded("goal"), "20 points are reached, and the match is over."),
    ],
)
def test_an_event_has_its_sentence(event: Event, sentence: str | None) -> None:
    assert told(event) == sentence


@ge("GE-24")
def test_the_owner_reads_more() -> None:
    assert told(e.CardDrawn(ZERO, "tip_out", "action"), ZERO) == "Seat 1 draws an action card: Tip It Out."
    assert told(e.CardDrawn(ZERO, "tip_out", "action"), AFTERWARDS) != told(
        e.CardDrawn(ZERO, "tip_out", "action")
    )
    dealt = e.OrnamentsDealt(ZERO, ["ring_red", "pair_rg", "crown_rgyb", "ring_blue", "ring_green"])
    assert told(dealt) == "Seat 1 chooses three of 5 ornaments."
    assert "red ring" in (told(dealt, ZERO) or "")


# --- before an answer


def said(scene: Scene, seat: int) -> list[Message]:
    view = scene.view(seat)
    return list(prospects(view, view.asked[0].question))


@ge("GE-8", "GE-12")
def test_prospects_say_what_handing_in_would_bring() -> None:
    pieces = ("necklace_red:red,red,red",)
    for points, key in (((0, 0), "prospect.hand_in"), ((2, 0), "prospect.hand_in.cards")):
        found = said(table("", "", pieces=pieces, points=points), 0)
        assert key in [one.key for one in found]
    found = said(table("", "", pieces=pieces, points=(16, 19)), 0)
    assert "prospect.hand_in.wins" in [one.key for one in found]


def test_prospects_say_what_a_stone_is_good_for() -> None:
    useful = table("red", "", pieces=("ring_red:red pair_rb ring_blue",), slide="blue")
    keys = {one.key: one.params for one in said(useful, 0)}
    assert keys["prospect.take"]["ornament"] == Thing("ornament", "pair_rb")
    assert keys["prospect.finish"]["ornament"] == Thing("ornament", "ring_red")
    idle = table("", "", pieces=("ring_red ring_blue bracelet_red",), slide="green")
    assert said(idle, 0)[0].key == "prospect.take.idle"


def test_one_answer_is_reckoned_with() -> None:
    scene = table("red", "", pieces=("trio_rgb ring_blue:blue,blue",), slide="blue")
    view = scene.view(0)
    question = view.asked[0].question
    (left,) = reckon(view, question, c.Insert("red", "trio_rgb"))
    assert say(GEM_EDGE, left) == "pendant RGB would have 2 places left."
    assert reckon(view, question, c.HandIn(["ring_blue"]))[0].params["points"] == 2
    assert reckon(view, question, c.HandIn(["trio_rgb"])) == ()
    assert reckon(view, question, c.Take())[0].key.startswith("prospect.take")
    assert reckon(view, question, c.Draw()) == ()


def test_the_market_is_told_by_points_and_places() -> None:
    scene = table("", "", pieces=("ring_red:red,red",), market="crown_rgyb")
    scene.when(0, c.HandIn(["ring_red"]))
    assert say(GEM_EDGE, said(scene, 0)[0]) == "crown RGYB: 4 points for 4 stones."


def test_stakes_name_the_card_and_the_rival() -> None:
    scene = table("red", "blue", hands=("swap_stone", "me_too_take"), points=(17, 0))
    scene.when(0, c.SwapStone(1, "red", "blue"))
    found = {one.key: one.params for one in stakes(scene.view(1))}
    assert found["stakes.attack"] == {"seat": Who(ZERO), "card": Thing("card", "swap_stone")}
    assert found["stakes.rival"] == {"seat": Who(ZERO), "count": 3}
    assert stakes(scene.view(PUBLIC)) == ()


# --- emails


def test_the_table_of_an_email_has_slide_market_and_everybody() -> None:
    scene = table(
        "red",
        "blue",
        pieces=("ring_red:red,red rainbow_ring pair_rg:red",),
        hands=("tip_out", "pry_out"),
        slide="red green",
    )
    lines = board(scene.view(0))
    labels = [say(GEM_EDGE, line.label) for line in lines]
    assert labels[0] == "The slide, from the mouth"
    assert [cell.key for cell in lines[0].cells[:2]] == ["red", "green"]
    assert sum(label.startswith("Market:") for label in labels) == 4
    assert labels[5:9] == ["Seat 1", "Seat 1: red ring", "Seat 1: rainbow ring", "Seat 1: brooch RG"]
    assert [cell.mark for cell in lines[8].cells] == ["•", ""]
    assert say(GEM_EDGE, lines[6].notes[1]) == "finished"
    assert labels[-1] == "Your hand"
    assert "Your hand" not in [say(GEM_EDGE, line.label) for line in board(scene.view(PUBLIC))]


def test_odds_say_when_a_colour_comes() -> None:
    scene = table("", "yellow", slide="red green red", drained=True)
    (told,) = odds(scene.view(0))
    assert say(GEM_EDGE, told) == (
        "Nearest stones, counted from the mouth of the slide: "
        "red 1, green 2, yellow none in sight, blue none in sight."
    )


# --- afterwards, and in motion


def test_moments_weigh_what_turned_the_match() -> None:
    state = table("", "blue", points=(0, 3)).table.table.state
    piece = moment(state, e.HandedIn(ZERO, ["ring_red"], [], 2))
    whole = moment(state, e.HandedIn(ZERO, ["ring_red", "bracelet_red"], [], 5))
    theft = moment(state, e.PocketPicked(ZERO, ONE, ["blue"]))
    assert piece and whole and theft
    assert [one.kind for one in (piece, whole, theft)] == ["piece", "set", "theft"]
    assert whole.weight > piece.weight > theft.weight
    assert moment(state, e.Compensated(ONE, "pickpocket", 1)) is None
    assert moment(state, e.CardCancelled(ZERO, ONE, "tip_out")) is None


@pytest.mark.parametrize(
    ("command", "chance", "name"),
    [(c.Take(), ["blue"], "roll"), (c.Insert("red", "ring_red"), [], "set"), (c.Discard("red"), [], "rise")],
)
def test_what_moved_last_is_shown_in_motion(command: Command, chance: list[str], name: str) -> None:
    scene = table("red", "", pieces=("ring_red",))
    before = len(scene.table.records)
    scene.when(0, command, chance=chance)
    seen = seen_in(GEM_EDGE, scene.table.records[before:], Seat(1), OPTIONS)
    moved = motion(seen)
    assert moved is not None
    assert (moved.name, moved.seat) == (name, ZERO)


def test_nothing_moves_in_what_nobody_sees_move() -> None:
    assert motion([Seen("turn_began", {"seat": 0, "round": 1})]) is None
    assert motion([Seen("dropped", {"seat": 0, "cards": []})]) is None
