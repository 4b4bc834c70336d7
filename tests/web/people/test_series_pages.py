"""A series where people look: at a match, in their list, at their circle; the next match by one press."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.circles import series
from games.models import CircleMatch, Match, MatchStatus, Seat, SeriesMatch
from games.records import keep
from tests.kit.cast import NOON, Page, address, browser, match_of
from tests.kit.clubs import club
from tests.kit.finished import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
NEXT = re.compile(
    r'<form class="rematch"[^>]*action="/m/([^/]+)/rematch/">(?:(?!</form>).)*Next match of the series', re.S
)
LINE = re.compile(r'<p class="note series-line">(.*?)</p>')
TAGS = re.compile(r"<[^>]+>")


def first_of(best_of: int = 3) -> Match:
    found = match_of()
    series.begin(found, best_of)
    return found


def over(found: Match, seed: int = 1) -> Match:
    finish(found, seed)
    keep.keep_due(NOON)
    return found


def lines(client: Client, path: str) -> list[str]:
    """Read what a page says of series."""
    return [TAGS.sub("", one) for one in LINE.findall(client.get(path).content.decode())]


def offered(client: Client, path: str) -> list[str]:
    """List the matches after which a page offers the next of the series."""
    return NEXT.findall(client.get(path).content.decode())


def press_next(client: Client, after: Match) -> Match:
    answer = client.post(address(after, "rematch/"), {"key": "a key"})
    return Match.objects.get(public_id=answer["Location"].split("/")[2])


@pytest.mark.parametrize("tab", ["", "history/", "talk/", "more/"])
def test_a_running_match_says_how_its_series_stands(tab):
    found = first_of()
    assert lines(browser("alice"), address(found, tab)) == [
        "Series, best of 3: match 1 · Alice 0 · Bob 0 · Carol 0"
    ]


def test_a_single_match_says_nothing_of_a_series():
    found = match_of()
    assert lines(browser("alice"), address(found)) == [] == lines(browser("alice"), "/")


def test_one_press_leads_from_the_list_to_the_next_match_and_the_wins_with_it():
    one, alice = over(first_of()), browser("alice")
    assert offered(alice, "/") == [one.public_id] == offered(alice, address(one))
    (winner,) = [side for side in series.scores_at({one.pk: by_number(one)})[one.pk].sides if side.wins]
    two = press_next(alice, one)
    assert SeriesMatch.objects.get(match=two).number == 2 and two.status == MatchStatus.LOBBY
    assert f"match 2 · {winner.name} 1" in " ".join(lines(alice, "/"))
    assert press_next(alice, one) == two, "a second press finds it"


def by_number(found: Match) -> dict[int, Seat]:
    return {seat.number: seat for seat in found.seats.select_related("player", "match")}


def test_only_the_latest_match_offers_the_next_and_none_once_it_is_decided():
    one = over(first_of())
    two = match_of(secret=bytes([1] * 32))
    SeriesMatch.objects.create(match=two, series=SeriesMatch.objects.get(match=one).series, number=2)
    alice = browser("alice")
    assert offered(alice, "/") == [one.public_id], "it leads to the match that is being played"
    over(two)
    decided = series.scores_at({two.pk: by_number(two)})[two.pk].is_decided
    assert offered(alice, "/") == ([] if decided else [two.public_id])
    pages = [alice.get(address(match)).content.decode() for match in (one, two)]
    assert [bool(NEXT.search(page)) for page in pages] == [False, not decided]
    assert ('class="rematch"' in pages[0]) == decided


def test_the_members_of_a_circle_see_it_and_only_players_are_offered_the_next():
    made = club("alice", "bob", "carol", "dora")
    one = over(first_of())
    CircleMatch.objects.create(match=one, circle=made)
    here = f"/circles/{made.public_id}/"
    (told,) = lines(browser("dora"), here)
    assert told.startswith("Series, best of 3: match 1 · ") and told == lines(browser("bob"), here)[0]
    assert offered(browser("dora"), here) == [] and offered(browser("bob"), here) == [one.public_id]


def test_what_is_said_costs_the_same_whether_there_is_a_series_or_many():
    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            browser("alice").get("/")
        return len(asked)

    match_of()
    none = cost()
    for number in range(3):
        series.begin(match_of(secret=bytes([number] * 32)), 3)
    assert cost() == none


def test_the_next_match_is_not_offered_before_the_result_is_kept():
    found = first_of()
    finish(found)
    assert offered(browser("alice"), "/") == []
    assert Page.of(browser("alice").get("/")).words.count("Series, best of 3") == 1
    keep.keep_due(NOON)
    assert offered(browser("alice"), "/") == [found.public_id]
