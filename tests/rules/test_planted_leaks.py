"""The two worlds find what they are there to find: every planted leak turns them red."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules.kernel.seats import Reader
from tests.rules.planted import PLANTED, Planted
from tests.toy.worlds import UNDER_TEST
from tests.worlds import Leak, Yields, compare_worlds

SEATS, PAIRS = 3, 150


def compare(planted: Planted) -> Yields:
    game = replace(UNDER_TEST, rules=planted.rules)
    with planted.around():
        return compare_worlds(game, SEATS, planted.reader, PAIRS, sitting=planted.sitting)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_leak_is_found(planted: Planted) -> None:
    with pytest.raises(Leak) as found:
        compare(planted)
    assert planted.seen_in in found.value.aspects, str(found.value)


@pytest.mark.parametrize("reader", sorted({planted.reader for planted in PLANTED}, key=str), ids=str)
def test_with_the_same_chance_and_nothing_planted_nothing_is_found(reader: Reader) -> None:
    found = compare(Planted(name="nothing", seen_in="nothing", reader=reader))
    assert found.compared >= PAIRS / 2


def test_an_error_in_both_worlds_is_raised_as_what_it_is() -> None:
    broken = Planted(name="", seen_in="", rules=replace(UNDER_TEST.rules, view=lambda state, reader: 1 / 0))
    with pytest.raises(ZeroDivisionError):
        compare(broken)


def test_leaks_are_planted_in_every_aspect_a_reader_gets() -> None:
    aspects = {planted.seen_in for planted in PLANTED}
    assert aspects >= {"view", "choices", "questions", "outcome", "over", "silence", "refusal", "error"}
    assert aspects >= {"seen", "sentence", "whole", "records", "sealed"}
