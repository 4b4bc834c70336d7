"""Every way in which stored rows can disagree is found, named and counted; sound ones are not accused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection

from games import play
from games.infra import triggers
from games.mail.kinds import News
from games.mail.send import reminders
from games.models import (
    Deadline,
    DeadlineState,
    Event,
    Heartbeat,
    MailState,
    Match,
    MatchSecret,
    MatchStatus,
    Outbox,
    Pause,
    SealedAnswer,
    Submission,
)
from games.ops.verification import faults, unguarded
from games.play import history
from games.play.diff import label
from games.rules.kernel import chain
from games.rules.kernel.seats import EventNumber
from games.titles.quartz.rules import commands as c
from tests.kit.commands import page, refused, said
from tests.kit.play_people import NOON, answer, match, open_questions, play_on

pytestmark = pytest.mark.django_db


def verified(*words: str) -> tuple[int, str]:
    """Give exit code and what was printed."""
    try:
        return 0, said("verify_matches", *words)
    except SystemExit as end:
        return int(str(end.code)), ""


def change(event: int, found: Match, **columns: str | int | bytes) -> None:
    """Change what can't be changed."""
    sets = ", ".join(f"{name} = %s" for name in columns)
    with triggers.removed(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_event SET {sets} WHERE match_id = %s AND number = %s",
            [*columns.values(), found.pk, event],
        )
    history.memo.clear()


def chain_anew(found: Match) -> None:
    """Make the chain fit whatever the log says now, as whoever has the secret can."""
    secret, digest = history.secret_of(found), chain.root(found.commitment)
    for one in Event.objects.filter(match=found).order_by("number"):
        blinding = chain.blind(secret, EventNumber(one.number))
        digest = chain.link(digest, chain.leaf(blinding, bytes(one.payload)))
        change(one.number, found, digest=digest.hex())
    Match.objects.update(head=digest.hex())


def payload(found: Match, event: int) -> bytes:
    return bytes(Event.objects.get(match=found, number=event).payload)


@pytest.mark.parametrize("answers", [0, 1, 7, 40, 1000])
@pytest.mark.parametrize("robots", [0, 2])
def test_sound_matches_have_no_faults(answers, robots):
    found = match(4 - robots, robots)
    play_on(found, 0 if robots else answers)
    assert faults(found.pk) == []
    assert verified() == (0, "1 match checked, 0 faults\n")


def test_a_match_that_is_named_twice_is_looked_at_once():
    found = match()
    assert verified(page(found), found.public_id) == (0, "1 match checked, 0 faults\n")


def test_it_changes_nothing_and_quarantines_nothing():
    found = match()
    change(3, found, kind="fly")
    before = Match.objects.values().get(), Deadline.objects.count(), Outbox.objects.count()
    assert verified()[0] == 1
    assert (Match.objects.values().get(), Deadline.objects.count(), Outbox.objects.count()) == before


def test_one_bad_match_is_named_and_the_others_are_looked_at(capsys):
    good, bad = match(), match()
    change(4, bad, digest="00" * 32)
    with pytest.raises(SystemExit):
        call_command("verify_matches")
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"{bad.public_id}: event 4 doesn't match the chain",
        "2 matches checked, 1 fault",
    ]
    assert verified(page(good)) == (0, "1 match checked, 0 faults\n")
    assert verified(page(bad))[0] == 1


def test_a_match_that_can_not_even_be_looked_at_hides_no_other():
    found, good = match(), match()
    MatchSecret.kept.filter(match=found).delete()
    assert faults(found.pk) == ["could not be checked: DoesNotExist, see the log"]
    assert faults(good.pk) == []


def test_a_column_that_says_something_else_is_found():
    found = match()
    change(3, found, kind="fly")
    assert faults(found.pk) == [
        "event 3 is stored as (3, 1, 'fly'), but its payload says (3, 1, 'day_began')"
    ]
    change(3, found, kind="day_began", version=2)
    assert "event 3 is stored as (3, 2, 'day_began')" in faults(found.pk)[0]


def test_a_payload_that_was_changed_is_found():
    found = match()
    change(3, found, payload=payload(found, 3).replace(b'"day":1', b'"day":2'))
    assert faults(found.pk) == ["event 3 doesn't match the chain"]


def test_a_whole_log_written_anew_with_another_draw_is_found():
    """Whoever has the secret can make the chain fit; the dice can't be made to."""
    found = match()
    event = Event.objects.filter(match=found, payload__isnull=False).order_by("number")
    number = next(one.number for one in event if b'"draws":[{' in bytes(one.payload))
    text = payload(found, number)
    head, _, tail = text.partition(b'"index":')
    index = int(tail.split(b",", 1)[0])
    change(number, found, payload=head + b'"index":%d,' % (index + 1) + tail.split(b",", 1)[1])
    chain_anew(found)
    (fault,) = faults(found.pk)
    assert fault.startswith(f"event {number} is wrong: draw ")


def test_a_missing_event_and_bytes_that_are_no_record_are_found():
    found = match()
    with triggers.removed():
        Event.objects.filter(match=found, number=5)._raw_delete("default")
    assert "event 5" in faults(found.pk)[0]
    other = match()
    change(5, other, payload=b"\xff{")
    assert faults(other.pk) == ["the payload of event 5 can't be read"]


def test_an_event_of_a_later_program_is_left_to_it():
    found = match()
    change(5, found, payload=payload(found, 5).replace(b'"version":1', b'"version":9', 1), version=9)
    chain_anew(found)
    assert "newer than this program" in faults(found.pk)[0]


def test_another_secret_and_another_commitment_are_found():
    found, other = match(), match()
    MatchSecret.kept.filter(match=found).update(secret=b"x" * 32)
    assert faults(found.pk) == ["the secret is not the one that this match committed to"]
    Match.objects.filter(pk=other.pk).update(commitment="11" * 32)
    assert faults(other.pk) == ["event 1, the opening, has a different commitment from the match"]


def test_changed_words_are_found():
    found = match(words=["a", "b"])
    found.seats.filter(number=1).update(words="c")
    assert "words of the seat with number 1" in faults(found.pk)[0]


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"version": 3}, "the match row says version 3, but its log ends"),
        ({"head": "00" * 32}, "the match row says version"),
        ({"awaited": [0, 1, 2]}, "the match row waits for seats [0, 1, 2], but its log waits"),
        ({"status": "over"}, "it is over, but its log says it is not over"),
        ({"status": "lobby"}, "it has not started, but has a log"),
        ({"status": "quarantined", "fault": "odd"}, "it is quarantined: odd"),
        ({"game": "chess"}, "this site has no game 'chess'"),
    ],
)
def test_a_match_row_that_says_something_else_is_found(columns, fault):
    found = match()
    Match.objects.update(**columns)
    assert any(one.startswith(fault) for one in faults(found.pk)), faults(found.pk)


def test_a_match_that_is_over_and_does_not_know_it_is_found():
    found = match(3)
    play_on(found, 1000)
    assert faults(found.pk) == []
    Match.objects.update(status=MatchStatus.RUNNING)
    assert faults(found.pk) == ["it is running, but its log says it is over"]


def test_a_question_without_a_clock_is_found():
    found = match()
    Deadline.objects.update(state=DeadlineState.DONE)
    assert "has no clock, not a question clock" in faults(found.pk)[0]


def test_a_clock_without_its_question_and_a_stuck_one_are_found():
    found = match()
    Deadline.objects.create(
        match=found, kind="question", question="0-99-1", seat=1, asked_at=NOON, due_at=NOON
    )
    assert faults(found.pk) == ["a question clock is running for question 0-99-1, which waits for nobody"]
    Deadline.objects.filter(question="0-99-1").update(state=DeadlineState.STUCK)
    assert faults(found.pk) == ["the question clock of question 0-99-1 is stuck"]


def test_two_clocks_for_one_question_are_found():
    found = match()
    one = Deadline.objects.get()
    Deadline.objects.create(
        match=found, kind="carry_on", question=one.question, seat=one.seat, asked_at=NOON, due_at=NOON
    )
    assert "a question clock and a carry_on clock" in faults(found.pk)[0]


def test_a_robot_that_nothing_moves_is_found():
    found = match(0, 3)
    assert faults(found.pk) == []
    Deadline.objects.update(state=DeadlineState.DONE)
    assert "nothing will answer question" in faults(found.pk)[0]


def test_a_clock_that_runs_on_after_the_end_is_found():
    found = match(3)
    play_on(found, 1000)
    Deadline.objects.create(match=found, kind="carry_on", question="", asked_at=NOON, due_at=NOON)
    assert faults(found.pk) == ["a carry_on clock is running, but the match has ended"]


def test_an_answer_that_lies_sealed_needs_no_clock():
    found = match()
    name = Deadline.objects.get()
    SealedAnswer.objects.create(
        generation=1,
        match=found,
        seat=found.seats.get(number=name.seat or 0),
        question=name.question,
        command="{}",
        submission=Submission.objects.filter(match=found)[0],
    )
    Deadline.objects.update(state=DeadlineState.DONE)
    Match.objects.update(awaited=[])
    assert faults(found.pk) == []


def test_an_old_mail_for_a_question_long_gone_is_found_once_sweeps_have_run():
    found = match()
    play_on(found, 3)
    old = Outbox.objects.order_by("pk")[0]
    assert faults(found.pk) == [], "nothing was swept since: a restored backup looks so"
    Heartbeat.record("sweep", old.send_after + timedelta(hours=2))
    assert f"email {old.pk} is still queued for question {old.question}, which closed long ago" in faults(
        found.pk
    )


def waited(found: Match) -> Deadline:
    """Give the clock of somebody who is waited for."""
    return Deadline.objects.filter(match=found, kind="question", state=DeadlineState.RUNNING)[0]


def never_queued(question: str) -> str:
    seat = int(question.rpartition("-")[2])
    return f"question {question} of seat {seat + 1} was never queued as an email"


@pytest.mark.parametrize("answers", [0, 9])
def test_a_mail_that_was_never_queued_is_found(answers):
    found = match()
    play_on(found, answers)
    question = waited(found).question
    Outbox.objects.filter(question=question).delete()
    assert faults(found.pk) == [never_queued(question)]
    Deadline.objects.filter(match=found).update(remind_at=NOON)
    reminders.queue_due(NOON)
    assert len(faults(found.pk)) == 1, "a reminder doesn't ask"


def test_a_mail_to_a_former_player_of_the_seat_does_not_count():
    found = match()
    found.seats.update(generation=2)
    assert "was never queued as an email" in faults(found.pk)[0]
    found.seats.update(on_autopilot=True)
    assert faults(found.pk) == [], "who automatic play is asked nothing"


def test_a_question_that_took_the_place_of_another_needs_the_mail_of_that_one():
    found, clock = spends_token(0)
    assert faults(found.pk) == []
    first = waited(found).question
    assert first != clock.question and not Outbox.objects.filter(question=first).exists()
    Outbox.objects.filter(question=clock.question).delete()
    assert faults(found.pk) == [never_queued(first)]


def test_who_comes_back_by_what_renews_the_question_of_an_autopilot_is_mailed_it():
    found, _ = spends_token(2)
    assert faults(found.pk) == []
    assert Outbox.objects.filter(question=waited(found).question).exists()


def spends_token(silences: int) -> tuple[Match, Deadline]:
    """Let somebody whose turn it is spend the token, which asks the turn anew; give the clock of before.

    With silences it was the autopilot's turn, and its player comes back by that.
    """
    found = match(secret=bytes([1]) * 32)
    for step in range(100):
        waiting = open_questions(found)
        turn = next((name for name, one in waiting.items() if one.kind == "turn"), None)
        spend = next((name for name, one in waiting.items() if one.kind == "spend"), None)
        if turn and spend and turn.seat == spend.seat:
            break
        play_on(found, 1, seed=step)
    assert turn and spend, "choose another secret"
    clock = Deadline.objects.get(match=found, question=label(turn), state=DeadlineState.RUNNING)
    Outbox.objects.filter(question=clock.question).update(
        state=MailState.SENT
    )  # else it follows its question
    if silences:
        found.seats.filter(number=turn.seat).update(on_autopilot=True, silences=silences)
        Deadline.objects.filter(pk=clock.pk).update(kind="carry_on", clock="")
        Outbox.objects.filter(question=clock.question).delete()
        assert faults(found.pk) == []
    assert not answer(found, spend, c.SpendToken()).refused
    assert label(next(name for name, one in open_questions(found).items() if one.kind == "turn")) != label(
        turn
    )
    return found, clock


def test_play_that_went_back_is_sound():
    found = match()
    turn = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    answer(found, turn, c.Leave())
    assert not play.take_back(found.pk, turn.seat, 1, "back", NOON + timedelta(minutes=5)).refused
    assert faults(found.pk) == []
    Outbox.objects.filter(question=waited(found).question).delete()
    Outbox.objects.filter(created_at=waited(found).asked_at).delete()
    assert "was never queued as an email" in faults(found.pk)[0]


@pytest.mark.parametrize("status", [MatchStatus.PAUSED, MatchStatus.QUARANTINED])
def test_a_mail_that_waits_for_the_table_to_go_on_does_not_lie_there(status):
    found = match()
    play_on(found, 3)
    Match.objects.update(status=status)
    swept(9)
    assert not [one for one in faults(found.pk) if "still queued" in one]


def test_nor_does_one_that_could_go_only_a_moment_ago():
    found = match()
    play_on(found, 3)
    swept(9)
    assert [one for one in faults(found.pk) if "still queued" in one]
    Pause.objects.create(match=found, began=NOON, ended=NOON + timedelta(hours=8, minutes=59))
    assert faults(found.pk) == []


@pytest.mark.parametrize("kind", ["ahead", *News])
def test_a_mail_about_something_else_than_a_question_is_not_taken_for_one(kind):
    found = match()
    Outbox.objects.create(
        match=found, seat=found.seats.get(number=0), kind=kind, question="pause-7", send_after=NOON
    )
    swept(9)
    assert faults(found.pk) == []


def test_that_beat_is_alive_is_no_sweep():
    found = match()
    play_on(found, 3)
    Heartbeat.record(Heartbeat.BEAT, NOON + timedelta(hours=9))
    assert faults(found.pk) == []


def swept(hours: int) -> None:
    Heartbeat.record("sweep", NOON + timedelta(hours=hours))


def given_up(found: Match) -> Outbox:
    """Give an email of this match that was tried in vain."""
    mail = Outbox.objects.filter(match=found)[0]
    mail.state, mail.attempts, mail.error = MailState.FAILED, 4, "SMTPServerDisconnected"
    mail.to, mail.rendered = "mo@example.org", b"what it says"
    mail.save()
    return mail


def test_a_mail_that_was_given_up_is_shown_and_nothing_of_what_it_holds():
    found = match()
    seat = given_up(found).seat.number + 1
    assert faults(found.pk) == [
        f"a turn email to seat {seat} was given up after 4 tries: SMTPServerDisconnected"
    ]
    Outbox.objects.update(seat=None)
    assert "a turn email to no seat was given up" in faults(found.pk)[0]


def test_it_is_shown_where_the_log_is_broken_too():
    found = match()
    given_up(found)
    change(4, found, digest="00" * 32)
    assert [one.partition(" email ")[0] for one in faults(found.pk)] == [
        "a turn",
        "event 4 doesn't match the chain",
    ]


def test_a_missing_trigger_is_found():
    assert unguarded() == []
    with connection.cursor() as cursor:
        on = " ON games_event" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER games_event_no_update{on}")
    assert unguarded() == ["the trigger games_event_no_update is missing: manage.py migrate restores it"]
    triggers.install()


def test_a_match_that_has_not_begun_is_sound_and_an_unknown_one_is_refused():
    found = Match.objects.create(game="quartz", commitment=chain.commitment(bytes(32)))
    MatchSecret.kept.create(match=found, secret=bytes(32))
    assert faults(found.pk) == []
    Match.objects.update(status=MatchStatus.RUNNING)
    assert faults(found.pk) == ["it is running but has no events"]
    assert refused("verify_matches", "nothing") == "there is no match nothing"
