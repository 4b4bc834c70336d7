"""A log replayed so that each event is looked at in the state it came upon."""

from __future__ import annotations

from games.rules.kernel.events import KERNEL_EVENTS, Record, Rewound
from games.rules.kernel.fold import before_each, fold
from games.rules.kernel.seats import EventNumber
from tests.kit.random_play import play_at_random
from tests.toy.rules import MAGPIES


def test_each_event_comes_with_the_state_before_it_and_none_of_the_kernel():
    records = play_at_random(MAGPIES, 3, 1).records
    for record, before in before_each(MAGPIES, records):
        assert not isinstance(record.event, KERNEL_EVENTS)
        assert before.state.hands == fold(MAGPIES, records[: record.number - 1]).state.hands


def test_what_play_went_back_on_is_left_out():
    records = play_at_random(MAGPIES, 3, 1).records
    back = Record(EventNumber(len(records) + 1), 1, (), (), Rewound(EventNumber(5)))
    found = [record.number for record, _ in before_each(MAGPIES, [*records, back])]
    assert found == [record.number for record, _ in before_each(MAGPIES, records) if record.number <= 5]
