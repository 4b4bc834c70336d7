"""Bugs that services like this one are known for, each as a test through the rows."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games import play
from games.clocks import Bank, FixedHour, Pace
from games.mail.compose.email_draft import stem
from games.mail.send import outbox, reminders
from games.match import votes
from games.models import Deadline, Door, Event, Heartbeat, MailState, Outbox, Player, Seat, Subject
from games.ops import sweep
from games.play import deadlines, effects, history, outages
from games.rules.kernel.codec import codec
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, match, open_questions

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=5)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BERLIN = "Europe/Berlin"


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def clock_of(found) -> Deadline:
    return Deadline.objects.get(match=found, state="running", kind="question")


# --- time given back twice


def test_an_outage_that_two_sweeps_notice_is_given_back_once():
    found = match()
    Heartbeat.record(outages.SWEEP, NOON)
    due = clock_of(found).due_at
    back = NOON + 2 * HOUR
    assert outages.look(back) == 1
    assert outages.look(back + timedelta(seconds=3)) == 0, "the other process woke just after"
    sweep.sweep(back)
    sweep.sweep(back)
    assert clock_of(found).due_at == due + 2 * HOUR


def test_an_outage_within_a_pause_is_not_given_back_on_top_of_it():
    found = match()
    due = clock_of(found).due_at
    for number in range(3):
        votes.vote(found.pk, number, Subject.PAUSE, NOON + HOUR)
    Heartbeat.record(outages.SWEEP, NOON + 2 * HOUR)
    outages.look(NOON + 4 * HOUR)
    for number in range(3):
        votes.vote(found.pk, number, Subject.RESUME, NOON + 6 * HOUR)
    assert clock_of(found).due_at == due + 5 * HOUR


# --- an extension burnt by players with nothing to do


def test_only_who_is_asked_uses_the_time_bank():
    bank = Bank(start=10 * HOUR, increment=HOUR, cap=20 * HOUR)
    found = match(pace=Pace(turn=24 * HOUR, window=12 * HOUR, bank=bank))
    name = turn(found)
    answer(found, name, c.Leave(), NOON + 28 * HOUR)
    banks = dict(found.seats.values_list("number", "bank"))
    assert banks.pop(name.seat) == 7 * HOUR, "four hours used, one earned"
    assert set(banks.values()) == {None}, "whoever wasn't asked has used nothing"
    assert clock_of(found).due_at == NOON + 28 * HOUR + 34 * HOUR


def test_silence_uses_the_bank_of_its_own_seat_alone_and_earns_nothing():
    found = match(pace=Pace(24 * HOUR, 12 * HOUR, bank=Bank(10 * HOUR, HOUR, 20 * HOUR)))
    name = turn(found)
    assert deadlines.close_due(NOON + 34 * HOUR) == 1
    banks = dict(found.seats.values_list("number", "bank"))
    assert banks.pop(name.seat) == timedelta(0)
    assert set(banks.values()) == {None}


# --- "all agree" where there is nobody


def test_nobody_asked_is_no_agreement_and_no_match():
    found = open_table("quartz", [], [], now=NOON)
    assert not any(votes.ballot_of(found, subject).is_carried(NOON) for subject in Subject)
    with pytest.raises(Refused, match="seats"):
        play.start(found.pk, NOON)
    found.refresh_from_db()
    assert (found.status, found.version) == ("lobby", 0)


def test_a_table_of_robots_and_autopilots_agrees_on_nothing():
    found = match(1, robots=2)
    found.seats.update(on_autopilot=True)
    assert votes.there(found.seats.all()) == []
    assert not votes.ballot_of(found, Subject.END).is_carried(NOON)
    with pytest.raises(Refused, match="not_a_seat"):
        votes.vote(found.pk, 0, Subject.END, NOON)


# --- an early answer that shifts a daily hour


@pytest.mark.parametrize("hours_early", [23, 12, 3, 1])
def test_an_early_answer_does_not_shift_the_hour_of_the_day(hours_early):
    fixed = Pace(turn=24 * HOUR, window=12 * HOUR, fixed_hour=FixedHour(20, BERLIN))
    found = match(pace=fixed)
    for _ in range(6):
        due = clock_of(found).due_at
        assert due.astimezone(ZoneInfo(BERLIN)).time() == time(20)
        answer(found, turn(found), c.Mine(), due - hours_early * HOUR)


def test_noticing_late_that_time_was_up_skips_no_day():
    fixed = Pace(turn=24 * HOUR, window=12 * HOUR, fixed_hour=FixedHour(20, BERLIN))
    found = match(pace=fixed)
    due = clock_of(found).due_at
    deadlines.close_due(due + timedelta(seconds=40))
    assert clock_of(found).due_at == due + DAY


# --- nights in which clocks change


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        (datetime(2026, 3, 28, 1, 30, tzinfo=UTC), datetime(2026, 3, 29, 7, tzinfo=UTC)),
        (datetime(2026, 10, 24, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 8, tzinfo=UTC)),
    ],
)
def test_quiet_hours_end_by_the_wall_when_clocks_change(asked, due):
    """Due at half past one or two in a night that has 23 or 25 hours: nine in the morning, both times."""
    found = match()
    Player.objects.update(time_zone=BERLIN, quiet_from=time(23), quiet_to=time(7))
    answer(found, turn(found), c.Mine(), asked)
    clock = clock_of(found)
    assert clock.due_at == due
    assert clock.due_at.astimezone(ZoneInfo(BERLIN)).time() == time(9)
    assert clock.pushed_by == "quiet"


def test_the_mail_names_the_hour_of_the_wall_after_the_change():
    found = match()
    Player.objects.update(time_zone=BERLIN)
    asked = datetime(2026, 3, 28, 11, tzinfo=UTC)  # noon in Berlin; a day later it is one o'clock there
    answer(found, turn(found), c.Mine(), asked)
    assert outbox.send_due(asked + timedelta(minutes=2)) == 1
    sent = Outbox.objects.get(match=found, state=MailState.SENT)
    assert b"Sunday 29 March, 13:00 (Europe/Berlin)" in bytes(sent.rendered or b"")


# --- "your turn" after the turn was taken


def test_no_mail_about_a_turn_that_was_taken_meanwhile(mailoutbox):
    found = match()
    name = turn(found)
    answer(found, name, c.Mine(), NOON + timedelta(seconds=60))
    assert outbox.send_due(NOON + timedelta(seconds=95)) == 0
    assert mailoutbox == []
    taken = Outbox.objects.get(match=found, seat__number=name.seat)
    assert taken.state == MailState.SUPERSEDED


def test_no_reminder_of_a_turn_that_was_taken_meanwhile(mailoutbox):
    found = match()
    outbox.send_due(NOON + timedelta(seconds=95))
    half = clock_of(found).remind_at
    assert half is not None
    assert reminders.queue_due(half) == 1
    answer(found, turn(found), c.Mine(), half)
    outbox.send_due(half)
    assert [mail.subject for mail in mailoutbox] == [f"[Your turn] {stem(found)}"]


# --- a memo that serves a state whose transaction rolled back


def test_a_move_that_was_rolled_back_is_in_no_memory(monkeypatch, django_capture_on_commit_callbacks):
    found = match()
    with django_capture_on_commit_callbacks(execute=True):
        answer(found, turn(found), c.Mine())
    name = turn(found)
    before = history.load(found)
    with monkeypatch.context() as patched, django_capture_on_commit_callbacks(execute=True):
        patched.setattr(effects, "follow", breaks)
        with pytest.raises(ConnectionError):
            answer(found, name, c.Mine(), key="torn")
    assert history.load(found) == before == replayed(found)
    with django_capture_on_commit_callbacks(execute=True):
        assert not answer(found, name, c.Leave(), key="torn").refused
    found.refresh_from_db()
    assert history.load(found) == replayed(found)
    assert Event.objects.filter(match=found, kind="left_mine").count() == 1


def breaks(work):
    raise ConnectionError("the database went away")


def replayed(found):
    found.refresh_from_db()
    records = tuple(codec(found.rules).read(line) for line in history.stored(found))
    return records, fold(found.rules, records)


# --- found by reading beside the simulation


def test_who_comes_back_with_a_move_that_asks_them_more_has_one_clock():
    """The clock of the further question used to be set twice, and the move was lost with the error."""
    found = match(4, secret=bytes([5]) * 32)
    name = turn(found)
    play.lay_orders(found.pk, name.seat, 1, '{"keep":"ask"}', Door.PAGE, NOON)
    holding(found, name.seat, "here_we_go")
    Seat.objects.filter(match=found, number=name.seat).update(on_autopilot=True, silences=2)
    assert not answer(found, name, c.HereWeGo(), SOON).refused
    asked = next(label for label, one in open_questions(found).items() if one.kind == "keep")
    assert asked.seat == name.seat
    assert clock_of(found).seat == name.seat


def holding(found, seat: int, card: str) -> None:
    _, table = history.load(found)
    assert table.state.hands[seat].get(card), "choose another secret"
