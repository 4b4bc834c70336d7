"""The sentence each event makes: for those it concerns, and for those from whom covers hide some of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from games.present.names import Names
from games.rules.kernel.events import Event, Record, kind_of
from games.rules.kernel.messages import Row, worded
from games.rules.kernel.redaction import reads_whole
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, EventNumber, Reader
from games.rules.wording import tell, word
from games.titles.quartz.board import reconstructed
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import BRAVERY_COINS, CARDS
from games.titles.quartz.rules.describe import describe
from games.titles.quartz.rules.options import Edition, Options
from games.titles.quartz.rules.redact import redact
from games.titles.quartz.words import WORDS, contexts
from games.titles.quartz.words.story import STORY
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, THREE, TWO, ZERO

OPEN, COVERED = Options(), Options(covered_carts=True)
EDITIONS: tuple[Edition, ...] = ("2016", "2019")


def kinds(rows: Sequence[tuple[Event, *tuple[object, ...]]]) -> list[str]:
    return [kind_of(event) for event, *_ in rows]


#: What lies open on any table. Seat 0 is called "Seat 1".
EVERYBODYS: list[tuple[Event, str]] = [
    (
        e.SatDown([ZERO], False, False, "leave", {"ruby": 6}, {"eureka": 2}, [0]),
        "The dwarves sit down around the table.",
    ),
    (e.DaysChosen(2), "The match lasts 2 days."),
    (e.LetHappen(ONE), "Seat 2 lets it happen."),
    (e.ObsidianLost(), "The obsidian goes back into the bag."),
    (e.TokenSpent(ONE), "Seat 2 spends the experience token: an obsidian goes back into the bag."),
    (e.AccidentTaken(ONE), "Seat 2 keeps the experience token."),
    (e.AloneInside(ONE), "Seat 2 is alone in the mine."),
    (e.ThrillEnded(ONE), "Seat 2 has dug enough."),
    (e.MatchEnded(), "The last day is over."),
    (e.DayBegan(2, ONE), "Day 2 begins. Seat 2 goes first."),
    (e.DeckShuffled(1), "The discard pile becomes the new deck: 1 card."),
    (e.DeckShuffled(9), "The discard pile becomes the new deck: 9 cards."),
    (e.SpaceFilled("eureka", 1), "On the bravery board: Eureka! and 1 coin."),
    (e.SpaceFilled(None, 2), "On the bravery board: no card, 2 coins."),
    (e.TurnBegan(ONE), "It's Seat 2's turn."),
    (e.Mined(ZERO, "obsidian"), "Seat 1 mines: obsidian."),
    (e.Parked(ZERO, "obsidian"), "Seat 1 hides beside the cart: obsidian."),
    (
        e.CardPlayed(ZERO, "what_crystal", None, "obsidian", {}),
        "Seat 1 plays Crystal? What Crystal? and picks: obsidian.",
    ),
    (e.CardPlayed(ZERO, "here_we_go", None, None, {}), "Seat 1 plays Here We Go."),
    (e.CardPlayed(ZERO, "not_mine", TWO, None, {}), "Seat 1 plays This Isn't Mine on Seat 3."),
    (e.WindowOpened(ONE, "dont_belong"), "Seat 2 may react to These Don't Belong to You."),
    (
        e.TrayFilled(ZERO, "here_we_go", {}, 3, None),
        "Seat 1 draws only obsidian ×3; it goes back into the bag.",
    ),
    (e.Kept(ZERO, {}, {"ruby": 1}), "Seat 1 keeps nothing."),
    (e.Reacted(ONE, "on_my_break", None), "Seat 2 reacts with Nope. I'm on My Break."),
    (
        e.Reacted(ONE, "not_mine_either", TWO),
        "Seat 2 reacts with Not Mine Either! and passes the obsidian to Seat 3.",
    ),
    (e.TakenBack(ONE, ZERO, None), "Seat 1 has nothing to give to Seat 2."),
    (e.ObsidianLanded(TWO), "Seat 3 gets the obsidian."),
    (
        e.SpaceEmptied("not_mine", 3),
        "Lost from the bravery board: This Isn't Mine and 3 coins.",
    ),
    (e.SpaceEmptied(None, 1), "Lost from the bravery board: 1 coin."),
    (e.LeftMine(ONE, False, None, 0), "Seat 2 leaves the mine."),
    (e.LeftMine(ONE, True, None, 2), "Seat 2 leaves the mine with 2 coins."),
    (e.LeftMine(ONE, True, "eureka", 1), "Seat 2 leaves the mine with Eureka! and 1 coin."),
    (e.StayedLast(ONE, "eureka", 2), "Seat 2 is the last one in the mine and gets Eureka! and 2 coins."),
    (e.StayedLast(ONE, None, 1), "Seat 2 is the last one in the mine and gets 1 coin."),
    (e.BonusGivenUp(ONE, "eureka", 2), "Seat 2 gives up Eureka! and 2 coins."),
    (e.BonusGivenUp(ONE, None, 1), "Seat 2 gives up 1 coin."),
    (e.EveningFell(4), "Evening falls on day 4."),
    (
        e.HandSold(ONE, {"eureka": 2, "not_mine": 1}, 5, 3),
        ("Seat 2 sells the cards in hand: Eureka! ×2, This Isn't Mine. Coins +5, and +3 for the token."),
    ),
    (
        e.HandSold(ONE, {"eureka": 1}, 2, 0),
        "Seat 2 sells the cards in hand: Eureka! Coins +2.",
    ),
    (e.HandSold(ONE, {}, 0, 3), "Seat 2 has no cards to sell. Coins for the token: +3."),
    (e.HandSold(ONE, {}, 0, 0), "Seat 2 has no cards or token to sell."),
]

#: Event, whom it concerns, what they read (and everybody where carts lie open), and what others read.
CARTS: list[tuple[Event, tuple[Reader, ...], str, str]] = [
    (e.Mined(ZERO, "ruby"), (ZERO,), "Seat 1 mines: ruby.", "Seat 1 mines a crystal."),
    (
        e.CardPlayed(ZERO, "dont_belong", ONE, None, {"quartz": 1, "ruby": 1}),
        (ZERO, ONE),
        "Seat 1 plays These Don't Belong to You on Seat 2 and picks: quartz, ruby.",
        "Seat 1 plays These Don't Belong to You on Seat 2.",
    ),
    (
        e.CardPlayed(ZERO, "come_closer", ONE, "quartz", {"ruby": 1}),
        (ZERO, ONE),
        "Seat 1 plays Come Closer on Seat 2: quartz for ruby.",
        "Seat 1 plays Come Closer on Seat 2.",
    ),
    (
        e.CardPlayed(ZERO, "come_closer", ONE, "quartz", {}),
        (ZERO, ONE),
        "Seat 1 plays Come Closer on Seat 2 and offers: quartz.",
        "Seat 1 plays Come Closer on Seat 2.",
    ),
    (
        e.CardPlayed(ZERO, "what_crystal", None, "ruby", {}),
        (ZERO,),
        "Seat 1 plays Crystal? What Crystal? and picks: ruby.",
        "Seat 1 plays Crystal? What Crystal?",
    ),
    (
        e.TrayFilled(ZERO, "here_we_go", {"ruby": 1, "quartz": 2}, 0, ZERO),
        (ZERO,),
        "Seat 1 draws onto the tray: quartz ×2, ruby.",
        "Seat 1 draws 3 crystals onto the tray.",
    ),
    (
        e.TrayFilled(ONE, "gimme_a_hand", {"ruby": 1}, 1, ZERO),
        (ZERO, ONE),
        "Seat 2 draws onto the tray: ruby. Back into the bag: obsidian ×1.",
        "Seat 2 draws 1 crystal onto the tray.",
    ),
    (e.Kept(ZERO, {"ruby": 2}, {}), (ZERO,), "Seat 1 keeps: ruby ×2.", "Seat 1 keeps 2 crystals."),
    (e.Kept(ZERO, {"ruby": 1}, {}), (ZERO,), "Seat 1 keeps: ruby.", "Seat 1 keeps 1 crystal."),
    (
        e.Replaced(ZERO, "quartz", "ruby", {}),
        (ZERO,),
        "Seat 1 swaps quartz for ruby.",
        "Seat 1 decides whether to swap.",
    ),
    (e.Replaced(ZERO, None, None, {}), (ZERO,), "Seat 1 swaps nothing.", "Seat 1 decides whether to swap."),
    (
        e.Traded(ZERO, ONE, "quartz", "ruby"),
        (ZERO, ONE),
        "Seat 1 swaps quartz for Seat 2's ruby.",
        "Seat 1 and Seat 2 swap one crystal each.",
    ),
    (
        e.Shoved(ZERO, [(ONE, "quartz")]),
        (ONE,),
        "Seat 2 loses quartz.",
        "Seat 2 loses a crystal.",
    ),
    (
        e.Parked(ZERO, "ruby"),
        (ZERO,),
        "Seat 1 hides beside the cart: ruby.",
        "Seat 1 hides a crystal beside the cart.",
    ),
    (
        e.Shared(ZERO, ONE, "ruby", {"quartz": 1}, {}),
        (ZERO, ONE),
        "Seat 1 takes ruby; Seat 2 keeps quartz.",
        "Seat 1 takes a crystal; Seat 2 keeps the other.",
    ),
    (
        e.Shared(ZERO, ONE, None, {"quartz": 2}, {}),
        (ZERO, ONE),
        "Seat 1 takes nothing; Seat 2 keeps quartz ×2.",
        "Seat 1 takes nothing; Seat 2 keeps what was drawn.",
    ),
    (
        e.Shared(ZERO, ONE, "ruby", {"obsidian": 1}, {}),
        (ZERO, ONE),
        "Seat 1 takes ruby; Seat 2 keeps obsidian.",
        "Seat 1 and Seat 2 share; Seat 2 gets the obsidian.",
    ),
    (
        e.Shared(ZERO, ONE, "obsidian", {"ruby": 1}, {}),
        (ZERO, ONE),
        "Seat 1 takes obsidian; Seat 2 keeps ruby.",
        "Seat 1 and Seat 2 share; Seat 1 gets the obsidian.",
    ),
    (
        e.Shared(ZERO, ONE, None, {"quartz": 1, "obsidian": 1}, {}),
        (ZERO, ONE),
        "Seat 1 takes nothing; Seat 2 keeps obsidian, quartz.",
        "Seat 1 takes nothing; Seat 2 gets the obsidian.",
    ),
    (
        e.Shared(ZERO, ONE, None, {"obsidian": 1}, {"obsidian": 1}),
        (ZERO, ONE),
        "Seat 1 takes nothing; Seat 2 keeps obsidian, and the rest goes back into the bag.",
        "Seat 1 takes nothing; Seat 2 gets the obsidian.",
    ),
    (
        e.Stolen(ZERO, ONE, {"quartz": 2}),
        (ZERO, ONE),
        "Seat 1 takes from Seat 2: quartz ×2.",
        "Seat 1 takes 2 crystals from Seat 2.",
    ),
    (
        e.TakenBack(ONE, ZERO, "ruby"),
        (ZERO, ONE),
        "Seat 2 takes from Seat 1: ruby.",
        "Seat 2 takes a crystal from Seat 1.",
    ),
    (
        e.AccidentHappened(ZERO, {"obsidian": 2, "ruby": 1}, True),
        (ZERO,),
        "Seat 1 has an accident, loses obsidian ×2, ruby, and gains an experience token.",
        ("Seat 1 has an accident, loses all 3 crystals in the cart, and gains an experience token."),
    ),
    (
        e.AccidentHappened(ZERO, {"obsidian": 2}, False),
        (ZERO,),
        "Seat 1 has an accident and loses: obsidian ×2.",
        "Seat 1 has an accident and loses all 2 crystals in the cart.",
    ),
]

#: The same for what is its owner's secret with and without covers.
SECRETS: list[tuple[Event, tuple[Reader, ...], str, str]] = [
    (
        e.CardsDealt(ZERO, {"eureka": 1, "not_mine": 2}),
        (ZERO,),
        "Seat 1 gets from the deck: Eureka!, This Isn't Mine ×2.",
        "Seat 1 gets 3 cards from the deck.",
    ),
    (
        e.CrystalsSold(ZERO, {"ruby": 1}, {"quartz": 2}, 2),
        (ZERO,),
        "Seat 1 sells quartz ×2 = 2; stores ruby. Coins +2.",
        "Seat 1 sells crystals ×2 and stores ×1. Coins +2.",
    ),
    (
        e.CrystalsSold(ZERO, {}, {"quartz": 2}, 2),
        (ZERO,),
        "Seat 1 sells quartz ×2 = 2. Coins +2.",
        "Seat 1 sells crystals ×2. Coins +2.",
    ),
    (
        e.CrystalsSold(ZERO, {}, {"emerald": 4, "quartz": 1, "sapphire": 2}, 30),
        (ZERO,),
        "Seat 1 sells emerald ×4 = 12, quartz = 1, sapphire ×2 = 8, sapphire counts double: +8,"
        " quartz counts double: +1. Coins +30.",
        "Seat 1 sells crystals ×7. Coins +30.",
    ),
    (
        e.CrystalsSold(ZERO, {}, {"amethyst": 1, "emerald": 1, "quartz": 1, "ruby": 1, "sapphire": 1}, 24),
        (ZERO,),
        "Seat 1 sells amethyst = 2, emerald = 3, quartz = 1, ruby = 6, sapphire = 4,"
        " 5 different colours: +8. Coins +24.",
        "Seat 1 sells crystals ×5. Coins +24.",
    ),
    (
        e.CrystalsSold(ZERO, {"ruby": 2}, {}, 0),
        (ZERO,),
        "Seat 1 sells nothing and stores ruby ×2.",
        "Seat 1 sells nothing and stores crystals ×2.",
    ),
    (e.CrystalsSold(ZERO, {}, {}, 0), (ZERO,), "Seat 1 has nothing to sell.", "Seat 1 has nothing to sell."),
]


def told(event: Event, reader: Reader, options: Options) -> str | None:
    seen = redact(event, reader, options)
    assert seen is not None
    return tell(QUARTZ, seen, options=options)


@qz("QZ-46")
@pytest.mark.parametrize(("event", "sentence"), EVERYBODYS, ids=kinds(EVERYBODYS))
def test_what_lies_open_is_told_to_everybody_alike(event: Event, sentence: str) -> None:
    for options in (OPEN, COVERED):
        assert [told(event, reader, options) for reader in (PUBLIC, ZERO, THREE, AFTERWARDS)] == [
            sentence
        ] * 4


@qz("QZ-46", "QZ-62")
@pytest.mark.parametrize(("event", "concerned", "known", "unseen"), CARTS, ids=kinds(CARTS))
def test_what_moves_between_covered_carts_is_told_to_those_concerned(
    event: Event, concerned: tuple[Reader, ...], known: str, unseen: str
) -> None:
    for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS):
        knows = reader in concerned or reader is AFTERWARDS
        assert told(event, reader, OPEN) == known
        assert told(event, reader, COVERED) == (known if knows else unseen), reader


@qz("QZ-44", "QZ-46")
@pytest.mark.parametrize(("event", "concerned", "known", "unseen"), SECRETS, ids=kinds(SECRETS))
def test_hands_and_stores_are_told_to_their_owner(
    event: Event, concerned: tuple[Reader, ...], known: str, unseen: str
) -> None:
    for options in (OPEN, COVERED):
        for reader in (ZERO, ONE, PUBLIC, AFTERWARDS):
            knows = reader in concerned or reader is AFTERWARDS
            assert told(event, reader, options) == (known if knows else unseen)


@qz("QZ-23", "QZ-62")
def test_of_those_who_lose_a_crystal_each_is_told_by_name_and_under_covers_what_was_the_own() -> None:
    event = e.Shoved(ZERO, [(ONE, "quartz"), (TWO, "ruby")])
    assert told(event, PUBLIC, OPEN) == "Seat 2 loses quartz, Seat 3 loses ruby."
    assert told(event, ONE, COVERED) == "Seat 2 loses quartz, Seat 3 loses a crystal."
    assert told(event, ZERO, COVERED) == "Seat 2 loses a crystal, Seat 3 loses a crystal."


@qz("QZ-44")
def test_a_sentence_gets_only_what_may_stand_in_it() -> None:
    for event, names in (
        (e.Shoved(ZERO, [(ONE, "quartz")]), {"seat", "losses"}),
        (e.Shared(ZERO, ONE, "ruby", {"quartz": 1}, {}), {"player", "miner", "took", "kept"}),
        (e.SatDown([ZERO], False, False, "leave", {"ruby": 6}, {"eureka": 2}, [0]), set()),
    ):
        seen = redact(event, PUBLIC, OPEN)
        assert seen is not None
        message = describe(seen)
        assert message is not None
        assert message.params.keys() == names


def test_every_sentence_of_the_story_is_told_here() -> None:
    rows = [event for event, *_ in (*EVERYBODYS, *CARTS, *SECRETS)]
    seen = [
        redact(event, reader, options)  # type: ignore[arg-type]
        for event in rows
        for reader in (ZERO, PUBLIC)
        for options in (OPEN, COVERED)
    ]
    told_of = {message.key for one in seen if one is not None and (message := describe(one)) is not None}
    assert told_of == STORY.keys()


#: Matches with figures of their own: nothing of theirs is reconstructed.
OWN_COINS, OWN_CARDS = Options(bravery_coins=(0, 1, 1, 2)), Options(card_values=dict.fromkeys(CARDS, 2))
SOLD = e.HandSold(ONE, {"eureka": 1}, 2, 0)


@qz("QZ-2", "QZ-4")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (OPEN, ["what cards sell for", "the coins on the bravery board"]),
        (OWN_COINS, ["what cards sell for"]),
        (OWN_CARDS, ["the coins on the bravery board"]),
        (
            Options(bravery_coins=BRAVERY_COINS),
            ["what cards sell for"],
        ),  # whoever sets it has read it somewhere
        (
            Options(card_values={"eureka": 2}),
            ["what some of the cards sell for", "the coins on the bravery board"],
        ),
        (Options(edition="2019"), ["what cards sell for", "the coins on the board of awards"]),
    ],
)
def test_the_facts_of_a_match_say_what_is_reconstructed(options: Options, said: list[str]) -> None:
    assert reconstructed(Names(QUARTZ, [], options)) == said


@qz("QZ-2", "QZ-4")
def test_no_other_row_says_so() -> None:
    """But the options that replace such figures."""
    rows = {key for key, row in WORDS.items() if "reconstructed" in f"{row.text} {row.plural}".lower()}
    assert {key for key in rows if not key.startswith("option.")} == {"reconstructed.label"}


@qz("QZ-61")
def test_cards_are_called_as_the_edition_calls_them() -> None:
    event = e.Reacted(ONE, "on_my_break", None)
    assert told(event, PUBLIC, Options(edition="2019")) == "Seat 2 reacts with Перерыв."
    dealt = told(e.CardsDealt(ZERO, {"eureka": 2, "not_mine": 1}), ZERO, Options(edition="2019"))
    assert dealt == "Seat 1 gets from the deck: Нашёл! ×2, Это не моё!"


def test_every_row_of_a_context_takes_the_place_of_one() -> None:
    tables = [OPEN, Options(edition="2019")]
    tables += [Options(card_values=dict.fromkeys(CARDS.keys() - {card}, 2)) for card in CARDS]
    everything = {context for options in tables for context in contexts(options)}
    for key in WORDS:
        plain, _, context = key.partition("|")
        assert plain in WORDS
        assert not context or context in everything


def whole(row: Row, _: str, __: int) -> str:
    """Say a row with all its forms."""
    return re.sub(r"\{\w+\}", "", f"{row.text} {row.plural}")


@qz("QZ-61")
def test_what_the_edition_calls_by_another_name_is_nowhere_called_by_the_first_one() -> None:
    foreign = {
        "2016": {"coal", "scandal", "award", *(card.names["2019"] for card in CARDS.values())},
        "2019": {"obsidian", "accident", "brave", "bonus", *(card.names["2016"] for card in CARDS.values())},
    }
    for edition in EDITIONS:
        here = {
            key: worded(WORDS, key, contexts(Options(edition=edition)), whole, {row.count: 1}).lower()
            for key, row in WORDS.items()
            if "|" not in key
        }
        assert [
            key for key, text in here.items() if any(one.lower() in text for one in foreign[edition])
        ] == []


@qz("QZ-61")
def test_a_sentence_is_filled_with_the_same_in_each_edition() -> None:
    for key, row in WORDS.items():
        first = WORDS[key.partition("|")[0]]
        for text, other in ((row.text, first.text), (row.plural, first.plural)):
            assert {*re.findall(r"\{\w+\}", text)} == {*re.findall(r"\{\w+\}", other)}, key


@qz("QZ-61")
@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (e.ObsidianLanded(TWO), "Seat 3 gets the coal."),
        (e.TokenSpent(ONE), "Seat 2 spends the experience token: a piece of coal goes back into the bag."),
        (e.Mined(ZERO, "obsidian"), "Seat 1 mines: coal."),
        (
            e.AccidentHappened(ZERO, {"obsidian": 2}, False),
            "Seat 1 causes a scandal and loses: coal ×2.",
        ),
        (e.SpaceFilled("eureka", 1), "On the board of awards: Нашёл! and 1 coin."),
    ],
)
def test_the_second_edition_has_terms_of_its_own(event: Event, sentence: str) -> None:
    assert told(event, PUBLIC, Options(edition="2019")) == sentence


@qz("QZ-61", "QZ-70")
def test_the_lines_of_a_plan_are_called_as_their_cards_are() -> None:
    for card in ("here_we_go", "dont_belong", "come_closer", "not_mine"):
        title = f"view.{card.replace('_', '')}line"
        assert word(QUARTZ, title, Options(edition="2019")) == CARDS[card].names["2019"]


@qz("QZ-46")
def test_whoever_reads_every_field_of_an_event_may_have_the_record() -> None:
    """What is said beside them is reckoned from them."""
    seen = redact(SOLD, ONE, OPEN)
    assert seen is not None
    assert seen.fields["reconstructed"] is True
    assert reads_whole(Record(EventNumber(9), 1, (), (), SOLD), seen)
    dealt = e.CardsDealt(ZERO, {"eureka": 1})
    assert not reads_whole(Record(EventNumber(9), 1, (), (), dealt), redact(dealt, ONE, OPEN))
