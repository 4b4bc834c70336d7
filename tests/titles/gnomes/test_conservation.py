"""Whatever happens, every card and every dwarf is in exactly one place; checked after every event."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from tests.kit.any_table import AnyTable, wandering
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, play_robots, secret_of
from tests.titles.gnomes.laws import Watch, obey
from tests.titles.gnomes.paragraphs import gn

GAMES = more(8, 400)  # for each number of seats


@gn("GN-1", "GN-2", "GN-3", "GN-5")
@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_whole_random_matches_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        play_at_random(GNOMES, seats, seed, after=Watch().look)


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        play_robots(GNOMES, ["steward"] * seats, seed, after=Watch().look)


class Table(AnyTable):
    game, variants = GNOMES, ({}, {"rounds": 10})

    @staticmethod
    def laws(seats: int) -> Watch:
        return Watch()


TestTable = Table.TestCase
TestTable.settings = wandering(examples=more(20, 1000), steps=more(25, 40))


# --- a law that can't be broken says nothing

BREACHES: dict[str, Event] = {
    "a goal from nowhere": e.GoalsOpened(["RE"]),
    "a secret goal from nowhere": e.SecretDealt(Seat(0), "king"),
    "a dwarf who stands on nothing": e.DwarfPlaced(Seat(0), "0/0"),
    "a card laid by nobody": e.KingdomPlayed(Seat(0), "moat", "0/0", 0, True),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str) -> None:
    records = MatchInMemory.begin(GNOMES, 3, secret_of(1)).records
    obey(records)
    number = EventNumber(len(records) + 1)
    forged = type(records[-1])(number, 1, (), (), BREACHES[breach])
    with pytest.raises((AssertionError, KeyError)):
        obey([*records, forged])
