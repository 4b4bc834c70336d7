"""Contacts, figures, ratings and statistics: what they show, and to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Player, Rating
from games.players import blocks
from games.records import ratings
from tests.kit.cast import NOON, Page, browser, match_of, person
from tests.kit.clubs import club
from tests.kit.finished import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
HIDDEN = "This player doesn't show any figures."


def page_of(name: str) -> str:
    return f"/people/{person(name).pk}/"


def words(name: str, path: str) -> str:
    answer = browser(name).get(path)
    assert answer.status_code == 200, path
    return Page.of(answer).words


def some_matches(count: int = 4, game: str = "quartz") -> None:
    for number in range(count):
        first, second = ("alice", "bob") if number % 2 else ("bob", "alice")
        finished(
            [(person(first), 1), (person(second), 2)],
            game=game,
            answers=[1800, 3600, 7200],
            ended=NOON - timedelta(hours=count - number),
        )


# --- contacts


def test_contacts_are_named_with_how_often_and_without_addresses():
    some_matches(3)
    answer = browser("alice").get("/people/")
    assert "Bob 3 matches together" in Page.of(answer).words
    assert "bob@example.org" not in answer.content.decode()


def test_contacts_are_paged():
    for number in range(30):
        finished([(person("alice"), 1), (person(f"guest{number:02}"), 2)], rated=False)
    first, second = words("alice", "/people/"), words("alice", "/people/?page=2")
    assert "Guest29" in first and "Guest05" not in first and "Next page" in first
    assert "Guest05" in second and "Next page" not in second
    assert "Guest29" in words("alice", "/people/?page=999999999")
    assert "Guest" not in words("alice", "/people/?page=999")


def test_whom_one_has_blocked_is_no_contact():
    some_matches(1)
    blocks.block(person("alice"), person("bob"), NOON)
    assert "Bob" not in words("alice", "/people/")


# --- figures


def test_a_player_sees_the_figures_of_people_they_have_played_with():
    some_matches()
    told = words("alice", page_of("bob"))
    assert "Quartz 4 2 2" in told and "left 0 of 4 matches" in told
    assert "Usual answer time 1 hour half of them: 30 minutes to 2 hours" in told


def test_quartiles_that_read_the_same_are_not_told():
    finished([(person("alice"), 1), (person("bob"), 2)], answers=[3600, 3600, 3600], ended=NOON)
    told = words("alice", page_of("bob"))
    assert "Usual answer time 1 hour" in told and "half of them" not in told


def test_strangers_see_nothing_at_all():
    some_matches()
    assert browser("eve").get(page_of("bob")).status_code == 404
    assert browser("eve").get("/people/00000000-0000-0000-0000-000000000000/").status_code == 404
    club("bob", "eve")
    assert "Quartz 4" in words("eve", page_of("bob"))


def test_figures_can_be_hidden_from_everyone_else():
    some_matches()
    browser("bob").post("/record/", {"say": "shown"})
    assert HIDDEN in words("alice", page_of("bob"))
    assert "Quartz 4" in words("bob", "/record/")
    browser("bob").post("/record/", {"say": "shown", "wanted": "on"})
    assert "Quartz 4" in words("alice", page_of("bob"))


def test_to_somebody_who_is_blocked_they_look_hidden_and_whoever_blocks_finds_nobody():
    some_matches()
    browser("bob").post("/record/", {"say": "shown"})
    hidden = browser("alice").get(page_of("bob")).content.split(b"<main")[1].split(b"</main>")[0]
    browser("bob").post("/record/", {"say": "shown", "wanted": "on"})
    blocks.block(person("bob"), person("alice"), NOON)
    assert browser("alice").get(page_of("bob")).content.split(b"<main")[1].split(b"</main>")[0] == hidden
    assert browser("bob").get(page_of("alice")).status_code == 404


def test_nothing_is_told_of_a_match_that_runs():
    match_of()
    assert "No finished matches yet." in words("alice", page_of("bob"))
    assert "No finished matches yet." in words("alice", "/record/")


# --- ratings


def opt_in(*names: str) -> None:
    Player.objects.filter(email__in=[f"{name}@example.org" for name in names]).update(
        rated_since=NOON - timedelta(days=1)
    )


def test_ratings_are_listed_with_their_uncertainty():
    some_matches(0)
    [person(name) for name in ("alice", "bob")]
    opt_in("alice", "bob")
    finished([(person("alice"), 1), (person("bob"), 2)])
    one = Rating.objects.get(player=person("alice"))
    told = words("eve", "/ratings/quartz/")
    assert f"1. Alice {one.mu:.1f} ± {2 * one.sigma:.1f} 1 2. Bob" in told
    assert "Nobody has a rating yet" in words("eve", "/ratings/gnomes/")
    assert browser("eve").get("/ratings/chess/").status_code == 404


def test_taking_part_is_one_press_and_so_is_stopping():
    alice = browser("alice")
    alice.post("/record/", {"say": "rated", "wanted": "on"})
    assert person("alice").rated_since
    opt_in("alice")
    person("bob")
    opt_in("bob")
    finished([(person("alice"), 1), (person("bob"), 2)])
    alice.post("/record/", {"say": "rated"})
    assert person("alice").rated_since is None
    assert "Alice" not in words("eve", "/ratings/quartz/")
    assert ratings.rebuild_stale(NOON) == 1 and not Rating.objects.exists()


def test_blocked_people_do_not_meet_in_the_ratings():
    [person(name) for name in ("alice", "bob")]
    opt_in("alice", "bob")
    finished([(person("alice"), 1), (person("bob"), 2)])
    blocks.block(person("alice"), person("eve"), NOON)
    assert "Alice" not in words("eve", "/ratings/quartz/")
    assert "Alice" in words("bob", "/ratings/quartz/")


# --- statistics


def test_statistics_are_for_everybody_and_of_enough_matches():
    some_matches(4)
    anybody = browser("eve")
    anybody.logout()
    assert "Too few matches" in Page.of(anybody.get("/statistics/quartz/")).words
    some_matches(2)
    told = Page.of(anybody.get("/statistics/quartz/")).words
    assert "From 6 finished matches" in told and "2 players, 6 matches" in told
    assert "Seat 1 100 %" in told and "Seat 2 0 %" in told
    assert anybody.get("/statistics/chess/").status_code == 404


def test_statistics_take_one_statement_however_many_matches(django_assert_num_queries):
    some_matches(6)
    anybody = browser("eve")
    anybody.logout()
    with django_assert_num_queries(1):
        anybody.get("/statistics/quartz/")
