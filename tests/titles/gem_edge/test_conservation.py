"""Whatever happens, every stone, ornament and card lies in exactly one place; checked after every event."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import events as e
from tests.kit.any_table import AnyTable, wandering
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, play_robots, secret_of
from tests.titles.gem_edge.each import each_table, each_windows
from tests.titles.gem_edge.laws import Watch, obey
from tests.titles.gem_edge.paragraphs import ge

GAMES = more(6, 300)  # for each number of seats and way of asking


@ge("GE-1", "GE-2", "GE-4", "GE-9")
@each_windows
@each_table
def test_whole_random_matches_obey_every_law(seats: int, windows: str) -> None:
    for seed in range(GAMES):
        watch = Watch()
        play_at_random(GEM_EDGE, seats, seed, options={"windows": windows}, after=watch.look)


@each_windows
@each_table
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int, windows: str) -> None:
    for seed in range(GAMES):
        play_robots(GEM_EDGE, ["jeweller"] * seats, seed, options={"windows": windows}, after=Watch().look)


class Table(AnyTable):
    game, variants = GEM_EDGE, ({"windows": "light"}, {"windows": "full"})

    @staticmethod
    def laws(seats: int) -> Watch:
        return Watch()


TestTable = Table.TestCase
TestTable.settings = wandering(examples=more(20, 1000), steps=more(25, 40))


# --- a law that can't be broken says nothing

BREACHES: dict[str, Event] = {
    "a stone from nowhere": e.StoneTaken(Seat(0), "red", ["red"], "action"),
    "a card from nowhere": e.CardDrawn(Seat(0), "tip_out", "action"),
    "an ornament from nowhere": e.MarketRefilled(0, "crown_rgyb"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str) -> None:
    records = MatchInMemory.begin(GEM_EDGE, 3, secret_of(1)).records
    obey(records)
    number = EventNumber(len(records) + 1)
    forged = type(records[-1])(number, 1, (), (), BREACHES[breach])
    with pytest.raises(AssertionError):
        obey([*records, forged])
