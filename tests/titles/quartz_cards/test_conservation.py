"""Whatever happens, every card lies in exactly one place; checked after every event."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Event
from games.rules.kernel.seats import EventNumber, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import MINE
from tests.kit.any_table import AnyTable, wandering
from tests.kit.nightly import more
from tests.kit.random_play import play_at_random, play_robots, secret_of
from tests.titles.quartz_cards.each import each_table, each_windows
from tests.titles.quartz_cards.laws import Watch, obey
from tests.titles.quartz_cards.paragraphs import qc

GAMES = more(12, 600)  # for each number of seats and way of asking


@qc("QC-1", "QC-2", "QC-7")
@each_windows
@each_table
def test_whole_random_matches_obey_every_law(seats: int, windows: str) -> None:
    for seed in range(GAMES):
        watch = Watch()
        play_at_random(QUARTZ_CARDS, seats, seed, options={"windows": windows}, after=watch.look)


@qc("QC-3")
def test_a_mine_full_of_helpers_for_hire_has_the_used_ones_shuffled_again_and_again() -> None:
    """With the reconstructed cards the pile just lasts; here it doesn't."""
    mine, shuffles = {"quartz hire": 72}, 0
    for seed in range(8):
        watch = Watch(mine)
        options: dict[str, object] = {"mine_cards": mine, "windows": "full"}
        table = play_at_random(QUARTZ_CARDS, 4, seed, options=options, after=watch.look)
        offers = [one.event for one in table.records if isinstance(one.event, e.HireOffered)]
        shuffles += sum(offer.shuffled > 0 for offer in offers)
    assert shuffles >= 5


@each_table
def test_whole_matches_of_sensible_robots_obey_every_law(seats: int) -> None:
    for seed in range(GAMES):
        play_robots(QUARTZ_CARDS, ["prospector"] * seats, seed, after=Watch().look)


class Table(AnyTable):
    game, variants = QUARTZ_CARDS, ({"windows": "light"}, {"windows": "full"})

    @staticmethod
    def laws(seats: int) -> Watch:
        return Watch()


TestTable = Table.TestCase
TestTable.settings = wandering(examples=more(20, 1000), steps=more(25, 40))


# --- a law that can't be broken says nothing

BREACHES: dict[str, Event] = {
    "a mine card from nowhere": e.CardLaid(Seat(0), "amber 2"),
    "a helper from nowhere": e.HelpersDealt(Seat(0), {"no_chance": 1}),
    "a crystal from nowhere": e.LineCollected(Seat(0), {"ruby 1": 1}, 0),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str) -> None:
    records = MatchInMemory.begin(QUARTZ_CARDS, 3, secret_of(1)).records
    obey(records)
    number = EventNumber(len(records) + 1)
    forged = type(records[-1])(number, 1, (), (), BREACHES[breach])
    with pytest.raises(AssertionError):
        obey([*records, forged])


@qc("QC-1")
def test_the_laws_know_all_the_cards() -> None:
    assert sum(MINE.values()) == 72
