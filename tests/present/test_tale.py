"""The story of a match: which leads it tells of."""

from __future__ import annotations

from games.present.replay.series import Point
from games.present.replay.tale import lasting


def scores(*values: tuple[int, int]) -> tuple[Point, ...]:
    """Give the points of two seats at every tenth moment."""
    return tuple(Point(10 * number, value) for number, value in enumerate(values, 1))


def test_each_lead_that_lasts_is_told_once():
    told = lasting(scores((5, 0), (8, 9), (8, 9), (20, 9), (70, 40)), 60)
    assert [*told] == [(10, 0, 5), (20, 1, 9), (40, 0, 20)]


def test_one_coin_of_seventy_is_no_lead():
    assert [*lasting(scores((1, 0), (1, 0), (3, 9), (70, 40)), 60)] == [(30, 1, 9), (40, 0, 70)]


def test_a_lead_of_a_moment_is_not_told():
    shown = (Point(10, (5, 0)), Point(50, (5, 6)), Point(51, (9, 6)), Point(60, (9, 6)))
    assert [*lasting(shown, 60)] == [(10, 0, 5)]
