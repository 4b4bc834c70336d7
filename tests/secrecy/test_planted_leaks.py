"""The comparison of two worlds finds every planted leak."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from games.rules.kernel.events import Record
from games.rules.kernel.refusal import HistoryBroken
from games.rules.kernel.seats import PUBLIC, Reader, Seat
from tests.kit.worlds import Leak, Yields, compare_worlds
from tests.kit.worlds.game import Log
from tests.secrecy.planted import PLANTED, Planted
from tests.toy.worlds import UNDER_TEST, other_world

SEATS, PAIRS = 3, 250
MOST_PAIRS = 2000  # until a leak counts as missed: the rarest shows in one pair of some hundreds


def compare(planted: Planted, pairs: int = PAIRS) -> Yields:
    game = replace(UNDER_TEST, rules=planted.rules)
    with planted.around():
        return compare_worlds(game, SEATS, planted.reader, pairs, sitting=planted.sitting)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_leak_is_found(planted: Planted) -> None:
    with pytest.raises(Leak) as found:
        compare(planted, MOST_PAIRS)
    assert planted.seen_in in found.value.aspects, str(found.value)


@pytest.mark.parametrize("reader", sorted({planted.reader for planted in PLANTED}, key=str), ids=str)
def test_with_the_same_chance_and_nothing_planted_nothing_is_found(reader: Reader) -> None:
    found = compare(Planted(name="nothing", seen_in="nothing", reader=reader))
    assert found.compared >= PAIRS / 2


def test_an_error_in_both_worlds_is_raised_as_what_it_is() -> None:
    broken = Planted(name="", seen_in="", rules=UNDER_TEST.rules.changed(view=lambda state, reader: 1 / 0))
    with pytest.raises(ZeroDivisionError):
        compare(broken)


def test_leaks_are_planted_in_every_aspect_a_reader_gets() -> None:
    aspects = {planted.seen_in for planted in PLANTED}
    assert aspects >= {"view", "choices", "questions", "outcome", "over", "silence", "refusal", "error"}
    assert aspects >= {"seen", "sentence", "whole", "records", "sealed", "passed on"}


def test_worlds_in_which_nothing_differs_count_for_nothing() -> None:
    idle = replace(UNDER_TEST, other_world=lambda log, reader, dice: list(log))
    found = compare_worlds(idle, SEATS, PUBLIC, 20)
    assert (found.compared, found.steps) == (0, 0)
    assert found.ended["nothing hidden differs"] == 20


def test_an_other_world_that_changes_what_the_reader_sees_is_found_out() -> None:
    """It was made for another reader, so it exchanges the reader's own cards as well."""
    wrong = replace(UNDER_TEST, other_world=lambda log, reader, dice: other_world(log, PUBLIC, dice))
    with pytest.raises(Leak) as found:
        compare_worlds(wrong, SEATS, Seat(0), PAIRS)
    assert found.value.aspects & {"view", "seen"}


def test_what_the_rules_say_aloud_is_a_leak_unless_the_game_lists_it() -> None:
    unlisted = replace(UNDER_TEST, tells=frozenset())
    with pytest.raises(Leak) as found:
        compare_worlds(unlisted, SEATS, PUBLIC, PAIRS)
    assert "theft_ended" in str(found.value)


def with_indices_of(told: Record[Any], record: Record[Any]) -> Record[Any]:
    draws = [
        structs.replace(draw, index=old.index) for draw, old in zip(told.draws, record.draws, strict=True)
    ]
    return structs.replace(told, draws=tuple(draws))


def test_an_other_world_that_no_chance_could_have_made_is_found_out() -> None:
    def careless(log: Log, reader: Reader, dice: random.Random) -> list[Record[Any]] | None:
        other = other_world(log, reader, dice)
        return [with_indices_of(*pair) for pair in zip(other, log, strict=True)] if other else None

    with pytest.raises(HistoryBroken, match="can't have come out"):
        compare_worlds(replace(UNDER_TEST, other_world=careless), SEATS, PUBLIC, PAIRS)
