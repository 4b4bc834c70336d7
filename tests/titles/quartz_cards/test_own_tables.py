"""Tables of cards that a host brings along: the README's example is one, and others are played as well."""

from __future__ import annotations

import re

import msgspec
import pytest

from games.rules.kernel.fold import played
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules.cards import VALUES
from games.titles.quartz_cards.rules.options import Options
from tests.kit.random_play import play_at_random, play_robots
from tests.titles.quartz_cards.laws import Watch
from tests.titles.quartz_cards.paragraphs import BOOK, qc

TABLES = {
    "the example": re.findall(r"(?:^    .*\n)+", BOOK.readme, re.MULTILINE)[0],
    "all unstable": '{"mine_cards": {"amber 0": 36, "ruby 1": 36}, "helper_cards": {"get_lost": 38}}',
    "all worth the same": msgspec.json.encode({"crystal_values": dict.fromkeys(VALUES, 3)}).decode(),
    "presents and answers": '{"helper_cards": {"little_present": 19, "get_lost": 19}}',
}


@qc("QC-1", "QC-2")
@pytest.mark.parametrize("windows", ["light", "full"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_with_cards_of_its_own_is_played_to_the_end_by_them(name: str, windows: str) -> None:
    chosen: dict[str, object] = msgspec.json.decode(TABLES[name]) | {"windows": windows}
    options = msgspec.convert(chosen, Options)
    for seats in QUARTZ_CARDS.meta.seats:
        watch = Watch(options.mine, options.helpers)
        play_at_random(QUARTZ_CARDS, seats, seats, options=chosen, after=watch.look)
        robots = play_robots(QUARTZ_CARDS, ["prospector"] * seats, seats, options=chosen)
        assert QUARTZ_CARDS.core.outcome(robots.table.state) is not None
        (sat_down,) = [one.event for one in played(robots.records) if isinstance(one.event, e.SatDown)]
        assert (sat_down.values, sat_down.helpers) == (dict(sorted(options.values.items())), options.helpers)
