"""Answers given in secret leave no trace until the last is in."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import play
from games.match import seats, votes
from games.match.actions import Pressed
from games.models import Deadline, DeadlineKind, DeadlineState, Door, Event, Outcome, SealedAnswer, Subject
from games.play import deadlines, history
from games.titles.quartz.rules import commands as c
from tests.kit.evenings import SOON, evening
from tests.kit.play_people import answer, player

pytestmark = pytest.mark.django_db


def trace(found):
    found.refresh_from_db()
    return found.version, found.head, Event.objects.filter(match=found).count()


def test_an_answer_lies_sealed_until_the_last_is_in():
    found, names = evening()
    before = trace(found)
    for name in names[:-1]:
        assert answer(found, name, c.Store([]), SOON).outcome == Outcome.SEALED
        assert trace(found) == before
        assert name.seat not in found.awaited
    assert answer(found, names[-1], c.Store([]), SOON).outcome == Outcome.SEALED
    assert trace(found) != before
    assert Event.objects.filter(match=found, kind="crystals_sold").count() == len(names)


def test_the_same_key_lays_it_once_even_where_another_could_be_laid():
    found, names = evening()
    one = answer(found, names[0], c.Store([]), SOON, key="twice")
    assert answer(found, names[0], c.Store([]), SOON, key="twice") == one
    assert SealedAnswer.objects.filter(match=found).count() == 1


def test_it_may_be_changed_until_then_and_the_latest_counts():
    found, names = evening()
    state = history.load(found)[1].state
    gem = next(iter(state.carts[names[0].seat]))
    before = trace(found)
    answer(found, names[0], c.Store([]), SOON)
    answer(found, names[0], c.Store([gem]), SOON)
    assert trace(found) == before
    assert SealedAnswer.objects.filter(match=found).count() == 2
    for name in names[1:]:
        answer(found, name, c.Store([]), SOON)
    chest = history.load(trace(found) and found)[1].state.chests[names[0].seat]
    assert chest == {gem: 1}


def test_time_up_closes_only_who_has_not_answered():
    found, names = evening()
    answer(found, names[0], c.Store([]), SOON)
    clocks = Deadline.objects.filter(match=found, state="running", kind="question")
    assert {clock.seat for clock in clocks} == {name.seat for name in names[1:]}
    for clock in list(clocks):
        assert play.close(clock.pk, clock.due_at)
    assert Event.objects.filter(match=found, kind="time_up").count() == len(names) - 1
    assert Event.objects.filter(match=found, kind="crystals_sold").count() == len(names)
    assert found.seats.get(number=names[0].seat).silences == 0


def test_a_substitute_is_asked_anew_and_not_bound_by_what_the_former_player_sealed():
    found, names = evening()
    answer(found, names[0], c.Store([]), SOON)
    seats.give_up(found.pk, names[0].seat, SOON)
    seats.substitute(found.pk, names[0].seat, player(), SOON)
    found.refresh_from_db()
    assert names[0].seat in found.awaited
    assert Deadline.objects.filter(match=found, state="running", seat=names[0].seat).count() == 1


# --- what was sealed without a player's hand, and binds nobody any more, may be given once more


def lay(found, seat: int) -> play.Receipt:
    generation = found.seats.get(number=seat).generation
    return play.lay_orders(found.pk, seat, generation, '{"sale":"rule"}', Door.PAGE, SOON)


def sealed_by(found, door: Door) -> int:
    return SealedAnswer.objects.filter(match=found, submission__door=door).count()


def test_an_order_answers_again_after_its_first_answer_was_disowned():
    found, names = evening()
    lay(found, names[0].seat)
    seats.disown(found.pk, names[0].seat, SOON, Pressed())
    assert answer(found, names[1], c.Store([]), SOON).outcome == Outcome.SEALED
    assert sealed_by(found, Door.ORDER) == 2


def test_a_substitutes_order_answers_what_a_former_players_had_answered():
    found, names = evening()
    lay(found, names[0].seat)
    seats.give_up(found.pk, names[0].seat, SOON)
    seats.substitute(found.pk, names[0].seat, player(), SOON)
    assert not lay(found, names[0].seat).refused
    assert sealed_by(found, Door.ORDER) == 2


def test_a_robot_answers_again_for_the_next_who_has_left():
    found, names = evening()
    soon = SOON + timedelta(minutes=1)
    seats.give_up(found.pk, names[0].seat, SOON)
    assert deadlines.close_due(soon) == 1
    seats.substitute(found.pk, names[0].seat, player(), soon)
    seats.give_up(found.pk, names[0].seat, soon)
    assert deadlines.close_due(soon + timedelta(minutes=1)) == 1
    assert sealed_by(found, Door.ROBOT) == 2
    assert not Deadline.objects.filter(match=found, state=DeadlineState.STUCK).exists()


def clock_of(found, name) -> Deadline:
    mine = Deadline.objects.filter(match=found, seat=name.seat, state=DeadlineState.RUNNING)
    return mine.get(kind=DeadlineKind.QUESTION)


def moved(found, number: int, now) -> None:
    seats.move(found.pk, number, now)


def disowned(found, number: int, now) -> None:
    seats.disown(found.pk, number, now, Pressed())


@pytest.mark.parametrize("taken_off", [moved, disowned])
def test_who_has_an_answer_taken_off_again_and_again_gains_no_time_by_it(taken_off):
    found, names = evening()
    due = clock_of(found, names[0]).due_at
    for hours in (1, 2, 3):
        now = SOON + timedelta(hours=hours)
        answer(found, names[0], c.Store([]), now)
        assert not Deadline.objects.filter(match=found, seat=names[0].seat, state=DeadlineState.RUNNING)
        taken_off(found, names[0].seat, now + timedelta(minutes=1))
        assert clock_of(found, names[0]).due_at == due


def test_its_clock_stands_still_in_a_pause_all_the_same():
    found, names = evening()
    due = clock_of(found, names[0]).due_at
    answer(found, names[0], c.Store([]), SOON)
    for subject, at in ((Subject.PAUSE, SOON), (Subject.RESUME, SOON + timedelta(hours=5))):
        for number in range(3):
            votes.vote(found.pk, number, subject, at)
    seats.move(found.pk, names[0].seat, SOON + timedelta(hours=6))
    assert clock_of(found, names[0]).due_at == due + timedelta(hours=5)


def test_whose_time_was_over_has_all_of_it_again():
    found, names = evening()
    answer(found, names[0], c.Store([]), SOON)
    late = SOON + timedelta(days=3)
    seats.move(found.pk, names[0].seat, late)
    assert clock_of(found, names[0]).due_at > late + timedelta(hours=10)
