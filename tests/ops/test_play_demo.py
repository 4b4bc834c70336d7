"""Robots play a whole match through the real door without waiting, and furnish a fresh site."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games.infra import bell
from games.models import Deadline, Heartbeat, Match, MatchStatus, Outbox, Player, Submission
from games.ops import demo
from games.ops.verification import faults
from quartz_site.environment import Environment
from tests.kit.commands import refused, said, sqlite
from tests.kit.play_people import match, player


@pytest.mark.django_db
def test_a_whole_match_is_played_and_told():
    text = said("play_demo", "--seats", "3")
    found = Match.objects.get()
    assert found.status == MatchStatus.OVER and faults(found.pk) == []
    assert "place 1 with" in text and found.public_id in text
    assert set(Submission.objects.values_list("door", flat=True)) == {"start", "robot"}
    assert not Outbox.objects.exists() and not Heartbeat.objects.exists()


@pytest.mark.django_db
def test_it_leaves_every_other_match_alone():
    other = match()
    said("play_demo", "--seats", "3")
    other.refresh_from_db()
    assert other.is_running and Deadline.objects.get(match=other).attempts == 0


@pytest.mark.django_db
def test_it_rings_nobody(monkeypatch):
    rung: list[int] = []
    monkeypatch.setattr(bell, "_ringers", [lambda: rung.append(1)])
    said("play_demo", "--seats", "3")
    assert rung == []
    bell.ring()
    assert rung == [1], "the bell hangs again"


@pytest.mark.django_db
def test_a_clock_that_somebody_else_is_at_is_waited_for_on_the_clock_that_runs_ahead():
    now = timezone.now()
    found = demo.open_match("quartz", 3, now)
    Deadline.objects.update(lease_until=now + timedelta(minutes=1))
    assert demo.play_on(found, now) > now + timedelta(minutes=1)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER


@pytest.mark.django_db
def test_bad_input_is_one_sentence():
    assert refused("play_demo", "--seats", "2") == "Quartz is for 3 to 5 seats"
    assert refused("play_demo", "--game", "chess").startswith("there is no game 'chess'")
    assert not Match.objects.exists()


def test_it_takes_seconds_on_sqlite_without_a_broker(tmp_path):
    own, began = sqlite(tmp_path), time.monotonic()
    text = own.manage("play_demo", "--seats", "4")
    print(f"play_demo on SQLite: {time.monotonic() - began:.1f} s with the start of Python")  # aim: 20
    assert re.search(r"\d+ events, \d+ s on its own clock", text)
    assert "1 match checked, 0 faults" in own.manage("verify_matches")


@pytest.mark.django_db
def test_a_fresh_site_is_furnished_once_and_announced_each_time():
    text = said("demo_data")
    found = Match.objects.get()
    assert f"A demo match is open: http://127.0.0.1:8000/m/{found.public_id}/" in text
    assert Player.objects.count() == 3
    assert [bool(seat.player) for seat in found.seats.all()] == [True] * 3 + [False] * 2
    assert said("demo_data") == text
    assert Match.objects.count() == 1 and Player.objects.count() == 3
    assert not any(one.has_usable_password() for one in Player.objects.all())


@pytest.mark.django_db
def test_a_site_where_somebody_is_stays_as_it_is():
    player()
    assert said("demo_data") == ""
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_production_site_gets_no_demo_players(monkeypatch):
    monkeypatch.setattr(settings, "ENV", Environment(**{**vars(settings.ENV), "kind": "production"}))
    assert "this is a production site" in refused("demo_data")
    assert not Player.objects.exists()
