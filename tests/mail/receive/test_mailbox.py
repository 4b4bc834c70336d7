"""The doors for plain SMTP: a mailbox that is looked into, and a pipe."""

from __future__ import annotations

import io
import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from games.mail.receive import mailbox, replies
from games.mail.receive.parsing.parts import MOST_BYTES
from games.management.commands import receive_mail
from games.models import Deadline, Heartbeat, Inbound, InboundState
from games.ops import sweep
from tests.kit.imap_server import mailbox_server
from tests.kit.replies_by_mail import REPLY, SOON, asked, written

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings):
    with mailbox_server() as (found, address):
        settings.IMAP_URL = address
        yield found


def to_us(text: str = "A", to=None) -> bytes:
    return written(text).replace(REPLY, (to or asked()).address.encode())


def test_a_sweep_takes_replies_out_of_the_mailbox_and_the_next_plays_them(folder):
    to = asked()
    folder.put(to_us("leave", to), b"Subject: no reply of anybody's\r\n\r\nhello\r\n")
    sweep.sweep(SOON)
    assert not folder.mails and Inbound.objects.filter(door="mailbox").count() == 2
    sweep.sweep(SOON + timedelta(seconds=5))
    assert to.done() == "B"
    assert not Inbound.objects.filter(state=InboundState.WAITING).exists()


def test_it_is_looked_into_now_and_then(folder):
    for second in (0, 5, 10, 15, 20, 30):
        mailbox.fetch_due(SOON + timedelta(seconds=second))
    assert folder.logins == 3


def test_time_up_waits_for_one_more_look_into_a_mailbox_that_is_well(folder):
    """A reply that lies there when time is up came in time, whenever somebody last looked."""
    to = asked()
    due = Deadline.objects.get(match=to.match, kind="question").due_at
    sweep.wake(due - timedelta(seconds=4))
    sweep.sweep(due - timedelta(seconds=4))
    folder.put(to_us("leave", to))
    sweep.sweep(due + timedelta(seconds=1))
    assert folder.logins == 2 and to.done() == ""
    sweep.sweep(due + timedelta(seconds=6))
    assert to.done() == "B"


def test_time_is_up_at_once_where_the_look_brought_nothing(folder):
    to = asked()
    due = Deadline.objects.get(match=to.match, kind="question").due_at
    sweep.wake(due - timedelta(seconds=4))
    for second in (-4, 1):
        assert sweep.sweep(due + timedelta(seconds=second))[0] == 0
    assert sweep.sweep(due + timedelta(seconds=6))[0] == 1


def test_nobody_waits_for_a_mailbox_that_is_away(folder):
    to = asked()
    due = Deadline.objects.get(match=to.match, kind="question").due_at
    mailbox.fetch(due - timedelta(seconds=61))
    folder.hangs_up_at = "LOGIN"
    sweep.wake(due)
    assert sweep.sweep(due + timedelta(seconds=1))[0] == 1


def test_without_a_mailbox_nobody_looks():
    assert mailbox.fetch_due(SOON) == 0
    assert not Heartbeat.objects.exists()


def test_what_could_not_be_stored_stays_and_comes_in_later(folder, monkeypatch):
    to = asked()
    folder.put(to_us("A", to), to_us("B", to))
    keep, tried = replies.keep, []

    def fail_at_the_second(raw, **facts):
        tried.append(raw)
        if len(tried) == 2:
            raise OperationalError
        return keep(raw, **facts)

    monkeypatch.setattr(replies, "keep", fail_at_the_second)
    with pytest.raises(OperationalError):
        mailbox.fetch(SOON)
    assert len(folder.mails) == 2 and len(folder.deleted) == 1
    assert mailbox.fetch(SOON) == 1
    assert not folder.mails and Inbound.objects.count() == 2


@pytest.mark.parametrize("word", ["LOGIN", "SELECT", "SEARCH", "FETCH", "STORE", "EXPUNGE"])
def test_a_line_that_breaks_off_loses_and_doubles_nothing(folder, word):
    to = asked()
    folder.put(to_us("A", to))
    folder.hangs_up_at = word
    assert mailbox.fetch_due(SOON) == 0
    assert len(folder.mails) == 1
    folder.hangs_up_at = ""
    mailbox.fetch_due(SOON + timedelta(minutes=1))
    assert not folder.mails or word == "EXPUNGE"
    assert Inbound.objects.count() == 1


def test_no_more_is_fetched_than_is_kept(folder):
    folder.put(b"Subject: large\r\n\r\n" + b"x" * 3_000_000)
    assert mailbox.fetch(SOON) == 1
    assert len(Inbound.objects.get().raw) == MOST_BYTES + 1


def test_so_many_at_a_time(folder, monkeypatch):
    monkeypatch.setattr(mailbox, "MOST", 3)
    folder.put(*(b"Subject: %d\r\n\r\n" % number for number in range(5)))
    assert [mailbox.fetch(SOON) for _ in range(3)] == [3, 2, 0]


def test_whoever_is_told_to_stop_leaves_the_rest(folder):
    folder.put(b"Subject: 1\r\n\r\n", b"Subject: 2\r\n\r\n")
    answers = iter([False, True])
    assert mailbox.fetch(SOON, lambda: next(answers)) == 1
    assert len(folder.mails) == 1


def test_a_mailbox_that_is_away_is_logged_without_its_address(settings, log):
    settings.IMAP_URL = "imap://canary:secret@127.0.0.1:9/INBOX"
    assert mailbox.fetch_due(SOON) == 0
    told = log.getvalue()
    assert "mailbox_not_read" in told and "canary" not in told and "secret" not in told


# --- the commands


def test_fetch_mail_says_how_many(folder, capsys):
    folder.put(to_us())
    call_command("fetch_mail")
    assert capsys.readouterr().out == "1 emails stored\n"


@pytest.mark.parametrize(
    ("address", "said"),
    [("", "IMAP_URL is not set"), ("imap://a:b@127.0.0.1:9/INBOX", "the mailbox can't be read")],
)
def test_fetch_mail_says_why_not(settings, address, said):
    settings.IMAP_URL = address
    with pytest.raises(CommandError, match=said) as refused:
        call_command("fetch_mail")
    assert refused.value.returncode == 2


def test_a_password_the_mailbox_refuses_is_no_crash(folder, settings):
    settings.IMAP_URL = settings.IMAP_URL.replace("a%20pass%20word", "guess")
    with pytest.raises(CommandError):
        call_command("fetch_mail")


def test_receive_mail_stores_one_from_a_pipe():
    to = asked()
    source = io.BytesIO(to_us("leave", to))
    call_command("receive_mail", recipient=to.address, sender="alice@example.org", stdin=source)
    row = Inbound.objects.get()
    assert (row.door, row.recipient, row.sender, row.seat) == (
        "pipe",
        to.address,
        "alice@example.org",
        to.seat,
    )
    replies.read_due(row.received_at)
    assert to.done() == "B"


def test_receive_mail_reads_a_large_mail_to_its_end():
    source = io.BytesIO(b"x" * 3_000_000)
    assert len(receive_mail.beginning(source)) == MOST_BYTES + 1
    assert not source.read()


@pytest.mark.parametrize("why", ["the database is away", "the settings are wrong"])
def test_the_mail_server_is_told_to_try_again(why, tmp_path):
    """Run as a mail server runs it: its exit code decides whether the email is kept, or sent back."""
    key = {"SECRET_KEY": "x"} if why == "the database is away" else {}
    environ = {
        **key,
        "DATABASE_URL": f"sqlite:///{tmp_path}/not/there.sqlite3",
        "REDIS_URL": "none",
        "ENV_FILE": "/dev/null",
        "PATH": "",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "receive_mail"], input=b"x", env=environ, capture_output=True
    )
    assert done.returncode == 75, done.stderr
