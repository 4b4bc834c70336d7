"""Only what has had its time is thrown away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from games import tasks
from games.models import Event, Heartbeat, Outbox, Outcome, Submission
from games.ops import upkeep
from tests.kit.cast import browser, person
from tests.kit.commands import said
from tests.kit.play_people import answer, match, open_questions, play_on

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def refuse_some(days_ago: int) -> None:
    found = match()
    (name, *_) = open_questions(found)
    for _ in range(3):
        assert answer(found, name, "{", timezone.now() - days_ago * DAY).refused


def test_refusals_go_after_ninety_days_and_what_was_played_stays():
    refuse_some(91)
    refuse_some(89)
    played = Submission.objects.exclude(outcome=Outcome.REFUSED).count()
    events = Event.objects.count()
    assert said("prune").startswith("Deleted 3 refusals")
    assert Submission.objects.filter(outcome=Outcome.REFUSED).count() == 3
    assert Submission.objects.exclude(outcome=Outcome.REFUSED).count() == played
    assert Event.objects.count() == events


def test_many_refusals_go_in_several_steps(monkeypatch):
    monkeypatch.setattr(upkeep, "AT_ONCE", 2)
    refuse_some(91)
    refuse_some(95)
    assert upkeep.prune(timezone.now()).refusals == 6


def test_bytes_of_mails_go_after_seven_days():
    play_on(match(), 5)
    old, new = Outbox.objects.order_by("pk")[:2]
    for mail, days in ((old, 8), (new, 6)):
        Outbox.objects.filter(pk=mail.pk).update(
            rendered=b"x", state="sent", sent_at=timezone.now() - days * DAY
        )
    assert "contents of 1 emails" in said("prune")
    old.refresh_from_db()
    new.refresh_from_db()
    assert old.rendered is None and new.rendered is not None


def test_heartbeats_of_what_runs_no_more_go():
    Heartbeat.record("gone", timezone.now() - 31 * DAY)
    Heartbeat.record("sweep", timezone.now() - DAY)
    said("prune")
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {"sweep", "prune"}


def test_sessions_that_have_ended_go_and_what_was_noted_of_their_browsers():
    kept, ended = browser("alice"), browser("alice")
    keys = [one.session.session_key for one in (kept, ended)]
    for one in (kept, ended):
        assert one.get("/").status_code == 200
        UserSession.objects.create(
            user=person("alice"), session_key=one.session.session_key, ip="10.0.0.1", user_agent="x"
        )
    Session.objects.filter(pk=keys[1]).update(expire_date=timezone.now() - timedelta(minutes=1))
    said("prune")
    assert [*Session.objects.values_list("pk", flat=True)] == keys[:1]
    assert [*UserSession.objects.values_list("session_key", flat=True)] == keys[:1]


def test_the_beat_asks_often_and_it_is_done_once_a_day():
    entry = settings.CELERY_BEAT_SCHEDULE["prune"]
    assert entry["task"] == tasks.prune.name and entry["schedule"] == 3600
    now = timezone.now()
    assert upkeep.prune_if_due(now) and not upkeep.prune_if_due(now + 23 * timedelta(hours=1))
    assert upkeep.prune_if_due(now + DAY)
    refuse_some(91)
    tasks.prune()
    assert Submission.objects.filter(outcome=Outcome.REFUSED).count() == 3, (
        "pruned a moment ago, by that clock"
    )
