"""Emails: each is sent, or makes no sense any more, or is shown as failed; a second copy is the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from functools import partial
from subprocess import PIPE
from typing import Any, NoReturn

import pytest
from django.conf import settings
from django.core import mail
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.infra import locks
from games.mail.compose import frame
from games.mail.send import outbox, reminders
from games.models import Deadline, MailState, Match, MatchStatus, Outbox, Player, Seat
from games.ops import sweep
from games.play import history
from games.play.diff import label
from games.rules.kernel.refusal import TooNew
from games.titles.quartz.rules import commands as c
from tests.chaos.yard import ROOT, environment
from tests.kit.at_once import needs_postgres, together
from tests.kit.held_lock import held
from tests.kit.mail_server import sink
from tests.kit.play_people import NOON, answer, match, open_questions
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.django_db
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)


class Killed(BaseException):
    """Raised where a process is killed: nothing catches it, nothing is tidied up."""


@pytest.fixture
def row() -> Outbox:
    match()
    return Outbox.objects.get()


def state(row: Outbox) -> str:
    row.refresh_from_db()
    return row.state


def move(found: Match) -> None:
    name = min(name for name, one in open_questions(found).items() if one.awaited)
    assert not answer(found, name, c.Leave(), NOON + timedelta(seconds=30)).refused


def die(*_: object, **__: object) -> NoReturn:
    raise Killed


def fail(*_: object) -> NoReturn:
    raise OSError("mo@example.org is unknown")


def sent() -> list[tuple[str, bytes]]:
    messages = [one.message() for one in mail.outbox]
    return [(one["Message-ID"], one.as_bytes()) for one in messages]


def test_a_mail_waits_and_then_goes_out_once(row):
    assert outbox.send_due(SEND - timedelta(seconds=1)) == 0
    assert outbox.send_due(SEND) == 1
    assert outbox.send_due(SEND + timedelta(days=1)) == 0
    assert state(row) == MailState.SENT and row.sent_at == SEND and row.lease_until is None
    assert mail.outbox[0].to == [row.seat.player.email] == [row.to]
    assert [str(row.message_id) in name for name, _ in sent()] == [True]


def test_nothing_is_asked_twice_to_write_a_mail(row):
    frame.finish(row, SEND)
    with CaptureQueriesContext(connection) as asked:
        frame.finish(Outbox.objects.select_related("match", "seat__player").get(pk=row.pk), SEND)
    said = [one["sql"] for one in asked]
    assert len(said) == len(set(said)) > 5


def test_a_mail_that_is_passed_on_shows_nobodys_hand(row):
    outbox.send_due(SEND)
    text = sent()[0][1].decode()
    told = text.count("gets 5 cards from the deck.")
    assert told == len(("text", "HTML")), "the reader's own; what came before is on the page"
    assert "gets from the deck:" not in text


def test_a_claim_holds_for_its_lease_and_counts(row):
    claim = Outbox.objects.claim
    assert claim(row.pk, SEND, SEND + outbox.LEASE)
    assert not claim(row.pk, SEND + outbox.LEASE, SEND + 2 * outbox.LEASE), "it is held to the last instant"
    assert claim(row.pk, SEND + outbox.LEASE + timedelta(seconds=1), SEND + 2 * outbox.LEASE)
    row.refresh_from_db()
    assert row.attempts == 2


def test_who_was_too_slow_changes_nothing_any_more(row):
    slow = Outbox.objects.select_related("match", "seat__player").get(pk=row.pk)
    Outbox.objects.claim(row.pk, SEND, SEND + outbox.LEASE)
    slow.refresh_from_db()
    later = SEND + outbox.LEASE + timedelta(seconds=1)
    assert outbox.send(row.pk, later)
    before = Outbox.objects.filter(pk=row.pk).values().get()
    assert not outbox.prepare(slow, later), "so it doesn't send"
    outbox.put_off(slow, OSError(), later)
    assert Outbox.objects.filter(pk=row.pk).values().get() == before


def test_after_a_crash_between_sending_and_noting_the_same_bytes_go_out_again(row, monkeypatch):
    deliver = outbox.deliver

    def deliver_and_die(*given: Any) -> NoReturn:
        deliver(*given)
        raise Killed

    monkeypatch.setattr(outbox, "deliver", deliver_and_die)
    with pytest.raises(Killed):
        outbox.send_due(SEND)
    monkeypatch.setattr(outbox, "deliver", deliver)
    assert state(row) == MailState.QUEUED and len(sent()) == 1
    move(row.match)  # what has happened since is not in the second copy
    assert outbox.send(row.pk, SEND + outbox.LEASE) is False
    assert outbox.send(row.pk, SEND + outbox.LEASE + timedelta(seconds=1))
    first, second = sent()
    assert first == second == (first[0], bytes(row.rendered))
    assert state(row) == MailState.SENT and row.attempts == 2


def test_a_crash_before_the_first_try_renders_once(row, monkeypatch):
    monkeypatch.setattr(outbox, "deliver", die)
    with pytest.raises(Killed):
        outbox.send_due(SEND)
    monkeypatch.undo()
    monkeypatch.setattr(frame, "finish", fail)
    assert outbox.send(row.pk, SEND + timedelta(hours=1)), "its bytes are kept"


@pytest.mark.parametrize("change", [{"generation": 2}, {"player": None}], ids=["handed on", "left"])
def test_who_has_left_the_seat_between_two_tries_gets_no_mail(row, monkeypatch, change):
    with monkeypatch.context() as broken:
        broken.setattr(outbox, "deliver", fail)
        outbox.send_due(SEND)
    assert row.__class__.objects.get().rendered, "it was finished for the former player"
    Seat.objects.filter(match=row.match).update(**change)
    assert not outbox.send(row.pk, SEND + timedelta(hours=1))
    assert state(row) == MailState.SUPERSEDED and mail.outbox == []
    assert row.rendered is None, "it holds live links"


def test_the_very_bytes_that_were_kept_reach_the_mail_server_over_one_line(settings, row):
    match(), match()
    Player.objects.update(time_zone="America/Sao_Paulo", display_name="Zoë\u2028Строка. ")
    with sink() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        assert outbox.send_due(SEND) == 3
    kept = [bytes(one.rendered or b"") for one in Outbox.objects.order_by("send_after", "pk")]
    assert sorted(one.content for one in box.letters) == sorted(
        one.replace(b"\n", b"\r\n").rstrip(b"\r\n") + b"\r\n" for one in kept
    )
    assert box.lines == 1


def test_after_a_fault_the_next_mail_gets_a_new_line(settings, row):
    match(), match()
    with sink() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        box.hangs_up_on = 2
        assert outbox.send_due(SEND) == 2
        assert outbox.send_due(SEND + outbox.PAUSES[0]) == 1
    assert [*box.copies().values()] == [1, 1, 1] and box.lines == 3


HOLD = """
import sys, django
django.setup()
from tests.kit.held_lock import held
with held(sys.argv[1]) as is_free:
    print(is_free, flush=True)
    sys.stdin.read()
"""


def free(database: str) -> bool:
    with held(database) as is_free:
        return is_free


@pytest.fixture
def sender(tmp_path):
    """Give a process that holds the senders' lock until it is killed."""
    env = environment("", 1) if connection.vendor == "postgresql" else dict(os.environ)
    start = [sys.executable, "-c", HOLD, str(tmp_path / "database")]
    with subprocess.Popen(start, cwd=ROOT, env=env, stdin=PIPE, stdout=PIPE, text=True) as one:
        assert one.stdout and one.stdout.readline() == "True\n"
        yield one
        one.kill()


@pytest.mark.django_db(transaction=True)
def test_one_process_sends_at_a_time_and_whoever_kills_it_lets_the_next_begin(row, tmp_path, sender):
    """Its lock is PostgreSQL's, or on a file beside an SQLite database: both die with it."""
    database = str(tmp_path / "database")
    assert not free(database)
    if connection.vendor == "postgresql":
        assert outbox.send_due(SEND) == 0 and state(row) == MailState.QUEUED and row.attempts == 0
    sender.kill()
    assert wait_for(lambda: free(database))
    assert outbox.send_due(SEND) == 1


@pytest.mark.django_db(transaction=True)
@needs_postgres
def test_a_sender_that_hangs_is_cut_off(row, monkeypatch):
    with locks.alone("mails") as is_free:
        assert is_free and together([partial(free, "")]) == [False]
    monkeypatch.setattr(locks, "LONGEST_SILENCE", "300ms")
    with locks.alone("mails") as is_free:
        assert is_free and wait_for(lambda: together([partial(free, "")]) == [True])
        with pytest.raises(OperationalError):
            state(row)
    connection.close()
    assert outbox.send_due(SEND) == 1


def test_who_is_told_to_stop_sends_what_is_in_hand_and_no_more(row):
    match(), match()
    assert outbox.send_due(SEND, stopping=iter([False, True]).__next__) == 1
    assert outbox.send_due(SEND) == 2


@pytest.mark.parametrize(
    "change",
    [
        move,
        lambda found: Seat.objects.filter(match=found).update(generation=2),
        lambda found: Seat.objects.filter(match=found).update(player=None),
        lambda found: Match.objects.filter(pk=found.pk).update(status=MatchStatus.CLOSED),
        lambda found: Match.objects.filter(pk=found.pk).update(awaited=[]),
    ],
    ids=["answered", "seat changed hands", "player gone", "match over", "nobody awaited"],
)
def test_a_mail_that_makes_no_sense_any_more_is_superseded(row, change):
    change(row.match)
    assert not outbox.send(row.pk, SEND)
    assert state(row) == MailState.SUPERSEDED and row.rendered is None and row.lease_until is None
    assert mail.outbox == []


def test_a_mail_that_asks_waits_while_its_table_rests_and_goes_when_it_goes_on(row):
    Match.objects.update(status=MatchStatus.PAUSED)
    assert outbox.send_due(SEND) == 0
    assert not outbox.send(row.pk, SEND)
    assert (state(row), row.attempts) == (MailState.QUEUED, 0)
    Match.objects.update(status=MatchStatus.RUNNING)
    assert outbox.send_due(SEND + timedelta(days=3)) == 1


def test_a_mail_that_fails_is_tried_four_times_and_then_shown(row, monkeypatch):
    monkeypatch.setattr(outbox, "deliver", fail)
    now, tries = SEND, []
    for _ in range(8):
        outbox.send_due(now)
        tries.append((state(row), row.attempts))
        now += timedelta(hours=1)
    assert tries[:4] == [("queued", 1), ("queued", 2), ("queued", 3), ("failed", 4)]
    assert {*tries[4:]} == {("failed", 4)}
    assert row.error == "OSError", "never what a server says: it may hold addresses"


def test_a_try_again_waits_longer_each_time(row, monkeypatch):
    monkeypatch.setattr(outbox, "deliver", fail)
    for pause in outbox.PAUSES:
        row.refresh_from_db()
        at = row.send_after
        outbox.send_due(at)
        row.refresh_from_db()
        assert row.send_after - at == pause


def test_a_mail_that_kills_whoever_sends_it_is_given_up_too(row, monkeypatch):
    monkeypatch.setattr(frame, "finish", die)
    now = SEND
    for _ in range(outbox.TRIES):
        with pytest.raises(Killed):
            outbox.send_due(now)
        now += outbox.LEASE + timedelta(seconds=1)
    assert outbox.send_due(now) == 0
    assert state(row) == MailState.FAILED


def test_a_poison_row_stops_nobody_else(row, monkeypatch):
    others = [match() for _ in range(3)]
    finish = frame.finish
    monkeypatch.setattr(frame, "finish", lambda one, now: fail() if one.pk == row.pk else finish(one, now))
    assert outbox.send_due(SEND) == len(others)
    assert state(row) == MailState.QUEUED


def test_a_log_from_a_newer_program_is_left_to_it(row, monkeypatch):
    def newer(_: Match) -> None:
        raise TooNew

    monkeypatch.setattr(history, "load", newer)
    now = SEND
    for _ in range(outbox.TRIES + 1):
        assert outbox.send_due(now) == 0
        now += timedelta(seconds=6)
    monkeypatch.undo()
    assert state(row) == MailState.QUEUED and row.attempts == 0
    assert outbox.send_due(now) == 1, "and the newer one sends it soon"


def test_a_stint_ends_before_a_lease_does(row, monkeypatch):
    match(), match()
    assert timedelta(seconds=2 * outbox.STINT) < outbox.LEASE
    monkeypatch.setattr(outbox, "STINT", 0)
    assert outbox.send_due(SEND) == 1
    assert outbox.send_due(SEND) == 1


@pytest.mark.parametrize("deliver", [outbox.deliver, fail], ids=["sent", "failed"])
def test_the_bytes_are_wiped_after_a_week_and_the_row_stays(row, monkeypatch, deliver):
    monkeypatch.setattr(outbox, "deliver", deliver)
    row.attempts = outbox.TRIES - 1
    row.save()
    sweep.sweep(SEND)
    row.refresh_from_db()
    assert row.rendered and row.state in (MailState.SENT, MailState.FAILED)
    over = row.send_after + outbox.BYTES_KEPT
    assert outbox.wipe_old(over - timedelta(seconds=1)) == 0
    sweep.sweep(over + timedelta(seconds=1))
    assert state(row) in (MailState.SENT, MailState.FAILED)
    assert row.rendered is None


def test_a_crash_while_a_reminder_is_queued_loses_none(row, monkeypatch):
    clock = Deadline.objects.get(match=row.match)
    clock.remind_at = NOON + timedelta(hours=12)
    clock.save()
    with monkeypatch.context() as crash, pytest.raises(Killed):
        crash.setattr(type(Outbox.objects), "get_or_create", die)
        reminders.queue_due(clock.remind_at)
    assert reminders.queue_due(clock.remind_at) == 1
    assert reminders.queue_due(clock.remind_at) == 0
    assert Outbox.objects.filter(kind="reminder", question=clock.question).count() == 1


@pytest.mark.django_db(transaction=True)
@needs_postgres
def test_one_of_many_sends(row):
    names = together([partial(outbox.send, row.pk, SEND) for _ in range(8)])
    assert Counter(names) == {True: 1, False: 7}
    assert len(mail.outbox) == 1 and state(row) == MailState.SENT and row.attempts == 1


def test_who_closed_the_question_is_of_no_matter(row):
    clock = Deadline.objects.get(match=row.match)
    assert play.close(clock.pk, clock.due_at)
    assert clock.question == row.question not in {label(name) for name in open_questions(row.match)}
    outbox.send_due(clock.due_at + timedelta(hours=1))
    assert state(row) == MailState.SUPERSEDED
    assert [one.to for one in mail.outbox] != [[row.seat.player.email]]
