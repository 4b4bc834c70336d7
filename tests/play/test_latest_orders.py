"""Of all the orders of a seat the newest counts, and no other is read."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.infra.statements.rows import Quick
from games.models import Match, Order, Seat
from tests.kit.kept import some_rows

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(5))
def test_the_newest_of_its_generation_counts(seed):
    some_rows(random.Random(seed))
    matches = list(Match.objects.all())
    seats = Seat.objects.at(matches)
    found = Order.objects.latest_of(matches, seats)
    for match in matches:
        for seat in seats[match.pk].values():
            own = Order.objects.filter(seat=seat, generation=seat.generation)
            assert found[match.pk].get(seat.number) == own.order_by("pk").last()
    assert {*found} == {match.pk for match in matches}
    assert Order.objects.latest_of([], {}) == {}


def test_no_other_is_read():
    some_rows(random.Random(1))
    matches, read = list(Match.objects.all()), []
    seats = Seat.objects.at(matches)
    from_db = Quick.from_db

    def noted(quick, *args):
        read.append(args)
        return from_db(quick, *args)

    with pytest.MonkeyPatch.context() as patch, CaptureQueriesContext(connection) as asked:
        patch.setattr(Quick, "from_db", noted)
        found = Order.objects.latest_of(matches, seats)
    assert len(read) == sum(map(len, found.values())) < Order.objects.count()
    assert len(asked) == 1
