"""Emails go out one by one: the next is written while the mail server takes the last, and waits for it."""

from __future__ import annotations

from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.core import mail

from games.mail.compose import frame
from games.mail.send import outbox
from games.mail.send.connection import MailConnection
from games.models import MailState, Outbox
from tests.kit.play_people import NOON, match
from tests.kit.waiting import LONG

pytestmark = pytest.mark.django_db
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)


@pytest.fixture
def rows() -> list[Outbox]:
    match(), match()
    return list(Outbox.objects.order_by("send_after", "pk"))


def test_the_next_mail_is_written_while_the_server_takes_the_last(rows, monkeypatch):
    finish, deliver, second = frame.finish, outbox.deliver, Event()

    def finish_and_say(row: Outbox, *given: Any) -> frame.Finished:
        if row.pk == rows[1].pk:
            second.set()
        return finish(row, *given)

    def deliver_late(*given: Any) -> None:
        assert second.wait(LONG), "nobody writes while this one is under way"
        deliver(*given)

    monkeypatch.setattr(frame, "finish", finish_and_say)
    monkeypatch.setattr(outbox, "deliver", deliver_late)
    assert outbox.send_due(SEND) == 2
    assert len(mail.outbox) == 2


def test_a_mail_goes_out_when_the_one_before_is_noted_and_no_sooner(rows, monkeypatch):
    done: list[tuple[str, int]] = []
    note, carry = outbox.note, MailConnection.carry

    def note_and_say(row: Outbox | None, *given: Any) -> bool:
        noted = note(row, *given)
        done.extend([("noted", row.pk)] if row else [])
        return noted

    def carry_and_say(connection: MailConnection, deliver: Any) -> None:
        done.append(("under way", Outbox.objects.filter(state=MailState.SENT).count()))
        carry(connection, deliver)

    monkeypatch.setattr(outbox, "note", note_and_say)
    monkeypatch.setattr(MailConnection, "carry", carry_and_say)
    assert outbox.send_due(SEND) == 2
    assert done == [("under way", 0), ("noted", rows[0].pk), ("under way", 1), ("noted", rows[1].pk)]


def test_of_two_mails_to_one_seat_the_second_is_written_after_the_first_is_noted(rows, monkeypatch):
    rows[1].seat = rows[0].seat
    rows[1].save()
    finish = frame.finish
    before: list[int] = []

    def finish_and_look(*given: Any) -> frame.Finished:
        before.append(Outbox.objects.filter(state=MailState.SENT).count())
        return finish(*given)

    monkeypatch.setattr(frame, "finish", finish_and_look)
    monkeypatch.setattr(outbox, "still_makes_sense", lambda row, now: True)
    assert outbox.send_due(SEND) == 2
    assert before == [0, 1]


def test_what_the_server_refuses_hinders_no_other_mail(rows, monkeypatch):
    deliver = outbox.deliver
    closed: list[MailConnection] = []

    def refuse_the_first(message: Any, server: Any) -> None:
        if not closed:
            raise OSError("no room")
        deliver(message, server)

    monkeypatch.setattr(outbox, "deliver", refuse_the_first)
    monkeypatch.setattr(MailConnection, "hang_up", lambda connection: closed.append(connection))
    assert outbox.send_due(SEND) == 1
    states = dict(Outbox.objects.values_list("pk", "state"))
    assert states == {rows[0].pk: MailState.QUEUED, rows[1].pk: MailState.SENT}
    assert len(closed) == 2, "after the fault, and at the end"
