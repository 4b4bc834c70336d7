"""A table that was read is kept for the next reader, unless what was read may still be undone."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.play import history
from tests.kit.cast import match_of, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def test_reading_keeps_the_table():
    found = match_of()
    history.memo.clear()
    _, table = history.load(found)
    assert history.load(found)[1] is table
    assert (kept := history.memo.get(found)) and kept[1] is table


def test_a_transaction_keeps_nothing_that_it_reads():
    found = match_of()
    play_on(found, 2)
    found.refresh_from_db()
    history.memo.clear()
    with transaction.atomic():
        history.load(found)
    assert history.memo.get(found) is None
