"""A reply that begins with “say:” goes to the chat and is never a move; a move never goes to the chat."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils.translation import gettext, override

from games.mail.receive.parsing import for_chat, parts
from games.mail.send import outbox
from games.models import Block, InboundState, Match, Outbox, Talk
from games.rules import catalogue
from games.rules.kernel.messages import Row
from tests.kit.cast import browser, person
from tests.kit.replies_by_mail import SOON, VOUCHED, asked, come_in, written

pytestmark = pytest.mark.django_db(transaction=True)


def said():
    return [(one.player.display_name, one.to and one.to.display_name, one.text) for one in Talk.objects.all()]


def receipts():
    return Outbox.objects.filter(kind="message")


def sent_receipt():
    """Send what waits, and give the text of the receipt."""
    (row,) = receipts()
    outbox.send_due(row.send_after)
    return next(one.body for one in mail.outbox if str(row.message_id) in one.message()["Message-ID"])


@pytest.mark.parametrize(
    "line",
    [
        "say: Shall we?",
        "Say:Shall we?",
        "SAY : Shall we?",
        "скажи: Shall we?",
        "Diga: Shall we?",
        "say： Shall we?",
    ],
)
def test_the_first_line_goes_to_the_chat_and_plays_nothing(line):
    to = asked()
    row = come_in(written(line), to)
    assert said() == [("Alice", None, "Shall we?")]
    assert (row.state, row.why, to.done()) == (InboundState.PLAYED, "said", "")
    assert "Your message is in the chat" in sent_receipt()
    assert "“Shall we?”" in sent_receipt()


@pytest.mark.parametrize("text", ["A", "mine", "P1", "копать", "A.", "careful"])
def test_a_move_never_goes_to_the_chat(text):
    to = asked()
    come_in(written(text), to)
    assert to.done() != "" and said() == []


@pytest.mark.parametrize(
    "text", ["say A", "say", "saying: A", "A say: hello", "to say: A", "> say: A", "I say: no"]
)
def test_what_is_neither_is_answered_and_does_nothing(text):
    to = asked()
    row = come_in(written(text), to)
    assert (to.done(), said(), row.state) == ("", [], InboundState.ANSWERED)


@pytest.mark.parametrize("text", ["say: A", "say: mine", "say: P1", "скажи: копать"])
def test_a_message_that_is_a_code_is_a_message(text):
    to = asked()
    come_in(written(text), to)
    assert to.done() == "" and len(said()) == 1


def test_only_the_first_line_is_said():
    to = asked()
    come_in(written("say: Hello!\r\nA\r\n-- \r\nAlice\r\n> say: what was quoted"), to)
    assert said() == [("Alice", None, "Hello!")] and to.done() == ""


def test_a_line_that_the_plain_text_broke_is_said_whole():
    long = "It is a long story that no mail program leaves on a single line, so here it goes on."
    plain, html = f"say: {long[:60]}\r\n{long[60:]}", f"<div>say: {long}</div><div>Alice</div>"
    head = 'Content-Type: multipart/alternative; boundary="b"\r\n'
    kinds = {"plain": plain, "html": html}
    body = (
        "".join(f"--b\r\nContent-Type: text/{kind}\r\n\r\n{one}\r\n" for kind, one in kinds.items()) + "--b--"
    )
    to = asked()
    come_in(written(body, head=VOUCHED + head), to)
    assert said() == [("Alice", None, long)]


@pytest.mark.parametrize(
    ("head", "author"),
    [
        ("", "Alice <alice@example.org>"),
        (VOUCHED.replace("pass", "fail"), "Alice <alice@example.org>"),
        (VOUCHED, "Eve <eve@example.org>"),
    ],
)
def test_what_is_not_believed_is_not_said_and_its_owner_is_told(head, author):
    to = asked()
    row = come_in(written("say: I am Alice.", head=head, author=author), to)
    assert said() == [] and row.state == InboundState.ANSWERED
    told = sent_receipt()
    assert "nothing proves that you wrote it" in " ".join(told.split()) and "I am Alice" not in told
    assert {one for message in mail.outbox for one in message.to} == {"alice@example.org"}


@pytest.mark.parametrize(
    "head", ["Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n", "List-Id: <x>\r\n"]
)
def test_what_no_person_wrote_is_never_said(head):
    come_in(written("say: I'm on holiday.", head=VOUCHED + head), asked())
    assert said() == [] and not receipts().exists()


def test_the_same_email_brought_twice_is_said_once():
    to = asked()
    head = VOUCHED + "Message-ID: <one@example.org>\r\n"
    come_in(written("say: Once!", head=head), to)
    come_in(written("say: Once!", head="Received: by another way\r\n" + head), to)
    assert said() == [("Alice", None, "Once!")]


def test_a_former_players_address_says_nothing():
    to = asked()
    to.match.seats.filter(pk=to.seat.pk).update(generation=9)
    come_in(written("say: I'm back!"), to)
    assert said() == []


@pytest.mark.parametrize(
    ("text", "told"),
    [("say:", "There is no text yet"), (f"say: {'a ' * 700}", "1000 characters")],
    ids=["empty", "long"],
)
def test_what_cannot_be_said_is_answered_with_the_reason(text, told):
    come_in(written(text), asked())
    assert said() == [] and told in " ".join(sent_receipt().split())


def test_what_is_said_over_and_over_ends_at_the_limit(settings):
    settings.LIMITS = settings.LIMITS | {"talk of a seat": (2, 600)}
    to = asked()
    for number in range(4):
        come_in(written(f"say: {number}"), to)
    assert len(said()) == 2


# --- to one player alone


def private():
    to = asked()
    Match.objects.filter(pk=to.match.pk).update(private_messages=True)
    return to


@pytest.mark.parametrize(
    "line",
    [
        "say to Bob: The ruby is mine.",
        "Say to bob : The ruby is mine.",
        "лично Bob: The ruby is mine.",
        "diga a Bob: The ruby is mine.",
        "diga ao Bob: The ruby is mine.",
    ],
)
def test_a_private_message_reaches_its_reader_alone(line):
    to = private()
    come_in(written(line), to)
    assert said() == [("Alice", "Bob", "The ruby is mine.")]
    assert "Your private message was sent" in sent_receipt()
    page = f"/m/{to.match.public_id}/talk/"
    assert "The ruby is mine." in browser("bob").get(page).content.decode()
    assert "The ruby is mine." not in browser("carol").get(page).content.decode()


def test_where_there_are_none_a_private_message_is_no_public_one():
    come_in(written("say to Bob: The ruby is mine."), asked())
    assert said() == []
    assert "can't write to each other privately" in " ".join(sent_receipt().split())


@pytest.mark.parametrize("name", ["Dora", "Alice", "all", "Bob and Carol"])
def test_nobody_is_called_so(name):
    come_in(written(f"say to {name}: Hello!"), private())
    assert said() == []
    told = sent_receipt()
    assert "Bob, Carol" in told and "Hello!" not in told


def test_a_name_with_a_colon_is_found():
    assert for_chat.addressed("Bob: the Great: hi", {1: "Bob", 2: "Bob: the Great"}) == (2, "hi")


def test_who_is_blocked_reaches_nobody_and_is_not_told():
    to = private()
    Block.objects.create(player=person("bob"), blocked=person("alice"))
    come_in(written("say to Bob: Psst!"), to)
    assert "Your private message was sent" in sent_receipt()
    page = browser("bob").get(f"/m/{to.match.public_id}/talk/").content.decode()
    assert "Psst!" not in page


# --- what it can't be taken for


@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
def test_no_words_of_any_game_begin_a_message(language):
    """All that a reply may say to move is made of rows of its game's words."""
    rows = [row.text for rules in catalogue.GAMES for row in map(as_row, rules.core.words.values())]
    assert len(rows) > 500
    with override(language):
        for told in (line for row in rows for line in gettext(row).splitlines()):
            assert read(told) is None, told


def as_row(row):
    return row if isinstance(row, Row) else Row(row)


def read(line):
    head = b"From: a@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    return for_chat.read(parts.take_apart(head + line.encode()))


@pytest.mark.parametrize("language", ["en", "ru", "pt-br"])
@pytest.mark.parametrize(
    "hint",
    [
        "To write in the chat, begin your reply with “say:” and your message.",
        "To write in the chat, begin your reply with “say:” and your message; to write to one player alone, "
        "with “say to %(name)s:”.",
    ],
)
def test_the_words_an_email_names_are_understood(language, hint):
    with override(language):
        told = gettext(hint).replace("%(name)s", "Bob")
    quoted = [part.split("”")[0] for part in told.replace("«", "“").replace("»", "”").split("“")[1:]]
    assert len(quoted) == hint.count("“")
    assert all(read(f"{start} hi") for start in quoted), quoted
    assert read(told) is None, "the line itself, quoted, is no message"


def test_the_email_that_asks_says_how_to_write_in_the_chat():
    to = asked()
    outbox.send_due(SOON)
    (message,) = [one for one in mail.outbox if one.to == ["alice@example.org"]][:1]
    assert "begin your reply with “say:”" in " ".join(message.body.split())
    assert to.mail.pk
