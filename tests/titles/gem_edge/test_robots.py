"""The two robots: what they are told is all they know, what they do is legal, and one of them is good."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

import msgspec

from games.rules.kernel import turn
from games.rules.kernel.codec import written_out
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules.choices import BY_KIND
from games.titles.gem_edge.rules.view import Sight
from tests.kit.random_play import one_among_random, play_at_random, play_robots
from tests.titles.gem_edge.each import each_table, each_windows

Table = MatchInMemory[Any, Any, Any, Any, Any, Any]


def test_both_robots_answer_everything_legally_and_by_what_the_bytes_of_a_view_say() -> None:
    looked_at: Counter[str] = Counter()

    def look(table: Table) -> None:
        for name, question in table.questions().items():
            view = table.view(name.seat)
            again = msgspec.json.decode(written_out(view), type=Sight)
            assert again == view
            asked = next(one for one in view.asked if one.question == question)
            for robot in GEM_EDGE.robots.values() if asked.choices and question.awaited else ():
                command = robot(again, question, random.Random(table.table.number))
                turn.check(GEM_EDGE, table.table, question, command)
                looked_at[question.kind] += 1

    for seed in range(6):
        options: dict[str, object] = {"windows": ("light", "full")[seed % 2]}
        play_at_random(GEM_EDGE, 2 + seed % 3, seed, options=options, after=look)
    assert looked_at.keys() == BY_KIND.keys() - {"reflex"}
    assert looked_at.total() > 1000


@each_windows
@each_table
def test_one_jeweller_among_random_robots_wins_far_more_than_its_share(seats: int, windows: str) -> None:
    games, won = 12, 0
    for seed in range(games):
        robots = one_among_random("jeweller", seed % seats, seats)
        sitting = play_robots(GEM_EDGE, robots, seed, options={"windows": windows})
        result = GEM_EDGE.core.outcome(sitting.table.state)
        assert result is not None
        won += result[seed % seats].rank == 1
    print(f"\n{seats} seats, {windows}: won {won} of {games}")
    assert won >= 10


def test_a_jeweller_answers_within_20_milliseconds() -> None:
    spent: list[float] = []

    def look(table: Table) -> None:
        for name in table.awaited():
            view, question = table.view(name.seat), table.questions()[name]
            before = time.process_time()
            GEM_EDGE.robots["jeweller"](view, question, random.Random(0))
            spent.append(time.process_time() - before)

    play_at_random(GEM_EDGE, 4, 1, after=look)
    spent.sort()
    assert spent[len(spent) * 99 // 100] < 0.02
