"""The update of one table: openskill's own published figures, and the paper read a second time."""

from __future__ import annotations

import math
import random

import pytest

from games.records.strength import _MODEL as MODEL
from games.records.strength import NEW, Strength, after

TAU, BETA = 25 / 300, 25 / 6

#: tests/models/data/plackettluce.json of openskill 6: mean and uncertainty before, then by team after.
BEFORE = (20.35125162611535, 8.33148112355601)
IN_ORDER = [[(23.855123082692877, 8.22447878583752)], [(16.84738016953782, 8.179571171464575)] * 2]
SECOND_FIRST = [
    [(22.35555943890167, 8.265434830225024)],
    [(22.373451456616035, 8.258479912445537)] * 2,
    [(18.311159777900297, 8.219170401234347)],
    [(18.364835831043397, 8.112716571808326)] * 2,
]


@pytest.mark.parametrize(("ranks", "expected"), [([1, 2], IN_ORDER), ([2, 1, 4, 3], SECOND_FIRST)])
def test_the_library_gives_its_published_figures(ranks, expected):
    teams = [[MODEL.create_rating(list(BEFORE)) for _ in team] for team in expected]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    found = [figure for team in rated for one in team for figure in (one.mu, one.sigma)]
    assert found == pytest.approx([figure for team in expected for one in team for figure in one])


def test_the_first_example_of_its_readme():
    table = [[MODEL.rating(), MODEL.rating()], [MODEL.rating(), MODEL.rating()]]
    [[first, _], [_, last]] = MODEL.rate(table)
    assert (first.mu, first.sigma) == pytest.approx((26.964294621803063, 8.177962604389991))
    assert (last.mu, last.sigma) == pytest.approx((23.035705378196937, 8.177962604389991))


def by_the_paper(table: list[Strength], ranks: list[int]) -> list[Strength]:
    """Update as Weng and Lin describe it (algorithm 4), for tables of single players."""
    wide = [Strength(one.mu, math.hypot(one.sigma, TAU)) for one in table]
    c = math.sqrt(sum(one.sigma**2 + BETA**2 for one in wide))
    weight = [math.exp(one.mu / c) for one in wide]
    behind = [sum(w for w, r in zip(weight, ranks, strict=True) if r >= rank) for rank in ranks]
    found = []
    for i, one in enumerate(wide):
        ahead = [q for q, rank in enumerate(ranks) if rank <= ranks[i]]
        share = {q: weight[i] / behind[q] for q in ahead}
        ties = {q: ranks.count(ranks[q]) for q in ahead}
        omega = sum(((q == i) - share[q]) / ties[q] for q in ahead)
        delta = sum(share[q] * (1 - share[q]) / ties[q] for q in ahead)
        shrink = 1 - (one.sigma / c) ** 2 * (one.sigma / c) * delta
        mu = one.mu + one.sigma**2 / c * omega
        found.append(Strength(mu, min(one.sigma, one.sigma * math.sqrt(max(shrink, 0.0001)))))
    return found


@pytest.mark.parametrize("ranks", [[1, 2], [2, 1], [1, 2, 3], [3, 1, 2, 4], [2, 1, 3, 5, 4]])
def test_a_table_of_single_players_is_rated_as_the_paper_says(ranks):
    dice = random.Random(str(ranks))
    table = [Strength(dice.uniform(15, 35), dice.uniform(2, 8)) for _ in ranks]
    found, expected = after(table, ranks), by_the_paper(table, ranks)
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other)


def test_a_tie_between_equals_changes_nobodys_mean():
    both = after([NEW, NEW], [1, 1])
    assert [one.mu for one in both] == pytest.approx([25, 25])
    assert both[0].sigma < NEW.sigma


def test_players_who_tie_for_first_gain_alike_from_the_last():
    first, second, last = after([NEW, NEW, NEW], [1, 1, 3])
    assert first == pytest.approx(second)
    assert first.mu > 25 > last.mu


def test_the_order_of_a_simulated_field_comes_back():
    """Twelve players of known strength, tables of two to five: the ratings order them as they are."""
    dice = random.Random(7)
    true = [10.0 + 3 * n for n in range(12)]
    believed = [NEW] * len(true)
    for _ in range(2000):
        table = dice.sample(range(len(true)), dice.randint(2, 5))
        shown = {player: dice.gauss(true[player], 25 / 6) for player in table}
        ranks = [1 + sum(other > shown[one] for other in shown.values()) for one in table]
        for player, new in zip(table, after([believed[one] for one in table], ranks), strict=True):
            believed[player] = new
    assert sorted(range(len(true)), key=lambda one: believed[one].mu) == list(range(len(true)))
    assert all(one.sigma < NEW.sigma / 2 for one in believed)


def test_a_newcomer_is_listed_behind_whoever_has_proved_as_much():
    assert Strength(25, 2).low > NEW.low
