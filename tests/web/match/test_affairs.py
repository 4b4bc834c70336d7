"""What is done beside playing: votes, seats, offers, holidays. Pressed twice, it is done once."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from games.clocks import Bank, Pace
from games.match import seats
from games.models import Act, Deadline, MatchStatus, Vote
from games.titles.quartz.rules import commands as c
from tests.kit.cast import (
    NOON,
    SOON,
    Page,
    address,
    answer,
    at,
    browser,
    match_of,
    open_questions,
    person,
    play_on,
)
from tests.kit.match_tabs import all_tabs, whole

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
HOUR = timedelta(hours=1)
ACTIONS = ("vote/", "back/", "days/", "leave/", "offer/")


def form(client, found, action: str, rest: str = "", **wanted: str):
    """Find a form on a page by where it goes and what it holds."""
    forms = (Page.of(client.get(address(found, rest))) if rest else all_tabs(client, found)).forms
    return next(
        one
        for one in forms
        if (one.action.partition("#")[0].endswith(action) if action else not one.action)
        and all(value in one.values().get(name, []) for name, value in wanted.items())
    )


def press(client, found, action: str, where: dict[str, str] | None = None, **more: str):
    sent = form(client, found, action, **(where or {})).values() | more
    return client.post(address(found, action), sent)


def say(client, found, subject: str, yes: str = "yes", **more: str):
    return press(client, found, "vote/", {"subject": subject}, say=yes, **more)


def words(client, found) -> str:
    return all_tabs(client, found).words


def status(found) -> str:
    found.refresh_from_db()
    return found.status


def away(found, name: str) -> None:
    found.seats.filter(player=person(name)).update(on_autopilot=True, silences=2)


# --- votes


def test_all_see_who_proposes_a_pause_who_agreed_and_who_is_missing():
    found = match_of()
    assert say(browser("alice"), found, "pause").status_code == 302
    for name in ("alice", "bob", "carol"):
        told = words(browser(name), found)
        assert "Alice proposes a pause" in told
        assert "Agreed Alice Not voted yet Bob, Carol" in told
    assert "Cancel the vote" in words(browser("alice"), found)
    assert "Cancel the vote" not in words(browser("bob"), found)


def test_the_last_yes_pauses_and_goes_on_again():
    found = match_of()
    for name in ("alice", "bob", "carol"):
        assert status(found) == MatchStatus.RUNNING
        done = say(browser(name), found, "pause")
    assert status(found) == MatchStatus.PAUSED
    assert "Everyone present has agreed" in Page.of(browser("carol").get(done["Location"])).words
    for name in ("alice", "bob", "carol"):
        say(browser(name), found, "resume")
    assert status(found) == MatchStatus.RUNNING


def test_a_double_click_is_one_yes_and_one_row():
    found, client = match_of(), browser("alice")
    sent = form(client, found, "vote/", subject="pause").values() | {"say": "yes"}
    answers = [client.post(address(found, "vote/"), sent) for _ in range(3)]
    assert len({(one.status_code, one["Location"]) for one in answers}) == 1
    assert (Vote.objects.count(), Act.objects.count()) == (1, 1)


def test_two_tabs_say_yes_once():
    found, client = match_of(), browser("alice")
    tabs = [form(client, found, "vote/", subject="pause").values() | {"say": "yes"} for _ in range(2)]
    assert [client.post(address(found, "vote/"), tab).status_code for tab in tabs] == [302, 302]
    assert Act.objects.count() == 1


def test_who_proposed_calls_it_off_and_others_take_their_own_yes_back():
    found = match_of()
    alice, bob = browser("alice"), browser("bob")
    say(alice, found, "pause")
    say(bob, found, "pause")
    say(bob, found, "pause", "no")
    assert [vote.seat.player for vote in Vote.objects.all()] == [person("alice")]
    say(bob, found, "pause")
    say(alice, found, "pause", "no")
    assert not Vote.objects.exists()


def test_ending_needs_the_box_and_those_who_are_there():
    found = match_of()
    away(found, "carol")
    refused = say(browser("alice"), found, "end")
    assert refused.status_code == 422 and "tick the box to confirm" in Page.of(refused).words
    assert not Vote.objects.exists()
    assert "Propose to end" not in words(browser("carol"), found)
    for name in ("alice", "bob"):
        say(browser(name), found, "end", sure="on")
    assert status(found) == MatchStatus.CLOSED


def test_a_vote_that_only_waited_for_who_went_away_can_be_carried():
    found = match_of()
    for name in ("alice", "bob"):
        say(browser(name), found, "end", sure="on")
    away(found, "carol")
    assert "Everyone has agreed: do it now" in words(browser("alice"), found)
    say(browser("alice"), found, "end", sure="on")
    assert status(found) == MatchStatus.CLOSED


def test_nobodys_silence_keeps_a_match_paused_for_good():
    found = match_of()
    for name in ("alice", "bob", "carol"):
        say(browser(name), found, "pause")
    say(browser("alice"), found, "resume")
    with at(SOON + timedelta(days=7) - timedelta(seconds=1)):
        assert "do it" not in words(browser("alice"), found)
    with at(SOON + timedelta(days=7)):
        say(browser("alice"), found, "resume")
    assert status(found) == MatchStatus.RUNNING


# --- autopilot, giving up


def test_who_is_back_plays_again_with_a_clock():
    found = match_of()
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    seat = found.seats.get(number=name.seat)
    found.seats.filter(pk=seat.pk).update(on_autopilot=True, silences=2, offer="x" * 22)
    Deadline.objects.update(state="done")
    client = browser(seat.player)
    sent = form(client, found, "back/").values()
    assert [client.post(address(found, "back/"), sent).status_code for _ in range(2)] == [302, 302]
    seat.refresh_from_db()
    assert (seat.on_autopilot, seat.silences, seat.offer) == (False, 0, "")
    assert Deadline.objects.get(state="running").kind == "question"


def test_a_seat_is_given_up_only_by_who_ticks_the_box_and_once():
    found, client = match_of(), browser("alice")
    sent = form(client, found, "", "leave/").values()
    refused = client.post(address(found, "leave/"), sent)
    assert refused.status_code == 422 and "tick the box to confirm" in Page.of(refused).words
    assert [one.action for one in Page.of(refused).forms][-1] == "", "it is asked again, on the same page"
    sure = sent | {"sure": "on"}
    answers = [client.post(address(found, "leave/"), sure) for _ in range(2)]
    assert {(one.status_code, one["Location"]) for one in answers} == {(302, "/?done=gave_up")}
    assert Act.objects.filter(kind="gave_up").count() == 1
    assert client.get(address(found)).status_code == 404
    assert "left the match" in Page.of(client.get("/?done=gave_up")).words


def test_everything_of_a_former_player_is_dead():
    found, alice = match_of(), browser("alice")
    page = all_tabs(alice, found)
    held = [(one.action, one.values()) for one in page.forms if "press" in one.values()]
    seats.give_up(found.pk, 0, SOON)
    for action, sent in held:
        more = {"say": "yes", "offer": "yes", "do": "mine?", "days": "take"}
        assert alice.post(action or address(found), more | sent).status_code == 404
    assert not Vote.objects.exists()


# --- offers and substitutes


def offered(found) -> str:
    press(browser("bob"), found, "offer/", {"seat": "0"}, offer="yes")
    return f"seat/{found.seats.get(number=0).offer}/"


def test_a_free_seat_is_offered_shown_and_taken_by_one():
    found = match_of()
    seats.give_up(found.pk, 0, SOON)
    link = offered(found)
    assert link in whole(browser("carol"), found)
    eve, mallory = browser("eve"), browser("mallory")
    assert "Other players: Bob, Carol." in Page.of(eve.get(address(found, link))).words
    assert found.seats.get(number=0).player is None, "looking takes nothing"
    took = [eve.post(address(found, link)) for _ in range(2)]
    assert [one["Location"] for one in took] == [address(found)] * 2
    assert mallory.post(address(found, link)).status_code == 404
    seat = found.seats.get(number=0)
    assert (seat.player, seat.offer, seat.generation) == (person("eve"), "", 3)
    assert eve.get(address(found)).status_code == 200


def test_a_substitute_reads_of_the_past_what_everybody_read():
    found = match_of()
    play_on(found, 12)
    seats.give_up(found.pk, 0, SOON)
    before = found.version = type(found).objects.get(pk=found.pk).version
    seats.substitute(found.pk, 0, person("eve"), SOON)
    seat = found.seats.get(number=0)
    assert {str(seat.reader_of(number)) for number in range(1, before + 1)} == {"Onlooker.PUBLIC"}
    assert seat.reader_of(before + 1) == 0
    assert browser("eve").get(address(found)).status_code == 200


def test_a_substitute_cant_take_back_what_the_former_player_did():
    found = match_of()
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    answer(found, name, c.Leave(), SOON)
    seats.give_up(found.pk, name.seat, SOON)
    seats.substitute(found.pk, name.seat, person("eve"), SOON)
    assert "Undo my last move" not in words(browser("eve"), found)


def test_an_offer_called_off_leads_nowhere_and_so_does_one_whose_player_came_back():
    found = match_of()
    away(found, "alice")
    link = offered(found)
    press(browser("carol"), found, "offer/", {"seat": "0"}, offer="no")
    assert browser("eve").get(address(found, link)).status_code == 404
    link = offered(found)
    press(browser("alice"), found, "back/")
    assert browser("eve").post(address(found, link)).status_code == 404


@pytest.mark.parametrize("code", ["x", "A" * 22, "%00", "0"])
def test_a_made_up_offer_is_not_there_to_the_byte(code):
    found, eve = match_of(), browser("eve")
    here, nowhere = (eve.get(f"/m/{one}/seat/{code}/") for one in (found.public_id, "A" * 16))
    assert (here.status_code, here.content) == (nowhere.status_code, nowhere.content)
    assert here.status_code == 404


def test_nobody_offers_a_seat_somebody_sits_in_or_while_away():
    found, alice = match_of(), browser("alice")
    away(found, "carol")
    sent = form(alice, found, "offer/").values() | {"offer": "yes"}
    assert alice.post(address(found, "offer/"), sent | {"seat": "1"}).status_code == 422
    away(found, "alice")
    assert alice.post(address(found, "offer/"), sent).status_code == 422
    assert not found.seats.exclude(offer="").exists()


# --- holidays


def take(client, found, first: str, last: str):
    return press(client, found, "days/", {}, days="take", first=first, last=last)


def test_holidays_are_taken_shown_to_all_and_given_back():
    found, alice = match_of(), browser("alice")
    assert take(alice, found, "2026-03-09", "2026-03-11").status_code == 302
    assert "4 of 7 days left" in words(alice, found)
    assert "9 March to 11 March 2026" in words(browser("bob"), found)
    given = form(alice, found, "days/", first="2026-03-09").values() | {"days": "give"}
    alice.post(address(found, "days/"), given)
    assert found.seats.get(number=0).holidays == []


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("2026-03-01", "2026-03-03"),
        ("2026-03-05", "2026-03-04"),
        ("2026-03-03", "2026-03-10"),
        ("x", ""),
        ("0001-01-01", "9999-12-31"),
        ("2026-03-03", "9999-12-31"),
    ],
)
def test_days_gone_by_turned_round_or_too_many_are_refused(first, last):
    found, alice = match_of(), browser("alice")
    assert take(alice, found, first, last).status_code == 422
    assert found.seats.get(number=0).holidays == []


def test_days_that_have_begun_are_spent():
    found, alice = match_of(), browser("alice")
    take(alice, found, "2026-03-02", "2026-03-04")
    press(alice, found, "days/", {}, days="give", first="2026-03-02", last="2026-03-04")
    assert found.seats.get(number=0).holidays_taken() == [date(2026, 3, 2)]


# --- whoever it isn't for


@pytest.mark.parametrize("action", ACTIONS)
def test_a_token_of_another_seat_or_garbage_is_refused_and_leaves_nothing(action):
    found = match_of()
    theirs = form(browser("bob"), found, "vote/").values()["press"]
    alice = browser("alice")
    rest = {"subject": "pause", "say": "yes", "sure": "on", "offer": "yes", "seat": "1", "days": "take"}
    days = {"first": "2026-03-09", "last": "2026-03-09"}
    for token in (theirs, ["x"], [""], ["\0"]):
        assert alice.post(address(found, action), rest | days | {"press": token}).status_code == 422
    assert not Act.objects.exists()


GARBAGE: tuple[dict[str, str], ...] = (
    {},
    {"say": "maybe"},
    {"subject": "x"},
    {"seat": "²", "offer": "yes"},
    {"seat": "99", "offer": "yes"},
)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("sent", GARBAGE)
def test_garbage_is_refused_with_a_sentence(action, sent):
    found, alice = match_of(), browser("alice")
    token = form(alice, found, "vote/").values()["press"]
    told = alice.post(address(found, action), {"press": token, **sent})
    assert told.status_code in (302, 422)
    assert Act.objects.exists() is False


def test_forms_need_the_token_against_forged_requests():
    found = match_of()
    alice = browser("alice", enforce_csrf_checks=True)
    for action in ACTIONS:
        assert alice.post(address(found, action), {"press": "x"}).status_code == 403


@pytest.mark.parametrize("action", [one for one in ACTIONS if one != "leave/"])
def test_they_take_only_post(action):
    assert browser("alice").get(address(match_of(), action)).status_code == 405


def test_a_seat_does_only_so_much_a_minute(settings):
    settings.LIMITS = {**settings.LIMITS, "acts of a seat": (2, 60)}
    found, alice = match_of(), browser("alice")
    told = [say(alice, found, "pause", yes).status_code for yes in ("yes", "no", "yes")]
    assert told == [302, 302, 429]
    assert Act.objects.count() == 2


@pytest.mark.parametrize("asked", ["?done=%00", "?done=x&in=%00", "?done=x"])
def test_a_receipt_that_cant_be_is_none(asked):
    assert browser("alice").get(address(match_of(), asked)).status_code == 200


def test_an_address_no_match_can_have_is_not_there():
    assert browser("alice").get("/m/%00/").status_code == 404


# --- my hours


def test_hours_are_kept_and_shown_to_the_table():
    found, alice = match_of(), browser("alice")
    sent = {"zone": "Europe/Lisbon", "quiet_from": "22:30", "quiet_to": "07:00", "free_days": ["6"]}
    assert alice.post("/hours/", sent).status_code == 302
    told = words(browser("bob"), found)
    assert "Europe/Lisbon" in told and "22:30–07:00" in told and "Sunday" in told
    page = Page.of(alice.get("/hours/?done=hours"))
    form = next(one for one in page.forms if "quiet_from" in one.values())
    assert "Saved" in page.words and form.values()["quiet_from"] == ["22:30"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Moon/Base"},
        {"quiet_from": "22:00"},
        {"quiet_from": "x", "quiet_to": "y"},
        {"quiet_from": "08:00", "quiet_to": "21:00"},
        {"free_days": ["0", "1", "2", "3"]},
        {"free_days": ["7"]},
        {"free_days": ["²"]},
    ],
)
def test_hours_out_of_bounds_are_refused_with_a_sentence_and_kept_in_the_form(wrong):
    person("alice")
    told = browser("alice").post("/hours/", {"zone": "UTC", "free_days": []} | wrong)
    assert told.status_code == 422 and re.search(r'role="alert">[A-Z]', told.content.decode())
    alice = person("alice")
    assert (alice.time_zone, alice.quiet_from, alice.free_days) == ("Europe/Berlin", None, [])


# --- the time bank

BANK = Pace(HOUR * 24, HOUR * 12, Bank(HOUR * 30, HOUR * 2, HOUR * 40))


def banks(found, name: str = "bob") -> list[str]:
    return re.findall(r"<dt>Time bank</dt><dd>([^<]+)</dd>", whole(browser(name), found))


def test_all_see_how_much_spare_time_each_has_left_and_what_it_is():
    found = match_of(pace=BANK)
    found.seats.filter(number=1).update(bank=HOUR)
    found.seats.filter(number=2).update(bank=timedelta(0))
    assert banks(found) == ["1\xa0day, 6\xa0hours", "1\xa0hour", "used up"]
    told = words(browser("bob"), found).replace("\xa0", " ")
    assert "Everyone started with 1 day, 6 hours. Each move you make yourself adds 2 hours" in told


def test_a_bank_that_is_being_used_is_shown_running_and_stands_still_in_a_pause():
    found = match_of(pace=BANK)
    (mover,) = found.awaited
    with at(NOON + 26 * HOUR):
        assert banks(found)[mover] == "1\xa0day, 4\xa0hours"
        for name in ("alice", "bob", "carol"):
            say(browser(name), found, "pause")
    with at(NOON + 29 * HOUR):
        assert banks(found)[mover] == "1\xa0day, 4\xa0hours"


def test_where_there_is_no_bank_nothing_is_said_of_one():
    found = match_of()
    assert banks(found) == [] and "time bank" not in words(browser("bob"), found)
