"""Orders and plans answer in the transaction of the move before them, and nobody is mailed about it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from games import deadlines, history, outbox, play
from games.models import Deadline, Door, Event, Match, Order, Outbox, Submission
from games.rules.quartz import commands as c
from games.rules.quartz import orders as o
from tests.play.people import NOON, answer, match, open_questions

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)
DIGGER = o.Orders(
    plan=o.Plan(lines=(o.MineLine(2),), stops=o.Stops(obsidian=None), for_="every_day"), sale="rule"
)


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def lay(found, seat, orders, now=NOON):
    return play.lay_orders(found.pk, seat, 1, msgspec.json.encode(orders).decode(), Door.PAGE, now)


def test_a_plan_plays_in_the_move_before_it_and_its_submission_names_it():
    found = match()
    name = turn(found)
    others = [number for number in range(3) if number != name.seat]
    for number in others:
        lay(found, number, DIGGER)
    mails = Outbox.objects.filter(match=found).count()
    answer(found, name, c.Mine(), SOON)
    played = Submission.objects.filter(match=found, door=Door.ORDER)
    assert [one.seat.number for one in played] == sorted(others, key=lambda n: order_of(found).index(n))
    assert all(one.order.seat_id == one.seat_id for one in played)
    assert turn(found).seat == name.seat
    assert Outbox.objects.filter(match=found, kind="turn").count() <= mails + 1


def order_of(found):
    start = turn(found).seat
    seats = list(history.load(found)[1].state.order)
    at = seats.index(start)
    return seats[at:] + seats[:at]


def test_laying_a_plan_on_ones_own_turn_acts_at_once():
    found = match()
    name = turn(found)
    before = found.version
    assert not lay(found, name.seat, DIGGER).refused
    found.refresh_from_db()
    assert found.version > before


@pytest.mark.parametrize("status", ["running", "lobby"])
def test_a_former_player_lays_no_orders(status):
    found = match()
    name = turn(found)
    found.seats.filter(number=name.seat).update(generation=2)
    Match.objects.filter(pk=found.pk).update(status=status)
    assert lay(found, name.seat, DIGGER).code == "stale"
    assert not Order.objects.exists()


def test_garbage_is_no_order():
    found = match()
    assert (
        play.lay_orders(found.pk, 0, 1, '{"plan":{"lines":[{"do":"fly"}]}}', Door.PAGE, NOON).code
        == "malformed"
    )
    assert not Order.objects.exists()


def test_an_order_that_is_refused_disarms_its_plan_and_asks():
    found = match()
    name = turn(found)
    lay(found, name.seat, o.Orders(plan=o.Plan(next=c.NotMine(name.seat), start="at_once"), sale="rule"))
    found.refresh_from_db()
    assert turn(found).seat == name.seat
    assert Event.objects.filter(match=found).count() == found.version


def test_a_plan_that_stops_mails_its_owner_ahead_and_nobody_else():
    found = match()
    name = turn(found)
    other = order_of(found)[1]
    stops = o.Stops(obsidian=o.AtObsidian(0), worth=o.AtWorth(1))
    lay(found, other, o.Orders(plan=o.Plan(lines=(o.MineLine(1),), stops=stops, for_="every_day")))
    answer(found, name, c.Mine(), SOON)
    assert Submission.objects.filter(match=found, door=Door.ORDER).count() == 1
    ahead = warned(found)
    assert [mail.seat.number for mail in ahead] == [other]
    answer(found, turn(found), c.Mine(), SOON)
    assert ahead.count() == 1, "once for each stop"


ASKS_EVERY_DAY = o.Orders(
    plan=o.Plan(lines=(o.MineLine(1),), stops=o.Stops(worth=o.AtWorth(0)), for_="every_day")
)


def warned(found):
    return Outbox.objects.filter(match=found, kind="ahead")


def until_day(found, day):
    """Let everybody leave at once, each day, and answer what else is asked."""
    while history.load(found)[1].state.day < day:
        waiting = open_questions(found)
        name = min(name for name, one in waiting.items() if one.awaited)
        command = c.Leave() if waiting[name].kind == "turn" else silence_of(found, waiting[name])
        assert not answer(found, name, command, SOON).refused
        found.refresh_from_db()


def silence_of(found, question):
    return found.rules.silence(history.load(found)[1].state, question)


def test_a_plan_that_stops_on_two_days_warns_twice():
    found = match()
    other = order_of(found)[1]
    lay(found, other, ASKS_EVERY_DAY)
    assert warned(found).count() == 1
    until_day(found, 2)
    assert warned(found).count() == 2
    assert len({mail.question for mail in warned(found)}) == 2


def test_one_stop_warns_once_however_many_moves_others_make():
    found = match(4)
    other = order_of(found)[3]
    lay(found, other, ASKS_EVERY_DAY)
    for _ in range(2):
        answer(found, turn(found), c.Mine(), SOON)
        assert warned(found).count() == 1
    assert outbox.send_due(SOON + timedelta(minutes=2)) == 2, "the warning, and the turn of the third"
    answer(found, turn(found), c.Leave(), SOON + timedelta(minutes=2))
    assert warned(found).count() == 1


def test_a_stop_that_is_taken_back_and_comes_again_sends_one_warning():
    found = match(4)
    *_, other = order_of(found)
    few = o.Stops(inside=o.WhenFew(2, "ask"))
    lay(found, other, o.Orders(plan=o.Plan(lines=(o.MineLine(9),), stops=few)))
    answer(found, turn(found), c.Leave(), SOON)
    assert not warned(found).exists()
    leaver = turn(found)
    answer(found, leaver, c.Leave(), SOON)
    assert warned(found).count() == 1
    play.take_back(found.pk, leaver.seat, 1, "back", SOON)
    answer(found, turn(found), c.Leave(), SOON)
    outbox.send_due(SOON + timedelta(minutes=2))
    assert sorted(warned(found).values_list("state", flat=True)) == ["sent", "superseded"]


def test_a_warning_whose_stop_was_taken_back_is_not_sent():
    found = match(4)
    *_, other = order_of(found)
    few = o.Stops(inside=o.WhenFew(2, "ask"))
    lay(found, other, o.Orders(plan=o.Plan(lines=(o.MineLine(9),), stops=few)))
    for _ in range(2):
        leaver = turn(found)
        answer(found, leaver, c.Leave(), SOON)
    play.take_back(found.pk, leaver.seat, 1, "back", SOON)
    outbox.send_due(SOON + timedelta(minutes=2))
    assert [mail.state for mail in warned(found)] == ["superseded"]


def test_a_plan_that_asked_acts_after_its_own_hours():
    found = match()
    name = turn(found)
    stops = o.Stops(worth=o.AtWorth(0))
    plan = o.Plan(lines=(o.MineLine(9),), stops=stops, if_silent=o.IfSilent(3, "mine"))
    lay(found, name.seat, o.Orders(plan=plan))
    clock = Deadline.objects.filter(match=found, kind="late", state="running").first()
    assert clock is None, "it was laid on an open question"


def test_a_question_asked_of_a_waiting_plan_gets_its_hours():
    found = match()
    name = turn(found)
    other = order_of(found)[1]
    stops = o.Stops(worth=o.AtWorth(0))
    plan = o.Plan(lines=(o.MineLine(9),), stops=stops, if_silent=o.IfSilent(3, "mine"))
    lay(found, other, o.Orders(plan=plan))
    answer(found, name, c.Mine(), SOON)
    clock = Deadline.objects.get(match=found, kind="late", state="running")
    assert clock.due_at == SOON + timedelta(hours=3)
    before = found.version
    assert deadlines.close_due(clock.due_at) == 1
    found.refresh_from_db()
    assert found.version > before
    assert turn(found).seat != other


def test_orders_of_a_former_generation_answer_nothing():
    found = match()
    name = turn(found)
    other = order_of(found)[1]
    lay(found, other, DIGGER)
    found.seats.filter(number=other).update(generation=2)
    answer(found, name, c.Mine(), SOON)
    assert turn(found).seat == other
