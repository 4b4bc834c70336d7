"""A table that was read is kept for the next reader, unless what was read may still be undone."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.models import Match
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


def test_of_each_match_only_the_last_table_is_kept():
    found = match_of()
    _, before = history.load(found)
    then = Match.objects.get(pk=found.pk)
    play_on(found, 2)
    found.refresh_from_db()
    assert history.memo.get(then) is None
    assert (kept := history.memo.get(found)) and kept[1] is not before


def test_long_logs_leave_room_for_fewer_matches(monkeypatch):
    logs = [(one, history.load(one)[0]) for one in (match_of(), match_of(), match_of())]
    long = max(len(records) for _, records in logs)
    monkeypatch.setattr(history, "MOST_EVENTS", 2 * long)
    memo = history.Memo()
    for one, (records, table) in ((one, history.load(one)) for one, _ in logs):
        memo.put(one, records, table)
    assert [memo.get(one) is not None for one, _ in logs] == [False, True, True]
    memo.put(logs[0][0], records * (long + 1), table)  # beyond all bounds by itself
    assert [memo.get(one) is not None for one, _ in logs] == [True, False, False]
    memo.clear()
    assert [memo.get(one) is not None for one, _ in logs] == [False] * 3


def test_the_match_used_longest_ago_goes_first(monkeypatch):
    monkeypatch.setattr(history, "MOST", 2)
    one, two, three = match_of(), match_of(), match_of()
    memo = history.Memo()
    memo.put(one, *history.load(one))
    memo.put(two, *history.load(two))
    assert memo.get(one)
    memo.put(three, *history.load(three))
    assert memo.get(one) and memo.get(two) is None and memo.get(three)
