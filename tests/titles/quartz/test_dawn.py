"""Dawn: cards to the hands and onto the board, and what happens when the deck runs out."""

from __future__ import annotations

from games.rules.kernel.seats import PUBLIC
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from games.titles.quartz.rules.cards import DECK
from tests.kit.given import Scene
from tests.kit.reading import came, happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import FOUR, ONE, THREE, TWO, ZERO, table


def all_cards_but(*left: str) -> list[str]:
    return [card for card, copies in DECK.items() for _ in range(copies - left.count(card))]


def day_ends(scene: Scene, *chance: str) -> Scene:
    """Let seat 1 leave seat 0 alone inside; nobody has anything to sell, so the next day dawns."""
    return scene.when(1, c.Leave(), chance=chance)


@qz("QZ-7", "QZ-45")
def test_at_dawn_all_get_a_card_and_then_the_board_is_filled() -> None:
    scene = table("", "", "", out=[2], active=1)
    day_ends(scene, "eureka", "not_mine", "here_we_go", "gimme_a_hand", "dont_belong").then(
        e.LeftMine(ONE, False, None, 0),
        e.StayedLast(ZERO, None, 1),
        e.EveningFell(2),
        e.DayBegan(3, ZERO),
        e.CardsDealt(ZERO, {"eureka": 1}),
        e.CardsDealt(ONE, {"not_mine": 1}),
        e.CardsDealt(TWO, {"here_we_go": 1}),
        e.SpaceFilled("gimme_a_hand", 0),
        e.SpaceFilled("dont_belong", 1),
        e.TurnBegan(ZERO),
    )
    assert all(dwarf.inside for dwarf in scene.view(PUBLIC).dwarves)


@qz("QZ-7")
def test_the_first_player_gets_the_first_card_and_then_it_goes_clockwise() -> None:
    scene = day_ends(table("", "", "", order=[1, 0, 2], out=[2], active=1), *["here_we_go"] * 5)
    assert [event.seat for event in happened(scene, e.CardsDealt)] == [ZERO, TWO, ONE]


@qz("QZ-7", "QZ-4")
def test_coins_are_the_same_on_every_day() -> None:
    for day in (1, 2, 3, 4):
        scene = day_ends(table("", "", "", day=day, out=[2], active=1), *["here_we_go"] * 5)
        assert [space.coins for space in scene.view(PUBLIC).board] == [0, 1]


@qz("QZ-7", "QZ-46")
def test_a_hand_may_grow_to_any_size() -> None:
    scene = table("", "", "", hands=("here_we_go " * 8,), out=[2], active=1)
    day_ends(scene, *["not_mine"] * 5)
    assert scene.view(PUBLIC).dwarves[0].hand_count == 9


@qz("QZ-8")
def test_an_empty_deck_is_made_anew_of_the_discard_pile_when_a_card_is_needed() -> None:
    scene = table("", "", "", discard=all_cards_but("eureka"), out=[2], active=1)
    day_ends(scene, "eureka", "not_mine", "here_we_go", "gimme_a_hand", "dont_belong")
    cards = [
        event for event in came(scene) if isinstance(event, e.CardsDealt | e.DeckShuffled | e.SpaceFilled)
    ]
    assert cards[:3] == [
        e.CardsDealt(ZERO, {"eureka": 1}),
        e.DeckShuffled(54),
        e.CardsDealt(ONE, {"not_mine": 1}),
    ]
    assert (scene.view(PUBLIC).discard, scene.view(PUBLIC).deck) == ({}, 50)


@qz("QZ-8")
def test_the_discard_pile_is_not_shuffled_before_a_card_is_needed() -> None:
    five = ["eureka", "not_mine", "here_we_go", "gimme_a_hand", "dont_belong"]
    scene = day_ends(table("", "", "", discard=all_cards_but(*five), out=[2], active=1), *five)
    assert happened(scene, e.DeckShuffled) == []
    assert scene.view(PUBLIC).deck == 0
    assert sum(scene.view(PUBLIC).discard.values()) == 50


@qz("QZ-8")
def test_five_seats_shuffle_on_the_fourth_day_for_the_last_space() -> None:
    eight = [
        "eureka",
        "not_mine",
        "here_we_go",
        "gimme_a_hand",
        "dont_belong",
        "not_mine",
        "eureka",
        "eureka",
    ]
    scene = table(*[""] * 5, day=3, discard=all_cards_but(*eight), out=[2, 3, 4], active=1)
    day_ends(scene, *eight, "on_my_break")
    assert [event.seat for event in happened(scene, e.CardsDealt)] == [ZERO, ONE, TWO, THREE, FOUR]
    assert came(scene)[-3:] == [
        e.DeckShuffled(47),
        e.SpaceFilled("on_my_break", 3),
        e.TurnBegan(ZERO),
    ]


@qz("QZ-8")
def test_without_deck_and_discard_spaces_have_coins_only() -> None:
    hands = (" ".join(all_cards_but()), "", "")
    scene = day_ends(table("", "", "", hands=hands, out=[2], active=1))
    assert came(scene)[-4:] == [
        e.DayBegan(3, ZERO),
        e.SpaceFilled(None, 0),
        e.SpaceFilled(None, 1),
        e.TurnBegan(ZERO),
    ]


@qz("QZ-8")
def test_the_last_card_of_all_goes_to_the_first_player() -> None:
    hands = (" ".join(all_cards_but("eureka")), "", "")
    scene = day_ends(table("", "", "", hands=hands, out=[2], active=1), "eureka")
    assert happened(scene, e.CardsDealt) == [e.CardsDealt(ZERO, {"eureka": 1})]
    assert happened(scene, e.DeckShuffled) == []


@qz("QZ-8", "QZ-12", "QZ-13")
def test_five_who_only_leave_take_the_deck_home() -> None:
    """Nothing is ever discarded: 29 cards on day one, 9 a day since, and the 55 end on day four."""
    sitting = MatchInMemory.begin(QUARTZ, 5, bytes(32))
    bare = {}
    while not sitting.table.state.over:
        bare[sitting.table.state.day] = [space.card for space in sitting.table.state.board].count(None)
        while sitting.table.state.day in bare and not sitting.table.state.over:
            (name,) = sitting.awaited()
            sitting.give(name, name.seat, c.Leave())
    assert bare == {1: 0, 2: 0, 3: 0, 4: 1, 5: 4}
    assert not any(isinstance(record.event, e.DeckShuffled) for record in sitting.records)


@qz("QZ-8")
def test_a_space_without_a_card_still_pays_its_coins() -> None:
    scene = table("", "", "", board=[None, "eureka"]).when(0, c.Leave())
    scene.then(e.LeftMine(ZERO, True, None, 0), e.TurnBegan(ONE))
    scene.when(1, c.Leave(), chance=["not_mine"] * 5)
    assert happened(scene, e.StayedLast) == [e.StayedLast(TWO, "eureka", 1)]
    assert state(scene).coins == [0, 0, 1]
