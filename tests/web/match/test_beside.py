"""What stands beside the game: nudges, what is said at the table, notes for oneself."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match import seats
from games.models import Act, Event, Hush, Note, Outbox, Talk, read_text
from tests.kit.cast import NOON, Page, address, at, browser, match_of, person, play_on, turn_seat
from tests.kit.match_tabs import all_tabs, whole
from tests.kit.two_matches import Answer, asked, other_match
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=3)


@pytest.fixture(autouse=True)
def later():
    with at(LATER):
        yield


def form(client, found, to: str):
    page = all_tabs(client, found)
    return next(one for one in page.forms if one.action.startswith(address(found, to)))


def say(client, found, told: str, **changes):
    sent = form(client, found, "talk/").values() | {"said": told}
    return client.post(address(found, "talk/"), sent | changes)


def words(client, found) -> str:
    return all_tabs(client, found).words


def keep(client, found, text: str, edition: int = 0):
    return client.post(address(found, "notes/"), {"note": text, "edition": str(edition)})


# --- talk


def test_what_is_said_is_read_by_all_who_sit_there_and_is_no_event():
    found, before = match_of(), Event.objects.count()
    told = say(browser("alice"), found, "Who took my ruby?")
    assert (told.status_code, told["Location"]) == (302, f"{address(found)}talk/#talk")
    for name in ("alice", "bob", "carol"):
        assert "Who took my ruby?" in words(browser(name), found)
    assert "Alice (you)" in words(browser("alice"), found).replace(" ( you )", " (you)")
    assert Event.objects.count() == before


def test_nobody_else_can_say_or_read_anything():
    found = match_of()
    say(browser("alice"), found, "hidden words")
    eve = browser("eve")
    for told in (eve.get(address(found)), eve.post(address(found, "talk/"), {"said": "hello"})):
        assert told.status_code == 404 and b"hidden words" not in told.content
    assert Talk.objects.count() == 1


def test_a_second_press_says_it_once():
    found, alice = match_of(), browser("alice")
    sent = form(alice, found, "talk/").values() | {"said": "hello"}
    for _ in range(2):
        assert alice.post(address(found, "talk/"), sent).status_code == 302
    assert Talk.objects.count() == 1


def test_what_is_refused_is_still_in_its_form(settings):
    found, alice = match_of(), browser("alice")
    told = say(alice, found, "long " * 201)
    assert told.status_code == 422
    assert "Too long by 4: the limit is 1000 characters" in Page.of(told).words
    assert ("long " * 201).strip() in told.content.decode()
    told = say(alice, found, "kept <b>", press=["nonsense"])
    assert told.status_code == 422 and "kept &lt;b&gt;</textarea>" in told.content.decode()
    settings.LIMITS = {**settings.LIMITS, "talk of a seat": (1, 600)}
    say(alice, found, "one")
    told = say(alice, found, "two, which was typed")
    assert told.status_code == 429 and "two, which was typed</textarea>" in told.content.decode()
    assert [one.text for one in Talk.objects.all()] == ["one"]


def test_nothing_is_no_word():
    found = match_of()
    assert say(browser("alice"), found, " \u202e\u200d \n").status_code == 422
    assert not Talk.objects.exists()


def test_words_are_written_as_words_whatever_they_hold():
    found = match_of()
    say(browser("alice"), found, "<script>alert(1)</script>\nשלום \u202eolleh")
    content = whole(browser("bob"), found)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\nשלום olleh" in content
    assert "\u202e" not in content and "<script>alert" not in content


def test_what_cant_be_seen_is_left_out_and_what_joins_letters_stays():
    family = "👩\u200d👩\u200d👧"
    assert read_text(f" a\r\nb\tc\x00\x1b{family}\n\n\n\nd\u2066 ") == f"a\nb c{family}\n\nd"


def test_one_may_talk_in_a_pause_and_after_the_end():
    found = match_of()
    for status in ("paused", "over", "closed"):
        type(found).objects.filter(pk=found.pk).update(status=status)
        assert say(browser("bob"), found, status).status_code == 302
        assert status in words(browser("alice"), found)


def test_at_a_table_that_has_a_fault_nobody_talks():
    found, bob = match_of(), browser("bob")
    sent = form(bob, found, "talk/").values() | {"said": "hello?"}
    type(found).objects.filter(pk=found.pk).update(status="quarantined")
    assert "in progress right now" in Page.of(bob.post(address(found, "talk/"), sent)).words
    assert not Talk.objects.exists()


def test_what_somebody_says_can_be_hidden_and_they_arent_told():
    found, alice, bob = match_of(), browser("alice"), browser("bob")
    say(bob, found, "blah blah")
    before = words(bob, found)
    mine = form(alice, found, "talk/").values()
    assert alice.post(address(found, "talk/"), {"press": mine["press"], "hush": "1"}).status_code == 302
    assert "blah blah" not in words(alice, found) and "You have hidden messages from Bob" in words(
        alice, found
    )
    assert "blah blah" in words(browser("carol"), found) and words(bob, found) == before
    mine = form(alice, found, "talk/").values()
    alice.post(address(found, "talk/"), {"press": mine["press"], "unhush": "1"})
    assert "blah blah" in words(alice, found) and not Hush.objects.exists()


@pytest.mark.parametrize("whose", ["0", "7", "x", "²"])
def test_oneself_and_nobody_cant_be_hidden(whose):
    found, alice = match_of(), browser("alice")
    mine = form(alice, found, "talk/").values()
    assert alice.post(address(found, "talk/"), {"press": mine["press"], "hush": whose}).status_code == 422


def test_who_has_left_the_table_is_called_by_no_name():
    found = match_of()
    say(browser("carol"), found, "farewell")
    seats.give_up(found.pk, 2, LATER)
    told = whole(browser("alice"), found)
    assert "farewell" in told and "A former player" in told and "Carol" not in told


def test_much_talk_costs_as_many_queries_as_little():
    found, counts = match_of(), set()
    alice = browser("alice")
    alice.get(address(found))  # who looks is noted once a minute
    for more in (1, 40):
        for number in range(more):
            seat = found.seats.get(number=number % 3)
            Talk.objects.create(match=found, seat=seat, generation=1, player=seat.player, text="word")
        alice.get(address(found, "talk/"))  # what is new is noted as read
        with CaptureQueriesContext(connection) as queries:
            assert ("Earlier messages" in words(alice, found)) == (more > 20)
        counts.add(len(queries))
    assert len(counts) == 1


# --- notes


def test_notes_are_for_their_owner_alone_and_stay_with_the_player():
    found, alice = match_of(), browser("alice")
    assert keep(alice, found, "bob bluffs").status_code == 302
    assert "bob bluffs" in words(alice, found)
    assert "bob bluffs" not in words(browser("bob"), found)
    found.seats.filter(number=0).update(on_autopilot=True)
    seats.substitute(found.pk, 0, person("dora"), LATER)
    assert "bob bluffs" not in words(browser("dora"), found)
    assert Note.objects.get().player == person("alice")
    assert keep(alice, found, "more", 1).status_code == 404


def test_a_stale_form_overwrites_nothing_and_loses_nothing():
    found, alice = match_of(), browser("alice")
    keep(alice, found, "from the telephone")
    told = keep(alice, found, "from the <desk>")
    page = told.content.decode()
    assert told.status_code == 422
    assert "from the &lt;desk&gt;</textarea>" in page and "from the telephone" in page
    assert Note.objects.get().text == "from the telephone"
    edition = next(one for one in Page.of(told).forms if "notes" in one.action).values()["edition"]
    assert keep(alice, found, "both", int(edition[0])).status_code == 302
    assert Note.objects.get().text == "both"


def test_the_same_note_twice_is_no_clash():
    found, alice = match_of(), browser("alice")
    for _ in range(2):
        assert keep(alice, found, "the same").status_code == 302
    assert Note.objects.get().edition == 1


def test_a_note_may_be_emptied_and_is_bounded():
    found, alice = match_of(), browser("alice")
    keep(alice, found, "x")
    assert keep(alice, found, "", 1).status_code == 302 and Note.objects.get().text == ""
    told = keep(alice, found, "y" * 5001, 2)
    assert told.status_code == 422 and "y" * 5001 in told.content.decode()


@pytest.mark.parametrize("edition", ["", "x", "²", "9" * 40, "-1"])
def test_an_edition_that_cant_be_is_a_stale_one(edition):
    found, alice = match_of(), browser("alice")
    told = alice.post(address(found, "notes/"), {"note": "kept", "edition": edition})
    assert told.status_code == 422 and "kept</textarea>" in told.content.decode()


# --- nudges


def waiting(found):
    asked = turn_seat(found).player.display_name.lower()
    return asked, next(name for name in ("alice", "bob", "carol") if name != asked)


def test_who_waits_can_nudge_once_and_all_can_read_of_it():
    found = match_of()
    asked, giver = waiting(found)
    mine = browser(giver)
    assert f"Nudge {asked.title()}" in words(mine, found)
    told = mine.post(address(found, "nudge/"), form(mine, found, "nudge/").values(), follow=True)
    assert "Your nudge is on its way" in Page.of(told).words
    for name in ("alice", "bob", "carol"):
        assert f"{giver.title()} nudged {asked.title()} on 2 March, 16:00" in words(browser(name), found)
    assert f"Nudge {asked.title()}" not in words(mine, found)
    assert Act.objects.count() == 1


def test_who_is_asked_alone_is_offered_no_nudge():
    found = match_of()
    asked, _ = waiting(found)
    assert "Nudge" not in words(browser(asked), found)


def test_a_nudge_that_comes_too_early_is_said_to_be_one():
    found = match_of()
    _, giver = waiting(found)
    with at(NOON + timedelta(minutes=10)):
        assert "If nothing happens by 2 March, 14:00, you can send a friendly nudge." in words(
            browser(giver), found
        )


def test_whom_no_mail_reaches_is_named_in_place_of_a_button():
    found = match_of()
    asked, giver = waiting(found)
    found.seats.filter(player=person(asked)).update(muted=True)
    told = words(browser(giver), found)
    assert f"Emails from this match don't reach {asked.title()}" in told
    assert not [one for one in Page.of(browser(giver).get(address(found))).forms if "nudge" in one.action]


def test_a_stranger_nudges_nobody():
    found = match_of()
    assert browser("eve").post(address(found, "nudge/"), {}).status_code == 404


# --- two worlds


def without_key(answer: Answer) -> Answer:
    """Cover the key of a press in the address of its receipt; it is drawn for each form."""
    headers = {name: re.sub(r"(?<=done=)[\w-]{22}", "key", value) for name, value in answer.headers.items()}
    return replace(answer, headers=headers)


def shown(found, seat) -> list[Answer]:
    """Ask for the page with a nudge to be had, nudge, and say what is refused; then look again."""
    sent = form(browser(seat.player), found, "talk/").values()
    return [
        asked(found, seat),
        without_key(asked(found, seat, "nudge/", {"press": sent["press"]})),
        asked(found, seat, "talk/", {"said": "kept"}),
        asked(found, seat, "notes/", {"note": "kept", "edition": "7"}),
        asked(found, seat),
    ]


def test_nothing_beside_the_game_depends_on_what_is_hidden():
    compared, nudged = 0, 0
    for seed in range(30):
        found = match_of(options=ONE_PRICE, secret=bytes([seed + 1] * 32))
        play_on(found, 3 + 5 * (seed % 9), seed=seed)
        found.refresh_from_db()
        reader = found.seats.select_related("player").order_by("number")[seed % 3]
        other = other_match(found, reader, random.Random(seed)) if found.is_running else None
        if other is None:
            continue
        there = other.seats.select_related("player").get(number=reader.number)
        mine, theirs = shown(found, reader), shown(other, there)
        assert mine == theirs
        given = [Act.objects.filter(match=one).values_list("kind", "about").first() for one in (found, other)]
        assert given[0] == given[1]
        mails = [
            sorted(Outbox.objects.filter(match=one, kind="nudged").values_list("seat__number", "send_after"))
            for one in (found, other)
        ]
        assert mails[0] == mails[1]
        compared, nudged = compared + 1, nudged + bool(mails[0])
        if compared >= 4 and nudged:
            break
    assert compared >= 4 and nudged
