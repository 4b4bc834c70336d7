"""A slip can be taken back until chance was spent, hidden things were shown, or somebody else has acted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.clocks import Bank, Pace
from games.mail.send import outbox
from games.models import Deadline, Door, Event, Match, Order, Outbox, Outcome
from games.ops import verification
from games.play import history
from games.play.diff import label
from games.titles.gnomes.rules import commands as g
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, match, open_questions, player, view

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SOON = NOON + timedelta(minutes=5)


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def lay(found, seat, orders, now=NOON):
    return play.lay_orders(found.pk, seat, 1, o.msgspec.json.encode(orders).decode(), Door.PAGE, now)


def test_leaving_can_be_taken_back_and_is_as_if_it_had_not_been():
    found = match()
    name = turn(found)
    version, due = found.version, Deadline.objects.get(match=found).due_at
    answer(found, name, c.Leave(), SOON)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).outcome == Outcome.PLAYED
    again = turn(found)
    assert again.opened_by == name.opened_by
    assert again.rewound == found.version
    assert Event.objects.get(match=found, number=found.version).kind == "rewound"
    assert Event.objects.filter(match=found).count() > version, "nothing is ever unwritten"
    history.check_chain(found)
    clock = Deadline.objects.get(match=found, state="running")
    assert (clock.seat, clock.due_at) == (name.seat, due), "the clock goes on as it was"


def test_a_second_slip_can_be_taken_back_like_the_first():
    found = match()
    name = turn(found)
    for key in ("back", "and back", "and back again"):
        assert answer(found, turn(found), c.Leave(), SOON).outcome == Outcome.PLAYED
        assert play.take_back(found.pk, name.seat, 1, key, SOON).outcome == Outcome.PLAYED
        assert turn(found).opened_by == name.opened_by
    history.check_chain(found)


@pytest.mark.parametrize(("hours", "left"), [(1, 11), (28, 7)])
def test_a_move_taken_back_neither_earns_time_nor_uses_it(hours, left):
    bank = Bank(start=10 * HOUR, increment=HOUR, cap=20 * HOUR)
    found = match(pace=Pace(turn=24 * HOUR, window=12 * HOUR, bank=bank))
    name, now = turn(found), NOON + hours * HOUR
    answer(found, name, c.Leave(), now)
    play.take_back(found.pk, name.seat, 1, "back", now)
    assert found.seats.get(number=name.seat).bank == 10 * HOUR
    answer(found, turn(found), c.Leave(), now)
    assert found.seats.get(number=name.seat).bank == left * HOUR


def test_a_move_taken_back_after_its_time_does_not_start_the_clock_again():
    found = match()
    name, due = turn(found), Deadline.objects.get(match=found).due_at
    answer(found, name, c.Leave(), due - timedelta(seconds=10))
    assert play.take_back(found.pk, name.seat, 1, "back", due + timedelta(seconds=10)).code == "too_late"


def test_the_same_press_twice_takes_back_once():
    found = match()
    name = turn(found)
    answer(found, name, c.Leave(), SOON)
    one = play.take_back(found.pk, name.seat, 1, "back", SOON)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON) == one
    assert play.take_back(found.pk, name.seat, 1, "back again", SOON).code == "too_late"


def test_a_former_player_takes_nothing_back():
    found = match()
    name = turn(found)
    answer(found, name, c.Leave(), SOON)
    found.refresh_from_db()
    found.seats.filter(number=name.seat).update(generation=2)
    before = found.version
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "stale"
    assert found_again(found).version == before


def test_chance_cannot_be_taken_back():
    found = match()
    name = turn(found)
    answer(found, name, c.Mine(), SOON)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "too_late"


def test_what_has_shown_hidden_things_cannot_be_taken_back(monkeypatch):
    found = match()
    name = turn(found)
    answer(found, name, c.Leave(), SOON)
    assert play.may_take_back(found_again(found), seat(found, name), SOON)
    showing = found.rules.changed(reveals=frozenset({"left_mine"}))
    monkeypatch.setattr(Match, "rules", property(lambda self: showing))
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "too_late"


def test_what_somebody_has_acted_on_cannot_be_taken_back_nor_what_is_somebody_elses():
    found = match()
    name = turn(found)
    answer(found, name, c.Leave(), SOON)
    for number in {0, 1, 2} - {name.seat}:
        assert play.take_back(found.pk, number, 1, f"not mine {number}", SOON).code == "too_late"
    answer(found, turn(found), c.Leave(), SOON)
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "too_late"


def test_after_a_while_it_is_too_late():
    found = match()
    name = turn(found)
    answer(found, name, c.Leave(), SOON)
    assert play.may_take_back(found_again(found), seat(found, name), SOON + timedelta(seconds=90))
    late = SOON + timedelta(seconds=91)
    assert play.take_back(found.pk, name.seat, 1, "back", late).code == "too_late"


def test_a_plan_that_acts_at_once_ends_it():
    found = match()
    name = turn(found)
    order = found.seats.order_by("number")
    for one in order:
        if one.number != name.seat:
            lay(found, one.number, o.Orders(plan=o.Plan(lines=(o.MineLine(3),))))
    answer(found, name, c.Leave(), SOON)
    found.refresh_from_db()
    assert play.take_back(found.pk, name.seat, 1, "back", SOON).code == "too_late"


def test_the_movers_plan_is_off_and_the_others_stay():
    found = match(4)
    name = turn(found)
    plan = o.Orders(plan=o.Plan(lines=(o.MineLine(3),), start="when_i_confirm"), sale="rule")
    for number in range(4):
        lay(found, number, plan)
    answer(found, name, c.Leave(), SOON)
    play.take_back(found.pk, name.seat, 1, "back", SOON)
    for number in range(4):
        laid = Order.objects.filter(match=found, seat__number=number).order_by("pk").last()
        assert (number == name.seat) == ('"plan":null' in laid.content)
        assert '"sale":"rule"' in laid.content


def found_again(found):
    found.refresh_from_db()
    return found


def seat(found, name):
    return found.seats.get(number=name.seat)


def test_whoever_is_asked_meanwhile_is_mailed_all_the_same(mailoutbox):
    """Their question has another name since; the email that waited to ask it was thrown away once."""
    found, at = spendable(), SOON + timedelta(seconds=20)
    spend = next(name for name, one in open_questions(found).items() if one.kind == "spend")
    name = turn(found)
    assert spend.seat != name.seat
    answer(found, spend, c.SpendToken(), at)
    assert play.take_back(found.pk, spend.seat, 1, "back", at).outcome == Outcome.PLAYED
    assert outbox.send_due(SOON + timedelta(seconds=90)) == 1
    sent = Outbox.objects.get(match=found, kind="turn", state="sent")
    assert sent.question == label(turn(found)) != label(name)
    assert verification.faults(found.pk) == []


def spendable():
    """Play until somebody has an obsidian to spend while another is asked."""
    found = match()
    for _ in range(23):
        name, one = next((name, one) for name, one in open_questions(found).items() if one.awaited)
        state = history.load(found)[1].state
        answer(found, name, c.Mine() if one.kind == "turn" else found.rules.core.silence(state, one), SOON)
    Outbox.objects.filter(match=found).exclude(question=label(turn(found))).delete()
    return found


# --- step by step, within one's own turn


def kingdom():
    """Open a match of Gnomes, whose turns have several steps."""
    found = open_table("gnomes", [player() for _ in range(3)], [], now=NOON, secret=bytes(32))
    play.start(found.pk, NOON)
    return found_again(found)


def asked(found):
    (name,) = (name for name, one in open_questions(found).items() if one.awaited)
    return name


def step(found, command, now=SOON):
    name = asked(found)
    assert answer(found, name, command, now).outcome == Outcome.PLAYED
    return name


def back(found, number, key, now):
    return play.take_back(found.pk, number, 1, key, now)


def laid(found):
    return [one.place for one in view(found_again(found), 0).places]


def test_the_steps_of_a_turn_are_undone_one_after_the_other_without_a_hurry():
    found = kingdom()
    seat, due = asked(found).seat, Deadline.objects.get(match=found, state="running").due_at
    step(found, g.PlayKingdom("castle", "0/0"))
    step(found, g.PlaceDwarf("0/0"))
    hours_later = SOON + 5 * HOUR
    last = play.may_take_back(found_again(found), found.seats.get(number=seat), hours_later)
    assert last is not None and last.until is None
    assert back(found, seat, "one", hours_later).outcome == Outcome.PLAYED
    assert laid(found) == ["0/0"]
    assert back(found, seat, "two", hours_later).outcome == Outcome.PLAYED
    assert laid(found) == []
    assert back(found, seat, "three", hours_later).code == "too_late"
    assert Deadline.objects.get(match=found, state="running").due_at == due, "the clock goes on as it was"
    assert verification.faults(found.pk) == []


def test_what_was_undone_can_be_done_otherwise_and_undone_again():
    found = kingdom()
    seat = asked(found).seat
    step(found, g.PlayKingdom("castle", "0/0"))
    back(found, seat, "one", SOON)
    step(found, g.PlayKingdom("tavern", "0/0"))
    step(found, g.PlaceDwarf("0/0"))
    assert [back(found, seat, key, SOON + HOUR).code for key in ("two", "three", "four")] == [
        "",
        "",
        "too_late",
    ]
    assert laid(found) == []


def test_whoever_has_ended_the_turn_has_the_short_while_and_the_next_player_nothing():
    found = kingdom()
    seat = asked(found).seat
    step(found, g.PlayKingdom("castle", "0/0"))
    step(found, g.FinishTurn())
    following = asked(found).seat
    assert following != seat
    last = play.may_take_back(found_again(found), found.seats.get(number=seat), SOON)
    assert last is not None and last.until == SOON + timedelta(seconds=90)
    assert back(found, following, "not mine", SOON).code == "too_late"
    assert back(found, seat, "late", SOON + timedelta(seconds=91)).code == "too_late"
    assert back(found, seat, "in time", SOON).outcome == Outcome.PLAYED
    assert asked(found).seat == seat and laid(found) == ["0/0"]


def test_nobody_is_mailed_between_the_steps_of_a_turn(mailoutbox):
    found = kingdom()
    outbox.send_due(SOON)
    mailoutbox.clear()
    for command in (g.PlayKingdom("castle", "0/0"), g.PlaceDwarf("0/0"), g.PlaceDwarf("0/0")):
        step(found, command)
        outbox.send_due(SOON + HOUR)
    assert mailoutbox == []
    step(found, g.FinishTurn(), SOON + HOUR)
    outbox.send_due(SOON + 2 * HOUR)
    assert [one.to for one in mailoutbox] == [[found.seats.get(number=asked(found).seat).player.email]]
