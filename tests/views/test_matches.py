"""My matches: what waits for me first."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import MatchStatus
from tests.views.cast import Page, at, browser, match_of, person, turn_seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def soon():
    with at():
        yield


def test_nobody_who_has_no_match_is_shown_one():
    match_of()
    assert "sit at any table yet" in Page.of(browser("eve").get("/")).words


def test_what_waits_for_me_comes_first_then_what_runs_then_what_is_over():
    matches = [match_of() for _ in range(3)]
    me = turn_seat(matches[0]).player
    over = match_of()
    type(over).objects.filter(pk=over.pk).update(status=MatchStatus.OVER)
    content = browser(me).get("/").content.decode()
    order = [content.index(f"/m/{found.public_id}/") for found in (matches[0], over)]
    assert order == sorted(order)
    waiting = sum(turn_seat(found).player == me for found in matches)
    assert f"<title>({waiting}) My matches</title>" in content
    assert "23 hours, 55" in content.replace("\xa0", " ")


def test_each_is_listed_once_and_leads_to_its_page():
    found = match_of()
    content = browser("alice").get("/").content.decode()
    assert content.count(found.public_id) == 1
    assert "with Bob, Carol" in content


def test_it_costs_the_same_for_one_match_and_for_many():
    counts = set()
    for more in (1, 5):
        for _ in range(more):
            match_of()
        client = browser("alice")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.add(len(queries))
    assert len(counts) == 1


def test_it_is_kept_by_nobody_and_takes_only_get():
    client = browser(person("alice"))
    assert "no-store" in client.get("/")["Cache-Control"]
    assert client.post("/").status_code == 405
