"""One person's silence never ends everybody's match, and what a table agrees on happens."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.clocks import Pace
from games.infra.locks import writing
from games.match import seats, votes
from games.match.actions import Pressed
from games.models import (
    Deadline,
    Door,
    Event,
    Heartbeat,
    MatchStatus,
    Order,
    Outage,
    Outbox,
    Subject,
    Submission,
)
from games.ops import sweep, verification
from games.play import deadlines, history, loading, outages
from games.play.transaction import write
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions, player, unsettled

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def turn(found):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def running(found):
    return Deadline.objects.filter(match=found, state="running")


def nobody_answers(found, times: int):
    """Let time run out again and again; give the instant of the last."""
    for _ in range(times):
        clock = running(found).order_by("due_at").first()
        assert deadlines.close_due(clock.due_at) >= 1
    return clock.due_at


# --- silence, autopilot, coming back


def test_after_two_silences_in_a_row_the_robot_plays_on():
    found = match(3)
    for _ in range(40):
        clock = running(found).order_by("due_at").first()
        if clock is None:
            break
        deadlines.close_due(clock.due_at)
    assert all(seat.silences >= 2 for seat in found.seats.filter(on_autopilot=True))
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    assert Submission.objects.filter(match=found, door=Door.ROBOT).exists()


def test_a_robot_that_is_hurried_on_stays_the_robot_it_was():
    with unsettled():
        found = match(1, robots=2)
        for _ in range(4):
            found.refresh_from_db()
            seat = found.awaited[0]
            with writing():
                work = loading.load(found, NOON)
                play.force(work, seat)
                write([work])
    assert Submission.objects.filter(match=found, door=Door.TIMER).exclude(seat__robot="").exists()
    robots = found.seats.exclude(robot="").values_list("silences", "on_autopilot")
    assert {*robots} == {(0, False)}


def test_who_acts_again_is_asked_again():
    found = match(3)
    name = turn(found)
    found.seats.filter(number=name.seat).update(silences=2, on_autopilot=True)
    assert not answer(found, name, c.Mine()).refused
    seat = found.seats.get(number=name.seat)
    assert (seat.silences, seat.on_autopilot) == (0, False)


def test_laying_orders_ends_the_autopilot_and_starts_a_clock():
    found = match(3)
    name = turn(found)
    found.seats.filter(number=name.seat).update(silences=2, on_autopilot=True)
    running(found).update(state="done")
    play.lay_orders(found.pk, name.seat, 1, "{}", Door.PAGE, NOON)
    assert running(found).get().kind == "question"


# --- giving up, substitutes


def test_a_seat_given_up_is_played_on_and_everything_of_its_player_dies():
    found = match(3)
    name = turn(found)
    play.lay_orders(found.pk, name.seat, 1, '{"sale":"rule"}', Door.PAGE, NOON)
    before = found.seats.get(number=name.seat)
    seats.give_up(found.pk, name.seat, NOON)
    after = found.seats.get(number=name.seat)
    assert (after.player, after.generation, after.on_autopilot) == (None, before.generation + 1, True)
    clock = running(found).get()
    assert (clock.kind, clock.due_at) == ("carry_on", NOON)
    wish = play.Wish(found.pk, name.seat, before.generation, name, '{"kind":"mine"}', "old link", Door.LINK)
    assert play.submit(wish, NOON).code == "stale"


def test_a_substitute_takes_over_with_a_clock_and_a_mail_of_their_own():
    found = match(3)
    name = turn(found)
    seats.give_up(found.pk, name.seat, NOON)
    newcomer = player("newcomer")
    seats.substitute(found.pk, name.seat, newcomer, NOON + HOUR)
    seat = found.seats.get(number=name.seat)
    assert (seat.player, seat.on_autopilot, seat.generation) == (newcomer, False, 3)
    assert running(found).get(kind="question").due_at == NOON + 25 * HOUR
    assert Outbox.objects.filter(match=found, seat=seat, generation=3, kind="turn").count() == 1


def test_nobody_takes_a_seat_somebody_sits_on_or_a_second_one():
    found = match(3)
    with pytest.raises(Refused, match="seat_is_taken"):
        seats.substitute(found.pk, 0, player(), NOON)
    seats.give_up(found.pk, 0, NOON)
    with pytest.raises(Refused, match="sits_here_already"):
        seats.substitute(found.pk, 0, found.seats.get(number=1).player, NOON)


# --- votes


def test_a_pause_takes_everybody_and_gives_back_to_the_minute_what_was_left():
    found = match(3)
    due = running(found).get().due_at
    assert not votes.vote(found.pk, 0, Subject.PAUSE, NOON + HOUR)
    assert not votes.vote(found.pk, 1, Subject.PAUSE, NOON + HOUR)
    assert votes.vote(found.pk, 2, Subject.PAUSE, NOON + HOUR)
    found.refresh_from_db()
    assert found.status == MatchStatus.PAUSED
    assert answer(found, turn(found), c.Mine()).code == "not_running"
    assert deadlines.close_due(due + HOUR) == 0
    for number in range(3):
        votes.vote(found.pk, number, Subject.RESUME, NOON + 49 * HOUR)
    assert running(found).get().due_at == due + 48 * HOUR
    found.refresh_from_db()
    assert found.status == MatchStatus.RUNNING


def test_a_withdrawn_vote_counts_no_more():
    found = match(3)
    votes.vote(found.pk, 0, Subject.PAUSE, NOON)
    votes.withdraw(found.pk, 0, Subject.PAUSE, NOON)
    assert not any(votes.vote(found.pk, number, Subject.PAUSE, NOON) for number in (1, 2))


def test_a_yes_is_disowned_with_the_mails_it_may_have_come_from():
    found = match(3)
    votes.vote(found.pk, 0, Subject.END, NOON)
    votes.vote(found.pk, 1, Subject.END, NOON)
    seats.disown(found.pk, 0, NOON, Pressed())
    assert not votes.vote(found.pk, 2, Subject.END, NOON)
    assert votes.vote(found.pk, 0, Subject.END, NOON)  # said anew it counts


def test_a_yes_stays_with_who_has_another_address_now():
    found = match(3)
    votes.vote(found.pk, 0, Subject.END, NOON)
    votes.vote(found.pk, 1, Subject.END, NOON)
    seats.move(found.pk, 0, NOON)
    assert votes.vote(found.pk, 2, Subject.END, NOON)


def test_those_who_are_there_may_end_it_without_who_stays_away():
    found = match(3)
    found.seats.filter(number=2).update(on_autopilot=True)
    assert not votes.vote(found.pk, 0, Subject.END, NOON)
    assert votes.vote(found.pk, 1, Subject.END, NOON)
    found.refresh_from_db()
    assert found.status == MatchStatus.CLOSED
    assert not running(found).exists()


def test_nobody_at_all_is_no_agreement():
    found = match(3)
    found.seats.update(on_autopilot=True)
    assert not votes.ballot_of(found, Subject.END).is_carried(NOON)
    with pytest.raises(Refused, match="not_a_seat"):
        votes.vote(found.pk, 0, Subject.END, NOON)


# --- a pause that nobody ends by hand


def paused(people: int = 3):
    found = match(people)
    for number in range(people):
        votes.vote(found.pk, number, Subject.PAUSE, NOON)
    return found


def status(found, now) -> str:
    sweep.sweep(now)
    found.refresh_from_db()
    return found.status


def test_all_who_are_left_have_agreed_to_go_on_and_so_it_does():
    found = paused()
    for number in (0, 1):
        votes.vote(found.pk, number, Subject.RESUME, NOON + HOUR)
    assert status(found, NOON + HOUR) == MatchStatus.PAUSED
    seats.give_up(found.pk, 2, NOON + 2 * HOUR)
    assert status(found, NOON + 2 * HOUR) == MatchStatus.RUNNING
    assert Outbox.objects.filter(match=found, kind="resumed").count() == 2
    assert verification.faults(found.pk) == []


def test_who_says_nothing_for_a_week_is_waited_for_no_longer_and_nobody_has_to_press():
    found = paused()
    votes.vote(found.pk, 0, Subject.RESUME, NOON)
    assert status(found, NOON + 7 * 24 * HOUR - HOUR) == MatchStatus.PAUSED
    assert status(found, NOON + 7 * 24 * HOUR) == MatchStatus.RUNNING


def test_a_table_that_everybody_leaves_in_a_pause_is_played_to_its_end():
    found = paused()
    for number in range(3):
        seats.give_up(found.pk, number, NOON + HOUR)
    assert status(found, NOON + HOUR) == MatchStatus.OVER


def test_a_pause_that_nobody_proposes_to_end_goes_on():
    found = paused()
    assert status(found, NOON + 90 * 24 * HOUR) == MatchStatus.PAUSED


# --- outages, reminders


def test_an_outage_is_given_back_once_to_every_clock_that_ran():
    found = match(3)
    due = running(found).get().due_at
    sweep.sweep(NOON)
    sweep.sweep(NOON + 10 * HOUR)
    assert running(found).get().due_at == due + 10 * HOUR
    sweep.sweep(NOON + 10 * HOUR)
    outages.look(NOON + 10 * HOUR + timedelta(minutes=1))
    assert Outage.objects.count() == 1
    assert running(found).get().due_at == due + 10 * HOUR


def test_a_short_gap_is_no_outage():
    match(3)
    sweep.sweep(NOON)
    sweep.sweep(NOON + timedelta(minutes=14))
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get(name="sweep").at == NOON + timedelta(minutes=14)


def test_reminders_come_at_half_and_near_the_end_and_only_to_who_is_waited_for():
    found = match(3, pace=Pace(turn=10 * HOUR, window=HOUR))
    name = turn(found)
    for minutes in range(0, 10 * 60, 10):
        sweep.sweep(NOON + timedelta(minutes=minutes))
    mails = Outbox.objects.filter(match=found, kind="reminder")
    assert [mail.seat.number for mail in mails] == [name.seat] * 2


def test_a_fault_stops_its_own_match_alone():
    bad, good = match(3), match(3)
    Match = type(bad)
    Match.objects.filter(pk=bad.pk).update(version=bad.version + 1)
    history.memo.clear()
    due = max(clock.due_at for clock in Deadline.objects.filter(state="running"))
    deadlines.close_due(due)
    bad.refresh_from_db()
    assert bad.status == MatchStatus.QUARANTINED
    assert "the log has" in bad.fault
    assert Event.objects.filter(match=good, kind="time_up").exists()
    assert not Order.objects.exists()
