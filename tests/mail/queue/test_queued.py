"""What queues the emails that tell of something done: by what lies open, to its owner, and once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail

from games import play
from games.mail import delivery
from games.mail.kinds import News
from games.mail.send import digests, outbox
from games.models import Deadline, Door, MailState, Outbox, Player, Seat, WhyNot
from games.play import effects
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, match, open_questions, player

pytestmark = pytest.mark.django_db
SEND = timedelta(seconds=settings.SEND_AFTER)
MINUTE = timedelta(minutes=1)
PLAN = canonical(o.Orders(plan=o.Plan(lines=(o.MineLine(1),), for_="every_day"))).decode()


def kinds(found, seat: int | None = None, **more) -> list[str]:
    rows = Outbox.objects.filter(match=found, **more)
    return sorted((rows if seat is None else rows.filter(seat__number=seat)).values_list("kind", flat=True))


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def run_out(found):
    """Let the time of who is asked run out; give the moment."""
    clock = Deadline.objects.filter(match=found, state="running").order_by("due_at").first()
    assert play.close(clock.pk, clock.due_at)
    return clock.due_at


def test_who_isnt_asked_first_learns_that_it_has_begun():
    found = open_table("quartz", [player() for _ in range(3)], ["miner"], now=NOON)
    play.start(found.pk, NOON)
    asked = {row.seat_id for row in Outbox.objects.filter(match=found, kind="turn")}
    told = {row.seat_id for row in Outbox.objects.filter(match=found, kind="started")}
    assert not asked & told
    assert asked | told == {seat.pk for seat in found.seats.all() if seat.player_id}


def test_who_was_silent_is_told_what_was_done_for_them():
    found = match(3)
    name = turn(found)
    due = run_out(found)
    assert kinds(found, name.seat, kind="done") == ["done"] and not kinds(found, None, kind="put_off")
    outbox.send_due(due + SEND)
    (letter,) = [one for one in mail.outbox if "[A move was made for you]" in one.subject]
    assert "Your time ran out" in letter.body and "leaves the mine" in letter.body


def planned(found, now) -> int:
    """Let who is asked lay a plan long before its turn comes round again; give the seat."""
    name = turn(found)
    play.lay_orders(found.pk, name.seat, 1, PLAN, Door.PAGE, now)
    return name.seat


def test_who_lays_a_plan_that_acts_at_once_isnt_mailed_about_it():
    found = match(3)
    seat = planned(found, NOON)
    assert found.version < open_version(found) and not kinds(found, seat, kind="done")


def open_version(found) -> int:
    found.refresh_from_db()
    return found.version


def test_what_a_plan_does_later_is_told_after_a_while_and_only_if_no_other_mail_has():
    found = match(3)
    others = [seat.number for seat in found.seats.all()]
    mover = turn(found).seat
    for seat in {*others} - {mover}:
        play.lay_orders(found.pk, seat, 1, PLAN, Door.PAGE, NOON)
    assert not answer(found, turn(found), c.Mine(), NOON + MINUTE).refused
    for seat in {*others} - {mover}:
        (row,) = Outbox.objects.filter(match=found, seat__number=seat, kind="done")
        assert row.send_after == NOON + MINUTE + effects.GATHERED
    Outbox.objects.filter(match=found).exclude(kind="done").delete()
    first, second = sorted({*others} - {mover})
    Seat.objects.filter(match=found, number=second).update(muted=True)
    outbox.send_due(NOON + MINUTE + effects.GATHERED)
    assert kinds(found, first, kind="done", state=MailState.SENT) == ["done"]
    assert kinds(found, second, kind="done", state=MailState.SUPERSEDED) == ["done"]


def test_what_another_mail_has_told_is_not_told_again():
    found = match(3)
    name = turn(found)
    due = run_out(found)
    seat = found.seats.get(number=name.seat)
    Outbox.objects.create(
        match=found,
        seat=seat,
        kind="turn",
        dedupe="another",
        send_after=due,
        created_at=due,
        sent_at=due + MINUTE,
        state=MailState.SENT,
    )
    outbox.send_due(due + SEND)
    assert kinds(found, name.seat, kind="done", state=MailState.SUPERSEDED) == ["done"]


def test_whose_plan_is_off_is_told_and_that_a_move_from_a_mail_was_taken_back():
    found = match(3)
    name = turn(found)
    assert not answer(found, name, c.Leave(), NOON, door=Door.LINK).refused
    play.lay_orders(found.pk, name.seat, 1, PLAN, Door.PAGE, NOON)
    assert not play.take_back(found.pk, name.seat, 1, "back", NOON + MINUTE / 2).refused
    assert kinds(found, name.seat, kind="put_off") == ["put_off"]
    assert kinds(found, name.seat, kind="taken_back") == ["taken_back"]


def test_what_is_pressed_in_a_mail_is_confirmed_at_once():
    found = match(3)
    name = turn(found)
    assert not answer(found, name, c.Leave(), NOON, door=Door.LINK).refused
    row = Outbox.objects.get(match=found, kind="receipt")
    assert (row.seat.number, row.send_after) == (name.seat, NOON)


# --- one email a day


def test_who_wants_one_mail_a_day_gets_that_in_the_morning_and_no_other():
    found = match(3)
    name = turn(found)
    who = found.seats.get(number=name.seat).player
    Player.objects.filter(pk=who.pk).update(digest=True, time_zone="America/Sao_Paulo")
    outbox.send_due(NOON + SEND)
    assert kinds(found, name.seat, state=MailState.SUPERSEDED) == ["turn"] and mail.outbox == []
    night, morning = NOON.replace(hour=10, minute=59), NOON.replace(hour=11)
    assert (digests.queue_due(night), Outbox.objects.filter(kind="digest").count()) == (0, 0)
    digests.queue_due(morning)
    digests.queue_due(morning + MINUTE)
    assert Outbox.objects.filter(kind="digest").count() == 1
    outbox.send_due(NOON + SEND)
    (letter,) = mail.outbox
    assert letter.to == [who.email] and "1 match is waiting for you" in letter.body


def test_who_isnt_waited_for_gets_no_digest():
    found = match(3)
    name = turn(found)
    Player.objects.exclude(seats__number=name.seat).update(digest=True)
    digests.queue_due(NOON)
    assert not Outbox.objects.filter(kind="digest").exists()


# --- who can't be reached


def test_those_who_play_with_somebody_learn_that_no_mail_arrives_there():
    found = match(3)
    name = turn(found)
    lost = found.seats.select_related("player").get(number=name.seat)
    delivery.leave_alone(lost.player.email, WhyNot.BOUNCED, NOON)
    told = Outbox.objects.filter(match=found, kind=News.UNREACHABLE).values_list("seat__number", flat=True)
    assert set(told) == {0, 1, 2} - {name.seat}
    outbox.send_due(NOON + SEND)
    letters = [one for one in mail.outbox if "Emails don't reach a player" in one.subject]
    assert len(letters) == 2 and all(f"Our emails to {lost.name} are bouncing" in one.body for one in letters)
