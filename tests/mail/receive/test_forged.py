"""Emails that claim to be a player's: none is a move. Whoever they are from, only the player is asked."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mail import links
from games.mail.press import What, press
from games.mail.send import outbox
from games.models import Inbound, InboundState, Link, MailState, Outbox, Player, Purpose, Seat
from tests.kit.cast import match_of
from tests.kit.mailed_links import found
from tests.kit.replies_by_mail import REPLY, SOON, VOUCHED, ask, asked, come_in, written

pytestmark = pytest.mark.django_db(transaction=True)

ALICE = "Alice <alice@example.org>"
HEAD = "Authentication-Results: "
PASS = "dmarc=pass header.from=example.org\r\n"

#: The head above the email's own From, and that From.
FORGED = {
    "nobody vouches for it": ("", ALICE),
    "its server says it failed": (f"{HEAD}mx.play.example; dmarc=fail header.from=example.org\r\n", ALICE),
    "no policy was found": (f"{HEAD}mx.play.example; dmarc=none header.from=example.org\r\n", ALICE),
    "somebody guessed that it might pass": (f"{HEAD}mx.play.example; dmarc=bestguesspass\r\n", ALICE),
    "only SPF passed": (f"{HEAD}mx.play.example; spf=pass smtp.mailfrom=alice@example.org\r\n", ALICE),
    "only DKIM passed, for another domain": (
        f"{HEAD}mx.play.example; dkim=pass header.d=evil.example\r\n",
        ALICE,
    ),
    "another server vouches": (f"{HEAD}mx.evil.example; {PASS}", ALICE),
    "a server of nearly the same name vouches": (f"{HEAD}mx.play.example.evil.example; {PASS}", ALICE),
    "a server of part of the name vouches": (f"{HEAD}play.example; {PASS}", ALICE),
    "the name stands in a comment": (f"{HEAD}(mx.play.example) evil.example; {PASS}", ALICE),
    "its own server says otherwise above": (
        f"{HEAD}mx.play.example; dmarc=fail\r\n{HEAD}mx.play.example; {PASS}",
        ALICE,
    ),
    "its own server says nothing of it above": (
        f"{HEAD}mx.play.example; none\r\n{HEAD}mx.play.example; {PASS}",
        ALICE,
    ),
    "two results in one": (f"{HEAD}mx.play.example; dmarc=fail; {PASS}", ALICE),
    "the result stands in a quoted name": (
        f'{HEAD}mx.play.example; spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.org"@evil.org\r\n',
        ALICE,
    ),
    "the result stands in a comment": (f"{HEAD}mx.play.example; spf=fail (x; dmarc=pass)\r\n", ALICE),
    "the comment never ends": (f"{HEAD}mx.play.example (; {PASS}", ALICE),
    "it passed for another domain": (
        f"{HEAD}mx.play.example; dmarc=pass header.from=evil.example\r\n",
        ALICE,
    ),
    "it passed for two domains": (
        f"{HEAD}mx.play.example; dmarc=pass header.from=example.org header.from=evil.example\r\n",
        ALICE,
    ),
    "the field only sounds like it": (f"X-Authentication-Results: mx.play.example; {PASS}", ALICE),
    "the field of the relay before": (f"ARC-Authentication-Results: i=1; mx.play.example; {PASS}", ALICE),
    "a friend it was forwarded to": (VOUCHED, "Frida <frida@example.org>"),
    "the address as a name": (VOUCHED, '"alice@example.org" <mallory@example.org>'),
    "the address as a name without quotes": (VOUCHED, "alice@example.org <mallory@example.org>"),
    "the address in a comment": (VOUCHED, "mallory@example.org (alice@example.org)"),
    "two addresses": (VOUCHED, "alice@example.org, mallory@example.org"),
    "two addresses in brackets": (VOUCHED, "<mallory@example.org> <alice@example.org>"),
    "a group": (VOUCHED, "miners: alice@example.org;"),
    "two Froms": (f"{VOUCHED}From: mallory@example.org\r\n", ALICE),
    "two Froms, one with a space": (f"{VOUCHED}From : mallory@example.org\r\n", ALICE),
    "the address as Sender": (f"{VOUCHED}Sender: alice@example.org\r\n", "mallory@example.org"),
    "the address as Reply-To": (f"{VOUCHED}Reply-To: alice@example.org\r\n", "mallory@example.org"),
    "a letter that looks like an a": (VOUCHED, "\u0430lice@example.org"),
    "a tag behind the name": (VOUCHED, "alice+x@example.org"),
    "a part of the domain": (VOUCHED, "alice@mail.example.org"),
    "an encoded address": (VOUCHED, "=?utf-8?q?alice=40example.org?="),
    "an encoded line break": (VOUCHED, "=?utf-8?q?a=0AFrom:_alice=40example.org?= <mallory@example.org>"),
}


@pytest.mark.parametrize("why", FORGED)
def test_a_forged_mail_is_no_move(why):
    to = asked()
    head, author = FORGED[why]
    row = come_in(written(head=head, author=author), to)
    assert to.done() == ""
    assert row.state in (InboundState.CONFIRM, InboundState.REFUSED)
    (mail,) = Outbox.objects.filter(kind__in=("confirm", "unreadable"))
    assert mail.seat == to.seat and not mail.to, "only the seat's own player is written to"


def test_there_are_thirty_and_the_honest_mail_beside_them_plays():
    assert len(FORGED) >= 30
    to = asked()
    assert come_in(written(), to).state == InboundState.PLAYED
    assert to.done() == "A"


def test_a_providers_verdict_counts_where_it_gives_one():
    to = asked()
    assert come_in(written("A", head=""), to, verdict="fail").state == InboundState.CONFIRM
    assert come_in(written("B", head=VOUCHED), to, verdict="fail").state == InboundState.CONFIRM
    assert come_in(written("B", head=""), to, verdict="pass").state == InboundState.PLAYED
    assert to.done() == "B"


def test_without_a_server_to_believe_none_is(settings):
    settings.AUTHSERV_ID = ""
    to = asked()
    assert come_in(written(head=f"{HEAD}; {PASS}"), to).state == InboundState.CONFIRM
    assert to.done() == ""


def test_a_confirm_link_does_what_the_reply_said_once():
    to = asked()
    for _ in range(2):
        come_in(written("leave", head="", author=f"Alice {_} <alice@example.org>"), to)
    (mail,) = Outbox.objects.filter(kind="confirm")
    assert (mail.question, mail.seat) == (to.mail.question, to.seat)
    (link,) = Link.objects.filter(mail=mail)
    assert link.purpose == Purpose.CONFIRM and to.done() == ""
    assert press(found(link), door="link", now=SOON).what == What.PLAYED
    assert to.done() == "B"


def test_a_confirm_mail_makes_no_sense_once_the_question_is_answered():
    to = asked()
    come_in(written("leave", head=""), to)
    come_in(written("A"), to)
    mail = Outbox.objects.get(kind="confirm")
    outbox.send(mail.pk, SOON)
    mail.refresh_from_db()
    assert mail.state == MailState.SUPERSEDED


@pytest.mark.parametrize(
    "bend",
    [
        lambda address: address.replace("@", "x@"),
        lambda address: address[:10] + ("a" if address[10] != "a" else "b") + address[11:],
        lambda address: address.replace("reply.play.example", "reply.evil.example"),
        lambda address: "r+" + "a" * 39 + "@reply.play.example",
        lambda address: address.replace("r+", "b+"),
        lambda address: address.split("@")[0].removeprefix("r+"),
    ],
)
def test_an_address_we_did_not_write_leads_nowhere(bend):
    to = asked()
    row = come_in(written().replace(REPLY, bend(to.address).encode()), to)
    assert (row.state, row.why, row.seat) == (InboundState.IGNORED, "nobodys", None)
    assert to.done() == "" and not Outbox.objects.filter(kind__in=("confirm", "unreadable")).exists()


def test_upper_case_changes_nothing():
    to = asked()
    row = come_in(written().replace(REPLY, to.address.upper().encode()), to)
    assert row.state == InboundState.PLAYED


def test_the_token_of_another_purpose_is_no_reply_address():
    to = asked()
    choice = Link.objects.get(mail=to.mail, code="A")
    address = f"r+{links.token(choice)}@reply.play.example"
    assert come_in(written().replace(REPLY, address.encode()), to).why == "nobodys"


def test_a_mail_of_one_seat_plays_for_no_other():
    first = asked()
    match = match_of("dora", "emil", "alice")
    other = ask(match, match.seats.select_related("player").get(player__email="alice@example.org"))
    assert come_in(written(), other).state == InboundState.PLAYED
    assert (first.done(), other.done()) == ("", "A")


def test_after_a_change_of_hands_the_address_is_dead():
    to = asked()
    Seat.objects.filter(pk=to.seat.pk).update(generation=2)
    row = come_in(written(), to)
    assert (row.state, row.why) == (InboundState.IGNORED, "dead")
    assert to.done() == ""


def test_a_reply_that_comes_too_late_is_told_so_and_plays_nothing():
    to = asked()
    come_in(written("leave"), to)
    row = come_in(written("mine"), to, now=SOON + timedelta(hours=2))
    assert (row.state, row.why) == (InboundState.ANSWERED, What.STALE)
    mail = Outbox.objects.get(kind="unreadable")
    assert not mail.question, "it goes although nothing is asked any more"
    assert Inbound.objects.answered_by(mail) == row
    assert to.done() == "B"


def test_the_same_letter_twice_is_played_once():
    to = asked()
    states = [come_in(written(), to).state for _ in range(2)]
    again = come_in(written(head=f"Received: from another way\r\n{VOUCHED}"), to)
    assert states == [InboundState.PLAYED] * 2 and again.state == InboundState.PLAYED
    assert Inbound.objects.count() == 2 and to.done() == "A"


@pytest.mark.parametrize(("hers", "forged"), [("strasse", "straße"), ("lake", "la\u212ae"), ("lime", "lıme")])
def test_a_domain_that_only_reads_alike_in_small_letters_vouches_for_nobody(hers, forged):
    to = asked()
    Player.objects.filter(email="alice@example.org").update(email=f"alice@{hers}.example")
    vouched = VOUCHED.replace("example.org", f"{forged}.example")
    row = come_in(written(head=vouched, author=f"alice@{forged}.example"), to)
    assert (row.state, to.done()) == (InboundState.CONFIRM, "")
