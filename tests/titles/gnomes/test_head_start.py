"""The option `head_start`: what makes up for going later (GN-6, GN-20)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.kernel.refusal import Refused
from games.rules.match_in_memory import MatchInMemory
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.cards import GEMS
from tests.kit.random_play import play_robots
from tests.titles.gnomes.laws import obey


def begun(seats, **options):
    return MatchInMemory.begin(GNOMES, seats, bytes(32), options).table.state


def turns_by_place(match):
    """Count the turns of each seat, the first player's first."""
    turns = Counter(one.event.seat for one in match.records if isinstance(one.event, e.TurnBegan))
    return [turns[seat] for seat in match.table.state.order]


def finisher(match):
    """Say at which place in the order somebody met the third goal, or -1."""
    found = [one.event.seat for one in match.records if isinstance(one.event, e.LastTurnsBegan)]
    return match.table.state.order.index(found[0]) if found else -1


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_a_fourth_seat_begins_with_an_emerald_and_others_but_the_first_with_a_topaz(seats):
    state = begun(seats, head_start="gems")
    hands = [state.gems[seat] for seat in state.order]
    assert hands == [{}, {"topaz": 1}, {"topaz": 1}, {"emerald": 1}][:seats]
    assert [state.sure[seat] for seat in state.order] == hands, "everybody has seen them"
    taken = sum(map(Counter, hands), Counter[str]())
    assert +Counter(state.piles) == Counter(GEMS) - taken


@pytest.mark.parametrize("head_start", ["none", "turns"])
def test_nobody_begins_with_a_gem_otherwise(head_start):
    assert begun(3, head_start=head_start).gems == [{}, {}, {}]


@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_without_it_whoever_comes_after_the_finisher_has_a_turn_less(seats):
    matches = [play_robots(GNOMES, ["steward"] * seats, seed) for seed in range(6)]
    ended = [(place, turns_by_place(one)) for one in matches if (place := finisher(one)) >= 0]
    assert ended
    for place, turns in ended:
        assert turns == [turns[0]] * (place + 1) + [turns[0] - 1] * (seats - 1 - place)


@pytest.mark.parametrize("head_start", ["turns", "gems"])
@pytest.mark.parametrize("seats", GNOMES.meta.seats)
def test_with_it_everybody_has_as_many_turns(seats, head_start):
    matches = [
        play_robots(GNOMES, ["steward"] * seats, seed, options={"head_start": head_start})
        for seed in range(6)
    ]
    assert {finisher(one) for one in matches} - {seats - 1, -1}, "else no round was left to be finished"
    for match in matches:
        assert len(set(turns_by_place(match))) == 1
        obey(match.records)


def test_there_must_be_enough_gems_for_it():
    scarce = {"topaz": 1, "emerald": 15, "diamond": 9, "ruby": 9}
    assert begun(2, head_start="gems", gem_cards=scarce).piles.get("topaz", 0) == 0
    assert begun(3, gem_cards=scarce).piles["topaz"] == 1
    with pytest.raises(Refused):
        begun(3, head_start="gems", gem_cards=scarce)
    with pytest.raises(Refused):
        begun(4, head_start="gems", gem_cards={"topaz": 16, "emerald": 0, "diamond": 9, "ruby": 9})
