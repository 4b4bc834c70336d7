"""Playing by program: one answer each, whatever is sent twice, late or wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from games.models import Door, Event, Match, Order, Outcome, Player, Submission, Talk
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.at_once import together
from tests.kit.cast import SOON, Page, at, browser, match_of, play_on, turn_seat
from tests.kit.programs import Program, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def turn() -> tuple[Match, Program, str, dict]:
    """Find whose turn it is: the match, their program, the match's id, the question."""
    found = match_of()
    mine = program(turn_seat(found).player)
    (asked,) = [one for one in mine.questions(found.public_id) if one["is_awaited"]]
    return found, mine, found.public_id, asked


# --- answers


def test_an_answer_is_played_by_the_one_door_and_says_what_it_did():
    found, mine, here, asked = turn()
    assert {"kind", "label", "help", "exact", "fields"} == {*asked["choices"][0]}
    got = mine.answer(here, asked["id"], {"kind": "mine"})
    assert got.status_code == 200 and got.json()["outcome"] == "played" and got.json()["happened"]
    done = Submission.objects.filter(match=found, door=Door.API).get()
    assert (done.outcome, done.command) == (Outcome.PLAYED, '{"kind":"mine"}')
    log = mine.get(f"matches/{here}/log")
    assert got.json()["happened"][0] in [line["text"] for line in log["lines"]]


def test_the_same_key_gives_the_first_result_again_also_after_another_question():
    found, mine, here, asked = turn()
    first = mine.answer(here, asked["id"], {"kind": "mine"}, "one")
    count = Event.objects.filter(match=found).count()
    second = mine.answer(here, asked["id"], {"kind": "mine"}, "one")
    by_header = mine.ask(
        "POST",
        f"matches/{here}/answers",
        {"question": "gone", "command": {"kind": "leave"}},
        Idempotency_Key="one",
    )
    assert first.json() == second.json() == by_header.json()
    assert Event.objects.filter(match=found).count() == count


def test_a_key_is_its_players_own():
    found, mine, here, asked = turn()
    mine.answer(here, asked["id"], {"kind": "mine"}, "one")
    other = program(found.seats.exclude(number=turn_seat(found).number).first().player)
    assert other.answer(here, asked["id"], {"kind": "mine"}, "one").status_code in (409, 422)


def test_without_a_key_nothing_is_done():
    found, mine, here, asked = turn()
    said = {"question": asked["id"], "command": {"kind": "mine"}}
    assert mine.refused("POST", f"matches/{here}/answers", said) == (422, "no_key")
    assert not Submission.objects.filter(match=found, door=Door.API).exists()


def test_a_stale_answer_says_what_is_open_now_to_whom_may_read():
    found, mine, here, asked = turn()
    play_on(found, 1)
    found.refresh_from_db()
    got = mine.answer(here, asked["id"], {"kind": "mine"})
    assert (got.status_code, got.json()["error"]["code"]) == (409, "stale")
    assert got.json()["error"]["open"] == mine.questions(here)
    blind = program(found.seats.get(player__email=_email(mine)).player, "play")
    got = blind.answer(here, asked["id"], {"kind": "mine"})
    assert got.status_code == 409 and "open" not in got.json()["error"]


def _email(mine: Program) -> str:
    return str(Player.objects.get(pk=mine.get("me")["id"]).email)


def test_a_program_that_may_not_read_learns_nothing_from_its_answer():
    found, _, here, asked = turn()
    blind = program(turn_seat(found).player, "play")
    assert blind.answer(here, asked["id"], {"kind": "mine"}).json() == {"outcome": "played", "happened": None}


@pytest.mark.parametrize(
    ("command", "status", "code"),
    [
        ({"kind": "fly"}, 422, "malformed"),
        ({}, 422, "malformed"),
        ({"kind": {"a": [1] * 50}}, 422, "malformed"),
        ({"kind": "mine", "more": 10**30}, 422, "malformed"),
        ({"kind": "stop"}, 422, "not_an_answer"),
    ],
)
def test_what_is_no_answer_is_refused_with_the_codes_of_the_pages(command, status, code):
    found, mine, here, asked = turn()
    before = Event.objects.filter(match=found).count()
    got = mine.answer(here, asked["id"], command)
    assert (got.status_code, got.json()["error"]["code"]) == (status, code)
    assert Event.objects.filter(match=found).count() == before


def test_the_name_of_a_question_is_of_one_seat_and_one_player_only():
    found, mine, here, asked = turn()
    other = program(found.seats.exclude(number=turn_seat(found).number).first().player)
    assert other.answer(here, asked["id"], {"kind": "mine"}).status_code == 409
    seat = turn_seat(found)
    type(seat).objects.filter(pk=seat.pk).update(generation=seat.generation + 1)
    assert mine.answer(here, asked["id"], {"kind": "mine"}).status_code == 409
    changed = asked["id"][:-1] + ("A" if asked["id"][-1] != "A" else "B")
    assert mine.answer(here, changed, {"kind": "mine"}).status_code == 409


def test_names_of_questions_outlive_the_sites_key(settings):
    _, mine, here, asked = turn()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert mine.answer(here, asked["id"], {"kind": "mine"}).status_code == 200


def test_the_same_answer_sent_many_times_at_once_is_played_once():
    found, mine, here, asked = turn()
    secret = mine.client.defaults["HTTP_AUTHORIZATION"][7:]
    before = Submission.objects.filter(match=found).count()
    with at(SOON):
        got = together(
            [
                lambda: Program(secret).answer(here, asked["id"], {"kind": "mine"}, "once").json()
                for _ in range(6)
            ]
        )
    assert Counter(map(str, got)).most_common() == [(str(got[0]), 6)] and got[0]["outcome"] == "played"
    assert Submission.objects.filter(match=found).count() == before + 1


def test_too_many_refusals_are_held_up_and_a_valid_answer_is_not(settings):
    settings.LIMITS = settings.LIMITS | {"refusals of a seat": (2, 60)}
    _, mine, here, asked = turn()
    statuses = [mine.answer(here, asked["id"], {"kind": "fly"}).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    assert mine.answer(here, asked["id"], {"kind": "mine"}).status_code == 200


# --- what is shown


def test_a_match_is_the_view_of_its_page_without_the_numbers_of_events():
    found, mine, here, _ = turn()
    seat = turn_seat(found)
    shown = mine.get(f"matches/{here}")
    assert shown["seat"] == seat.number and "asked" not in shown["view"]
    assert shown["view"]["reader"] == seat.number
    assert [one["is_me"] for one in shown["seats"]].index(True) == seat.number
    assert {one["name"] for one in shown["seats"]} == {"Alice", "Bob", "Carol"}
    known = mine.ask("GET", f"matches/{here}", If_None_Match=mine.ask("GET", f"matches/{here}")["ETag"])
    assert (known.status_code, known.content) == (304, b"")


def test_nobody_can_tell_a_match_they_may_not_see_from_none():
    found = match_of()
    theirs = program("eve")
    for method, rest, body in [
        ("GET", "", None),
        ("GET", "/questions", None),
        ("GET", "/log", None),
        ("GET", "/talk", None),
        ("GET", "/orders", None),
        ("POST", "/answers", {"question": "x", "command": {}, "key": "k"}),
        ("PUT", "/orders", {"plan": "careful"}),
        ("DELETE", "/orders", None),
        ("POST", "/talk", {"text": "hello", "key": "k"}),
        ("GET", "/actions", None),
        ("POST", "/undo", {"key": "k"}),
        ("POST", "/votes", {"subject": "pause", "key": "k"}),
        ("POST", "/nudge", {"key": "k"}),
        ("POST", "/leave", {"key": "k"}),
        ("POST", "/join", {}),
        ("POST", "/invitations", {"address": "x@example.org", "key": "k"}),
    ]:
        there = theirs.ask(method, f"matches/{found.public_id}{rest}", body)
        none = theirs.ask(method, f"matches/{'A' * 16}{rest}", body)
        assert (there.status_code, there.content) == (none.status_code, none.content) == (404, there.content)
    assert theirs.refused("GET", "matches/%00") == (404, "not_found")


def test_an_onlooker_sees_what_the_public_sees_and_does_nothing():
    found = match_of(spectators=True)
    theirs = program("eve")
    shown = theirs.get(f"matches/{found.public_id}")
    assert shown["seat"] is None and shown["view"]["reader"] == -1
    assert theirs.get(f"matches/{found.public_id}/log")["lines"]
    assert theirs.refused("GET", f"matches/{found.public_id}/questions") == (404, "not_found")
    assert theirs.refused("GET", f"matches/{found.public_id}/talk") == (404, "not_found")


def test_everything_is_in_the_language_of_the_player():
    _, mine, here, _ = turn()
    Player.objects.filter(email=_email(mine)).update(language="ru")
    assert mine.get("matches/" + here)["name"]
    got = mine.ask("GET", "matches/none", Accept_Language="pt-br")
    assert got["Content-Language"] == "ru" and "ничего" in got.json()["error"]["message"]


# --- orders and talk


def test_orders_are_laid_read_and_taken_away():
    found, mine, here, _ = turn()
    plans = mine.get(f"matches/{here}/orders")["plans"]
    assert {one["key"] for one in plans} >= {*READY_MADE_ORDERS}
    other = program(found.seats.exclude(number=turn_seat(found).number).first().player)
    laid = other.ask("PUT", f"matches/{here}/orders", {"plan": "careful"}).json()
    assert laid["orders"] == other.get(f"matches/{here}/orders")["orders"]
    again = other.ask("PUT", f"matches/{here}/orders", {"orders": laid["orders"]}).json()
    assert again["orders"] == laid["orders"]
    assert Order.objects.filter(match=found, door=Door.API).count() == 2
    gone = other.ask("DELETE", f"matches/{here}/orders?only_plan=true").json()
    assert gone["orders"] != laid["orders"]
    assert other.refused("PUT", f"matches/{here}/orders", {"plan": "none"}) == (422, "not_offered")
    assert other.refused("PUT", f"matches/{here}/orders", {}) == (422, "malformed")
    assert other.refused("PUT", f"matches/{here}/orders", {"orders": {"x": 1}, "plan": "careful"})[0] == 422


def test_talk_is_said_once_for_each_key_and_heard_by_the_others():
    found, mine, here, _ = turn()
    said = {"text": "I dig.", "key": "one"}
    statuses = [mine.ask("POST", f"matches/{here}/talk", said).status_code for _ in range(2)]
    assert statuses == [201, 201] and Talk.objects.count() == 1
    other = program(found.seats.exclude(number=turn_seat(found).number).first().player)
    (line,) = other.get(f"matches/{here}/talk")["talk"]
    assert (line["text"], line["is_mine"], line["is_private"]) == ("I dig.", False, False)
    assert mine.refused("POST", f"matches/{here}/talk", {"text": " ", "key": "two"}) == (422, "nothing_said")


def test_a_private_message_is_between_two():
    found = match_of(private_messages=True)
    alice, bob, carol = (program(name) for name in ("alice", "bob", "carol"))
    here = f"matches/{found.public_id}/talk"
    assert alice.ask("POST", here, {"text": "Let's dig.", "to": 1, "key": "k"}).status_code == 201
    assert [one["is_private"] for one in bob.get(here)["talk"]] == [True]
    assert carol.get(here)["talk"] == []
    assert alice.refused("POST", here, {"text": "Me?", "to": 0, "key": "l"})[0] == 409


def test_a_person_can_undo_on_the_page_what_their_program_did():
    found, mine, here, asked = turn()
    seat = turn_seat(found)
    mine.answer(here, asked["id"], {"kind": "leave"})
    before = Event.objects.filter(match=found).count()
    page = Page.of(browser(seat.player).get(f"/m/{here}/"))
    (undo,) = [form for form in page.forms if form.action.endswith("/take-back/")]
    browser(seat.player).post(undo.action, undo.values())
    assert Event.objects.filter(match=found).count() == before + 1
