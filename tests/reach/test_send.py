"""Every dispatch is accepted, or makes no sense any more, or is shown as failed; one never stops another."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.db import OperationalError

from games.infra import locks
from games.mail.send import outbox
from games.models import Channel, Dispatch, DispatchState, Match, MatchStatus, Outbox
from games.ops import sweep, upkeep
from games.reach import send
from games.reach.carrier import Answer, CarrierOutcome, Target
from games.rules.kernel.refusal import TooNew
from games.titles.quartz.rules import commands as c
from tests.kit.carriers import ACCEPTED, Kept, carried_by
from tests.kit.play_people import NOON, answer, match, open_questions

pytestmark = pytest.mark.django_db
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)
MINUTE = timedelta(minutes=1)
LATER = CarrierOutcome(Answer.LATER, pause=timedelta(minutes=10))


@pytest.fixture
def kept() -> Iterator[Kept]:
    with carried_by(Kept()) as carrier:
        yield carrier


@pytest.fixture
def row(kept) -> Dispatch:
    match()
    outbox.send_due(SEND)
    return Dispatch.objects.get()


def state(row: Dispatch) -> str:
    row.refresh_from_db()
    return row.state


def several(kept: Kept, count: int) -> list[Dispatch]:
    kept.goes_to = [Target(number, is_personal=True) for number in range(count)]
    match()
    outbox.send_due(SEND)
    return [*Dispatch.objects.order_by("pk")]


def fail(dispatch: Dispatch) -> CarrierOutcome:
    raise OSError("https://push.example.org/secret is away")


def test_it_goes_once(row, kept):
    assert send.send_due(SEND - MINUTE) == 0
    assert send.send_due(SEND) == 1
    assert send.send_due(SEND + MINUTE) == 0
    assert kept.carried == [(1, "turn")] and kept.settled == [ACCEPTED]
    assert state(row) == DispatchState.ACCEPTED and row.lease_until is None


def test_what_isnt_true_by_then_isnt_sent(row, kept):
    found = Match.objects.get()
    name = min(name for name, one in open_questions(found).items() if one.awaited)
    answer(found, name, c.Leave(), SEND + MINUTE)
    send.send_due(SEND + MINUTE)
    assert state(row) == DispatchState.SUPERSEDED and not kept.carried


def test_what_its_reader_no_longer_wants_isnt_sent(row, kept):
    player = row.notice.seat.player
    player.channels = {Channel.PUSH: []}
    player.save()
    send.send_due(SEND)
    assert state(row) == DispatchState.SUPERSEDED and not kept.carried


def test_a_failed_try_is_repeated_after_the_pauses_of_emails_and_given_up(row, kept):
    kept.answers = fail
    at = SEND
    for pause in (*outbox.PAUSES, timedelta(0)):
        send.send_due(at)
        row.refresh_from_db()
        assert row.error == "OSError"
        assert send.send_due(at + pause - timedelta(seconds=1)) == 0
        at += pause
    assert state(row) == DispatchState.FAILED and row.attempts == outbox.TRIES
    outbox.send_due(at)
    assert len(mail.outbox) == 1


def test_a_target_that_wants_us_to_wait_uses_up_no_try_and_is_given_up_in_the_end(row, kept):
    kept.answers = lambda dispatch: LATER
    for hours in range(48):
        send.send_due(SEND + timedelta(hours=hours))
        assert state(row) == DispatchState.QUEUED and row.attempts == 0
    send.send_due(SEND + timedelta(hours=48))
    assert state(row) == DispatchState.FAILED


def test_what_was_stopped_in_the_middle_four_times_is_given_up(row, kept):
    for tries in range(outbox.TRIES):
        assert Dispatch.objects.claim(row.pk, SEND + tries * MINUTE, SEND + tries * MINUTE + MINUTE / 2)
    send.send_due(SEND + 10 * MINUTE)
    assert state(row) == DispatchState.FAILED and row.error == "GivenUp" and not kept.carried


def test_what_a_process_died_of_is_tried_alone(kept):
    """Or its neighbours would use up their tries with it."""
    rows = several(kept, 5)
    Dispatch.objects.filter(pk=rows[2].pk).update(lease_until=SEND - MINUTE, attempts=1)
    due = Dispatch.objects.due(SEND).order_by("pk").values_list(*send.Found._fields)
    apart = [*send._several(send.Found(*one) for one in due)]
    pks = [one.pk for one in rows]
    assert apart == [pks[:2], pks[2:3], pks[3:]]


def test_one_target_gets_one_at_a_time_and_in_order(kept):
    found = [send.Found(pk, "push", pk % 2, None) for pk in range(6)]
    assert [*send._several(found)] == [[0, 1], [2, 3], [4, 5]]


def test_a_row_that_fails_to_be_packed_stops_no_other(kept, monkeypatch):
    rows = several(kept, 3)
    pack = kept.pack

    def fail_for_one(dispatch, now):
        if dispatch.pk == rows[1].pk:
            raise KeyError("poison")
        return pack(dispatch, now)

    monkeypatch.setattr(kept, "pack", fail_for_one)
    assert send.send_due(SEND) == 2
    assert [state(one) for one in rows] == ["accepted", "queued", "accepted"]
    assert rows[1].error == "KeyError"


def test_what_a_channel_cant_keep_stops_no_other_and_is_sent_once(kept, monkeypatch):
    rows = several(kept, 3)
    monkeypatch.setattr(kept, "settle", fail)
    assert send.send_due(SEND) == 3 and send.send_due(SEND + MINUTE) == 0
    assert {state(one) for one in rows} == {"accepted"}


def test_targets_that_hang_hang_side_by_side(kept):
    """Each waits until all are under way: one after the other, none would ever be."""
    rows, barrier = several(kept, send.AT_ONCE), threading.Barrier(send.AT_ONCE, timeout=60)

    def hang(dispatch: Dispatch) -> CarrierOutcome:
        barrier.wait()
        return ACCEPTED

    kept.answers = hang
    assert send.send_due(SEND) == len(rows)


def test_a_database_that_is_away_uses_up_no_try_of_what_waits(row, kept, monkeypatch):
    def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(send, "makes_sense", away)
    with pytest.raises(OperationalError):
        send.send_due(SEND)
    assert state(row) == DispatchState.QUEUED and row.error == ""


def test_a_match_that_is_stopped_holds_back_what_it_asks(row, kept):
    Match.objects.update(status=MatchStatus.PAUSED)
    send.send_due(SEND)
    assert state(row) == DispatchState.QUEUED and row.attempts == 0
    Match.objects.update(status=MatchStatus.RUNNING)
    assert send.send_due(SEND + MINUTE) == 1


def test_a_log_newer_than_this_program_is_left_to_a_newer_one(row, kept, monkeypatch):
    def too_new(*_: object) -> None:
        raise TooNew

    monkeypatch.setattr(send, "makes_sense", too_new)
    send.send_due(SEND)
    assert state(row) == DispatchState.QUEUED and row.attempts == 0


def test_the_sweep_sends_what_the_outbox_has_just_given(kept):
    match()
    sweep.sweep(SEND)
    assert kept.carried == [(1, "turn")]


def test_nothing_is_lost_in_a_process_that_was_killed_while_it_sent(row, kept, monkeypatch):
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(send, "_note", die)
        with pytest.raises(Killed):
            send.send_due(SEND)
    assert send.send_due(SEND + MINUTE) == 1
    assert kept.carried == [(1, "turn")] * 2 and state(row) == DispatchState.ACCEPTED


def test_what_was_sent_is_recorded_while_another_target_hangs(kept, monkeypatch):
    """So that a crash meanwhile doubles only what was really under way."""
    rows, recorded = several(kept, 3), threading.Event()
    note = send._note

    def hang_for_one(dispatch: Dispatch) -> CarrierOutcome:
        if dispatch.pk == rows[0].pk:
            assert recorded.wait(30)
        return ACCEPTED

    def record(row: Dispatch, *told: object) -> bool:
        found = note(row, *told)
        if Dispatch.objects.filter(state=DispatchState.ACCEPTED).count() == 2:
            recorded.set()
        return found

    kept.answers = hang_for_one
    monkeypatch.setattr(send, "_note", record)
    assert send.send_due(SEND) == 3


def test_only_one_process_sends(kept, monkeypatch):
    several(kept, 2)
    with monkeypatch.context() as patch:
        patch.setattr(locks, "alone", lambda errand: nullcontext(errand != "reach"))
        assert send.send_due(SEND) == 0
    assert send.send_due(SEND) == 2


def test_old_ones_are_forgotten_and_waiting_ones_are_not(row, kept):
    upkeep.prune(SEND + send.KEPT + MINUTE)
    assert Dispatch.objects.count() == 1
    send._end(row, DispatchState.SUPERSEDED)
    upkeep.prune(SEND + send.KEPT + MINUTE)
    assert not Dispatch.objects.exists() and Outbox.objects.exists()


def test_no_error_holds_what_the_other_side_said(row, kept):
    kept.answers = fail
    send.send_due(SEND)
    assert state(row) == DispatchState.QUEUED and row.error == "OSError"
