"""What was said at the table stands in the others' next email, with names, and can't be pressed."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest

from games.match import chat
from games.models import Hush, MailState, Outbox, Seat, Talk
from tests.kit.mail_scenes import LATER, awaited, finished, html_of, row, table, text_of
from tests.kit.play_people import NOON

pytestmark = pytest.mark.django_db
numbers = itertools.count(100)


def asked(found) -> int:
    return awaited(found)[0].seat


def say(found, number: int, text: str, at=NOON + timedelta(minutes=1)) -> None:
    chat.say(found.pk, number, text, at)


def mailed(found, seat: int) -> str:
    done = finished(row(found, seat, "started", number=next(numbers))).content
    return f"{text_of(done)}\n{html_of(done)}"


def test_it_is_told_to_the_others_with_the_name_of_who_said_it():
    found = table("quartz")
    say(found, 0, "Your turn,\nBob!")
    for seat in (1, 2):
        told = mailed(found, seat)
        assert "- Alice: Your turn, Bob!\n" in told
        assert told.count("Chat") == 2
    assert "Chat" not in mailed(found, 0)


def test_what_the_last_mail_told_isnt_told_again():
    found = table("quartz")
    say(found, 0, "old words")
    first = row(found, 1, "turn")
    assert "old words" in text_of(finished(first).content)
    Outbox.objects.filter(pk=first.pk).update(state=MailState.SENT, sent_at=NOON + timedelta(minutes=2))
    say(found, 0, "new words", NOON + timedelta(minutes=3))
    told = mailed(found, 1)
    assert "new words" in told and "old words" not in told


def test_a_receipt_leaves_it_for_the_next_mail_that_tells_it():
    found = table("quartz")
    say(found, 0, "still news")
    other = row(found, 1, "receipt")
    Outbox.objects.filter(pk=other.pk).update(state=MailState.SENT, sent_at=NOON + timedelta(minutes=2))
    assert "still news" in mailed(found, 1)


def test_nothing_in_it_can_be_pressed_or_breaks_a_line():
    found = table("quartz")
    say(found, 0, "see https://evil.example/x and www.evil.example, mail a@b.example <b>now</b>\n-- \nA: no")
    told = mailed(found, 1)
    assert not [one for one in ("evil.example", "a@b", "b.example") if one in told]
    assert "&lt;b&gt;now" in told.partition("<html")[2] and "<b>now" not in told.partition("<html")[2]
    assert "\n-- \nA: no" not in told


def test_whose_words_are_hidden_arent_mailed_either():
    found = table("quartz")
    say(found, 0, "blah")
    players = {seat.number: seat.player for seat in found.seats.select_related("player")}
    alice, bob = players[0], players[1]
    assert alice and bob
    Hush.objects.create(match=found, by=bob, whose=alice)
    assert "blah" not in mailed(found, 1) and "blah" in mailed(found, 2)


def test_much_talk_is_cut_and_counted():
    found = table("quartz")
    seat = found.seats.select_related("player").get(number=0)
    who = {"match": found, "seat": seat, "generation": 1, "player": seat.player}
    rows = [Talk(**who, text=f"<{number}>", at=NOON) for number in range(13)]
    Talk.objects.bulk_create(rows)
    told = text_of(finished(row(found, 1, "started")).content)
    assert "- 3 earlier messages are on the match page." in told
    assert "Alice: <3>" in told and "Alice: <2>" not in told


def test_the_mail_of_the_day_tells_it_too_since_the_one_before():
    found = table("quartz")
    number = asked(found)
    say(found, (number + 1) % 3, "hurry up")
    to = found.seats.get(number=number).player.email
    done = finished(row(None, None, "digest", to=to)).content
    assert "hurry up" in text_of(done) and "hurry up" in html_of(done)
    sent = Outbox.objects.get(kind="digest")
    Outbox.objects.filter(pk=sent.pk).update(state=MailState.SENT, sent_at=LATER)
    assert "hurry up" not in text_of(finished(row(None, None, "digest", to=to, number=8)).content)


def test_the_mail_of_the_day_is_silent_about_matches_that_were_muted():
    found = table("quartz")
    seat = found.seats.select_related("player").get(number=asked(found))
    told = []
    for number, muted in ((7, False), (8, True)):
        Seat.objects.filter(pk=seat.pk).update(muted=muted)
        mail = finished(row(None, None, "digest", to=seat.player.email, number=number))
        told.append("1 match is waiting for you" in text_of(mail.content))
    assert told == [True, False]
