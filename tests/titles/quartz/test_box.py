"""What there is: crystals, cards, tokens, bravery coins, and the options that replace figures."""

from __future__ import annotations

import pytest

from games.rules.kernel import turn
from games.rules.kernel.chain import commitment
from games.rules.kernel.chance import MatchDice
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import PUBLIC
from games.rules.match_in_memory import MatchInMemory
from games.rules.tools.walk import replay
from games.titles.quartz.rules import QUARTZ, gems
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import ACTIONS, CARDS, REACTIONS, VALUES, VALUES_ARE_RECONSTRUCTED
from games.titles.quartz.rules.options import Options, check
from tests.kit.given import opened
from tests.kit.reading import code, happened, state
from tests.titles.quartz.paragraphs import BOOK, qz
from tests.titles.quartz.scenes import ONE, ZERO, table

CRYSTALS = {  # price, how many
    "quartz": (1, 15),
    "amethyst": (2, 12),
    "emerald": (3, 10),
    "sapphire": (4, 7),
    "ruby": (6, 4),
    "amber": (8, 2),
    "obsidian": (None, 18),
}
MINING_CARDS = {  # copies, value
    "here_we_go": (10, 1),
    "eureka": (3, 2),
    "come_closer": (3, 3),
    "out_of_my_way": (3, 2),
    "what_crystal": (3, 3),
    "gimme_a_hand": (8, 2),
    "dont_belong": (8, 1),
    "not_mine": (8, 1),
    "not_mine_either": (3, 3),
    "unacceptable": (3, 3),
    "on_my_break": (3, 3),
}
ANSWERS = {"not_mine_either": "not_mine", "unacceptable": "dont_belong", "on_my_break": "gimme_a_hand"}


@qz("QZ-1")
def test_the_bag_holds_68_crystals_at_their_prices() -> None:
    bag = QUARTZ.core.urns(3, Options())["bag"]
    assert bag == {gem: count for gem, (_, count) in CRYSTALS.items()}
    assert sum(bag.values()) == 68
    assert Options().values == {gem: price for gem, (price, _) in CRYSTALS.items() if price}


@qz("QZ-2")
def test_the_deck_holds_55_cards_at_their_values() -> None:
    deck = QUARTZ.core.urns(5, Options())["deck"]
    assert deck == {card: copies for card, (copies, _) in MINING_CARDS.items()}
    assert sum(deck.values()) == 55
    assert Options().sale == {card: value for card, (_, value) in MINING_CARDS.items()}


@qz("QZ-2", "QZ-20", "QZ-21", "QZ-22", "QZ-25", "QZ-26", "QZ-33")
def test_the_table_of_cards_says_how_many_crystals_each_moves() -> None:
    assert {key: card.draws for key, card in CARDS.items() if card.draws} == {
        "here_we_go": 3,
        "eureka": 7,
        "gimme_a_hand": 2,
    }
    assert {key: card.takes for key, card in CARDS.items() if card.takes} == {
        "come_closer": 1,
        "dont_belong": 2,
        "unacceptable": 1,
    }
    assert all(card.key == key for key, card in CARDS.items())


@qz("QZ-2")
def test_three_cards_are_reactions_each_to_one_action() -> None:
    assert {card: CARDS[card].answers for card in REACTIONS} == ANSWERS
    assert {CARDS[card].answered_by: card for card in ACTIONS if CARDS[card].answered_by} == ANSWERS
    assert {*ACTIONS, *REACTIONS} == MINING_CARDS.keys()


@qz("QZ-2")
def test_reactions_are_never_offered_on_ones_own_turn() -> None:
    scene = table("quartz obsidian", "ruby", "", hands=("not_mine_either unacceptable on_my_break",))
    assert [choice["kind"] for choice in scene.offered(0, "turn")] == ["mine", "leave"]
    for command in (c.React(), c.ReactIfHeld(), c.Let()):
        assert code(scene.when(0, command)) == "not_an_answer"


@qz("QZ-1", "QZ-2", "QZ-4")
def test_the_rules_that_players_read_show_the_same_figures() -> None:
    written = BOOK.path.read_text(encoding="utf-8")
    for gem, (price, count) in CRYSTALS.items():
        row = next(line for line in written.splitlines() if line.startswith(f"| {gem} |"))
        assert row.endswith(f"| {price or '–'} | {count} |")
    for card, (copies, value) in MINING_CARDS.items():
        row = next(line for line in written.splitlines() if line.startswith(f"| {card} |"))
        assert row.endswith(f"| {copies} | {value} |")
        assert all(name in row for name in CARDS[card].names.values())
    assert all(f"| {seats} | {coins} |" in written for seats, coins in BRAVERY.items())


BRAVERY = {3: "0, 1", 4: "0, 1, 2", 5: "0, 1, 2, 3"}


@qz("QZ-4", "QZ-7")
@pytest.mark.parametrize("seats", BRAVERY)
def test_the_board_has_a_space_less_than_seats(seats: int) -> None:
    deal = (["here_we_go"] * 5, ["dont_belong"] * 5, ["not_mine"] * 5, ["gimme_a_hand"] * 5)
    cards = [card for hand in (*deal, ["eureka"] * 3 + ["what_crystal"] * 2)[:seats] for card in hand]
    spaces = ["here_we_go"] * (seats - 1)
    scene = opened(QUARTZ, seats, "0", *cards, *spaces, options={"seating": "fixed"})
    assert ", ".join(str(space.coins) for space in scene.view(0).board) == BRAVERY[seats]
    assert [space.card for space in scene.view(0).board] == spaces


@qz("QZ-2", "QZ-4")
def test_reconstructed_figures_say_so() -> None:
    assert VALUES_ARE_RECONSTRUCTED
    for option in ("card_values", "bravery_coins"):
        assert "estimate" in QUARTZ.core.words[f"option.{option}"].text


@qz("QZ-2", "QZ-4")
def test_an_option_replaces_reconstructed_figures() -> None:
    options = Options(card_values={"eureka": 7}, bravery_coins=(1, 1, 5))
    assert options.sale["eureka"] == 7
    assert options.sale["here_we_go"] == 1
    scene = table("", "", "", bravery_coins=[4, 5])
    assert state(scene).bravery_coins == [4, 5]


@qz("QZ-4")
@pytest.mark.parametrize("seats", QUARTZ.meta.seats)
def test_own_coins_are_as_many_as_there_are_spaces(seats: int) -> None:
    for count in range(1, 7):
        options: dict[str, object] = {"bravery_coins": [3] * count}
        if count == seats - 1:
            assert MatchInMemory.begin(QUARTZ, seats, bytes(32), options).view(PUBLIC).board[-1].coins == 3
            continue
        with pytest.raises(Refused) as refusal:
            MatchInMemory.begin(QUARTZ, seats, bytes(32), options)
        assert (refusal.value.code, "bravery_coins" in str(refusal.value.details)) == ("options", True)


@qz("QZ-4")
def test_a_match_that_was_opened_with_more_coins_than_spaces_is_read_and_checked_as_ever() -> None:
    """They used to be cut, and a table that was laid so begins so."""
    dice = MatchDice(bytes(32), [""] * 3)
    options: dict[str, object] = {"bravery_coins": [4, 5, 6, 7]}
    draft = turn.begin(QUARTZ, 3, options, commitment(bytes(32)), [""] * 3, dice)
    sitting = MatchInMemory(QUARTZ, bytes(32), [], draft.records)
    assert [space.coins for space in sitting.view(PUBLIC).board] == [4, 5]
    assert "proved" in replay(QUARTZ, sitting.records)[1]


@qz("QZ-1", "QZ-2", "QZ-4")
def test_the_figures_in_force_are_frozen_at_the_start() -> None:
    assert QUARTZ.core.tables(Options(card_values={"eureka": 7})) == {
        "gems": {gem: count for gem, (_, count) in CRYSTALS.items()},
        "crystal_values": {gem: price for gem, (price, _) in CRYSTALS.items() if price},
        "deck": {card: copies for card, (copies, _) in MINING_CARDS.items()},
        "card_values": {card: value for card, (_, value) in MINING_CARDS.items()} | {"eureka": 7},
        "bravery_coins": (0, 1, 2, 3),
    }


@qz("QZ-2", "QZ-4")
@pytest.mark.parametrize(
    "options",
    [
        {"card_values": {"coal": 1}},
        {"card_values": {"eureka": -1}},
        {"card_values": {"eureka": 100}},
        {"crystal_values": {"obsidian": 1}},
        {"bravery_coins": [1]},
        {"bravery_coins": [0, -1]},
        {"bravery_coins": [0, 100]},
        {"beards": [1000]},
        {"beards": [-1]},
        {"beards": [1, 2, 3, 4]},
        {"first_player": "tallest"},
        {"beard": 3},
    ],
)
def test_senseless_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused) as refusal:
        opened(QUARTZ, 3, options=options)
    assert refusal.value.code == "options"


@qz("QZ-2", "QZ-4")
@pytest.mark.parametrize("figure", [0, 99])
def test_any_figure_may_be_replaced_by_one_from_0_to_99(figure: int) -> None:
    check(
        Options(
            card_values=dict.fromkeys(VALUES, figure),
            crystal_values=dict.fromkeys(gems.VALUES, figure),
            bravery_coins=(figure,) * 4,
            beards=(0, 999, figure),
        ),
        3,
    )


@qz("QZ-2", "QZ-4", "QZ-6")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (Options(card_values={"coal": 1}), "card_values: known names, and values from 0 to 99"),
        (Options(crystal_values={"ruby": 100}), "crystal_values: known names, and values from 0 to 99"),
        (
            Options(bravery_coins=(1,)),
            "bravery_coins: a number from 0 to 99 for each space, four at most",
        ),
        (
            Options(beards=(1, 2, 3, 4)),
            "beards: at most one for each seat, from 0 to 999 centimetres",
        ),
    ],
    ids=["cards", "crystals", "coins", "beards"],
)
def test_a_refusal_of_options_says_which_and_why(options: Options, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        check(options, 3)
    assert (refusal.value.code, refusal.value.details) == ("options", {"reason": reason})


@qz("QZ-3", "QZ-16")
def test_a_seat_never_holds_two_tokens() -> None:
    scene = table("obsidian", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.HaveAccident())
    assert happened(scene, e.AccidentHappened)[0].token is False
    assert scene.view(1).dwarves[0].token is True


@qz("QZ-3")
def test_everybody_may_hold_a_token_at_once() -> None:
    scene = table(*["emerald"] * 5, tokens=[0, 1, 2, 3], active=4).when(4, c.Mine(), chance=["obsidian"])
    for seat in (0, 1, 2, 3):
        scene.when(seat, c.Mine(), chance=["quartz"])
    scene.when(4, c.Mine(), chance=["obsidian"])
    assert [dwarf.token for dwarf in scene.view(ONE).dwarves] == [True] * 5
    assert scene.view(ZERO).dwarves[4].inside is False
