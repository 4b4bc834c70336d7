"""News since a cursor: nothing lost, nothing twice, and three statements if there is nothing new."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.api import news
from games.match import chat
from tests.kit.cast import SOON, match_of, person, play_on, turn_seat
from tests.kit.finished import finish
from tests.kit.programs import Program, program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def cursor(mine: Program) -> str:
    return str(mine.get("news")["cursor"])


def since(mine: Program, told: str) -> dict:
    return dict(mine.get(f"news?since={told}"))


def statements(mine: Program, path: str, **headers: str) -> tuple[int, int]:
    with CaptureQueriesContext(connection) as asked:
        got = mine.ask("GET", path, **headers)
    return got.status_code, len([one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]])


def test_a_first_cursor_tells_of_nothing_before_it():
    match_of()
    got = program("alice").get("news")
    assert got["news"] == [] and got["cursor"] and got["more"] is False


def test_what_happens_is_told_once_and_in_order():
    found, mine = match_of(), program("alice")
    at, told = cursor(mine), []
    for seed in range(4):
        play_on(found, 1, seed=seed)
        got = since(mine, at)
        assert [one["match"] for one in got["news"]] == [found.public_id]
        told += [line["text"] for line in got["news"][0]["lines"]]
        assert since(mine, got["cursor"])["news"] == []
        at = got["cursor"]
    log = [line["text"] for line in mine.get(f"matches/{found.public_id}/log")["lines"]]
    assert told == log[-len(told) :]


def test_the_log_goes_on_from_its_own_cursor():
    found, mine = match_of(), program("alice")
    whole = mine.get(f"matches/{found.public_id}/log")
    play_on(found, 2)
    rest = mine.get(f"matches/{found.public_id}/log?since={whole['cursor']}")
    all_of_it = mine.get(f"matches/{found.public_id}/log")
    assert whole["lines"] + rest["lines"] == all_of_it["lines"] and rest["went_back"] is False
    nothing = mine.get(f"matches/{found.public_id}/log?since={rest['cursor']}")
    assert (nothing["lines"], nothing["cursor"]) == ([], rest["cursor"])


def test_an_undo_is_told():
    found = match_of()
    seat = turn_seat(found)
    mine, watching = program(seat.player), program(found.seats.exclude(pk=seat.pk).first().player)
    (asked,) = [one for one in mine.questions(found.public_id) if one["is_awaited"]]
    mine.answer(found.public_id, asked["id"], {"kind": "leave"})
    at = cursor(watching)
    assert not play.take_back(found.pk, seat.number, seat.generation, "undo", SOON).refused
    (told,) = since(watching, at)["news"]
    assert told["went_back"] is True


def test_chat_is_told_to_the_others_and_not_to_whom_it_is_hidden_from():
    found = match_of()
    alice, bob, carol = (program(name) for name in ("alice", "bob", "carol"))
    before = {one: cursor(one) for one in (alice, bob, carol)}
    seats = {seat.player.display_name: seat.number for seat in found.seats.select_related("player")}
    chat.hush(found.pk, seats["Carol"], seats["Alice"], SOON, hushed=True)
    chat.say(found.pk, seats["Alice"], "I dig.", SOON)
    assert since(alice, before[alice])["news"] == []
    (told,) = since(bob, before[bob])["news"]
    assert [(line["text"], line["name"]) for line in told["talk"]] == [("I dig.", "Alice")]
    assert since(carol, before[carol])["news"] == []


def test_the_end_of_a_match_and_the_beginning_of_another_are_told():
    found, mine = match_of(), program("alice")
    at = cursor(mine)
    finish(found)
    other = match_of()
    told = {one["match"]: one for one in since(mine, at)["news"]}
    assert told[found.public_id]["status"] == "over" and told[other.public_id]["status"] == "running"
    assert told[other.public_id]["lines"] and not told[other.public_id]["went_back"]


def test_of_many_matches_some_are_told_at_a_time_and_none_is_lost(monkeypatch):
    monkeypatch.setattr(news, "MOST_MATCHES", 2)
    mine = program(person("alice"))
    at = cursor(mine)
    new = {match_of().public_id for _ in range(5)}
    told, more = [], True
    while more:
        got = since(mine, at)
        told += [one["match"] for one in got["news"]]
        at, more = got["cursor"], got["more"]
    assert sorted(told) == sorted(new)


def test_nothing_new_costs_three_statements_however_many_matches_there_are():
    mine = program(person("alice"))
    counted = set()
    for _ in range(3):
        match_of()
        at = cursor(mine)
        etag = mine.ask("GET", f"news?since={at}")["ETag"]
        counted.add(statements(mine, f"news?since={at}"))
        counted.add(statements(mine, f"news?since={at}", If_None_Match=etag))
    # Who asks, the note of this use, and how far each match is.
    assert counted == {(200, 3), (304, 3)}


def test_a_cursor_is_its_owners_and_whole():
    match_of()
    alice, bob = program("alice"), program("bob")
    at = cursor(alice)
    for told in (cursor(bob), at[:-1], at + "A", "none", "%FF", "Ω"):
        assert alice.refused("GET", f"news?since={told}") == (422, "cursor")
