"""The sentence each event makes: for everybody, and for those who see what a hand hides."""

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
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO

#: What lies open on the table. Seat 0 is called "Seat 1".
EVERYBODYS: list[tuple[Event, str | None]] = [
    (
        e.SatDown([ONE, ZERO], list(CARDS), 7, 40, TABLES),
        "Everyone takes nine kingdom cards and seven dwarves.",
    ),
    (
        e.GoalsOpened(["RE", "TTED"]),
        "The first trade goals are open: (emerald, ruby), (diamond, emerald, topaz ×2).",
    ),
    (e.TurnBegan(ONE, 3), "It's Seat 2's turn. Round 3."),
    (e.StepAsked(ZERO, "work", [ONE]), None),
    (e.WorkBegan(ZERO), None),
    (e.TurnEnded(ZERO), None),
    (e.KingdomPlayed(ONE, "topaz_mine", "-1/2", 3, True), "Seat 2 plays topaz mine at -1/2."),
    (e.KingdomPlayed(ONE, "castle", "0/0", 0, False), "For Seat 2, castle is played at 0/0."),
    (e.DwarfPlaced(ZERO, "3/-4"), "Seat 1 places a dwarf at 3/-4."),
    (e.DwarfMoved(ZERO, "1/2", "1/3"), "Seat 1 moves a dwarf from 1/2 to 1/3."),
    (e.Bounced(ZERO, TWO, "1/2", 1), "Seat 1 plays a bouncer: a dwarf of Seat 3 goes home from 1/2."),
    (e.Bounced(ZERO, TWO, "1/2", 2), "Seat 1 plays a bouncer: 2 dwarves of Seat 3 go home from 1/2."),
    (
        e.DwarfShoved(ZERO, TWO, "1/2", "2/2", False),
        "Seat 1 plays a shover: a dwarf of Seat 3 goes from 1/2 to 2/2.",
    ),
    (
        e.DwarfShoved(ZERO, TWO, "1/2", "2/2", True),
        "Seat 1 shoves a second dwarf, of Seat 3, from 1/2 to 2/2.",
    ),
    (
        e.DwarvesSwapped(TWO, ZERO, "1/2", ONE, "5/6"),
        "Seat 3 plays a changer: dwarves of Seat 1 at 1/2 and Seat 2 at 5/6 change places.",
    ),
    (
        e.GoalShown(ONE, "warlord", False),
        "Seat 2 shows a secret goal. Warlord: three ogres in hand.",
    ),
    (
        e.GoalShown(ONE, "warlord", True),
        "At the count Seat 2 shows a secret goal. Warlord: three ogres in hand.",
    ),
    (e.GemsMined(ZERO, "1/2", 2, "topaz", 2), "Seat 1 mines at 1/2: topaz ×2."),
    (e.OgresShuffled(9), "The used ogres are shuffled into a new pile: 9 in all."),
    (
        e.StackDug(ZERO, "1/2", 2, "3/4", "dragon"),
        "Seat 1 digs from 1/2: dragon goes to the bottom of the stack at 3/4.",
    ),
    (
        e.GoalBought(ZERO, "1/2", 3, "EED", 12, {"emerald": 2, "diamond": 1}, "RD"),
        "Seat 1 buys a trade goal worth 12 for diamond, emerald ×2. A new one is open: (diamond, ruby).",
    ),
    (
        e.GoalBought(ZERO, "1/2", 3, "RE", 10, {"ruby": 1, "emerald": 1}, None),
        "Seat 1 buys a trade goal worth 10 for emerald, ruby. No goals are left to open.",
    ),
    (e.MonsterSlain(ZERO, "1/2", 5, "dragon", {}), "Seat 1 slays a monster at 1/2: dragon."),
    (
        e.MonsterSlain(ZERO, "1/2", 5, "dragon", {"1": 1}),
        "Seat 1 slays a monster at 1/2: dragon. The other dwarves there go home too.",
    ),
    (
        e.WorkedInVain(ZERO, "1/2", 3, "dragon"),
        "Seat 1's dwarves at 1/2 go home with nothing: a dragon stops the mine.",
    ),
    (e.WorkedInVain(ZERO, "1/2", 3, "rest"), "Seat 1 sends the dwarves at 1/2 home."),
    (e.CardsDiscarded(ZERO, {"ruby": 1, "topaz": 2}, []), "Seat 1 discards: ruby, topaz ×2."),
    (e.CardsDiscarded(ZERO, {}, ["thief", "bouncer", "thief"]), "Seat 1 discards: bouncer, thief ×2."),
    (e.CardsDiscarded(ZERO, {"ruby": 1}, ["thief"]), "Seat 1 discards: ruby, thief."),
    (e.GemGiven(ONE, "ruby"), "Seat 2 goes later and begins with ruby."),
    (e.LastTurnsBegan(ZERO, 1), "Seat 1 has met three goals: 1 more turn, then the count."),
    (e.LastTurnsBegan(ZERO, 4), "Seat 1 has met three goals: 4 more turns, then the count."),
    (e.MatchEnded("goals"), "The last turns are over. Time to count!"),
    (e.MatchEnded("silence"), "Nobody has made a step for two turns: the match is over."),
]

#: What some see whole: who they are, and the sentence for them and for others.
SECRETS: list[tuple[Event, tuple[Reader, ...], str, str]] = [
    (
        e.SecretDealt(ONE, "warlord"),
        (ONE,),
        "Seat 2 gets a secret goal: Warlord: three ogres in hand.",
        "Seat 2 gets a secret goal.",
    ),
    (
        e.OgreHired(ONE, "1/2", 2, "thief"),
        (ONE,),
        "Seat 2 hires an ogre at 1/2: thief.",
        "Seat 2 hires an ogre at 1/2.",
    ),
    (
        e.GemStolen(ONE, ZERO, "ruby"),
        (ONE, ZERO),
        "Seat 2 plays a thief and takes ruby from Seat 1.",
        "Seat 2 plays a thief and takes a gem from Seat 1.",
    ),
    (
        e.OgreStolen(ONE, ZERO, "thief"),
        (ONE, ZERO),
        "Seat 2 plays a cardsharp and takes an ogre from Seat 1: thief.",
        "Seat 2 plays a cardsharp and takes an ogre from Seat 1.",
    ),
]


def kinds(rows: Sequence[tuple[Event, *tuple[object, ...]]]) -> list[str]:
    return [kind_of(event) for event, *_ in rows]


def told(event: Event, reader: Reader) -> str | None:
    seen = GNOMES.core.redact(event, reader, Options())
    assert seen is not None
    return tell(GNOMES, seen)


@pytest.mark.parametrize(("event", "sentence"), EVERYBODYS, ids=kinds(EVERYBODYS))
def test_everybody_reads_what_happens_on_the_table(event: Event, sentence: str | None) -> None:
    assert {told(event, reader) for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS)} == {sentence}


@gn("GN-33", "GN-35")
@pytest.mark.parametrize(("event", "concerned", "whole", "rest"), SECRETS, ids=kinds(SECRETS))
def test_what_a_hand_hides_is_read_by_those_concerned_and_after_the_match(
    event: Event, concerned: tuple[Reader, ...], whole: str, rest: str
) -> None:
    for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS):
        knows = reader in concerned or reader is AFTERWARDS
        assert told(event, reader) == (whole if knows else rest)


def test_every_kind_of_event_is_read_here() -> None:
    read = {kind_of(event) for event, _ in EVERYBODYS} | {kind_of(event) for event, *_ in SECRETS}
    assert read == {kind_of_type(kind) for kind in GNOMES.core.events}
