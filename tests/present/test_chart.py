"""Charts: every value is on the scale, lines step where values change, initials stand apart."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from games.present.replay import chart
from games.present.replay.chart import BOTTOM, GAP, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from games.present.replay.series import Point

VALUES = st.floats(-500, 500).map(lambda value: round(value, 1))
SERIES = st.integers(1, 5).flatmap(
    lambda seats: st.lists(st.tuples(*[VALUES] * seats), min_size=1, max_size=30).map(
        lambda rows: [Point(place, row) for place, row in enumerate(rows, 1)]
    )
)


@given(SERIES)
def test_every_value_is_on_the_picture_and_the_scale_is_round(points):
    on = chart.scale(points, len(points))
    assert 2 <= len(on.marks) <= 9 and 0 in [round(mark, 6) for mark in on.marks]
    for point in points:
        assert LEFT <= on.x(point.place) <= WIDTH - RIGHT
        assert all(TOP <= on.y(value) <= HEIGHT - BOTTOM for value in point.values)


@given(SERIES)
def test_it_is_a_picture_with_a_name_and_a_line_for_each_seat(points):
    seats = len(points[0].values)
    drawn = chart.draw(points, len(points), [1], ["A"] * seats, 'Coins & "more"')
    root = ElementTree.fromstring(drawn)
    assert root.get("role") == "img" and root.get("aria-label") == 'Coins & "more"'
    lines = [one for one in root.iter("g") if (one.get("class") or "").startswith("line")]
    assert [one.get("class") for one in lines] == [f"line seat-{seat}" for seat in range(seats)]
    assert "style=" not in drawn


@given(SERIES)
def test_initials_stand_apart(points):
    seats = len(points[0].values)
    drawn = chart.draw(points, len(points), [], ["A"] * seats, "x")
    ends = sorted(float(y) for y in re.findall(r'class="end" x="[^"]+" y="([^"]+)"', drawn))
    assert len(ends) == seats
    assert all(below - above >= GAP - 0.2 for above, below in zip(ends, ends[1:], strict=False))


def test_a_line_stays_until_its_value_changes():
    points = [Point(1, (0.0, 0.0)), Point(5, (4.0, 0.0)), Point(9, (4.0, 2.0))]
    drawn = chart.draw(points, 9, [1, 5], ["A", "B"], "x")
    first, second = re.findall(r'<g class="line[^>]+><path d="([^"]+)"', drawn)
    on = chart.scale(points, 9)
    assert first == f"M{on.x(1)} {on.y(0)}H{on.x(5)}V{on.y(4)}H{on.x(9)}V{on.y(4)}"
    assert second == f"M{on.x(1)} {on.y(0)}H{on.x(9)}V{on.y(2)}"


def test_many_parts_are_numbered_as_far_as_there_is_room():
    drawn = chart.draw([Point(1, (0.0,)), Point(100, (1.0,))], 100, [*range(1, 81)], ["A"], "x")
    numbers = [int(one) for one in re.findall(r'class="part-number"[^>]*>(\d+)<', drawn)]
    assert numbers[0] == 1 and 6 <= len(numbers) <= 12
