"""Moments are put to orders alone, in the transaction that opens them, and pass with it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from games import play
from games.clocks import DAILY
from games.models import Deadline, Door, Outbox, Submission
from games.play import autoplay, history
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import events as e
from games.titles.quartz_cards.rules import orders as o
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, player

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)


def match(people: int = 3, robots: int = 0, **options: object):
    """Begin a match of the card game, the first to join digging first."""
    chosen = {"first_player": 0, "seating": "fixed", **options}
    guests = [player() for _ in range(people)]
    found = open_table(
        "quartz_cards", guests, ["prospector"] * robots, now=NOON, options=chosen, secret=bytes(32)
    )
    play.start(found.pk, NOON)
    found.refresh_from_db()
    return found


def state(found):
    found.refresh_from_db()
    return history.load(found)[1].state


def asked(found):
    return {(one.kind, name.seat) for name, one in open_questions(found).items() if one.awaited}


def name_of(found, kind):
    return next(name for name, one in open_questions(found).items() if one.kind == kind)


def ambush_by_all(found, rivals=(1, 2)):
    """Let every rival lay in wait at the announcement, each with an attack it holds."""
    for seat in rivals:
        held = [card for card in state(found).hands[seat] if card in CARDS]
        laid = o.Orders(ambushes=tuple(o.Ambush(card, cards=0) for card in held))
        play.lay_orders(found.pk, seat, 1, msgspec.json.encode(laid).decode(), Door.PAGE, NOON)


CARDS = ("stop_stop_stop", "may_i_help", "little_present")


def test_what_was_announced_goes_on_in_the_same_transaction():
    found = match()
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    assert ("go_on", 0) not in asked(found)
    assert len(state(found).line) == 1
    passed = Submission.objects.filter(match=found, door=Door.ORDER, order=None)
    assert [one.command for one in passed] == ['{"kind":"go_on"}']
    assert not Outbox.objects.filter(match=found, question__in=passed.values("question")).exists()
    assert not Deadline.objects.filter(match=found, question__in=passed.values("question")).exists()


def test_an_ambush_strikes_before_the_first_card_and_its_submission_names_the_order():
    found = match()
    ambush_by_all(found)
    hands = state(found).hands
    first = next(seat for seat in (1, 2) if set(CARDS) & hands[seat].keys())
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    struck = Submission.objects.filter(match=found, door=Door.ORDER).exclude(order=None).first()
    assert struck.seat.number == first
    assert struck.order.seat_id == struck.seat_id
    assert state(found).line == []


def test_ambushes_strike_clockwise_from_who_digs_whatever_the_numbers_of_their_seats():
    found = match(first_player=1)
    ambush_by_all(found, rivals=(0, 2))
    assert all({"may_i_help", "little_present"} & state(found).hands[seat].keys() for seat in (0, 2))
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    found.refresh_from_db()
    records, _ = history.load(found)
    struck = [one.event.seat for one in records if isinstance(one.event, e.AttackPlayed)]
    assert struck[0] == 2


def test_a_person_can_not_answer_what_was_put_to_orders():
    found = match()
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    if ("hire", 0) in asked(found):
        answer(found, name_of(found, "hire"), c.DeclineHire(), SOON)
    name = name_of(found, "ambush")
    receipt = answer(found, name, c.Attack("little_present"), SOON)
    assert (receipt.outcome, receipt.code) == ("refused", "stale")


def test_an_order_laid_after_the_moment_comes_too_late_for_it():
    found = match()
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    before = open_questions(found)
    late = o.Orders(ambushes=tuple(o.Ambush(card) for card in CARDS))
    for seat in (1, 2):
        play.lay_orders(found.pk, seat, 1, msgspec.json.encode(late).decode(), Door.PAGE, SOON)
    assert open_questions(found) == before


def test_a_robot_lays_no_ambush_and_goes_on_at_once():
    found = match(people=1, robots=2)
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    assert asked(found) in ({("dig", 0)}, {("hire", 0)})


def test_moments_at_the_bound_of_a_transaction_are_looked_at_in_the_next(monkeypatch):
    monkeypatch.setattr(autoplay, "MOST_ANSWERS", 0)
    found = match()
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    assert ("go_on", 0) in asked(found)
    monkeypatch.undo()
    row = Deadline.objects.get(match=found, kind="carry_on", question="", state="running")
    assert play.close(row.pk, SOON + timedelta(seconds=1))
    assert ("go_on", 0) not in asked(found)


def test_attacks_are_waited_for_as_long_as_windows_are_though_they_are_named_in_secret():
    found = match(windows="full")
    answer(found, name_of(found, "turn"), c.Explore(), SOON)
    assert asked(found) == {("attack", 1), ("attack", 2)}
    clocks = Deadline.objects.filter(match=found, kind="question", state="running")
    assert {clock.due_at - SOON for clock in clocks} == {DAILY.window}
    mails = Outbox.objects.filter(match=found, question__in=clocks.values("question"))
    assert {one.kind for one in mails} == {"secret"}
