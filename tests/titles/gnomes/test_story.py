"""What the sentence of each event names: for everybody, and for those who see what a hand hides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules.kernel.events import Event, kind_of, kind_of_type
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.wording import tell
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import CARDS, TABLES
from games.titles.gnomes.rules.options import Options
from tests.kit.story import Facts, is_a_sentence, missing, names
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO

#: What lies open on the table, and what its sentence names; None: no sentence. Seat 0 is called "Seat 1".
EVERYBODYS: list[tuple[Event, Facts | None]] = [
    (
        e.SatDown([ONE, ZERO], list(CARDS), 7, 40, TABLES),
        (),
    ),
    (
        e.GoalsOpened(["RE", "TTED"]),
        ("ruby", "emerald", "diamond", "topaz", "×2"),
    ),
    (e.TurnBegan(ONE, 3), ("Seat 2", "3")),
    (e.MomentCame(ONE, [TWO], "+0/0", "finish"), None),
    (e.StepAsked(ZERO, "work", [ONE]), None),
    (e.WorkBegan(ZERO), None),
    (e.TurnEnded(ZERO), None),
    (e.KingdomPlayed(ONE, "topaz_mine", "-1/2", 3, True), ("topaz_mine", "-1/2", "Seat 2")),
    (e.KingdomPlayed(ONE, "castle", "0/0", 0, False), ("castle", "0/0", "Seat 2")),
    (e.DwarfPlaced(ZERO, "3/-4"), ("3/-4", "Seat 1")),
    (e.DwarfMoved(ZERO, "1/2", "1/3"), ("1/2", "1/3", "Seat 1")),
    (e.Bounced(ZERO, TWO, "1/2", 1), ("1/2", "Seat 1", "Seat 3")),
    (e.Bounced(ZERO, TWO, "1/2", 2), ("1/2", "Seat 1", "Seat 3", "2")),
    (
        e.DwarfShoved(ZERO, TWO, "1/2", "2/2", False),
        ("1/2", "2/2", "Seat 1", "Seat 3"),
    ),
    (
        e.DwarfShoved(ZERO, TWO, "1/2", "2/2", True),
        ("1/2", "2/2", "Seat 1", "Seat 3"),
    ),
    (
        e.DwarvesSwapped(TWO, ZERO, "1/2", ONE, "5/6"),
        ("1/2", "5/6", "Seat 3", "Seat 1", "Seat 2"),
    ),
    (
        e.GoalShown(ONE, "warlord", False),
        ("warlord", "Seat 2"),
    ),
    (
        e.GoalShown(ONE, "warlord", True),
        ("warlord", "Seat 2"),
    ),
    (e.GemsMined(ZERO, "1/2", 2, "topaz", 2), ("1/2", "topaz", "Seat 1", "×2")),
    (e.OgresShuffled(9), ("9",)),
    (
        e.StackDug(ZERO, "1/2", 2, "3/4", "dragon"),
        ("1/2", "3/4", "dragon", "Seat 1"),
    ),
    (
        e.GoalBought(ZERO, "1/2", 3, "EED", 12, {"emerald": 2, "diamond": 1}, "RD"),
        ("emerald", "diamond", "ruby", "Seat 1", "12", "×2"),
    ),
    (
        e.GoalBought(ZERO, "1/2", 3, "RE", 10, {"ruby": 1, "emerald": 1}, None),
        ("ruby", "emerald", "Seat 1", "10"),
    ),
    (e.MonsterSlain(ZERO, "1/2", 5, "dragon", {}), ("1/2", "dragon", "Seat 1")),
    (
        e.MonsterSlain(ZERO, "1/2", 5, "dragon", {"1": 1}),
        ("1/2", "dragon", "Seat 1"),
    ),
    (
        e.WorkedInVain(ZERO, "1/2", 3, "dragon"),
        ("1/2", "dragon", "Seat 1"),
    ),
    (e.WorkedInVain(ZERO, "1/2", 3, "rest"), ("1/2", "Seat 1")),
    (e.CardsDiscarded(ZERO, {"ruby": 1, "topaz": 2}, []), ("ruby", "topaz", "Seat 1", "×2")),
    (e.CardsDiscarded(ZERO, {}, ["thief", "bouncer", "thief"]), ("thief", "bouncer", "Seat 1", "×2")),
    (e.CardsDiscarded(ZERO, {"ruby": 1}, ["thief"]), ("ruby", "thief", "Seat 1")),
    (e.GemGiven(ONE, "ruby"), ("ruby", "Seat 2")),
    (e.LastTurnsBegan(ZERO, 1), ("Seat 1", "1")),
    (e.LastTurnsBegan(ZERO, 4), ("Seat 1", "4")),
    (e.MatchEnded("goals"), ()),
    (e.MatchEnded("silence"), ()),
]

#: What some see whole: who they are, and what the sentence names for them and for others.
SECRETS: list[tuple[Event, tuple[Reader, ...], Facts, Facts]] = [
    (
        e.SecretDealt(ONE, "warlord"),
        (ONE,),
        ("warlord", "Seat 2"),
        ("Seat 2",),
    ),
    (
        e.OgreHired(ONE, "1/2", 2, "thief"),
        (ONE,),
        ("1/2", "thief", "Seat 2"),
        ("1/2", "Seat 2"),
    ),
    (
        e.GemStolen(ONE, ZERO, "ruby"),
        (ONE, ZERO),
        ("ruby", "Seat 2", "Seat 1"),
        ("Seat 2", "Seat 1"),
    ),
    (
        e.OgreStolen(ONE, ZERO, "thief"),
        (ONE, ZERO),
        ("thief", "Seat 2", "Seat 1"),
        ("Seat 2", "Seat 1"),
    ),
]

#: Kinds of which two rows read alike.
ALIKE: set[str] = set()


def kinds(rows: Sequence[tuple[Event, *tuple[object, ...]]]) -> list[str]:
    return [kind_of(event) for event, *_ in rows]


def told(event: Event, reader: Reader) -> str | None:
    seen = GNOMES.core.redact(event, reader, Options())
    assert seen is not None
    return tell(GNOMES, seen)


@pytest.mark.parametrize(("event", "facts"), EVERYBODYS, ids=kinds(EVERYBODYS))
def test_everybody_reads_what_happens_on_the_table(event: Event, facts: Facts | None) -> None:
    (sentence,) = {told(event, reader) for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS)}
    check(sentence, facts)


def check(sentence: str | None, facts: Facts | None) -> None:
    assert (sentence is None) == (facts is None)
    if sentence is not None and facts is not None:
        assert is_a_sentence(sentence)
        assert missing(GNOMES, sentence, facts) == []


def test_what_differs_reads_differently() -> None:
    """Of some kinds of event there are several rows: the same kind can say different things."""
    said = [(kind_of(event), told(event, PUBLIC)) for event, facts in EVERYBODYS if facts is not None]
    assert {kind for kind, sentence in said if said.count((kind, sentence)) > 1} == ALIKE


@gn("GN-33", "GN-35")
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
            assert not any(names(GNOMES, sentence or "", one) for one in hidden)


def test_every_kind_of_event_is_read_here() -> None:
    read = {kind_of(event) for event, _ in EVERYBODYS} | {kind_of(event) for event, *_ in SECRETS}
    assert read == {kind_of_type(kind) for kind in GNOMES.core.events}
