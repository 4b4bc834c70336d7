"""The end in a sentence, and the moments that turned a match."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.models import Match, Seat
from games.present.ceremony import said_of
from games.present.names import Names
from games.rules.catalogue import GAMES
from games.rules.kernel.ceremony import Moment, biggest, finish
from games.rules.kernel.contract import AnyRules, Outcome, SeatResult
from games.rules.kernel.messages import Message
from games.rules.kernel.seats import Seat as SeatNumber
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from tests.toy.rules import MAGPIES

LANGUAGES = ("en", "ru", "pt-br")


def ended(*places: tuple[int, int], cards: tuple[int, ...] = (0, 0, 0)) -> Outcome:
    return tuple(
        SeatResult(SeatNumber(seat), rank, points, {"cards": cards[seat]})
        for seat, (rank, points) in enumerate(places)
    )


def names(rules: AnyRules) -> Names:
    found = Names(rules, [])
    found.seats = {0: "Ana", 1: "Borka", 2: "Cleo"}
    return found


WON, TIE, SHARED = (
    ended((2, 6), (1, 7), (3, 1)),
    ended((1, 9), (2, 9), (3, 8), cards=(7, 6, 9)),
    ended((1, 5), (3, 4), (1, 5)),
)


@pytest.mark.parametrize(
    ("rules", "outcome", "said"),
    [
        (QUARTZ, WON, "Borka wins, 7 coins to 6."),
        (QUARTZ, TIE, "Ana wins on cards, 7 to 6: both have 9 coins."),
        (QUARTZ, SHARED, "The win is shared by Ana, Cleo: 5 coins each."),
        (QUARTZ, ended((1, 5)), "Ana wins with 5 coins."),
        (QUARTZ_CARDS, WON, "Borka wins, 7 points to 6."),
        (QUARTZ_CARDS, TIE, "Ana wins on the cheaper crystals: both have 9 points."),
        (QUARTZ_CARDS, SHARED, "The win is shared by Ana, Cleo: 5 points each."),
        (QUARTZ_CARDS, ended((1, 5)), "Ana wins with 5 points."),
        (MAGPIES, WON, "Borka wins, 7 to 6."),
        (MAGPIES, TIE, "Ana wins on the tie-break, with 9 each."),
        (MAGPIES, SHARED, "The win is shared by Ana, Cleo, with 5 each."),
        (MAGPIES, ended((1, 5)), "Ana wins with 5."),
    ],
)
def test_the_end_is_said_with_its_reason(rules, outcome, said):
    assert said_of(outcome, names(rules)) == said


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
@pytest.mark.parametrize("outcome", [WON, TIE, SHARED], ids=["won", "tie", "shared"])
def test_each_language_says_it_in_its_own_words_and_leaves_no_number_out(rules, outcome):
    said = {}
    for language in LANGUAGES:
        with override(language):
            said[language] = said_of(outcome, names(rules))
    assert len({*said.values()}) == len(LANGUAGES)
    for text in said.values():
        assert all(name in text for name in (names(rules).seat(one.seat) for one in finish(outcome).winners))
        assert str(finish(outcome).winners[0].points) in text


def test_a_match_that_only_others_shared_is_won_plainly():
    assert finish(ended((1, 9), (2, 4), (2, 4))).how == "won"


def moment(kind: str, weight: float) -> Moment:
    return Moment(kind, weight, Message(kind))


def chosen(*moments: Moment) -> list[tuple[int, str, float]]:
    return [(at, one.kind, one.weight) for at, one in biggest(list(enumerate(moments)))]


def test_of_each_kind_the_weightiest_is_told_in_the_order_in_which_they_happened():
    found = chosen(
        moment("theft", 3), moment("dig", 9), moment("theft", 8), moment("dig", 2), moment("dig", 9)
    )
    assert found == [(1, "dig", 9), (2, "theft", 8)]


def test_four_are_told_at_most_and_two_at_least():
    many = [moment(kind, 10 - place) for place, kind in enumerate("abcdef")]
    assert [kind for _, kind, _ in chosen(*many)] == ["a", "b", "c", "d"]
    assert [kind for _, kind, _ in chosen(moment("small", 1), moment("big", 100), moment("tiny", 0.5))] == [
        "small",
        "big",
    ]


def test_what_weighs_nothing_turned_nothing():
    assert chosen(moment("theft", 0), moment("dig", -1)) == chosen() == []


def test_the_names_of_a_table_are_those_on_its_page():
    found = Match(game="quartz", public_id="here")
    seats = [Seat(match=found, number=number, robot="miner") for number in range(3)]
    assert said_of(WON, Names(QUARTZ, seats)).startswith(seats[1].name)
