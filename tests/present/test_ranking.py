"""How a match ended: what the numbers are, and what decided where they are equal."""

from __future__ import annotations

import pytest

from games.present.names import Names
from games.present.ranking import Ranked, tie_broken, worth_telling
from games.rules.kernel.contract import SeatResult
from games.rules.kernel.seats import Seat
from games.titles.quartz.rules import QUARTZ
from tests.toy.rules import MAGPIES

DECIDES = "Ties are broken by coins from cards."


def ended(*places: tuple[int, int]) -> list[Ranked]:
    return [Ranked(rank, seat, "", points, "", "", False) for seat, (rank, points) in enumerate(places)]


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([(1, 36), (2, 27), (3, 27)], DECIDES),
        ([(1, 36), (2, 27), (2, 27)], ""),
        ([(1, 36), (2, 27), (3, 26)], ""),
        ([], ""),
    ],
)
def test_what_decides_is_said_only_where_something_had_to(places, said):
    assert tie_broken(ended(*places), Names(QUARTZ, [])) == said


def test_details_are_told_that_somebody_has_any_of():
    places = [
        SeatResult(Seat(0), 1, 20, {"kept": 0, "sold": 2}),
        SeatResult(Seat(1), 2, 9, {"kept": 0, "sold": 0}),
    ]
    assert worth_telling(places) == {"sold"}


def test_a_game_that_says_nothing_of_ties_has_nothing_said():
    assert tie_broken(ended((1, 3), (2, 3)), Names(MAGPIES, [])) == ""
