"""A match that a fault stops stands still, its operators are told once, and it can go on from there."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings as site
from django.core import mail

from games import play
from games.mail.compose.email_draft import stem
from games.mail.kinds import News
from games.mail.send import outbox
from games.match import seats
from games.match.actions import Pressed
from games.models import (
    Deadline,
    DeadlineKind,
    Door,
    MailState,
    Match,
    MatchStatus,
    Order,
    Outbox,
    Pause,
    Seat,
    Submission,
)
from games.ops import verification
from games.play import deadlines, history, release, timeouts
from games.players import delete
from games.present.match_names import short_name
from games.rules.kernel.refusal import HistoryBroken
from games.rules.tools.shelf import ToolError
from games.titles.quartz.rules import commands as c
from tests.kit.at_once import needs_postgres, together
from tests.kit.evenings import evening
from tests.kit.play_people import NOON, answer, match, open_questions, play_on

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SEND = timedelta(seconds=site.SEND_AFTER)
OPS = ["ops@example.org", "night@example.org"]
FAULT = HistoryBroken("no obsidian there to take")


@pytest.fixture(autouse=True)
def operators(settings):
    settings.ADMINS = [("", address) for address in OPS]


@pytest.fixture
def stopped() -> Match:
    found = match()
    play.quarantine(found.pk, FAULT, NOON + HOUR)
    found.refresh_from_db()
    return found


def sent(now) -> dict[str, mail.EmailMessage]:
    mail.outbox.clear()
    outbox.send_due(now)
    return {one.to[0]: one for one in mail.outbox}


def due() -> list:
    return list(Deadline.objects.order_by("pk").values_list("due_at", flat=True))


def test_each_operator_is_told_which_match_stopped_and_what_to_do(stopped):
    letters = sent(NOON + HOUR + SEND)
    assert sorted(letters) == sorted(OPS)
    assert len({one.message()["Message-ID"] for one in letters.values()}) == 2
    letter = letters[OPS[0]]
    assert letter.subject == f"[A match was stopped by an error] {short_name(stopped)}"
    assert f"up to event {stopped.version}," in " ".join(letter.body.split())
    assert f"manage.py release_match -- {stopped.public_id}" in letter.body


def test_they_are_told_nothing_of_what_the_log_holds_or_who_plays(stopped):
    Seat.objects.filter(match=stopped, number=0).update(words="my own words")
    letter = sent(NOON + HOUR + SEND)[OPS[0]]
    names = [seat.name for seat in stopped.seats.select_related("player")]
    told = f"{letter.subject}{letter.body}"
    assert [one for one in [*names, "obsidian", "my own words"] if one in told] == []
    assert stopped.fault == str(FAULT), "whoever looks with verify_matches is told"


def test_the_same_fault_found_again_is_told_once(stopped):
    play.quarantine(stopped.pk, FAULT, NOON + 2 * HOUR)
    assert Outbox.objects.filter(kind=News.STOPPED).count() == len(OPS)
    assert Pause.objects.get().began == NOON + HOUR


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_several_who_find_it_at_once_tell_it_once():
    found = match()
    together([partial(play.quarantine, found.pk, FAULT, NOON) for _ in range(6)])
    assert Outbox.objects.filter(kind=News.STOPPED).count() == len(OPS)
    assert Pause.objects.count() == 1


def test_without_operators_it_is_stopped_all_the_same(settings):
    settings.ADMINS = []
    found = match()
    play.quarantine(found.pk, FAULT, NOON)
    found.refresh_from_db()
    assert found.status == MatchStatus.QUARANTINED
    assert not Outbox.objects.filter(kind=News.STOPPED).exists()


def test_a_window_that_finds_the_fault_tells_them_too(monkeypatch):
    found = match()

    def act(work, deadline):
        raise FAULT

    monkeypatch.setitem(timeouts.ACTS, DeadlineKind.QUESTION, act)
    deadlines.close_due(NOON + 72 * HOUR)
    assert Outbox.objects.filter(match=found, kind=News.STOPPED).count() == len(OPS)


def test_every_clock_gets_back_what_it_stood_still(stopped):
    before = due()
    release.release(stopped.pk, NOON + 5 * HOUR)
    assert due() == [at + 4 * HOUR for at in before]
    stopped.refresh_from_db()
    assert (stopped.status, stopped.fault) == (MatchStatus.RUNNING, "")
    assert play_on(stopped, 1, now=NOON + 6 * HOUR) == 1


def test_a_second_release_gives_nothing_more(stopped):
    release.release(stopped.pk, NOON + 5 * HOUR)
    once = due()
    with pytest.raises(ToolError, match="no fault has stopped match"):
        release.release(stopped.pk, NOON + 9 * HOUR)
    assert due() == once


def test_stopped_again_it_is_told_again_and_gets_back_both_times(stopped):
    before = due()
    release.release(stopped.pk, NOON + 2 * HOUR)
    play.quarantine(stopped.pk, FAULT, NOON + 3 * HOUR)
    release.release(stopped.pk, NOON + 5 * HOUR)
    assert due() == [at + 3 * HOUR for at in before]
    assert Outbox.objects.filter(kind=News.STOPPED).count() == 2 * len(OPS)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"version": 99}, "the match says 99 events"),
        ({"head": "00" * 32}, "the head isn't the last event's digest"),
    ],
)
def test_a_log_that_is_still_broken_stays_where_it_is(stopped, change, fault):
    history.load(stopped)
    Match.objects.update(**change)
    before = due()
    with pytest.raises(HistoryBroken, match=fault):
        release.release(stopped.pk, NOON + 5 * HOUR)
    stopped.refresh_from_db()
    assert (stopped.status, stopped.fault, due()) == (MatchStatus.QUARANTINED, str(FAULT), before)
    assert Pause.objects.get().ended is None


def test_a_table_remembered_from_before_is_not_believed(stopped):
    records, table = history.load(stopped)
    Match.objects.update(version=99)
    history.memo.put(stopped, records, table)
    with pytest.raises(HistoryBroken, match="the match says 99 events"):
        release.release(stopped.pk, NOON + 5 * HOUR)


def test_a_mail_that_asks_waits_for_the_release_and_then_goes():
    found = match()
    (asks,) = Outbox.objects.exclude(kind=News.STOPPED)
    play.quarantine(found.pk, FAULT, NOON)
    assert sorted(sent(NOON + HOUR)) == sorted(OPS)
    release.release(found.pk, NOON + 2 * HOUR)
    assert asks.seat.player.email in sent(NOON + 2 * HOUR)
    asks.refresh_from_db()
    assert (asks.state, asks.attempts) == (MailState.SENT, 1)


def test_all_players_learn_that_it_goes_on_and_until_when(stopped):
    release.release(stopped.pk, NOON + 5 * HOUR)
    rows = Outbox.objects.filter(match=stopped, kind=News.RESUMED)
    assert sorted(rows.values_list("seat__number", flat=True)) == [0, 1, 2]
    sent(NOON + 5 * HOUR + SEND)
    told = [one.body for one in mail.outbox if one.subject == f"[The match has resumed] {stem(stopped)}"]
    (asked,) = [body for body in told if "You have until" in body]
    assert (
        f"{due()[0].day} {due()[0]:%B, %H:%M}" in asked
        and "as much time left as when it stopped" in " ".join(asked.split())
    )


def test_while_it_stands_nobody_moves(stopped):
    name = min(name for name, one in open_questions(stopped).items() if one.awaited)
    assert answer(stopped, name, c.Leave()).code == "not_running"
    assert deadlines.close_due(NOON + 300 * HOUR) == 0


# --- whose seat changes while nobody can look whom the match waits for


def sealed_and_stopped() -> tuple[Match, Seat]:
    """Stop a match in which one answer lies sealed, and so has no clock any more."""
    found, names = evening()
    answer(found, names[0], c.Store([]))
    play.quarantine(found.pk, FAULT, NOON + HOUR)
    return found, found.seats.get(number=names[0].seat)


def goes_on(found: Match) -> list[str]:
    """Let it go on, and tell the faults of what is stored of it then."""
    release.release(found.pk, NOON + 2 * HOUR)
    deadlines.close_due(NOON + 2 * HOUR)
    return verification.faults(found.pk)


def test_the_seat_of_who_leaves_meanwhile_is_played_when_it_goes_on():
    found, seat = sealed_and_stopped()
    delete.farewell(seat.player, NOON + HOUR)
    assert goes_on(found) == []
    assert Submission.objects.filter(match=found, seat=seat, door=Door.ROBOT).exists()


def test_who_disowns_meanwhile_what_lies_sealed_is_asked_when_it_goes_on():
    found, seat = sealed_and_stopped()
    seats.disown(found.pk, seat.number, NOON + HOUR, Pressed())
    assert goes_on(found) == []
    assert Deadline.objects.get(match=found, seat=seat.number, state="running").kind == DeadlineKind.QUESTION
    assert Outbox.objects.filter(seat=seat, kind="secret", generation=seat.generation + 1).exists()


def test_orders_stay_when_mails_go_elsewhere_meanwhile():
    found, seat = sealed_and_stopped()
    Order.objects.create(match=found, seat=seat, generation=1, content='{"keep":"ask"}', since=1, door="page")
    seats.move(found.pk, seat.number, NOON + HOUR)
    assert Order.objects.filter(seat=seat).order_by("pk").last().generation == 2
