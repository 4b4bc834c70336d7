"""The sentence each event makes: for everybody, and for those who see what a hand hides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.kernel.events import Event, kind_of, kind_of_type
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.wording import tell
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import Aim, Reply
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, TWO, ZERO

#: What lies open on the table. Seat 0 is called "Seat 1".
EVERYBODYS: list[tuple[Event, str | None]] = [
    (e.SatDown([ONE, ZERO], ONE, "light", 60, {}, [1, 3], {}), "The jewellers sit down. Seat 2 goes first."),
    (e.SlideFilled(["red", "blue", "red"]), "The slide is filled. In sight, from the mouth: red, blue, red."),
    (
        e.OrnamentsKept(ZERO, ["ring_red", "pair_rg"], ["crown_rgyb"]),
        "Seat 1 keeps brooch RG, red ring and discards crown RGYB.",
    ),
    (e.MarketRefilled(2, "trio_rgy"), "New in the market: pendant RGY."),
    (e.OrnamentsShuffled(9), "The 9 discarded ornaments are shuffled into a new pile."),
    (e.CardsShuffled(ZERO, 12), "The 12 discarded action cards are shuffled into a new pile."),
    (e.TurnBegan(ONE, 3), "Round 3: it's Seat 2's turn."),
    (e.ActionBegan(ONE, 1), None),
    (e.StoneTaken(ONE, "red", ["blue"], "start"), "Seat 2 takes a stone: red."),
    (e.StoneTaken(ONE, "red", ["blue"], "action"), "Seat 2 takes a stone: red."),
    (e.StoneTaken(ONE, "red", ["blue"], "me_too"), "Seat 2 takes a stone too: red."),
    (e.StoneInserted(ONE, "red", "ring_red", "action"), "Seat 2 inserts red into: red ring."),
    (e.StoneInserted(ONE, "red", "ring_red", "me_too"), "Seat 2 inserts a stone too, red into: red ring."),
    (e.StoneDiscarded(ONE, "red"), "Seat 2 discards a stone: red."),
    (e.DropAsked(ONE, 2), None),
    (e.Dropped(ONE, ["tip_out", "pry_out", "tip_out"]), "Seat 2 discards: Pry It Out, Tip It Out ×2."),
    (e.HandInAsked(ONE), None),
    (e.HandedIn(ONE, ["ring_red"], ["red", "red"], 1), "Seat 2 hands in red ring for 1 point."),
    (e.HandedIn(ONE, ["ring_red"], ["red", "red"], 2), "Seat 2 hands in red ring for 2 points."),
    (
        e.HandedIn(ONE, ["ring_red", "bracelet_red"], ["red"] * 4, 5),
        "Seat 2 hands in a set for 5 points: red bracelet, red ring.",
    ),
    (e.MarketAsked(ONE, 2), None),
    (
        e.MarketRefreshed(ONE, ["ring_red", "trio_rgy"]),
        "Seat 2 clears from the market: red ring, pendant RGY.",
    ),
    (e.OrnamentTaken(ONE, "trio_rgy"), "Seat 2 takes from the market: pendant RGY."),
    (e.CardPlayed(ONE, "tip_out", ZERO, Aim()), "Seat 2 plays Tip It Out on Seat 1."),
    (e.CardPlayed(ONE, "three_cards", None, Aim()), "Seat 2 plays Windfall."),
    (e.CancelAsked([ZERO], "tip_out"), "Tip It Out can be cancelled."),
    (e.MeTooAsked([ZERO], "take"), "The others can copy the action."),
    (e.MomentCame("take", ONE, [ZERO]), None),
    (
        e.CardCancelled(ZERO, ONE, "tip_out"),
        "Seat 1 plays Not So Fast! and cancels Seat 2's card: Tip It Out.",
    ),
    (e.CardFailed(ONE, "tip_out"), "Seat 2's card has no effect: Tip It Out."),
    (
        e.OrnamentsSwapped(ONE, ZERO, "ring_red", "trio_rgy"),
        "Seat 2 gives red ring to Seat 1 and gets pendant RGY.",
    ),
    (
        e.OrnamentsSwapped(ONE, None, "ring_red", "trio_rgy"),
        "Seat 2 swaps red ring for pendant RGY from the market.",
    ),
    (e.InsertAsked(ONE, "trio_rgy"), None),
    (e.InsertDeclined(ONE), "Seat 2 doesn't insert a stone."),
    (e.StonesSwapped(ONE, ZERO, "red", "blue"), "Seat 2 gives Seat 1 red and gets blue."),
    (e.StonePriedOut(ONE, ZERO, "trio_rgy", "red"), "Seat 2 pries a stone out of Seat 1's pendant RGY: red."),
    (e.TippedOut(ONE, ZERO, ["red", "blue", "red"]), "Seat 2 tips out Seat 1's cart: blue, red ×2."),
    (e.TippedOut(ONE, ONE, ["red", "blue", "red"]), "Seat 2 tips out their own cart: blue, red ×2."),
    (
        e.PickedThrough(ONE, ["red"], ["blue", "green"], []),
        "Seat 2 keeps red and sends back up the slide: blue, green.",
    ),
    (e.PickedThrough(ONE, [], ["blue", "green"], []), "Seat 2 sends back up the slide: blue, green."),
    (e.PocketPicked(ONE, ZERO, ["red", "red"]), "Seat 2 takes from Seat 1's cart: red ×2."),
    (e.Compensated(ZERO, "pickpocket", 1), "Seat 1 gets 1 point for it."),
    (e.MatchEnded("goal"), "20 points are reached, and the match is over."),
    (e.MatchEnded("rounds"), "The last round is over. Time to count the points!"),
]

#: What some see whole: who they are, and the sentence for them and for others.
SECRETS: list[tuple[Event, tuple[Reader, ...], str | None, str | None]] = [
    (
        e.OrnamentsDealt(ONE, ["ring_red", "pair_rg", "trio_rgy"]),
        (ONE,),
        "Seat 2 can choose from: brooch RG, red ring, pendant RGY.",
        "Seat 2 chooses three of 3 ornaments.",
    ),
    (
        e.CardDrawn(ONE, "tip_out", "start"),
        (ONE,),
        "Seat 2 draws an action card: Tip It Out.",
        "Seat 2 draws an action card.",
    ),
    (
        e.CardDrawn(ONE, "tip_out", "action"),
        (ONE,),
        "Seat 2 draws an action card: Tip It Out.",
        "Seat 2 draws an action card.",
    ),
    (
        e.CardDrawn(ONE, "tip_out", "catch_up"),
        (ONE,),
        "Seat 2 is behind and draws an action card: Tip It Out.",
        "Seat 2 is behind and draws an action card.",
    ),
    (e.Answered(ONE, Reply("not_so_fast")), (ONE,), None, None),
    (e.TurnNamed(ONE, []), (ONE,), None, None),
]


def kinds(rows: Sequence[tuple[Event, *tuple[object, ...]]]) -> list[str]:
    return [kind_of(event) for event, *_ in rows]


def told(event: Event, reader: Reader) -> str | None:
    seen = GEM_EDGE.core.redact(event, reader, GEM_EDGE.core.options())
    return tell(GEM_EDGE, seen) if seen else None


@pytest.mark.parametrize(("event", "sentence"), EVERYBODYS, ids=kinds(EVERYBODYS))
def test_everybody_reads_what_happens_on_the_table(event: Event, sentence: str | None) -> None:
    assert {told(event, reader) for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS)} == {sentence}


@ge("GE-20", "GE-24")
@pytest.mark.parametrize(("event", "concerned", "whole", "rest"), SECRETS, ids=kinds(SECRETS))
def test_what_a_hand_hides_is_read_by_its_owner_and_after_the_match(
    event: Event, concerned: tuple[Reader, ...], whole: str | None, rest: str | None
) -> None:
    for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS):
        knows = reader in concerned or reader is AFTERWARDS
        assert told(event, reader) == (whole if knows else rest)


def test_every_kind_of_event_is_read_here() -> None:
    read = {kind_of(event) for event, _ in EVERYBODYS} | {kind_of(event) for event, *_ in SECRETS}
    assert read == {kind_of_type(kind) for kind in GEM_EDGE.core.events}
