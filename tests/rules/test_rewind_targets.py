"""Where play rested, as the log alone tells: to those moments it may go back, and to no others."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import TimeUp
from games.rules.kernel.refusal import Refused
from games.rules.kernel.rewind_targets import rewind_targets
from games.rules.kernel.seats import EventNumber
from games.rules.match_in_memory import MatchInMemory
from tests.toy import MAGPIES
from tests.toy import rules as toy

Table = MatchInMemory[Any, Any, Any, Any, Any, Any]


def one_by_one(state: toy.State) -> list[Any]:
    """Ask everybody at once what to hide, but let each answer count at once."""
    return [msgspec.structs.replace(asked, together="") for asked in state.asked]


def twice(draft: Any, question: Any, seat: Any, command: Any) -> None:
    """Write two events for every card that is hidden."""
    if isinstance(command, toy.Hide):
        draft.emit(toy.Hid(seat, command.card))
        draft.emit(toy.TheftEnded(seat, seat, command.card, False))
        toy.go_on(draft)
    else:
        toy.decide(draft, question, seat, command)


OPEN: AnyRules = MAGPIES.changed(open=one_by_one)
WORDY: AnyRules = OPEN.changed(decide=twice)


def begun(rules: AnyRules) -> Table:
    return MatchInMemory.begin(rules, 3, bytes(32))


def answer(table: Table) -> EventNumber:
    """Let the first who is awaited answer; give the number of the first event that came of it."""
    name = table.awaited()[0]
    first = EventNumber(table.table.number + 1)
    table.give(name, name.seat, table.rules.core.silence(table.table.state, table.questions()[name]))
    return first


def refuses(table: Table, to: int) -> bool:
    with pytest.raises(Refused, match="stale"):
        table.rewind(EventNumber(to))
    return True


def test_an_answer_of_two_events_has_no_moment_between_them_though_others_are_asked_all_the_while() -> None:
    table = begun(WORDY)
    first = answer(table)
    answer(table)
    assert rewind_targets(WORDY, table.records)[-2:] == [first - 1, first + 1]
    assert refuses(table, first)


def test_between_a_time_up_and_its_silence_is_no_moment_though_others_are_asked() -> None:
    table = begun(OPEN)
    start = table.table.number
    table.time_up(table.awaited()[0])
    answer(table)
    (up,) = (record.number for record in table.records if isinstance(record.event, TimeUp))
    assert refuses(table, up)
    assert rewind_targets(OPEN, table.records) == [start, up + 1]


def test_time_that_is_up_under_seal_is_a_moment_for_the_others_are_still_asked() -> None:
    table = begun(MAGPIES)
    table.time_up(table.awaited()[0])
    up = table.table.number
    table.time_up(table.awaited()[0])
    answer(table)
    assert up in rewind_targets(MAGPIES, table.records)


def test_no_moment_is_between_the_time_up_that_completes_a_sealed_round_and_its_effects() -> None:
    table = begun(MAGPIES)
    start = table.table.number
    for name in table.awaited()[:-1]:
        table.give(name, name.seat, table.rules.core.silence(table.table.state, table.questions()[name]))
    table.time_up(table.awaited()[0])
    hid = [record.number for record in table.records if isinstance(record.event, toy.Hid)]
    answer(table)
    assert len(hid) == 3
    assert all(refuses(table, number) for number in range(start + 1, hid[-1] + 1))
    assert start in rewind_targets(MAGPIES, table.records)


def test_what_a_log_cannot_tell_is_no_moment_either() -> None:
    """Whether the others had answered before a time-up or after it is written nowhere."""
    table = begun(MAGPIES)
    table.time_up(table.awaited()[0])
    up = table.table.number
    while table.table.number == up:
        answer(table)
    assert refuses(table, up)


def test_a_sealed_round_is_told_as_one() -> None:
    table = begun(MAGPIES)
    start = table.table.number
    while table.table.number == start:
        answer(table)
    hid = [record.number for record in table.records if isinstance(record.event, toy.Hid)]
    answer(table)
    assert len(hid) == 3
    assert all(refuses(table, number) for number in hid)
    table.rewind(start)
    assert [name.seat for name in table.awaited()] == [0, 1, 2]


def test_a_deal_that_asks_card_by_card_is_told_as_one() -> None:
    table = begun(MAGPIES)
    drawn = [record.number for record in table.records if isinstance(record.event, toy.Drew)]
    while len(rewind_targets(MAGPIES, table.records)) < 1:
        answer(table)
    assert not {*drawn[:-1]} & {*rewind_targets(MAGPIES, table.records)}
    assert drawn[-1] == rewind_targets(MAGPIES, table.records)[0]


def test_what_was_rewound_rests_no_more_and_what_is_put_to_orders_alone_never_does() -> None:
    table = begun(OPEN)
    start = table.table.number
    ends = [answer(table) for _ in range(3)]
    table.rewind(start)
    answer(table)
    assert rewind_targets(OPEN, table.records) == [start]
    assert not {*ends} & {*rewind_targets(OPEN, table.records)}
    assert rewind_targets(OPEN.changed(moments=frozenset({"hide"})), table.records) == []
