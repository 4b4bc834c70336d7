"""What the sentence of each event names: for everybody, and for those who see what a hand hides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.kernel.events import Event, kind_of, kind_of_type
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.wording import tell
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules.state import Aim, Reply
from tests.kit.story import Facts, is_a_sentence, missing, names
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, TWO, ZERO

#: What lies open on the table, and what its sentence names; None: no sentence. Seat 0 is called "Seat 1".
EVERYBODYS: list[tuple[Event, Facts | None]] = [
    (e.SatDown([ONE, ZERO], ONE, "light", 60, {}, [1, 3], {}), ("Seat 2",)),
    (e.SlideFilled(["red", "blue", "red"]), ("red", "blue")),
    (
        e.OrnamentsKept(ZERO, ["ring_red", "pair_rg"], ["crown_rgyb"]),
        ("ring_red", "pair_rg", "crown_rgyb", "Seat 1"),
    ),
    (e.MarketRefilled(2, "trio_rgy"), ("trio_rgy",)),
    (e.OrnamentsShuffled(9), ("9",)),
    (e.CardsShuffled(ZERO, 12), ("12",)),
    (e.TurnBegan(ONE, 3), ("Seat 2", "3")),
    (e.ActionBegan(ONE, 1), None),
    (e.StoneTaken(ONE, "red", ["blue"], "start"), ("red", "Seat 2")),
    (e.StoneTaken(ONE, "red", ["blue"], "action"), ("red", "Seat 2")),
    (e.StoneTaken(ONE, "red", ["blue"], "me_too"), ("red", "Seat 2")),
    (e.StoneInserted(ONE, "red", "ring_red", "action"), ("red", "ring_red", "Seat 2")),
    (e.StoneInserted(ONE, "red", "ring_red", "me_too"), ("red", "ring_red", "Seat 2")),
    (e.StoneDiscarded(ONE, "red"), ("red", "Seat 2")),
    (e.DropAsked(ONE, 2), None),
    (e.Dropped(ONE, ["tip_out", "pry_out", "tip_out"]), ("tip_out", "pry_out", "Seat 2", "×2")),
    (e.HandInAsked(ONE), None),
    (e.HandedIn(ONE, ["ring_red"], ["red", "red"], 1), ("ring_red", "red", "Seat 2", "1")),
    (e.HandedIn(ONE, ["ring_red"], ["red", "red"], 2), ("ring_red", "red", "Seat 2", "2")),
    (
        e.HandedIn(ONE, ["ring_red", "bracelet_red"], ["red"] * 4, 5),
        ("ring_red", "bracelet_red", "red", "Seat 2", "5"),
    ),
    (e.MarketAsked(ONE, 2), None),
    (
        e.MarketRefreshed(ONE, ["ring_red", "trio_rgy"]),
        ("ring_red", "trio_rgy", "Seat 2"),
    ),
    (e.OrnamentTaken(ONE, "trio_rgy"), ("trio_rgy", "Seat 2")),
    (e.CardPlayed(ONE, "tip_out", ZERO, Aim()), ("tip_out", "Seat 2", "Seat 1")),
    (e.CardPlayed(ONE, "three_cards", None, Aim()), ("three_cards", "Seat 2")),
    (e.CancelAsked([ZERO], "tip_out"), ("tip_out",)),
    (e.MeTooAsked([ZERO], "take"), ()),
    (e.MomentCame("take", ONE, [ZERO]), None),
    (
        e.CardCancelled(ZERO, ONE, "tip_out"),
        ("tip_out", "Seat 1", "Seat 2"),
    ),
    (e.CardFailed(ONE, "tip_out"), ("tip_out", "Seat 2")),
    (
        e.OrnamentsSwapped(ONE, ZERO, "ring_red", "trio_rgy"),
        ("ring_red", "trio_rgy", "Seat 2", "Seat 1"),
    ),
    (
        e.OrnamentsSwapped(ONE, None, "ring_red", "trio_rgy"),
        ("ring_red", "trio_rgy", "Seat 2"),
    ),
    (e.InsertAsked(ONE, "trio_rgy"), None),
    (e.InsertDeclined(ONE), ("Seat 2",)),
    (e.StonesSwapped(ONE, ZERO, "red", "blue"), ("red", "blue", "Seat 2", "Seat 1")),
    (e.StonePriedOut(ONE, ZERO, "trio_rgy", "red"), ("trio_rgy", "red", "Seat 2", "Seat 1")),
    (e.TippedOut(ONE, ZERO, ["red", "blue", "red"]), ("red", "blue", "Seat 2", "Seat 1", "×2")),
    (e.TippedOut(ONE, ONE, ["red", "blue", "red"]), ("red", "blue", "Seat 2", "×2")),
    (
        e.PickedThrough(ONE, ["red"], ["blue", "green"], []),
        ("red", "blue", "green", "Seat 2"),
    ),
    (e.PickedThrough(ONE, [], ["blue", "green"], []), ("blue", "green", "Seat 2")),
    (e.PocketPicked(ONE, ZERO, ["red", "red"]), ("red", "Seat 2", "Seat 1", "×2")),
    (e.Compensated(ZERO, "pickpocket", 1), ("Seat 1", "1")),
    (e.MatchEnded("goal"), ("20",)),
    (e.MatchEnded("rounds"), ()),
]

#: What some see whole: who they are, and what the sentence names for them and for others.
SECRETS: list[tuple[Event, tuple[Reader, ...], Facts | None, Facts | None]] = [
    (
        e.OrnamentsDealt(ONE, ["ring_red", "pair_rg", "trio_rgy"]),
        (ONE,),
        ("ring_red", "pair_rg", "trio_rgy", "Seat 2"),
        ("Seat 2", "3"),
    ),
    (
        e.CardDrawn(ONE, "tip_out", "start"),
        (ONE,),
        ("tip_out", "Seat 2"),
        ("Seat 2",),
    ),
    (
        e.CardDrawn(ONE, "tip_out", "action"),
        (ONE,),
        ("tip_out", "Seat 2"),
        ("Seat 2",),
    ),
    (
        e.CardDrawn(ONE, "tip_out", "catch_up"),
        (ONE,),
        ("tip_out", "Seat 2"),
        ("Seat 2",),
    ),
    (e.Answered(ONE, Reply("not_so_fast")), (ONE,), None, None),
    (e.TurnNamed(ONE, []), (ONE,), None, None),
]

#: Kinds of which two rows read alike.
ALIKE: set[str] = {"stone_taken"}


def kinds(rows: Sequence[tuple[Event, *tuple[object, ...]]]) -> list[str]:
    return [kind_of(event) for event, *_ in rows]


def told(event: Event, reader: Reader) -> str | None:
    seen = GEM_EDGE.core.redact(event, reader, GEM_EDGE.core.options())
    return tell(GEM_EDGE, seen) if seen else None


@pytest.mark.parametrize(("event", "facts"), EVERYBODYS, ids=kinds(EVERYBODYS))
def test_everybody_reads_what_happens_on_the_table(event: Event, facts: Facts | None) -> None:
    (sentence,) = {told(event, reader) for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS)}
    check(sentence, facts)


def check(sentence: str | None, facts: Facts | None) -> None:
    assert (sentence is None) == (facts is None)
    if sentence is not None and facts is not None:
        assert is_a_sentence(sentence)
        assert missing(GEM_EDGE, sentence, facts) == []


def test_what_differs_reads_differently() -> None:
    """Of some kinds of event there are several rows: the same kind can say different things."""
    said = [(kind_of(event), told(event, PUBLIC)) for event, facts in EVERYBODYS if facts is not None]
    assert {kind for kind, sentence in said if said.count((kind, sentence)) > 1} == ALIKE


@ge("GE-20", "GE-24")
@pytest.mark.parametrize(("event", "concerned", "whole", "rest"), SECRETS, ids=kinds(SECRETS))
def test_what_a_hand_hides_is_read_by_those_concerned_and_after_the_match(
    event: Event, concerned: tuple[Reader, ...], whole: Facts | None, rest: Facts | None
) -> None:
    hidden = {*(whole or ())} - {*(rest or ())}
    for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS):
        sentence = told(event, reader)
        if reader in concerned or reader is AFTERWARDS:
            check(sentence, whole)
        else:
            check(sentence, rest)
            assert not any(names(GEM_EDGE, sentence or "", one) for one in hidden)


def test_every_kind_of_event_is_read_here() -> None:
    read = {kind_of(event) for event, _ in EVERYBODYS} | {kind_of(event) for event, *_ in SECRETS}
    assert read == {kind_of_type(kind) for kind in GEM_EDGE.core.events}
