"""Hosting and joining by program, and accounts that are marked as robots."""

from __future__ import annotations

import pytest
from django.core import mail

from games.models import (
    Door,
    Invitation,
    Match,
    MatchRecord,
    Outbox,
    Player,
    RatingPool,
    Seat,
    SeatRecord,
    Submission,
)
from games.players import blocks, robot_accounts
from games.records import keep
from games.rules.kernel.refusal import Refused
from tests.kit.cast import NOON, SOON, browser, match_of, person, play_on
from tests.kit.finished import finish, finished
from tests.kit.programs import Program, first_command, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
NEW = {"game": "quartz", "seats": 3}


def opened(mine: Program, **more: object) -> dict:
    got = mine.ask("POST", "matches", NEW | {"key": "one"} | more)
    assert got.status_code == 201, got.content
    return dict(got.json())


def robot(name: str = "bot") -> Program:
    robot_accounts.mark(person(name), is_robot=True)
    return program(name)


# --- hosting


def test_a_match_is_opened_once_for_each_key_as_its_host_chooses():
    mine = program("alice")
    chosen = {"options": {"thrill": True}, "pace": "brisk", "name": "Tuesdays", "robots": 1, "has_link": True}
    first, second = opened(mine, **chosen), opened(mine, **chosen)
    assert first == second and Match.objects.count() == 1
    found = Match.objects.get(public_id=first["id"])
    assert (found.name, found.options, found.seats.exclude(robot="").count()) == (
        "Tuesdays",
        {"thrill": True},
        1,
    )
    assert first["status"] == "lobby" and found.lobby.door in first["link"]
    assert opened(mine, key="two")["id"] != first["id"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "invalid"),
        ({"pace": "at once"}, "invalid"),
        ({"seats": 9}, "seats"),
        ({"robots": 3}, "invalid"),
        ({"robots": 1, "robot": "hal"}, "no_such_robot"),
        ({"options": {"none": True}}, "options"),
        ({"name": "https://example.org"}, "invalid"),
        ({"words": "a\nb"}, "invalid"),
        ({"circle": "none"}, "no_such_circle"),
        ({"invite": ["nobody"]}, "address"),
        ({"invite": ["alice@example.org"]}, "address"),
        ({"invite": ["a@example.org", "b@example.org", "c@example.org"]}, "too_few_seats"),
        ({"key": None}, "no_key"),
        ({"unknown": 1}, "invalid"),
        ({"seats": "3"}, "invalid"),
        ({"is_open": 1}, "invalid"),
    ],
)
def test_what_makes_no_match_writes_nothing(wrong, code):
    mine = program("alice")
    got = mine.refused(
        "POST", "matches", {k: v for k, v in (NEW | {"key": "k"} | wrong).items() if v is not None}
    )
    assert got == (422, code)
    assert not Match.objects.exists() and not Invitation.objects.exists()


def test_an_invitation_goes_out_once_for_each_key_and_only_from_the_host():
    mine = program("alice")
    here = f"matches/{opened(mine)['id']}/invitations"
    said = {"address": "new@example.org", "key": "k"}
    assert [mine.ask("POST", here, said).status_code for _ in range(2)] == [201, 201]
    assert Invitation.objects.count() == 1 and Outbox.objects.filter(to="new@example.org").count() == 1
    assert mine.refused("POST", here, said | {"key": "l"}) == (409, "invited_already")
    invited = program(Player.objects.create_user("new@example.org", display_name="New"))
    (seat,) = invited.get("seats")["seats"]
    assert seat["is_invited"] is True and seat["free"] == 1
    assert invited.ask("POST", here.replace("invitations", "join"), {}).status_code == 200
    assert invited.refused("POST", here, {"address": "x@example.org", "key": "m"}) == (
        403,
        "not_the_host",
    )
    assert not mail.outbox


def test_hosting_has_the_limits_of_the_pages(settings):
    settings.LIMITS = settings.LIMITS | {"tables of a player": (1, 86400)}
    mine = program("alice")
    opened(mine)
    got = mine.ask("POST", "matches", NEW | {"key": "two"})
    assert got.status_code == 429 and int(got["Retry-After"]) > 0


# --- joining


def test_an_open_seat_is_taken_and_the_last_one_begins_the_match():
    host, bob, carol = program("alice"), program("bob"), program("carol")
    here = opened(host, is_open=True)["id"]
    assert [one["id"] for one in bob.get("seats")["seats"]] == [here]
    statuses = [one.ask("POST", f"matches/{here}/join", {}).json()["status"] for one in (bob, bob, carol)]
    assert statuses == ["lobby", "lobby", "running"]
    assert program("eve").refused("POST", f"matches/{here}/join", {}) == (409, "begun")


def test_a_link_lets_in_whole_or_only_its_end_and_nothing_else_does():
    host, bob, carol = program("alice"), program("bob"), program("carol")
    new = opened(host, has_link=True)
    here = f"matches/{new['id']}/join"
    for wrong in ("", "none", new["link"][:-2]):
        assert bob.refused("POST", here, {"link": wrong}) == (404, "not_found")
    assert bob.ask("POST", here, {"link": new["link"]}).status_code == 200
    assert bob.ask("POST", here, {"link": new["link"]}).json()["link"] is None
    assert carol.ask("POST", here, {"link": new["link"].rstrip("/").split("/")[-1]}).status_code == 200


def test_who_is_blocked_finds_nothing_to_join():
    host = program("alice")
    here = opened(host, is_open=True)["id"]
    blocks.block(person("alice"), person("bob"), NOON)
    bob = program("bob")
    assert bob.get("seats")["seats"] == []
    assert bob.refused("POST", f"matches/{here}/join", {}) == (404, "not_found")


# --- robots


def test_only_an_account_that_never_played_can_be_marked_or_unmarked():
    match_of()
    with pytest.raises(Refused, match="has_played"):
        robot_accounts.mark(person("alice"), is_robot=True)
    robot_accounts.mark(person("bot"), is_robot=True)
    robot_accounts.mark(person("bot"), is_robot=False)
    robot_accounts.mark(person("bot"), is_robot=True)
    opened(program("bot"), robot_accounts=True)
    with pytest.raises(Refused, match="has_played"):
        robot_accounts.mark(person("bot"), is_robot=False)
    Player.objects.filter(email="eve@example.org").delete()
    Player.objects.filter(pk=person("eve").pk).update(is_moderator=True)
    with pytest.raises(Refused, match="staff_no_robot"):
        robot_accounts.mark(person("eve"), is_robot=True)


def test_its_owner_marks_it_on_the_page():
    client = browser("bot")
    assert client.post("/api-access/", {"say": "robot", "robot": "on"}).status_code == 302
    assert person("bot").is_robot and "Unmark" in client.get("/api-access/").content.decode()
    client.post("/api-access/", {"say": "robot"})
    assert not person("bot").is_robot
    match_of("bot", "bob", "carol")
    assert client.post("/api-access/", {"say": "robot", "robot": "on"}).status_code == 409


def test_a_robot_takes_a_seat_only_where_the_host_allows_it():
    host, bot = program("alice"), robot()
    people = opened(host, is_open=True)["id"]
    mixed = opened(host, key="b", is_open=True, robot_accounts=True)["id"]
    assert [one["id"] for one in bot.get("seats")["seats"]] == [mixed]
    assert bot.refused("POST", f"matches/{people}/join", {}) == (403, "no_robots")
    assert bot.ask("POST", f"matches/{mixed}/join", {}).status_code == 200
    private = opened(host, key="c")["id"]
    assert bot.refused("POST", f"matches/{private}/join", {}) == (404, "not_found")
    assert not Seat.objects.filter(match__public_id=people, player=person("bot")).exists()


def test_no_other_way_seats_a_robot_either():
    host, bot = program("alice"), robot()
    here = opened(host)["id"]
    host.ask("POST", f"matches/{here}/invitations", {"address": "bot@example.org", "key": "k"})
    assert bot.refused("POST", f"matches/{here}/join", {}) == (403, "no_robots")
    assert bot.refused("POST", "matches", NEW | {"key": "k"}) == (403, "no_robots")
    client = browser("bot")
    for page in ("/learn/quartz/", "/daily/", "/new/quartz/now/"):
        got = client.post(page, {"key": "k"})
        assert got.status_code == 403 and "take robot accounts" in got.content.decode(), page
    client.post(f"/m/{here}/join/", {"hand": "no_hand"})
    assert not Seat.objects.filter(player=person("bot")).exists()


def test_others_see_that_it_is_a_robot():
    robot()
    found = match_of("alice", "bot", "carol", robot_accounts=True)
    seats = program("alice").get(f"matches/{found.public_id}")["seats"]
    assert {one["name"]: one["is_robot"] for one in seats} == {"Alice": False, "Bot": True, "Carol": False}
    client = browser("alice")
    for page, said in [
        (f"/m/{found.public_id}/", "a robot"),
        (f"/m/{found.public_id}/more/", "a program plays through the API"),
        (f"/people/{person('bot').pk}/", "a program plays through the API"),
        ("/people/", ">robot<"),
    ]:
        assert said in client.get(page).content.decode(), page


def test_a_robot_is_kept_apart_in_results_ratings_and_statistics():
    robot()
    for name in ("alice", "carol", "bot"):
        Player.objects.filter(pk=person(name).pk).update(rated_since=NOON)
    found = finish(match_of("alice", "bot", "carol", robot_accounts=True))
    keep.keep_now(found)
    record = MatchRecord.objects.get(match=found)
    places = {one.player.display_name: one for one in SeatRecord.objects.filter(record=record)}
    assert (record.people, record.seats) == (2, 3)
    assert [places[name].is_robot for name in ("Alice", "Bot", "Carol")] == [False, True, False]
    assert places["Bot"].answers == []
    rated = {one.player.display_name for one in RatingPool.objects.get(circle=None).ratings.all()}
    assert rated == {"Alice", "Carol"}
    (told,) = program("alice").get("results")["results"]
    assert [one["is_robot"] for one in told["places"]].count(True) == 1


def test_a_robot_plays_by_program_with_people():
    bot = robot()
    found = match_of("bot", "bob", "carol", robot_accounts=True)
    for _ in range(30):
        found.refresh_from_db()
        asked = [one for one in bot.questions(found.public_id) if one["is_awaited"]]
        if asked:
            command = first_command(asked[0], ["mine"]) if _can(asked[0], "mine") else asked[0]["silence"]
            assert bot.answer(found.public_id, asked[0]["id"], command).status_code == 200
            break
        play_on(found, 1)
    assert Submission.objects.filter(match=found, door=Door.API).exists()


def _can(question: dict, kind: str) -> bool:
    return any(one["kind"] == kind for one in question["choices"])


# --- results


def test_results_are_for_players_and_for_those_who_may_watch():
    found = finish(match_of())
    keep.keep_now(found)
    alice, eve = program("alice"), program("eve")
    assert alice.get("results?game=quartz")["results"] == [alice.get(f"results/{found.public_id}")]
    assert alice.get("results?game=gnomes")["results"] == []
    assert eve.get("results")["results"] == []
    assert eve.refused("GET", f"results/{found.public_id}") == (404, "not_found")
    Match.objects.filter(pk=found.pk).update(spectators=True)
    assert eve.get(f"results/{found.public_id}")["places"][0]["rank"] == 1


def test_ratings_are_those_of_the_page():
    for name in ("alice", "bob"):
        Player.objects.filter(pk=person(name).pk).update(rated_since=NOON)
    finished([(person("alice"), 1), (person("bob"), 2)], ended=SOON + (SOON - NOON) * 12)
    got = program("bob").get("ratings/quartz")["ratings"]
    shown = [(one["rank"], one["player"], one["is_me"]) for one in got]
    assert shown == [(1, "Alice", False), (2, "Bob", True)]
    assert program("bob").refused("GET", "ratings/quartz?circle=none") == (404, "not_found")
    assert program("bob").refused("GET", "ratings/chess") == (404, "not_found")
