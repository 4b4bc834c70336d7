"""Emails that come in: stored at once, read once, and in time where they came in time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.mail import delivery
from games.mail.press import PressResult, What
from games.mail.receive import replies
from games.mail.receive.parsing import first_line
from games.models import (
    Deadline,
    DeadlineState,
    Delivery,
    DeliveryStep,
    Door,
    Event,
    Inbound,
    InboundState,
    Link,
    Submission,
)
from games.ops import sweep, upkeep
from games.play import deadlines
from tests.kit.replies_by_mail import (
    FEW_UNPROVEN,
    REPLY,
    SOON,
    VOUCHED,
    asked,
    asked_elsewhere,
    come_in,
    written,
)

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def clock(to) -> Deadline:
    return Deadline.objects.get(match=to.match, kind="question", seat=to.seat.number, state="running")


def received(to, at, text="A") -> Inbound:
    return replies.receive(written(text).replace(REPLY, to.address.encode()), door="pipe", now=at)


def test_storing_reads_nothing_and_knows_whose_it_is():
    to = asked()
    row = received(to, SOON)
    assert (row.state, row.seat, row.mail, row.received_at) == (InboundState.WAITING, to.seat, to.mail, SOON)
    assert row.recipient == to.address and to.done() == ""


def test_the_sweep_reads_what_came_in():
    to = asked()
    received(to, SOON)
    sweep.sweep(SOON)
    assert to.done() == "A"
    assert Submission.objects.get(door=Door.REPLY).seat == to.seat


def test_a_reply_that_played_shows_in_the_log_of_its_mail():
    to = asked()
    come_in(written(), to)
    assert [one.step for one in Delivery.objects.filter(mail=to.mail)] == [DeliveryStep.ACTED]


# --- time


def test_time_up_waits_for_a_mail_that_came_in_time_and_is_not_read():
    to = asked()
    due = clock(to).due_at
    received(to, due - timedelta(seconds=1))
    assert deadlines.close_due(due + timedelta(seconds=5)) == 0
    assert not play.close(clock(to).pk, due + timedelta(seconds=5)), "not even for whoever took it before"
    replies.read_due(due + timedelta(seconds=10))
    assert to.done() == "A"
    assert not Submission.objects.filter(door=Door.TIMER).exists()


def test_it_waits_two_minutes_at_most():
    to = asked()
    due = clock(to).due_at
    received(to, due - HOUR)
    assert deadlines.close_due(due + timedelta(seconds=119)) == 0
    assert deadlines.close_due(due + timedelta(seconds=121)) == 1


def test_it_does_not_wait_for_a_mail_that_came_later():
    to = asked()
    due = clock(to).due_at
    received(to, due)
    assert deadlines.close_due(due + timedelta(seconds=5)) == 1
    replies.read_due(due + timedelta(seconds=6))
    assert to.done() == "" and Inbound.objects.get().state == InboundState.ANSWERED


def test_it_does_not_wait_for_another_seats_mail():
    to, other = asked(), asked_elsewhere()
    due = clock(to).due_at
    received(other, due - HOUR)
    assert deadlines.close_due(due + timedelta(seconds=5)) == 1
    assert clock(other).state == DeadlineState.RUNNING


def test_in_one_sweep_the_mail_is_read_before_the_window_closes():
    to = asked()
    due = clock(to).due_at
    received(to, due - timedelta(seconds=1))
    sweep.wake(due)
    sweep.sweep(due + timedelta(seconds=1))
    assert to.done() == "A"


# --- trouble


def test_what_only_a_newer_program_can_do_is_left_to_it(monkeypatch):
    to = asked()
    newer = PressResult(What.REFUSED, code="try_again")
    with monkeypatch.context() as patched:
        patched.setattr(replies.press, "press", lambda *_, **__: newer)
        assert come_in(written(), to).state == InboundState.WAITING
    replies.read_due(SOON + replies.SOON + timedelta(seconds=1))
    row = Inbound.objects.get()
    assert (row.state, row.attempts, to.done()) == (InboundState.PLAYED, 1, "A")


def test_a_reader_that_is_killed_after_the_move_leaves_nothing_done_twice(monkeypatch):
    to = asked()
    read = replies._read

    def killed(row, now):
        read(row, now)
        raise KeyboardInterrupt

    row = received(to, SOON)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(replies, "_read", killed)
        replies.read_due(SOON)
    row.refresh_from_db()
    assert (row.state, to.done()) == (InboundState.WAITING, "A")
    events = Event.objects.count()
    assert replies.read_due(SOON + timedelta(seconds=1)) == 0, "somebody may still be at it"
    assert replies.read_due(SOON + replies.LEASE + timedelta(seconds=1)) == 1
    row.refresh_from_db()
    assert (row.state, to.done(), Event.objects.count()) == (InboundState.PLAYED, "A", events)


def test_a_player_may_answer_from_any_address_of_theirs(monkeypatch):
    to = asked()
    monkeypatch.setattr(delivery, "verified", lambda player: {player.email, "second@example.org"})
    assert come_in(written(author="Second@Example.org"), to).state == InboundState.PLAYED


# --- how much


def test_beyond_so_many_mails_to_one_address_none_is_kept_or_read(settings):
    to = asked()
    settings.LIMITS = {**settings.LIMITS, "mails to one mail's address": (3, 600)}
    rows = [come_in(written(f"what? {number}"), to) for number in range(5)]
    assert [row.state for row in rows] == [InboundState.ANSWERED] * 3 + [InboundState.IGNORED] * 2
    assert (rows[4].raw, rows[4].why) == (None, "too_many")
    assert come_in(written("what? 0"), to) == rows[0], "one that is known costs nothing"
    assert come_in(written("A"), to, now=SOON + HOUR).state == InboundState.PLAYED


@pytest.mark.parametrize("author", ["Alice <alice@example.org>", "mallory@evil.example", "a, b"])
def test_forged_mails_silence_nobodys_own(settings, author):
    to = asked()
    settings.LIMITS = {**settings.LIMITS, **FEW_UNPROVEN}
    rows = [come_in(written(f"B {number}", head="", author=author), to) for number in range(9)]
    assert [row.raw is None for row in rows] == [False] * 3 + [True] * 6
    assert come_in(written("A"), to).state == InboundState.PLAYED


def test_what_a_forger_says_of_other_servers_makes_no_room(settings):
    settings.LIMITS = {**settings.LIMITS, **FEW_UNPROVEN}
    to = asked()
    vouched = VOUCHED.replace("mx.play.example", "mx.evil.example")
    assert [come_in(written(f"B {n}", head=vouched), to).raw is None for n in range(4)] == [False] * 3 + [
        True
    ]


def test_strangers_mails_are_limited_too_and_hold_up_nobodys_reply(settings):
    to = asked()
    settings.LIMITS = {**settings.LIMITS, "mails to nobody": (2, 600)}
    raws = [replies.receive(b"Subject: %d\r\n\r\n" % n, door="pipe", now=SOON).raw for n in range(4)]
    assert [raw is not None for raw in raws] == [True, True, False, False]
    assert come_in(written(), to).state == InboundState.PLAYED


# --- what is kept


def test_bytes_and_addresses_are_forgotten_after_two_weeks():
    to = asked()
    row = come_in(written(), to, sender="alice@example.org")
    upkeep.prune(SOON + timedelta(days=13))
    row.refresh_from_db()
    assert row.raw and row.sender
    upkeep.prune(SOON + timedelta(days=15))
    left = Inbound.objects.filter(raw=None, sender="", recipient="").get()
    assert (left.pk, left.state) == (row.pk, InboundState.PLAYED)


def test_of_mails_to_nobody_nothing_is_kept_for_long():
    to = asked()
    come_in(written(), to)
    come_in(b"Subject: hello\r\n\r\n", to)
    upkeep.prune(SOON + timedelta(days=89))
    assert Inbound.objects.count() == 2
    upkeep.prune(SOON + timedelta(days=91))
    assert Inbound.objects.get().mail == to.mail


def test_nothing_of_a_mail_is_logged(log):
    to = asked()
    for text in ("A", "canary-word"):
        come_in(written(text), to)
    come_in(b"canary-head\r\n\r\n", to)
    told = log.getvalue()
    assert "canary" not in told and to.address[2:20] not in told and "alice" not in told


# --- words


@pytest.mark.parametrize(
    ("line", "folded"),
    [
        ("  MINE!! ", "mine"),
        ("Ｍｉｎｅ。", "mine"),
        ("Coração", "coracao"),
        ("ЁЖ", "еж"),
        ("mine\u00a0 it", "mine it"),
        ("\u2066A\u2069", "a"),
        ("A?", "a?"),
        ("A" + " x" * 200, ""),
        ("...", ""),
    ],
)
def test_what_is_meant_alike_is_read_alike(line, folded):
    assert first_line.fold(line) == folded


def test_a_word_of_two_choices_means_neither():
    to = asked()
    Link.objects.filter(mail=to.mail, code__in=("A", "B")).update(words=["both"])
    assert come_in(written("both"), to).state == InboundState.ANSWERED
    assert to.done() == ""


def test_an_empty_line_never_matches_a_link_without_code():
    to = asked()
    Link.objects.filter(mail=to.mail, code="A").update(code="", words=[""])
    assert come_in(written("..."), to).state == InboundState.ANSWERED
    assert to.done() == ""


def test_a_site_without_a_door_hears_nobody(settings):
    to = asked()
    address = to.address
    settings.REPLY_DOMAIN = ""
    raw = written(head=VOUCHED).replace(REPLY, address.encode())
    row = replies.receive(raw, door="pipe", now=SOON)
    replies.read_due(SOON)
    row.refresh_from_db()
    assert row.state == InboundState.IGNORED and to.done() == ""
