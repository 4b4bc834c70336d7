"""A log replayed without what was undone, each event looked at in the state it came upon."""

from __future__ import annotations

import random

import pytest

from games.rules.kernel.events import KERNEL_EVENTS, Record, Rewound
from games.rules.kernel.fold import before_each, fold, played
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import EventNumber
from tests.kit.random_play import play_at_random
from tests.toy.rules import MAGPIES


def test_each_event_comes_with_the_state_before_it_and_none_of_the_kernel():
    records = play_at_random(MAGPIES, 3, 1).records
    for record, before in before_each(MAGPIES, records):
        assert not isinstance(record.event, KERNEL_EVENTS)
        assert before.state.hands == fold(MAGPIES, records[: record.number - 1]).state.hands


def went_back(number: int, to: int) -> Record:
    return Record(EventNumber(number), 1, (), (), Rewound(EventNumber(to)))


def numbered(record: Record, number: int) -> Record:
    return Record(EventNumber(number), record.version, record.puts, record.draws, record.event)


def test_what_play_went_back_on_is_left_out():
    records = play_at_random(MAGPIES, 3, 1).records
    back = went_back(len(records) + 1, 5)
    found = [record.number for record, _ in before_each(MAGPIES, [*records, back])]
    assert found == [record.number for record, _ in before_each(MAGPIES, records) if record.number <= 5]


@pytest.mark.parametrize("seed", range(20))
def test_what_counts_is_what_forgetting_step_by_step_leaves(seed):
    """Nobody undoes what was undone before: an event that counts is chosen each time."""
    dice, moves = random.Random(seed), play_at_random(MAGPIES, 3, 1).records
    log, counting = list(moves[:1]), list(moves[:1])
    for _ in range(60):
        number = len(log) + 1
        if dice.random() < 0.3:
            to = dice.choice(counting).number
            log.append(went_back(number, to))
            counting = [one for one in counting if one.number <= to]
        else:
            log.append(numbered(moves[1], number))
            counting.append(log[-1])
    assert played(log) == counting
    for after in range(len(log) + 1):
        assert played(log, after) == [one for one in counting if one.number > after]


@pytest.mark.parametrize("to", (0, 6, 8, 9, 10, 11), ids=["none", "undone", "rewind", "own", "next", "later"])
def test_a_log_that_goes_back_to_what_does_not_count_is_broken(to):
    moves = play_at_random(MAGPIES, 3, 1).records
    log = [*moves[:7], went_back(8, 5), went_back(9, to)]
    with pytest.raises(HistoryBroken, match="event 9 goes back to one that isn't there"):
        fold(MAGPIES, log)
    assert fold(MAGPIES, [*log[:8], went_back(9, 4)]).number == 9
