"""Orders and plans answer in the transaction of the move before them, and nobody is emailed about it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.mail.send import outbox
from games.match import votes
from games.models import Deadline, Door, Event, Heartbeat, Match, Order, Outbox, Subject, Submission
from games.play import deadlines, history, outages
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from tests.kit.play_people import NOON, answer, match, open_questions, unsettled, view

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)
HOUR = timedelta(hours=1)
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
    played = Submission.objects.filter(match=found, door=Door.ORDER).order_by("pk")
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
    return found.rules.core.silence(history.load(found)[1].state, question)


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


@pytest.mark.django_db(transaction=True)
def test_a_move_takes_as_many_statements_whether_or_not_a_plan_comes_to_stop():
    counts = []
    for then in ("ask", "go_on"):
        found = next(one for one in tables() if order_of(one)[1] == ROBOT and order_of(one)[2] != ROBOT)
        stops = o.Stops(inside=o.WhenFew(2, then))
        lay(found, order_of(found)[2], o.Orders(plan=o.Plan(lines=(o.MineLine(9),), stops=stops)))
        with CaptureQueriesContext(connection) as asked, unsettled():  # a robot is sent no email
            answer(found, turn(found), c.Leave(), SOON)
        counts.append(len(asked))
        assert warned(found).exists() == (then == "ask")
    assert counts[0] == counts[1]


ROBOT = 2


def tables():
    """Give matches of two people and a robot, so that the warning is the only email."""
    for number in range(50):
        with unsettled():
            found = match(2, robots=1, secret=bytes([number]) * 32)
        yield found


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


#: Asks its owner at once, and mines three hours later.
ASKS = o.Plan(lines=(o.MineLine(9),), stops=o.Stops(worth=o.AtWorth(0)), if_silent=o.IfSilent(3, "mine"))


def test_a_plan_laid_on_an_open_question_that_it_leaves_open_gets_no_hours_for_it():
    found = match()
    name = turn(found)
    lay(found, name.seat, o.Orders(plan=ASKS))
    assert not Deadline.objects.filter(match=found, kind="late").exists(), "the plan hasn't asked it"


def waiting_plan() -> tuple[Match, int, Deadline]:
    """Ask a plan that asks its owner, and acts some hours later; give who that is and when."""
    found = match()
    name = turn(found)
    other = order_of(found)[1]
    lay(found, other, o.Orders(plan=ASKS))
    answer(found, name, c.Mine(), SOON)
    return found, other, Deadline.objects.get(match=found, kind="late", state="running")


def test_a_plans_hours_stand_still_once_for_an_outage_within_a_pause():
    found, _, clock = waiting_plan()
    for number in range(3):
        votes.vote(found.pk, number, Subject.PAUSE, NOON + HOUR)
    Heartbeat.record(outages.SWEEP, NOON + 2 * HOUR)
    outages.look(NOON + 4 * HOUR)
    for number in range(3):
        votes.vote(found.pk, number, Subject.RESUME, NOON + 6 * HOUR)
    due = clock.due_at
    clock.refresh_from_db()
    assert clock.due_at == due + 5 * HOUR


def test_a_question_asked_of_a_waiting_plan_gets_its_hours():
    found, other, clock = waiting_plan()
    assert clock.due_at == SOON + timedelta(hours=3)
    before = found.version
    assert deadlines.close_due(clock.due_at) == 1
    found.refresh_from_db()
    assert found.version > before
    assert turn(found).seat != other


def test_hours_that_were_made_longer_since_are_not_cut_short():
    found, other, clock = waiting_plan()
    patient = msgspec.structs.replace(ASKS, if_silent=o.IfSilent(12, "leave"))
    lay(found, other, o.Orders(plan=patient), SOON)
    clock.refresh_from_db()
    assert clock.state == "running"
    assert deadlines.close_due(clock.due_at) == 0
    assert turn(found).seat == other


def test_orders_of_a_former_generation_answer_nothing():
    found = match()
    name = turn(found)
    other = order_of(found)[1]
    lay(found, other, DIGGER)
    found.seats.filter(number=other).update(generation=2)
    answer(found, name, c.Mine(), SOON)
    assert turn(found).seat == other


# --- what a game orders by default answers for who has laid nothing


def with_here_we_go(**settings):
    """Begin a match whose first player holds here_we_go, with valuable crystals first in the bag."""
    found = match(secret=bytes([43]) * 32, **settings)
    name = turn(found)
    assert view(found, name.seat).me.hand.get("here_we_go"), "choose another secret"
    return found, name


def draw(found, name):
    """Play here_we_go; give the seat's submissions, but for what is refused."""
    assert not answer(found, name, c.HereWeGo(), SOON).refused
    found.refresh_from_db()
    assert view(found, name.seat).me.cart, "choose another secret"
    return list(Submission.objects.filter(match=found, seat__number=name.seat).order_by("pk"))


@pytest.mark.parametrize("options", [{}, {"covered_carts": True}])
def test_the_default_orders_answer_for_a_seat_that_has_laid_none(options):
    found, name = with_here_we_go(options=options)
    mine = draw(found, name)
    assert [(one.door, one.order) for one in mine] == [(Door.PAGE, None), (Door.ORDER, None)]
    kept = Event.objects.get(match=found, kind="kept")
    assert kept.submission == mine[1]
    assert turn(found).seat != name.seat
    assert not Outbox.objects.filter(match=found, seat__number=name.seat, created_at=SOON).exists()
    assert not Order.objects.exists(), "nothing is laid in anybody's name"


def test_whoever_wants_to_be_asked_is_asked():
    found, name = with_here_we_go()
    lay(found, name.seat, o.Orders(keep="ask"))
    assert not answer(found, name, c.HereWeGo(), SOON).refused
    assert [one.kind for label, one in open_questions(found).items() if label.seat == name.seat] == ["keep"]


def test_orders_of_a_former_player_give_way_to_the_defaults():
    found, name = with_here_we_go()
    lay(found, name.seat, o.Orders(keep="ask"))
    found.seats.filter(number=name.seat).update(generation=2)
    assert [one.door for one in draw(found, name)] == [Door.PAGE, Door.ORDER]


def test_what_an_order_has_followed_up_is_taken_back_no_more():
    """Chance has spoken before it; and an order that acts at once ends taking back in any case."""
    found, name = with_here_we_go()
    draw(found, name)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "too_late"


def test_a_move_is_taken_back_from_a_table_without_orders():
    found, name = with_here_we_go()
    answer(found, name, c.Leave(), SOON)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).outcome == "played"
    assert not Order.objects.exists(), "there was no plan to take off the table"
    assert [one.door for one in draw(found, turn(found))] == [
        Door.PAGE,
        Door.TAKE_BACK,
        Door.PAGE,
        Door.ORDER,
    ]
