"""A friendly nudge: once a day, to whom the table waits for, by what all can see."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.conf import settings
from django.core import mail

from games import clocks
from games.mail.kinds import News
from games.mail.send import outbox
from games.match import nudges, seats
from games.match.actions import Pressed
from games.models import Act, ActKind, Deadline, MailState, Outbox, Player, Seat, Unreachable, WhyNot
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LATER = NOON + 2 * HOUR
SEND = timedelta(seconds=settings.SEND_AFTER)


def table(**more):
    """Give a match, the seat it waits for, and another."""
    found = match(3, **more)
    (asked,) = found.awaited
    return found, asked, (asked + 1) % 3


def rows(found):
    return Outbox.objects.filter(match=found, kind=News.NUDGED)


def sent(now) -> list[str]:
    mail.outbox.clear()
    outbox.send_due(now)
    return [f"{one.to[0]} {one.subject} {' '.join(str(one.body).split())}" for one in mail.outbox]


def test_who_is_waited_for_gets_a_friendly_mail_that_asks_once_more():
    found, asked, giver = table()
    nudges.nudge(found.pk, giver, LATER)
    (letter,) = [one for one in sent(LATER + SEND) if "Your match is waiting for you" in one]
    seat = found.seats.get(number=asked)
    assert letter.startswith(seat.player.email)
    assert f"A friendly nudge from {found.seats.get(number=giver).name}" in letter
    assert "Mine a crystal" in letter and "You have until" in letter
    (done,) = Act.objects.filter(match=found)
    assert (done.kind, done.about, done.seat.number) == (ActKind.NUDGED, str(asked), giver)


def test_it_is_one_a_day_for_each_who_waits():
    found, asked, giver = table()
    nudges.nudge(found.pk, giver, LATER)
    with pytest.raises(Refused, match="nudged_already"):
        nudges.nudge(found.pk, giver, LATER + 20 * HOUR)
    nudges.nudge(found.pk, ({0, 1, 2} - {asked, giver}).pop(), LATER)
    assert rows(found).count() == 2
    nudges.nudge(found.pk, giver, LATER + 25 * HOUR)
    assert rows(found).count() == 3


def test_a_second_press_of_the_same_button_is_one_nudge():
    found, _, giver = table()
    for _ in range(2):
        nudges.nudge(found.pk, giver, LATER, Pressed(1, "the same"))
    assert rows(found).count() == 1


def test_who_was_asked_only_just_now_is_left_alone():
    found, _, giver = table()
    with pytest.raises(Refused, match="nobody_to_nudge"):
        nudges.nudge(found.pk, giver, NOON + timedelta(minutes=59))
    assert not rows(found).exists() and not Act.objects.exists()


def muted(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(muted=True)


def muted_all(seat: Seat) -> None:
    Player.objects.filter(seats=seat).update(muted=True)


def away(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)


def unreachable(seat: Seat) -> None:
    Unreachable.objects.create(address=seat.player.email, why=WhyNot.BOUNCED)


@pytest.mark.parametrize("make_so", [muted, muted_all, away, unreachable])
def test_whom_no_mail_reaches_none_is_sent_and_the_nudge_isnt_spent(make_so):
    found, asked, giver = table()
    make_so(found.seats.select_related("player").get(number=asked))
    with pytest.raises(Refused, match="nobody_to_nudge"):
        nudges.nudge(found.pk, giver, LATER)
    assert not rows(found).exists() and not Act.objects.exists()


def test_a_robot_is_never_nudged_nor_does_who_is_asked_nudge_themselves():
    found, asked, _ = table()
    with pytest.raises(Refused, match="nobody_to_nudge"):
        nudges.nudge(found.pk, asked, LATER)
    found.seats.filter(number=asked).update(robot="miner", player=None)
    with pytest.raises(Refused, match="nobody_to_nudge"):
        nudges.nudge(found.pk, (asked + 1) % 3, LATER)


def test_it_waits_until_quiet_hours_are_over():
    found, asked, giver = table()
    sleeper = found.seats.get(number=asked).player
    Player.objects.filter(pk=sleeper.pk).update(quiet_from=time(13), quiet_to=time(20))
    nudges.nudge(found.pk, giver, LATER)
    assert not any("waiting for you" in one for one in sent(NOON + 7 * HOUR))
    assert any("waiting for you" in one for one in sent(NOON + 8 * HOUR))


def test_a_nudge_that_came_too_late_is_no_news():
    found, _asked, giver = table()
    nudges.nudge(found.pk, giver, LATER)
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    assert not answer(found, name, c.Leave(), LATER).refused
    sent(LATER + SEND)
    assert rows(found).get().state == MailState.SUPERSEDED


def test_a_nudge_about_one_question_doesnt_go_out_about_the_next():
    found, _asked, giver = table()
    nudges.nudge(found.pk, giver, LATER)
    Deadline.objects.filter(match=found).update(asked_at=LATER + timedelta(seconds=1))
    sent(LATER + SEND)
    assert rows(found).get().state == MailState.SUPERSEDED


def test_a_nudge_of_who_has_left_since_is_no_news():
    found, _asked, giver = table()
    nudges.nudge(found.pk, giver, LATER)
    seats.give_up(found.pk, giver, LATER)
    sent(LATER + SEND)
    assert rows(found).get().state == MailState.SUPERSEDED


def test_at_a_table_that_rests_nobody_is_nudged():
    found, _, giver = table()
    type(found).objects.filter(pk=found.pk).update(status="paused")
    with pytest.raises(Refused, match="not_running"):
        nudges.nudge(found.pk, giver, LATER)


def test_rests_that_touch_are_waited_out_together():
    rhythm = clocks.Rhythm("UTC", clocks.Quiet(time(22), time(8)), (1, 2))  # NOON is a Monday
    assert clocks.awake(NOON, rhythm) == NOON
    assert clocks.awake(NOON + 11 * HOUR, rhythm) == NOON + 68 * HOUR  # Thursday, eight o'clock
