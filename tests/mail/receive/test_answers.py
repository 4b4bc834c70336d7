"""What a player is told of a reply that did nothing, how often, and that nobody is told for ever."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from email import message_from_bytes, policy

import pytest

from games.mail import links
from games.mail.compose import frame
from games.mail.press import PressResult, What
from games.mail.receive import replies
from games.mail.receive.parsing import first_line
from games.models import Inbound, InboundState, Link, Outbox, Seat
from games.models.inbound import MOST_IN_A_ROW
from tests.kit.replies_by_mail import FEW_UNPROVEN, SOON, Asked, asked, asked_elsewhere, come_in, written

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def answers() -> int:
    return Outbox.objects.filter(kind="unreadable").count()


def test_several_unreadable_replies_an_hour_are_answered_each_for_itself():
    to = asked()
    rows = [
        come_in(written(f"what? {minute}"), to, now=SOON + timedelta(minutes=minute)) for minute in (0, 1, 5)
    ]
    mails = list(Outbox.objects.filter(kind="unreadable").order_by("pk"))
    assert [Inbound.objects.answered_by(mail) for mail in mails] == rows
    assert {(mail.seat, mail.question) for mail in mails} == {(to.seat, to.mail.question)}
    assert {row.why for row in rows} == {"no_choice"}
    assert Inbound.objects.answered_by(to.mail) is None


def test_there_is_an_end_to_them_in_one_hour_and_a_new_beginning_in_the_next(settings):
    settings.LIMITS = {**settings.LIMITS, "answers to replies": (3, 3600)}
    to = asked()
    for minute in range(10):
        come_in(written(f"what? {minute}"), to, now=SOON + timedelta(minutes=minute))
    assert answers() == 3
    come_in(written("what?"), to, now=SOON + HOUR)
    assert answers() == 4


def test_a_players_matches_are_counted_together(settings):
    settings.LIMITS = {**settings.LIMITS, "answers to replies": (1, 3600)}
    first, second = asked(), asked_elsewhere()
    come_in(written("what?"), first)
    come_in(written("what?"), second)
    assert answers() == 1


def test_forged_replies_take_no_answer_from_the_players_own(settings):
    settings.LIMITS = {
        **settings.LIMITS,
        "answers to replies": (1, 3600),
        "answers to unproven replies": (1, 3600),
    }
    to = asked()
    for number in range(3):
        come_in(written(f"forged {number}", head=""), to)
    assert answers() == 1
    come_in(written("what?"), to)
    assert answers() == 2


def reply_to(mail: Outbox) -> Asked:
    """Send an email, and give its own reply address."""
    row = Outbox.objects.select_related("match", "seat__player").get(pk=mail.pk)
    links.write(frame.finish(row, SOON).links)
    return Asked(row.match, row.seat, row, Link.objects.get(mail=row, purpose="reply"))


def test_two_programs_that_answer_each_other_come_to_an_end():
    to = asked()
    for hour in range(12):
        come_in(written(f"I am on holiday {hour}"), to, now=SOON + hour * HOUR)
        mails = list(Outbox.objects.filter(kind="unreadable").order_by("pk"))
        to = to if to.mail == mails[-1] else reply_to(mails[-1])
    assert len(mails) == MOST_IN_A_ROW
    assert "This is our last email about replies" in told(mails[-1])
    assert "This is our last email" not in told(mails[-2])


def told(mail: Outbox | None = None) -> str:
    """Write the email that answers a reply, and give its text in one line."""
    wanted = {"pk": mail.pk} if mail else {"kind": "unreadable"}
    row = Outbox.objects.select_related("match", "seat__player").get(**wanted)
    body = message_from_bytes(frame.finish(row, SOON).content, policy=policy.default).get_body(("plain",))
    return " ".join(body.get_content().split())


def test_a_choice_that_needs_the_page_is_answered_with_that():
    to = asked()
    Seat.objects.filter(pk=to.seat.pk).update(hand_in_mail=False)
    Link.objects.filter(mail=to.mail, code="A").update(content='{"kind":"eureka"}')
    row = come_in(written("A"), to)
    assert (row.state, row.why, to.done()) == (InboundState.ANSWERED, What.NEEDS_PAGE, "")
    said = told()
    assert said.startswith("It's your turn") and "still needs a choice" in said and "A: Mine" in said
    assert "couldn't read" not in said


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("too_many", "try again in a little while"),
        ("not_offered", "That isn't possible here"),
        ("x", "That can't be done."),
    ],
)
def test_an_answer_that_was_read_and_refused_is_told_why(monkeypatch, code, why):
    to = asked()
    monkeypatch.setattr(replies.press, "press", lambda *_, **__: PressResult(What.REFUSED, code=code))
    come_in(written("A"), to)
    assert why in told() and "?." not in told()


LONG = "so " * 60
TOO_MUCH = "too large or too complicated"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (written("yes, please do"), "Your reply began with: “yes, please do”"),
        (written(f"{LONG}\r\nA"), f"Your reply began with: “{LONG[:80].strip()}…”"),
        (written("Press https://evil.example/x now"), "began with: “Press evil. example/x now”"),
        (written("\u202ehi\x07<b>"), "began with: “hi <b>”"),
        (written(""), "no text of your own at the top"),
        (written("> A\r\nA"), "no text of your own at the top"),
        (written().replace(b"From: Alice", b"From: a@example.org, b"), TOO_MUCH),
        (written().replace(b"Subject", b"Content-Type: text/plain; charset=x-none\r\nSubject"), TOO_MUCH),
    ],
)
def test_who_could_not_be_understood_sees_what_was_read_and_what_would_have_counted(reply, said):
    come_in(reply, asked())
    assert "Nothing was done. " in told() and said in told()
    assert "or the words next to it below, and nothing else: “A”, “B”" in told()


def test_a_line_that_takes_long_to_put_in_order_is_shown_in_part(monkeypatch):
    come_in(written("a" + "\u0301" * 100_000), asked())
    seen, normalize = [0], unicodedata.normalize

    def look(form: str, text: str) -> str:
        seen.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", look)
    assert "Your reply began with: “á" in told() and max(seen) < 1000


def test_no_word_of_what_would_have_counted_is_an_answer_when_it_is_quoted():
    to = asked()
    come_in(written("mine? A"), to)
    answer = reply_to(Outbox.objects.get(kind="unreadable"))
    line = told().split("Nothing was done. ")[1].split("“B”. ")[0] + "“B”."
    assert "A”" in line and "“B”" in line
    assert not [word for word in line.split() if replies.chosen(answer.mail, first_line.fold(word))]


def test_an_answer_that_came_too_late_is_told_that_and_no_more():
    to = asked()
    come_in(written("B"), to)
    come_in(written("A"), to)
    assert told().startswith(
        "It's too late for this Your reply came after that question had closed, so nothing was done."
    )


def test_that_mails_are_left_unread_is_told_to_the_player_and_the_host(settings, log):
    to = asked()
    settings.LIMITS = {**settings.LIMITS, **FEW_UNPROVEN, "answers to unproven replies": (0, 3600)}
    for number in range(9):
        row = come_in(written(f"what? {number}", head=""), to)
    assert log.getvalue().count("mails_left_unread") == 1
    (mail,) = Outbox.objects.filter(kind="unreadable")
    assert (mail.seat, mail.question) == (to.seat, to.mail.question)
    assert "some were left unread, perhaps one of yours" in told() and "couldn't read" not in told()
    come_in(written("what?", head=""), to, now=SOON + HOUR)
    for number in range(4):
        come_in(written(f"what?? {number}", head=""), to, now=SOON + HOUR)
    assert log.getvalue().count("mails_left_unread") == 2
    assert row.raw is None


def test_nobody_is_told_of_mails_to_a_seat_that_is_in_other_hands(settings):
    to = asked()
    settings.LIMITS = {**settings.LIMITS, **FEW_UNPROVEN}
    Seat.objects.filter(pk=to.seat.pk).update(generation=2)
    for number in range(5):
        come_in(written(f"what? {number}"), to)
    assert answers() == 0
