"""Several at once: the lock on the match decides, and who comes second is told so in words."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import QuerySet

from games import play
from games.mail.send import outbox
from games.models import (
    Deadline,
    DeadlineKind,
    DeadlineState,
    Event,
    MailState,
    Match,
    Outbox,
    Outcome,
    Submission,
)
from games.play import history, loading, timeouts
from games.play.diff import label
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.table import questions
from tests.kit.at_once import PATIENCE, needs_postgres, together
from tests.kit.nightly import more
from tests.kit.play_people import answer, match, open_questions, view

pytestmark = [
    pytest.mark.django_db(transaction=True),
    needs_postgres,
]

RACES = int(os.environ.get("RACES", more("100", "1000")))
STEP = 0.0005  # seconds


def awaited(found: Match) -> QuestionName:
    """Give one question whose clock is running."""
    running = found.deadlines.filter(state=DeadlineState.RUNNING).values_list("question", flat=True)
    _, table = history.load(found)
    return min(name for name in questions(found.rules, table) if label(name) in {*running})


def clock(found: Match, name: QuestionName) -> Deadline:
    return Deadline.objects.get(
        match=found, question=label(name), kind=DeadlineKind.QUESTION, state="running"
    )


def a_move(found: Match, name: QuestionName) -> str:
    """Choose an answer as a player would."""
    _, table = history.load(found)
    question, dice = questions(found.rules, table)[name], random.Random(found.version)
    return canonical(found.rules.robots["miner"](view(found, name.seat), question, dice)).decode()


def patient_match() -> Match:
    """Begin a match in which nobody is ever given up on."""
    found = match(4)
    Match.objects.filter(pk=found.pk).update(silences_allowed=30000)
    return found


@dataclass
class Racers:
    """Two people at their own doors: one answers, the other says that time is up."""

    dice: random.Random
    pool: ThreadPoolExecutor
    start: float = 0  # seconds that whoever has won lately gives the other, so that both win on any machine

    def race(self, found: Match) -> tuple[str, play.Receipt, bool]:
        """Answer in the very moment in which time is up; either side may be a little faster."""
        name = awaited(found)
        running, command = clock(found, name), a_move(found, name)
        late, start = self.start + self.dice.uniform(-0.003, 0.003), threading.Barrier(2)

        def move() -> play.Receipt:
            start.wait(PATIENCE)
            time.sleep(max(0, late))
            return answer(found, name, command, running.due_at)

        def close() -> bool:
            start.wait(PATIENCE)
            time.sleep(max(0, -late))
            return play.close(running.pk, running.due_at)

        moving, closing = self.pool.submit(move), self.pool.submit(close)
        receipt, closed = moving.result(PATIENCE), closing.result(PATIENCE)
        self.start += -STEP if closed else STEP
        return label(name), receipt, closed


def test_a_move_at_the_deadline_wins_or_loses_and_never_both():
    found, wins = patient_match(), Counter[bool]()
    matches, closed_by_time = [found], set()
    with racing() as pool:
        racers = Racers(random.Random(4), pool)
        for _ in range(RACES):
            found.refresh_from_db()
            if not found.is_running:
                found = patient_match()
                matches.append(found)
            question, receipt, closed = racers.race(found)
            assert receipt.refused is closed, "one of them, and not both"
            assert receipt.code in (("stale", "not_running") if closed else ("",))
            wins[closed] += 1
            closed_by_time |= {(found.pk, question)} if closed else set()
    assert min(wins.values()) > RACES / 20, f"both win often enough to call it a race: {wins}"
    done = Submission.objects.exclude(outcome=Outcome.REFUSED).exclude(question="")
    answered = Counter(done.values_list("match", "question"))
    assert {*answered.values()} == {1}, "each question was answered once"
    assert {*done.filter(door="timer").values_list("match", "question")} == closed_by_time
    assert Event.objects.filter(kind="time_up").count() == len(closed_by_time)
    for one in matches:
        history.check_chain(Match.objects.get(pk=one.pk))


@contextmanager
def racing() -> Iterator[ThreadPoolExecutor]:
    """Give two threads that keep their connections, and close those in the end."""
    with ThreadPoolExecutor(2) as pool:
        yield pool
        end = threading.Barrier(2)

        def close(_: int) -> None:
            end.wait(PATIENCE)  # so that neither thread does both
            connection.close()

        list(pool.map(close, range(2)))


class Meeting:
    """Makes two transactions meet after both have read where the match stands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, patience: float) -> None:
        self.both, self.met, self.patience = threading.Barrier(2), False, patience
        self._fill = loading.fill
        monkeypatch.setattr(loading, "fill", self.fill)

    def fill(self, *given):
        self._fill(*given)
        with suppress(threading.BrokenBarrierError):
            if not self.met:
                self.both.wait(self.patience)
                self.met = True


@pytest.fixture
def no_lock(monkeypatch):
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows.all())


def test_without_the_lock_both_would_act_and_the_last_guard_stops_one(no_lock, monkeypatch):
    found = patient_match()
    name = awaited(found)
    command, meeting = a_move(found, name), Meeting(monkeypatch, PATIENCE)
    ends = together([partial(answer, found, name, command, key=key) for key in ("one", "two")])
    assert meeting.met, "both read the same log: that is the race"
    (stopped,) = [end for end in ends if isinstance(end, Exception)]
    assert isinstance(stopped, IntegrityError) and "one_event_a_number" in str(stopped)
    (done,) = Submission.objects.filter(match=found, question=label(name))
    assert done.key == ("two" if ends[0] is stopped else "one")
    nothing_is_half_done(found)
    again = answer(found, name, command, key="one" if done.key == "two" else "two")
    assert again.code == "stale", "who was stopped is told in words at the second try"


def test_without_the_lock_not_even_time_up_and_a_move_would_both_be_written(no_lock, monkeypatch):
    found = patient_match()
    name = awaited(found)
    running, command = clock(found, name), a_move(found, name)
    meeting = Meeting(monkeypatch, PATIENCE)
    move, time_up = together(
        [
            partial(answer, found, name, command, running.due_at, key="the move"),
            partial(play.close, running.pk, running.due_at),
        ]
    )
    assert meeting.met
    # Each holds what the other needs next, so the database may also see a deadlock.
    timed_out = isinstance(move, DatabaseError)
    assert timed_out or isinstance(time_up, DatabaseError)
    assert not timed_out or time_up is True
    assert Event.objects.filter(match=found, kind="time_up").count() == timed_out
    assert Submission.objects.filter(match=found, key="the move").count() == (not timed_out)
    nothing_is_half_done(found)


def nothing_is_half_done(found: Match) -> None:
    """Check that rows tell of one transaction: the log, its match, its clocks and its emails."""
    found.refresh_from_db()
    assert Event.objects.filter(match=found).count() == found.version
    history.check_chain(found)
    waiting = sorted(label(name) for name, one in open_questions(found).items() if one.awaited)
    running = found.deadlines.filter(state=DeadlineState.RUNNING)
    assert sorted(running.values_list("question", flat=True)) == waiting
    assert Outbox.objects.filter(match=found, question__in=waiting).count() == len(waiting)


def test_with_the_lock_the_second_reads_only_what_the_first_has_written(monkeypatch):
    found = patient_match()
    name = awaited(found)
    running, command = clock(found, name), a_move(found, name)
    meeting = Meeting(monkeypatch, 0.5)
    receipt, closed = together(
        [
            partial(answer, found, name, command, running.due_at),
            partial(play.close, running.pk, running.due_at),
        ]
    )
    assert not meeting.met
    assert isinstance(receipt, play.Receipt) and receipt.refused is closed


def told(end: object) -> tuple[str, str]:
    assert isinstance(end, play.Receipt), end
    return end.outcome, end.code


def test_the_same_form_fifty_times_at_once_plays_once():
    found = patient_match()
    name = awaited(found)
    command, before = a_move(found, name), found.version
    receipts = together([partial(answer, found, name, command, key="one form") for _ in range(50)])
    assert receipts == [receipts[0]] * 50
    (once,) = Submission.objects.filter(match=found, question=label(name))
    assert once.outcome == Outcome.PLAYED and once.first_event == before + 1
    found.refresh_from_db()
    assert once.last_event == found.version == Event.objects.filter(match=found).count()


def test_many_forms_for_one_question_at_once_play_one_of_them():
    found = patient_match()
    name = awaited(found)
    command = a_move(found, name)
    receipts = together([partial(answer, found, name, command, key=f"form {n}") for n in range(20)])
    assert Counter((one.outcome, one.code) for one in receipts) == {
        ("played", ""): 1,
        ("refused", "stale"): 19,
    }


def test_one_deadline_closed_by_many_at_once_is_closed_once():
    found = patient_match()
    running = clock(found, awaited(found))
    closed = together([partial(play.close, running.pk, running.due_at) for _ in range(8)])
    assert Counter(closed) == {True: 1, False: 7}
    running.refresh_from_db()
    assert running.state == DeadlineState.DONE


def test_matches_do_not_wait_for_each_other():
    held, free = patient_match(), patient_match()
    moves = {one: (awaited(one), a_move(one, awaited(one))) for one in (held, free)}

    def move(one: Match) -> play.Receipt:
        try:
            return answer(one, *moves[one])
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=held.pk)
            waits = pool.submit(move, held)
            assert pool.submit(move, free).result(PATIENCE).outcome == Outcome.PLAYED
            time.sleep(0.2)
            assert not waits.done()
        assert waits.result(PATIENCE).outcome == Outcome.PLAYED


def written(row: Outbox) -> bool:
    """Write an email as its sender does; raise if that waits for anybody."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        claimed = outbox.claimed(row.pk, row.send_after)
        assert claimed is not None
        return outbox.finish(claimed, row.send_after)
    finally:
        connection.close()


@pytest.mark.parametrize("held_by", ["a move", "a window"])
def test_who_holds_a_match_holds_up_no_email_about_it(held_by):
    """Otherwise they could wait for each other: a move also renames the question in emails that wait."""
    found = patient_match()
    row = Outbox.objects.filter(match=found, state=MailState.QUEUED).earliest("pk")
    lock = {
        "a move": lambda: loading.lock_and_read(found.pk),
        "a window": lambda: timeouts._locked([clock(found, awaited(found)).pk], skip_locked=False),
    }[held_by]
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        lock()
        assert pool.submit(written, row).result(PATIENCE)


def test_who_reads_without_the_lock_gets_the_log_as_it_was_when_they_looked():
    found = patient_match()
    before = Match.objects.get(pk=found.pk)
    answer(found, awaited(found), a_move(found, awaited(found)))
    history.memo.clear()
    records, table = history.load(before)
    assert len(records) == table.number == before.version < Match.objects.get(pk=found.pk).version
