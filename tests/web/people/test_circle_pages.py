"""The pages of circles: founding, inviting, joining by link, standings, and who sees what."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.circles import founding, joining
from games.models import Circle, CircleMatch, Match, MatchStatus
from games.players import blocks
from tests.kit.cast import NOON, Page, address, browser, match_of, person
from tests.kit.clubs import CLUB, club, play_season
from tests.kit.finished import finished
from tests.kit.lobby_forms import form_at, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def words(name: str, path: str) -> str:
    answer = browser(name).get(path)
    assert answer.status_code == 200, path
    return Page.of(answer).words


def test_founding_inviting_and_agreeing():
    match_of()  # they have played with each other
    alice, bob = browser("alice"), browser("bob")
    answer = alice.post("/circles/", {"say": "found", "name": CLUB})
    made = Circle.objects.get()
    members = f"/circles/{made.public_id}/members/"
    assert answer["Location"] == members
    page = alice.get(members)
    assert "Bob" in Page.of(page).words and "bob@example.org" not in page.content.decode()
    alice.post(members, {"say": "invite", "player": str(person("bob").pk)})
    assert bob.get(f"/circles/{made.public_id}/").status_code == 404, "he hasn't agreed"
    assert CLUB in Page.of(bob.get("/people/")).words
    answer = bob.post("/circles/", {"say": "accept", "circle": made.public_id})
    assert answer["Location"] == f"/circles/{made.public_id}/"
    assert "2 members" in words("bob", f"/circles/{made.public_id}/")


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "bob@example.org", "(hidden)"])
def test_a_name_that_is_none_is_asked_for_again(name):
    answer = browser("alice").post("/circles/", {"say": "found", "name": name})
    assert answer.status_code == 422 and not Circle.objects.exists()


def test_strangers_to_a_circle_find_nothing_and_change_nothing():
    made = club("alice", "bob")
    eve = browser("eve")
    for path in ("", "members/", "join/another/"):
        assert eve.get(f"/circles/{made.public_id}/{path}").status_code == 404
    answer = eve.post(f"/circles/{made.public_id}/members/", {"say": "rename", "name": "Eves"})
    assert answer.status_code == 404 and Circle.objects.get().name == CLUB
    assert eve.get(f"/ratings/quartz/?circle={made.public_id}").status_code == 404


def test_joining_by_the_link():
    made = club("alice")
    path, eve = f"/circles/{made.public_id}/join/{made.door}/", browser("eve")
    assert "1 member." in Page.of(eve.get(path)).words
    assert eve.post(path)["Location"] == f"/circles/{made.public_id}/"
    assert eve.get(path)["Location"] == f"/circles/{made.public_id}/"


def test_the_link_is_dead_for_whoever_a_member_has_blocked_and_says_why_to_whoever_has_blocked():
    made = club("alice", "bob")
    path = f"/circles/{made.public_id}/join/{made.door}/"
    blocks.block(person("bob"), person("eve"), NOON)
    assert browser("eve").get(path).status_code == 404 == browser("eve").post(path).status_code
    blocks.block(person("carol"), person("bob"), NOON)
    answer = browser("carol").post(path)
    assert answer.status_code == 409 and "You have blocked someone" in Page.of(answer).words


def test_members_do_not_do_what_only_the_keeper_may():
    made = club("alice", "bob", "carol")
    members = f"/circles/{made.public_id}/members/"
    for said in (
        {"say": "rename", "name": "Bobs"},
        {"say": "remove", "player": str(person("carol").pk)},
        {"say": "hand_over", "player": str(person("bob").pk)},
        {"say": "keep_ratings", "wanted": "on"},
        {"say": "open_door"},
        {"say": "shut_door"},
    ):
        assert browser("bob").post(members, said).status_code == 409
    assert Circle.objects.get(name=CLUB, keeper=person("alice"), has_ratings=False, door=made.door)
    assert "Remove" not in words("bob", members)


@pytest.mark.parametrize("player", ["", "nobody", "1", "\0"])
def test_a_button_about_nobody_is_refused(player):
    made = club("alice")
    answer = browser("alice").post(f"/circles/{made.public_id}/members/", {"say": "invite", "player": player})
    assert answer.status_code == 409


def test_only_people_one_has_played_with_are_invited_by_name():
    made = club("alice")
    answer = browser("alice").post(
        f"/circles/{made.public_id}/members/", {"say": "invite", "player": str(person("eve").pk)}
    )
    assert answer.status_code == 409 and made.memberships.count() == 1


def test_leaving_by_a_press():
    made = club("alice", "bob")
    answer = browser("bob").post(f"/circles/{made.public_id}/members/", {"say": "leave"})
    assert answer["Location"] == "/circles/"
    assert browser("bob").get(f"/circles/{made.public_id}/").status_code == 404


# --- matches and standings


def test_standings_are_shown_with_the_table_of_points():
    made = club("alice", "bob", "carol")
    people = [person(name) for name in ("alice", "bob", "carol")]
    finished([(one, rank) for rank, one in enumerate(people, 1)], circle=made, ended=NOON)
    told = words("alice", f"/circles/{made.public_id}/")
    assert "1. Alice 2 1 1 2. Bob 1 1 0 3. Carol 0 1 0" in told
    assert "4 3 · 2 · 1 · 0" in told and "won by Alice" in told
    assert "No match has ended" in words("alice", f"/circles/{made.public_id}/?game=gnomes")


@pytest.mark.parametrize(
    "asked", ["?season=1999-1", "?season=2099-4", "?season=x", "?page=0", "?page=x", "?game=x"]
)
def test_an_address_that_asks_for_nonsense_shows_what_there_is(asked):
    made = club("alice")
    assert "quarter 1 of 2026" in words("alice", f"/circles/{made.public_id}/?{asked}")


def test_blocked_people_do_not_see_each_other_in_members_standings_and_matches():
    made = club("alice", "bob", "carol")
    play_season(made, [person("alice"), person("bob")], 2)
    blocks.block(person("bob"), person("carol"), NOON)
    path = f"/circles/{made.public_id}/"
    assert "Bob" not in words("carol", path) and "Bob" not in words("carol", path + "members/")
    assert "Carol" not in words("bob", path + "members/")
    assert "Bob" in words("alice", path)


def test_a_match_for_the_circle_is_opened_from_its_page_and_found_there():
    match_of()
    made = club("alice", "bob", "carol")
    alice = browser("alice")
    assert (
        f"/new/quartz/?circle={made.public_id}"
        in alice.get(f"/new/?circle={made.public_id}").content.decode()
    )
    path = f"/new/quartz/?circle={made.public_id}"
    new = opened(alice, path)
    assert CircleMatch.objects.get().match == new
    assert "waiting for players" in words("bob", f"/circles/{made.public_id}/")
    assert (
        f"/m/{new.public_id}/join/{new.lobby.door}/"
        in browser("carol").get(f"/circles/{made.public_id}/").content.decode()
    )


def test_nobody_opens_a_match_for_a_circle_of_others():
    match_of()
    made = club("bob", "carol")
    alice = browser("alice")
    form = form_at(alice, "/new/quartz/")
    answer = alice.post("/new/quartz/", form | {"hand": "hand", "circle": made.public_id})
    assert answer.status_code == 422 and not CircleMatch.objects.exists()


def test_a_rematch_stays_with_its_circle():
    made = club("alice", "bob")
    record = finished([(person("alice"), 1), (person("bob"), 2), (person("carol"), 3)], circle=made)
    Match.objects.filter(pk=record.match_id).update(pace="")
    path = f"/m/{record.match.public_id}/rematch/"
    assert path in browser("alice").get(f"/circles/{made.public_id}/").content.decode()
    joining.leave(made, person("bob"))
    browser("alice").post(path, {"key": "once"})
    assert CircleMatch.objects.filter(circle=made, match__status=MatchStatus.LOBBY).count() == 1


def test_the_number_of_statements_does_not_hang_on_how_much_there_is(django_assert_max_num_queries):
    made = club("alice", "bob", "carol")
    people, alice = [person(name) for name in ("alice", "bob", "carol")], browser("alice")
    play_season(made, people, 2)
    path = f"/circles/{made.public_id}/"
    with django_assert_max_num_queries(40) as few:
        alice.get(path)
    play_season(made, people, 25)
    with django_assert_max_num_queries(len(few.captured_queries)):
        told = Page.of(alice.get(path)).words
    assert "Next page" in told
    assert "Previous page" in Page.of(alice.get(f"{path}?page=2")).words


def test_a_season_before_has_a_page():
    made = founding.found(person("alice"), CLUB, NOON - timedelta(days=100))
    joining.enter(made, person("bob"), made.door, NOON)
    finished([(person("alice"), 1), (person("bob"), 2)], circle=made, ended=NOON - timedelta(days=80))
    path = f"/circles/{made.public_id}/"
    assert "No match has ended" in words("alice", path) and "Previous season" in words("alice", path)
    assert "1. Alice 1 1 1" in words("alice", f"{path}?season=2025-4")


def test_a_circle_says_nothing_of_a_running_match_but_that_it_runs():
    found = match_of()
    made = club("alice", "bob", "carol", "eve")
    CircleMatch.objects.create(match=found, circle=made)
    told = browser("eve").get(f"/circles/{made.public_id}/")
    assert "in progress" in Page.of(told).words and address(found) not in told.content.decode()
