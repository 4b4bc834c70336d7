"""Beside the game by program: undo, votes, nudges and leaving, each once, by the same doors as pages."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from games.lobby import create
from games.lobby.fill import Accepted
from games.lobby.match_settings import MatchSettings
from games.match import nudges
from games.models import Act, ActKind, Door, Event, Match, MatchStatus, Outbox, Seat, Submission, Vote
from games.play import history
from tests.kit.at_once import together
from tests.kit.cast import NOON, SOON, at, match_of, person, play_on, turn_seat
from tests.kit.programs import Program, first_command, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def all_of(found: Match) -> list[Program]:
    return [program(seat.player) for seat in found.seats.select_related("player").order_by("number")]


def send(mine: Program, found: Match, what: str, key: str = "k", **more: Any) -> Any:
    return mine.ask("POST", f"matches/{found.public_id}/{what}", {"key": key, **more})


def actions(mine: Program, found: Match) -> Any:
    return mine.get(f"matches/{found.public_id}/actions")


def refused(got: Any) -> tuple[int, str]:
    return got.status_code, got.json()["error"]["code"]


def just_left() -> tuple[Match, Program, Program]:
    """Let whose turn it is end it: the match, their program, and somebody else's."""
    found = match_of()
    seat = turn_seat(found)
    mine, other = program(seat.player), program(found.seats.exclude(pk=seat.pk).first().player)
    (asked,) = [one for one in mine.questions(found.public_id) if one["is_awaited"]]
    assert mine.answer(found.public_id, asked["id"], {"kind": "leave"}).status_code == 200
    return found, mine, other


# --- undo


def test_a_move_is_undone_once_however_often_that_is_sent():
    found, mine, other = just_left()
    assert actions(mine, found)["undo"]["is_possible"] and not actions(other, found)["undo"]["is_possible"]
    before = Event.objects.filter(match=found).count()
    assert [send(mine, found, "undo").json() for _ in range(3)] == [{"done": True}] * 3
    assert Event.objects.filter(match=found).count() == before + 1
    assert Submission.objects.get(match=found, door=Door.TAKE_BACK).outcome == "played"
    assert actions(mine, found)["undo"] == {"is_possible": False, "until": None}
    history.check_chain(Match.objects.get(pk=found.pk))


def test_what_is_too_late_to_undo_says_so_and_what_is_open_now():
    found, mine, other = just_left()
    got = send(other, found, "undo")
    assert refused(got) == (409, "too_late")
    assert got.json()["error"]["open"] == other.questions(found.public_id)
    blind = program(found.seats.get(player__display_name=other.get("me")["name"]).player, "play")
    assert "open" not in send(blind, found, "undo").json()["error"]
    play_on(found, 1)
    assert refused(send(mine, found, "undo")) == (409, "too_late")


def test_undone_by_many_at_once_it_is_one_event():
    found, mine, _ = just_left()
    secret = mine.client.defaults["HTTP_AUTHORIZATION"][7:]
    before = Event.objects.filter(match=found).count()
    with at(SOON):
        got = together([lambda: send(Program(secret), found, "undo").status_code for _ in range(6)])
    assert Counter(got) == {200: 6} and Event.objects.filter(match=found).count() == before + 1


# --- votes


def test_a_vote_is_proposed_agreed_to_and_carried_by_the_last_yes():
    found = match_of()
    first, second, third = all_of(found)
    assert [one["subject"] for one in actions(first, found)["votes"]] == ["pause", "end", "rewind"]
    for _ in range(2):
        assert send(first, found, "votes", subject="pause").json() == {"is_carried": False}
    assert Vote.objects.count() == 1 and Outbox.objects.filter(kind="proposed").count() == 2
    (ballot,) = [one for one in actions(second, found)["votes"] if one["is_open"]]
    assert (ballot["subject"], ballot["agreed"], ballot["missing"]) == ("pause", [0], [1, 2])
    send(second, found, "votes", subject="pause")
    for _ in range(2):
        assert send(third, found, "votes", subject="pause").json() == {"is_carried": True}
    found.refresh_from_db()
    assert found.status == MatchStatus.PAUSED
    assert refused(send(first, found, "votes", "l", subject="pause")) == (409, "not_running")
    assert refused(send(first, found, "undo", "m")) == (409, "too_late")


def test_a_yes_is_withdrawn():
    found = match_of()
    first, second, _ = all_of(found)
    send(first, found, "votes", subject="end")
    send(second, found, "votes", subject="end")
    assert send(second, found, "votes", "l", subject="end", yes=False).json() == {"is_carried": False}
    assert [one.seat.number for one in Vote.objects.all()] == [0]
    send(first, found, "votes", "l", subject="end", yes=False)
    assert not Vote.objects.exists()


def test_all_go_back_to_a_moment_that_one_of_them_chose():
    found = match_of()
    play_on(found, 3)
    people = all_of(found)
    moment = actions(people[0], found)["moments"][0]
    assert moment["undone"] in [
        line["text"] for line in people[1].get(f"matches/{found.public_id}/log")["lines"]
    ]
    assert moment["lines"] > 0
    for mine in people:
        (ballot,) = [one for one in actions(mine, found)["votes"] if one["subject"] == "rewind"]
        assert ballot["moment"] in (None, moment["id"])
        got = send(mine, found, "votes", subject="rewind", moment=moment["id"])
    assert got.json() == {"is_carried": True}
    assert Submission.objects.filter(match=found, door=Door.CONSENT).exists()


def test_a_moment_is_of_one_match_and_one_state_of_it():
    found, other = match_of(), match_of()
    play_on(found, 2)
    play_on(other, 2)
    mine = all_of(found)[0]
    (moment, *_rest) = actions(mine, found)["moments"]
    assert refused(send(mine, other, "votes", subject="rewind", moment=moment["id"])) == (409, "moved_on")
    assert refused(send(mine, found, "votes", subject="rewind")) == (409, "moved_on")
    assert refused(send(mine, found, "votes", subject="rewind", moment="x")) == (409, "moved_on")
    play_on(found, 1)
    assert refused(send(mine, found, "votes", subject="rewind", moment=moment["id"])) == (409, "moved_on")
    assert not Vote.objects.exists()


def test_another_moment_than_the_proposed_one_is_refused():
    found = match_of()
    play_on(found, 4)
    first, second, _ = all_of(found)
    one, another = [moment["id"] for moment in actions(first, found)["moments"]][:2]
    send(first, found, "votes", subject="rewind", moment=one)
    assert refused(send(second, found, "votes", subject="rewind", moment=another)) == (409, "another_moment")


# --- nudges


def test_a_nudge_reaches_whose_turn_it_is_once_a_day():
    found = match_of()
    seat = turn_seat(found)
    mine = program(found.seats.exclude(pk=seat.pk).first().player)
    early = actions(mine, found)["nudge"]
    assert early["reaches"] == [] and early["next_at"]
    assert refused(send(mine, found, "nudge")) == (422, "nobody_to_nudge")
    with at(SOON + 2 * nudges.GRACE):
        assert actions(mine, found)["nudge"]["reaches"] == [seat.number]
        for _ in range(2):
            assert send(mine, found, "nudge", "l").json() == {"done": True}
        assert refused(send(mine, found, "nudge", "m")) == (422, "nudged_already")
        assert actions(mine, found)["nudge"]["reaches"] == []
    assert Outbox.objects.filter(kind="nudged").count() == 1


# --- leaving


def test_who_leaves_is_gone_and_hears_so_again_with_the_same_key():
    found = match_of()
    mine, other, _ = all_of(found)
    assert actions(mine, found)["may_leave"]
    assert [send(mine, found, "leave").json() for _ in range(3)] == [{"done": True}] * 3
    assert refused(send(mine, found, "leave", "another")) == (404, "not_found")
    assert refused(send(mine, found, "undo")) == (404, "not_found")
    assert found.seats.get(number=0).player is None
    assert Act.objects.filter(match=found, kind=ActKind.GAVE_UP).count() == 1
    assert refused(send(program("eve"), found, "leave")) == (404, "not_found"), "the key is its player's own"
    assert other.get(f"matches/{found.public_id}")["seats"][0]["on_autopilot"]


def test_leaving_before_the_match_begins_frees_the_seat():
    chosen = MatchSettings("quartz", 3, is_open=True)
    found = create.open_for(person("alice"), chosen, Accepted(False), "key", NOON)
    mine = program("bob")
    assert mine.ask("POST", f"matches/{found.public_id}/join", {}).status_code == 200
    for _ in range(2):
        assert send(mine, found, "leave").json() == {"done": True}
    assert not Seat.objects.filter(match=found, player=person("bob")).exists()
    assert Act.objects.filter(match=found, kind=ActKind.LEFT).count() == 1


def test_a_match_that_is_over_is_not_left():
    found = match_of()
    people = all_of(found)
    for mine in people:
        send(mine, found, "votes", subject="end")
    assert refused(send(people[0], found, "leave")) == (409, "not_running")
    shown = people[0].get(f"matches/{found.public_id}")
    assert shown["status"] == "closed"


# --- all of them


@pytest.mark.parametrize("what", ["undo", "votes", "nudge", "leave"])
def test_nothing_is_done_without_a_key_or_for_a_token_that_only_reads(what):
    found = match_of()
    seat = turn_seat(found)
    said = {"subject": "pause"} if what == "votes" else {}
    path = f"matches/{found.public_id}/{what}"
    assert program(seat.player).refused("POST", path, said) == (422, "no_key")
    assert program(seat.player, "read").refused("POST", path, {**said, "key": "k"}) == (403, "scope")
    assert not Act.objects.exists() and not Vote.objects.exists()


@pytest.mark.parametrize("what", ["undo", "votes", "nudge", "leave"])
def test_an_earlier_player_of_the_seat_can_do_nothing_there_any_more(what):
    found = match_of()
    seat = turn_seat(found)
    mine = program(seat.player)
    Seat.objects.filter(pk=seat.pk).update(player=person("dora"), generation=seat.generation + 1)
    said = {"subject": "pause"} if what == "votes" else {}
    assert refused(send(mine, found, what, **said)) == (404, "not_found")


def test_too_many_refusals_are_held_up(settings):
    settings.LIMITS = settings.LIMITS | {"refusals of a seat": (2, 60)}
    found = match_of()
    mine = all_of(found)[0]
    statuses = [send(mine, found, "nudge", str(number)).status_code for number in range(4)]
    assert statuses == [422, 422, 429, 429]


@pytest.mark.parametrize("what", ["undo", "leave"])
def test_a_broken_log_stops_its_match_and_says_so(what):
    found, mine, _ = just_left()
    history.memo.clear()
    Match.objects.filter(pk=found.pk).update(version=found.version + 9)
    assert refused(send(mine, found, what)) == (503, "fault")
    found.refresh_from_db()
    assert found.status == MatchStatus.QUARANTINED


def test_an_answer_after_an_undo_needs_the_new_question():
    found, mine, _ = just_left()
    with at(SOON + timedelta(seconds=1)):
        send(mine, found, "undo")
        (asked,) = [one for one in mine.questions(found.public_id) if one["is_awaited"]]
        got = mine.answer(found.public_id, asked["id"], first_command(asked, ["mine"]))
    assert got.status_code == 200 and got.json()["outcome"] == "played"
