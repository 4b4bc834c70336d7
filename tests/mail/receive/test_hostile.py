"""Emails made to hurt: each is read within a second, in little memory, and plays nothing."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from games.mail.receive import replies
from games.mail.receive.parsing import parts
from games.models import Event, Inbound, InboundState, Outbox
from tests.kit.replies_by_mail import SOON, VOUCHED, asked, come_in, written

pytestmark = pytest.mark.django_db(transaction=True)

HEAD = f"{VOUCHED}From: alice@example.org\r\nTo: <@@REPLY@@>\r\n".encode()
NEST = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
MANY = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
UTF8 = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"

HOSTILE = {
    "nested nine deep": HEAD + b"".join(NEST % (n, n) for n in range(9)) + b"\r\nA\r\n",
    "nested two thousand deep": HEAD + b"".join(NEST % (n, n) for n in range(2000)) + b"\r\nA\r\n",
    "nested under one name": HEAD + (NEST % (1, 1)) * 2000,
    "mails in mails": HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 3000 + b"\r\nA\r\n",
    "fifty thousand parts": MANY + b"--b\r\n\r\nA\r\n" * 50_000,
    "twenty-one parts": MANY + b"--b\r\n\r\nA\r\n" * 21,
    "two Froms": HEAD + b"From: bob@example.org\r\n\r\nA\r\n",
    "an unknown alphabet": HEAD + b"Content-Type: text/plain; charset=x-none\r\n\r\nA\r\n",
    "an alphabet that unpacks": HEAD + b"Content-Type: text/plain; charset=zlib\r\n\r\nA\r\n",
    "an alphabet that takes long": HEAD + b"Content-Type: text/plain; charset=idna\r\n\r\n" + b"A" * 200_000,
    "an encoding nobody knows": HEAD + b"Content-Transfer-Encoding: uuencode\r\n\r\nA\r\n",
    "base64 that breaks off": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\nQQo\r\n",
    "two kinds": HEAD + b"Content-Type: text/plain\r\nContent-Type: text/html\r\n\r\nA\r\n",
    "no boundary": HEAD + b"Content-Type: multipart/mixed\r\n\r\nA\r\n",
    "twenty thousand addresses": b"From: "
    + b", ".join(b"u%d@example.org" % n for n in range(20_000))
    + b"\r\nTo: <@@REPLY@@>\r\n\r\nA\r\n",
    "five thousand brackets": b"From: " + b"(" * 5000 + b"alice@example.org\r\nTo: <@@REPLY@@>\r\n\r\nA\r\n",
    "a quote that never ends": b'From: "' + b"\\" * 8000 + b"\r\nTo: <@@REPLY@@>\r\n\r\nA\r\n",
    "twenty megabytes": HEAD + b"\r\nA\r\n" + b"x" * 20_000_000,
    "a field of nine kilobytes": HEAD + b"X-Long: " + b"x" * 9000 + b"\r\n\r\nA\r\n",
    "ten thousand fields": HEAD + b"X: y\r\n" * 20_000 + b"\r\nA\r\n",
    "no head at all": b"\0" * 1000,
    "a line that is no field": HEAD + b"nonsense\r\n\r\nA\r\n",
    "a quarter of a million empty lines": HEAD + b"\r\n" + b"\n" * 260_000,
    "a quarter of a million spaces": HEAD + b"\r\n" + b" " * 260_000,
    "letters that grow when folded": UTF8 + "ﷺ".encode() * 80_000,
    "accents without end": UTF8 + b"A" + "\u0301\u0323".encode() * 60_000,
    "open brackets": HTML + b"<" * 250_000,
    "open comments": HTML + b"<!--" * 60_000,
    "open styles": HTML + b"<style>" * 35_000,
    "eighty thousand tags": HTML + b"<b>" * 80_000 + b"A",
    "a tag of a quarter megabyte": HTML + b"<div " + b"class=x " * 31_000 + b">X",
    "signs by number": HTML + b"&#x" * 80_000,
    "parameters without end": HEAD + b"Content-Type: text/plain" + b';a="' * 2000 + b"\r\n\r\nX\r\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_costs_little_and_plays_nothing(name):
    to = asked()
    events = Event.objects.count()
    raw = HOSTILE[name]
    began = time.process_time()
    row = come_in(raw, to)
    assert time.process_time() - began < 1
    assert row.state != InboundState.PLAYED and row.state != InboundState.WAITING
    assert (to.done(), Event.objects.count()) == ("", events)
    assert len(row.raw) <= parts.MOST_BYTES + 1


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_takes_little_memory(name):
    raw = HOSTILE[name][: parts.MOST_BYTES + 1]
    tracemalloc.start()
    try:
        replies.understood(raw)
    except parts.Unreadable:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 100_000_000


def test_its_writer_is_told_a_few_times_an_hour_at_most(settings):
    to = asked()
    for name in HOSTILE:
        come_in(HOSTILE[name], to)
    most = sum(settings.LIMITS[f"answers to {whose}replies"][0] for whose in ("", "unproven "))
    assert 1 < Outbox.objects.filter(kind="unreadable").count() <= most + 1


def test_a_mail_of_just_the_size_is_read():
    to = asked()
    head = written("A\r\n")
    raw = head + b"x" * (parts.MOST_BYTES - len(head) - 200)
    assert come_in(raw, to).state == InboundState.PLAYED


def test_a_row_that_always_fails_stops_no_other(monkeypatch):
    to = asked()
    bad = replies.receive(b"bad", door="pipe", now=SOON)
    read = replies._read

    def fail(row, now):
        if row.pk == bad.pk and row.attempts <= replies.TRIES:
            raise RuntimeError
        return read(row, now)

    monkeypatch.setattr(replies, "_read", fail)
    assert come_in(written(), to).state == InboundState.PLAYED
    for turn in range(1, 10):
        replies.read_due(SOON + turn * (replies.LEASE * 2))
    bad.refresh_from_db()
    assert (bad.state, bad.why, bad.attempts) == (InboundState.REFUSED, "given_up", replies.TRIES + 1)
    assert not Inbound.objects.filter(state=InboundState.WAITING).exists()
