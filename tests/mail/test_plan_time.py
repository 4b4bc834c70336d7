"""A plan that has asked may act some hours later: the email that asks says when, and what it does then."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from games import play
from games.mail import press
from games.models import Deadline, Door, Outbox, Purpose
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from tests.kit.mail_scenes import LATER, finished, html_of, table, text_of
from tests.kit.play_people import NOON, answer, open_questions

pytestmark = pytest.mark.django_db
WHEN = "Monday 2 March, 12:05"  # three hours after it was asked, in São Paulo


def asked_by_plan(*, hand: bool, silent: o.IfSilent | None) -> Outbox:
    """Let a plan ask at once, for its owner's cart is worth nought, and give the email that says so."""
    found = table("quartz", hand=hand)
    (first,) = (name for name, one in open_questions(found).items() if one.kind == "turn")
    stops = o.Stops(worth=o.AtWorth(0))
    orders = o.Orders(plan=o.Plan(lines=(o.MineLine(9),), stops=stops, if_silent=silent))
    for seat in found.seats.exclude(number=first.seat):
        play.lay_orders(found.pk, seat.number, 1, msgspec.json.encode(orders).decode(), Door.PAGE, NOON)
    answer(found, first, c.Mine(), LATER)
    return Outbox.objects.get(match=found, kind="turn")


def told(one: Outbox) -> tuple[str, str]:
    content = finished(one).content
    return " ".join(text_of(content).split()), " ".join(html_of(content).split())


@pytest.mark.parametrize(
    ("then", "does"),
    [("leave", "Leave the mine"), ("mine", "Mine a crystal"), ("next_line", "Mine a crystal")],
)
def test_a_mail_with_the_hand_says_what_the_plan_does_and_when(then, does):
    for said in told(asked_by_plan(hand=True, silent=o.IfSilent(3, then))):
        assert f"Before that, from {WHEN} on, your plan plays for you: {does}." in said


def test_a_mail_without_the_hand_says_when_and_the_same_whatever_the_plan_does():
    for said in told(asked_by_plan(hand=False, silent=o.IfSilent(3, "next_line"))):
        assert f"Before that, from {WHEN} on, your plan may play for you." in said


@pytest.mark.parametrize("hand", [True, False])
def test_a_mail_says_why_the_plan_stopped(hand):
    for said in told(asked_by_plan(hand=hand, silent=None)):
        assert "Your plan stopped: your cart has reached the value you set." in said


def test_a_plan_without_hours_of_its_own_says_nothing():
    assert all("Before that, from" not in said for said in told(asked_by_plan(hand=True, silent=None)))


def test_hours_that_were_made_longer_since_are_not_told():
    one = asked_by_plan(hand=True, silent=o.IfSilent(3))
    patient = o.Orders(plan=o.Plan(stops=o.Stops(worth=o.AtWorth(0)), if_silent=o.IfSilent(12)))
    said = msgspec.json.encode(patient).decode()
    play.lay_orders(one.match_id, one.seat.number, 1, said, Door.PAGE, LATER)
    assert all("Before that, from" not in said for said in told(one))


def test_a_plan_that_would_act_after_the_time_is_up_says_nothing():
    one = asked_by_plan(hand=True, silent=o.IfSilent(24))
    Deadline.objects.filter(match=one.match, kind="question").update(due_at=LATER + timedelta(hours=12))
    assert all("Before that, from" not in said for said in told(one))


def test_a_mail_offers_to_let_the_plan_go_on_and_its_link_plays_at_once():
    one = asked_by_plan(hand=True, silent=None)
    for said in told(one):
        assert "Keep going: ask me again when my cart is worth 6 coins." in said
    link = next(made for made in finished(one).links if made.purpose == Purpose.ORDERS)
    assert '"x":6' in link.content
    link.save()
    before = one.match.version
    pressed = press.press(link, door=Door.LINK, now=LATER + timedelta(minutes=5))
    assert pressed.what == press.What.LAID
    one.match.refresh_from_db()
    assert one.match.version > before, "the plan has taken the turn that was asked"


def test_a_mail_without_the_hand_does_not_say_how_far_a_plan_could_go():
    assert all("Keep going" not in said for said in told(asked_by_plan(hand=False, silent=None)))
