"""A notice is given to other channels when it is due, and its email comes then, later, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time, timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.mail.kinds import KINDS
from games.mail.send import outbox
from games.models import Channel, Deadline, Dispatch, DispatchState, MailState, Match, Outbox, Player, Seat
from games.reach import channels, fan_out, send
from games.reach.carrier import Answer, CarrierOutcome, Target
from games.titles.quartz.rules import commands as c
from tests.kit.carriers import MINE, TABLE, Kept, carried_by
from tests.kit.play_people import NOON, answer, match, open_questions

pytestmark = pytest.mark.django_db
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def found() -> Match:
    return match()


@pytest.fixture
def row(found) -> Outbox:
    return Outbox.objects.get()


@pytest.fixture
def reader(row) -> Player:
    assert row.seat is not None and row.seat.player is not None
    return row.seat.player


@pytest.fixture
def kept() -> Iterator[Kept]:
    with carried_by(Kept()) as carrier:
        yield carrier


def choose(reader: Player, **facts: object) -> None:
    Player.objects.filter(pk=reader.pk).update(**facts)


def sweep(at) -> None:
    outbox.send_due(at)
    send.send_due(at)


def leave(found: Match) -> None:
    name = min(name for name, one in open_questions(found).items() if one.awaited)
    assert not answer(found, name, c.Leave(), SEND + MINUTE).refused


def test_without_another_channel_the_email_goes_as_it_always_did(row):
    sweep(SEND)
    row.refresh_from_db()
    assert row.state == MailState.SENT and row.fanned_out_at is None and not Dispatch.objects.exists()


def test_a_notice_goes_by_push_first_and_by_email_if_nobody_opens_it(row, kept):
    sweep(SEND)
    assert kept.carried == [(1, "turn")] and not mail.outbox
    sweep(SEND + HOUR - MINUTE)
    assert not mail.outbox
    sweep(SEND + HOUR)
    assert len(mail.outbox) == 1 and kept.carried == [(1, "turn")]
    one = Dispatch.objects.get()
    assert (one.state, one.accepted_at, one.receipt) == (DispatchState.ACCEPTED, SEND, "41")


def test_putting_the_email_off_uses_up_no_try(row, kept):
    sweep(SEND)
    row.refresh_from_db()
    assert row.attempts == 0 and row.state == MailState.QUEUED and row.fanned_out_at == SEND


def test_no_email_follows_what_was_opened(row, kept):
    sweep(SEND)
    Dispatch.objects.update(seen_at=SEND + MINUTE)
    sweep(SEND + HOUR)
    row.refresh_from_db()
    assert row.state == MailState.SUPERSEDED and not mail.outbox


def test_no_email_follows_if_its_reader_has_looked_at_the_match(row, kept):
    sweep(SEND)
    Seat.objects.filter(pk=row.seat_id).update(seen_at=SEND + MINUTE)
    sweep(SEND + HOUR)
    row.refresh_from_db()
    assert row.state == MailState.SUPERSEDED and not mail.outbox


def test_no_email_follows_if_its_reader_has_answered(row, found, kept):
    sweep(SEND)
    leave(found)
    outbox.send_due(SEND + HOUR)
    row.refresh_from_db()
    assert row.state == MailState.SUPERSEDED


def test_both_come_at_once_if_the_reader_wants_that(row, reader, kept):
    choose(reader, email_after=0)
    sweep(SEND)
    assert kept.carried == [(1, "turn")] and len(mail.outbox) == 1


def test_an_email_comes_early_enough_to_answer(row, kept):
    """A reader who leaves twelve hours gets it after a quarter of the time that is left."""
    choose(row.seat.player, email_after=720)
    Deadline.objects.update(due_at=SEND + 2 * HOUR)
    sweep(SEND)
    sweep(SEND + 29 * MINUTE)
    assert not mail.outbox
    sweep(SEND + 30 * MINUTE)
    assert len(mail.outbox) == 1


def test_who_wants_turns_by_push_alone_gets_an_email_only_if_push_fails(row, reader, kept):
    choose(reader, unwanted=["turn"])
    sweep(SEND)
    sweep(SEND + 2 * MINUTE)
    row.refresh_from_db()
    assert row.state == MailState.SUPERSEDED and not mail.outbox


@pytest.mark.parametrize("unwanted", [[], ["turn"]])
def test_the_email_comes_at_once_when_no_other_channel_gets_through(row, reader, kept, unwanted):
    choose(reader, unwanted=unwanted)
    kept.answers = lambda dispatch: CarrierOutcome(Answer.GONE, error="gone")
    sweep(SEND)
    outbox.send_due(SEND)
    assert len(mail.outbox) == 1 and Dispatch.objects.get().state == DispatchState.FAILED


def test_one_device_that_is_gone_changes_nothing_while_another_gets_it(row, kept):
    kept.goes_to = [MINE, Target(3, is_personal=True)]
    kept.answers = lambda one: CarrierOutcome(Answer.GONE if one.target == 3 else Answer.ACCEPTED)
    sweep(SEND)
    outbox.send_due(SEND)
    assert not mail.outbox and kept.carried == [(1, "turn"), (3, "turn")]


def test_a_channel_carries_only_what_its_reader_chose(row, reader, kept):
    channels.choose(reader, Channel.PUSH, ["over", "nonsense"])
    sweep(SEND)
    reader.refresh_from_db()
    assert not kept.carried and len(mail.outbox) == 1 and reader.channels == {"push": ["over"]}


def test_a_muted_match_rings_nowhere_but_its_chat_hears_of_it(row, kept):
    kept.goes_to = [MINE, TABLE]
    Seat.objects.filter(pk=row.seat_id).update(muted=True)
    sweep(SEND)
    row.refresh_from_db()
    assert kept.carried == [(2, "turn")] and row.state == MailState.SUPERSEDED


def test_a_chat_hears_a_turn_although_its_player_wants_no_email(row, reader, kept):
    kept.goes_to = [TABLE]
    choose(reader, muted=True)
    sweep(SEND)
    assert kept.carried == [(2, "turn")] and not mail.outbox


def test_a_chat_takes_the_place_of_nobodys_email(row, kept):
    kept.goes_to = [TABLE]
    sweep(SEND)
    assert kept.carried == [(2, "turn")] and len(mail.outbox) == 1


def test_a_target_hears_the_same_reason_once(kept):
    kept.goes_to = [Target(2, is_personal=False, reason="turn of match 1")]
    match(), match()
    sweep(SEND)
    assert kept.carried == [(2, "turn")] and len(mail.outbox) == 2


def test_what_is_no_longer_true_goes_nowhere(row, found, kept):
    leave(found)
    kept.goes_to = [MINE, TABLE]
    outbox.send(row.pk, SEND + MINUTE)
    row.refresh_from_db()
    assert row.state == MailState.SUPERSEDED and not Dispatch.objects.exists()


@pytest.mark.parametrize("facts", [{"on_autopilot": True}, {"player": None, "generation": 2}])
def test_a_seat_that_plays_itself_or_is_anothers_is_told_nothing(row, kept, facts):
    kept.goes_to = [MINE, TABLE]
    Seat.objects.filter(pk=row.seat_id).update(**facts)
    sweep(SEND)
    assert not Dispatch.objects.exists()


def test_nothing_rings_in_quiet_hours_and_the_email_waits_for_their_end_too(row, reader, kept):
    choose(reader, quiet_from=time(11), quiet_to=time(15), free_days=[0])
    sweep(SEND)
    end = SEND.replace(hour=15, minute=0, second=0)
    sweep(end - MINUTE)
    assert not kept.carried and not mail.outbox
    sweep(end)
    assert kept.carried and not mail.outbox
    sweep(end + HOUR)
    assert len(mail.outbox) == 1


def test_a_day_of_silence_holds_everything_back_but_the_chat_of_the_match(row, reader, kept):
    kept.goes_to = [MINE, TABLE]
    channels.be_silent(reader, NOON)
    sweep(SEND)
    assert kept.carried == [(2, "turn")] and not mail.outbox
    sweep(NOON + timedelta(hours=23, minutes=59))
    assert kept.carried == [(2, "turn")] and not mail.outbox
    Deadline.objects.update(due_at=NOON + timedelta(days=3))
    sweep(NOON + timedelta(days=1))
    assert kept.carried == [(2, "turn"), (1, "turn")] and not mail.outbox


def test_a_silence_can_be_ended(row, reader, kept):
    channels.be_silent(reader, NOON)
    reader.refresh_from_db()
    assert channels.silent_until(reader, row, NOON) == NOON + timedelta(days=1)
    channels.end_silence(reader)
    sweep(SEND)
    assert kept.carried == [(1, "turn")]


def test_what_a_player_asked_for_comes_in_a_silence_too(reader):
    channels.be_silent(reader, NOON)
    reader.refresh_from_db()
    held = {kind for kind in KINDS if channels.silent_until(reader, Outbox(kind=kind), NOON)}
    assert {"turn", "reminder", "over", "digest"} <= held
    assert not held & {"receipt", "confirm", "unreadable", "code_sign_in", "address_added", "invitation"}


def test_a_notice_that_was_given_twice_is_written_once(row, kept):
    """As after a crash between the two: nothing is noted, and the row is claimed again."""
    fan_out.fan_out(row, row.seat.player, SEND, outbox.is_true)
    row.fanned_out_at = None
    fan_out.fan_out(row, row.seat.player, SEND, outbox.is_true)
    assert Dispatch.objects.count() == 1


def test_every_topic_is_carried_by_some_kind_and_every_kind_by_a_topic_there_is():
    assert {row.topic for row in KINDS.values()} - {""} == {*channels.TOPICS}
    assert {*channels.USUAL} == {*Channel.values}
    assert all({*usual} <= {*channels.TOPICS} for usual in channels.USUAL.values())


def test_what_others_or_strangers_are_told_goes_by_email_alone():
    """Codes and what changes about an account open it; a stranger has no device."""
    for kind in KINDS.values():
        if kind.has_code or kind.to.name in {"ACCOUNT", "GUEST", "STRANGER"}:
            assert not kind.topic


def test_the_number_of_statements_doesnt_depend_on_how_many_devices_there_are(kept):
    asked = []
    for devices in (1, 5):
        kept.goes_to = [Target(number, is_personal=True) for number in range(devices)]
        row = Outbox.objects.get(match=match())
        with CaptureQueriesContext(connection) as captured:
            outbox.send(row.pk, SEND)
        asked.append(len(captured))
    assert asked[0] == asked[1] and Dispatch.objects.count() == 6
