"""The one door: what is asked for happens once, or a clear word says why not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from games import play
from games.models import Deadline, Door, Event, Match, MatchStatus, Outbox, Outcome, Submission
from games.play import autoplay, history
from games.rules.kernel.fold import fold
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.play_people import NOON, answer, match, open_questions, play_on

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=5)
#: Of a plain move, begin and commit among them. PostgreSQL takes several as one message.
STATEMENTS = {"sqlite": 11, "postgresql": 5}


def turn(found: Match):
    return next(name for name, one in open_questions(found).items() if one.kind == "turn")


def test_a_match_begins_with_a_log_a_clock_and_one_mail():
    found = match()
    assert found.status == MatchStatus.RUNNING
    assert Event.objects.filter(match=found).count() == found.version > 5
    history.check_chain(found)
    name = turn(found)
    assert found.awaited == [name.seat]
    assert Deadline.objects.get(match=found).due_at == NOON + timedelta(hours=24)
    assert Outbox.objects.get(match=found).kind == "turn"


def test_a_move_is_written_down_and_the_next_player_waited_for():
    found = match()
    name, before = turn(found), found.version
    receipt = answer(found, name, c.Mine())
    assert receipt.outcome == Outcome.PLAYED
    found.refresh_from_db()
    assert found.version == receipt.last_event == before + 2
    assert turn(found).seat != name.seat
    history.check_chain(found)


@pytest.mark.django_db(transaction=True)
def test_a_plain_move_takes_few_statements(django_assert_max_num_queries):
    found = match()
    name = turn(found)
    answer(found, name, c.Mine())
    name = turn(found)
    seat = found.seats.get(number=name.seat)
    wish = play.Wish(found.pk, name.seat, seat.generation, name, '{"kind":"mine"}', "counted", Door.PAGE)
    with django_assert_max_num_queries(STATEMENTS[connection.vendor]):
        assert not play.submit(wish, LATER).refused


def test_the_same_key_is_heard_once():
    found, name = match(), None
    name = turn(found)
    one = answer(found, name, c.Mine(), key="k")
    two = answer(found, name, c.Leave(), key="k")
    assert one == two
    assert Submission.objects.filter(match=found, key="k").count() == 1


def test_what_was_refused_once_stays_refused_under_its_key_though_it_could_be_done_by_now():
    found = match()
    name = turn(found)
    Match.objects.filter(pk=found.pk).update(status=MatchStatus.PAUSED)
    refused = answer(found, name, c.Mine(), key="k")
    Match.objects.filter(pk=found.pk).update(status=MatchStatus.RUNNING)
    assert answer(found, name, c.Mine(), key="k") == refused
    assert answer(found, name, c.Mine(), key="another").outcome == Outcome.PLAYED


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("{", "malformed"),
        ('{"kind":"fly"}', "malformed"),
        (c.Let(), "not_an_answer"),
        (c.NotMine(1), "not_in_hand"),
    ],
)
def test_a_refusal_leaves_its_own_record_and_nothing_else(command, code):
    found = match()
    name = turn(found)
    before = Event.objects.count(), Deadline.objects.count(), Outbox.objects.count()
    receipt = answer(found, name, command)
    assert receipt.refused
    assert receipt.code in (code, "no_obsidian", "not_a_target")
    assert before == (Event.objects.count(), Deadline.objects.count(), Outbox.objects.count())
    assert Submission.objects.get(match=found, outcome=Outcome.REFUSED).refusal["code"] == receipt.code


def test_a_stale_question_and_an_old_generation_are_refused():
    found = match()
    name = turn(found)
    answer(found, name, c.Mine())
    assert answer(found, name, c.Mine()).code == "stale"
    fresh = turn(found)
    found.seats.filter(number=fresh.seat).update(generation=7)
    wish = play.Wish(found.pk, fresh.seat, 6, fresh, '{"kind":"mine"}', "x", Door.LINK)
    assert play.submit(wish, LATER).code == "stale"


def test_whole_matches_replay_to_the_same_table_and_close_all_clocks():
    found = match(4)
    play_on(found, 1000)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    history.memo.clear()
    records, table = history.load(found)
    assert fold(found.rules, records) == table
    history.check_chain(found)
    assert not Deadline.objects.filter(match=found, state="running").exists()
    assert Outbox.objects.filter(match=found, kind="over").count() == 4


def test_robots_answer_in_the_transaction_that_asks_them():
    found = match(1, robots=2)
    for step in range(400):
        if not found.is_running:
            break
        assert found.awaited == [0]
        play_on(found, 1, seed=step)
        found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    assert not Deadline.objects.filter(match=found, kind="carry_on").exists()


def test_a_match_of_robots_is_played_in_parts_until_its_end():
    found = match(0, robots=3)
    parts = 1
    while clock := Deadline.objects.filter(match=found, kind="carry_on", state="running").first():
        assert clock.due_at == clock.asked_at
        before = found.submissions.count()
        assert play.close(clock.pk, clock.due_at)
        assert found.submissions.count() - before <= autoplay.MOST_ANSWERS
        parts += 1
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER and parts > 1


def test_time_up_closes_a_question_once():
    found = match()
    name = turn(found)
    clock = Deadline.objects.get(match=found)
    assert not play.close(clock.pk, clock.due_at - timedelta(seconds=1)), "it isn't time yet"
    assert play.close(clock.pk, clock.due_at)
    assert not play.close(clock.pk, clock.due_at)
    assert Event.objects.filter(match=found, kind="time_up").count() == 1
    assert answer(found, name, c.Mine(), clock.due_at).code == "stale"
    assert found.seats.get(number=name.seat).silences == 1


@pytest.mark.parametrize("key", ["k" * 65, "a\0b", "\ud800"])
def test_a_key_that_no_database_can_keep_is_refused_and_not_written_down(key):
    found = match()
    assert answer(found, turn(found), c.Mine(), key=key).code == "malformed"
    assert not Submission.objects.filter(match=found).exclude(door=Door.START).exists()


@pytest.mark.parametrize("command", ['{"kind":"\0"}', "\ud800", '{"kind":"mine"}\0', "[" * 5000])
def test_a_command_that_no_database_can_keep_is_refused_and_written_down_as_far_as_it_can_be(command):
    found = match()
    assert answer(found, turn(found), command).code == "malformed"
    assert len(Submission.objects.get(match=found, outcome=Outcome.REFUSED).command) <= 2000


@pytest.mark.parametrize("card", ["a\0b", "\ud800", "x" * 3000])
def test_a_thing_that_no_database_can_keep_is_refused_all_the_same(card, monkeypatch):
    def refuse(*_):
        raise Refused("not_in_hand", card=card)

    found = match()
    monkeypatch.setattr("games.rules.kernel.turn.check", refuse)
    assert answer(found, turn(found), c.Mine()).code == "not_in_hand"
    kept = Submission.objects.get(match=found, outcome=Outcome.REFUSED).refusal["details"]["card"]
    assert kept in ("a?b", "?", "x" * 200)


def test_a_robot_that_errs_leaves_nobody_waiting(monkeypatch):
    monkeypatch.setattr(autoplay, "robot_answer", lambda *_: c.Let())
    found = match(1, robots=2)
    answer(found, turn(found), c.Mine())
    found.refresh_from_db()
    assert found.awaited == [0]
    assert found.submissions.filter(door=Door.ROBOT).exists()
