"""The daily mine: one secret a day, one try per player, and a table that tells nobody too early."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta

import pytest

from games.lobby import daily
from games.models import DailyMine, DailySecret, DailyTry, Event, Match, MatchSecret, day_of
from games.ops.sweep import LOOKS
from games.players import delete
from games.rules.kernel.refusal import Refused
from tests.kit.cast import person
from tests.kit.daily import begin, finish

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATE = datetime(2026, 3, 2, 23, 59, tzinfo=UTC)
NEXT_DAY = datetime(2026, 3, 3, 0, 0, 1, tzinfo=UTC)
TODAY = date(2026, 3, 2)


def test_a_day_has_one_secret_and_its_hash_is_public_from_the_start():
    assert [daily.prepare(NOON), daily.prepare(NOON), daily.prepare(LATE), daily.prepare(NEXT_DAY)] == [
        1,
        0,
        0,
        1,
    ]
    mine = DailyMine.objects.get(day=TODAY)
    secret = daily.secret_of(mine)
    assert len(secret) == 32
    assert hashlib.sha256(b"commitment" + secret).hexdigest() == mine.commitment
    assert daily.secret_of(DailyMine.objects.get(day=day_of(NEXT_DAY))) != secret


def test_the_sweep_draws_it_and_notes_results():
    assert {daily.prepare, daily.note_results} <= {*LOOKS}


def test_no_query_finds_the_secret_by_accident():
    daily.prepare(NOON)
    assert not DailySecret.objects.exists() and DailySecret.kept.exists()
    assert "secret" in str(DailySecret.kept.get()) and daily.secret_of(
        DailyMine.objects.get()
    ).hex() not in repr(DailySecret.kept.get())


def test_the_secret_is_opened_at_midnight_utc_and_not_before():
    daily.prepare(NOON)
    mine = DailyMine.objects.get()
    assert daily.opened_secret(mine, LATE) == ""
    assert daily.opened_secret(mine, datetime(2026, 3, 3, tzinfo=UTC)) == daily.secret_of(mine).hex()


def test_a_day_is_a_day_in_utc_wherever_somebody_lives():
    auckland = datetime.fromisoformat("2026-03-03T01:00:00+13:00")
    assert day_of(auckland) == TODAY


def test_everybody_digs_in_the_same_bag():
    found = [begin(person(name), NOON) for name in ("alice", "bob")]
    secrets = {bytes(MatchSecret.kept.get(match=one).secret) for one in found}
    assert secrets == {daily.secret_of(DailyMine.objects.get())}
    firsts = [list(Event.objects.filter(match=one).values_list("payload", flat=True)[:12]) for one in found]
    assert [bytes(one) for one in firsts[0]] == [bytes(one) for one in firsts[1]]


def test_nobody_opens_two_tries(monkeypatch):
    alice = person("alice")
    found = begin(alice, NOON)
    assert begin(alice, LATE) == found and DailyTry.objects.count() == 1
    found_at_each_look = iter([None, DailyTry.objects.get()])
    monkeypatch.setattr(daily, "try_of", lambda *_: next(found_at_each_look))
    assert begin(alice, NOON) == found, "pressed twice at the same moment"
    assert DailyTry.objects.count() == Match.objects.count() == 1


def test_a_try_is_sealed_until_its_day_ends_and_counts_nowhere():
    found = begin(person("alice"), NOON)
    assert found.is_daily and not Match.objects.counted().exists()
    finish(found, NOON)
    assert not found.is_unsealed(LATE) and found.is_unsealed(NEXT_DAY)


def test_results_are_noted_and_ranked_with_the_same_place_for_the_same_coins():
    for name in ("alice", "bob"):
        finish(begin(person(name), NOON, is_named=name == "alice"), NOON)
    finish(begin(person("carol"), NOON), NOON, robot="random")
    results = daily.results_of(TODAY)
    assert [one.points for one in results] == sorted((one.points for one in results), reverse=True)
    by_same_play = [one for one in results if one.points == results[0].points]
    assert [one.place for one in by_same_play] == [1] * len(by_same_play)
    assert [str(one.player) for one in results if one.player] == ["Alice"]
    assert DailyTry.objects.filter(points=None).count() == 0


def test_a_robot_in_the_same_seat_does_as_the_day_says():
    """What it would have had is worked out in memory; somebody who plays like it gets the same."""
    finish(begin(person("alice"), NOON), NOON)
    assert DailyMine.objects.get().robot == DailyTry.objects.get().points


def test_results_of_some_players_name_only_those_who_chose_to_be_named():
    players = [person(name) for name in ("alice", "bob")]
    for number, who in enumerate(players):
        finish(begin(who, NOON, is_named=not number), NOON)
    assert [one.player for one in daily.results_of(TODAY, players)] == [players[0]]
    daily.name_me(DailyTry.objects.get(player=players[1]), is_named=True)
    assert {one.player for one in daily.results_of(TODAY, players)} == {*players}
    assert daily.results_of(TODAY, []) == []


def test_who_can_still_play_sees_no_results():
    alice, bob = person("alice"), person("bob")
    found = begin(alice, NOON)
    mine = DailyMine.objects.get()
    assert not daily.may_see(mine, alice, NOON)
    finish(found, NOON)
    assert daily.may_see(mine, alice, NOON)
    assert not daily.may_see(mine, bob, LATE) and not daily.may_see(mine, None, LATE)
    assert daily.may_see(mine, bob, NEXT_DAY) and daily.may_see(mine, None, NEXT_DAY)


def test_what_ends_after_its_day_does_not_count():
    found = begin(person("alice"), LATE)
    finish(found, NEXT_DAY)
    assert DailyTry.objects.get().points is None and daily.results_of(TODAY) == []


def test_what_ended_in_time_is_noted_the_next_day_too(monkeypatch):
    found = begin(person("alice"), LATE)
    with monkeypatch.context() as patch:
        patch.setattr(daily, "note_results", lambda now: 0)
        finish(found, LATE)
    assert DailyTry.objects.get().points is None
    assert [daily.note_results(NEXT_DAY), daily.note_results(NEXT_DAY)] == [1, 0]
    assert daily.note_results(NEXT_DAY + timedelta(days=5)) == 0


def test_a_refused_start_leaves_nothing_behind(monkeypatch):
    def refuse(*_: object) -> None:
        raise Refused("too_many", seconds=60)

    monkeypatch.setattr(daily.alone.limits, "take", refuse)
    with pytest.raises(Refused):
        begin(person("alice"), NOON)
    assert not DailyTry.objects.exists() and not Match.objects.exists()


def test_a_site_without_a_game_for_it_has_no_daily_mine(monkeypatch):
    monkeypatch.setattr(daily, "GAMES", ())
    assert daily.prepare(NOON) == 0 and daily.game_of_the_day() is None


def test_a_deleted_account_leaves_its_result_without_a_name():
    alice = person("alice")
    finish(begin(alice, NOON, is_named=True), NOON)
    delete.farewell(alice, NOON)
    (result,) = daily.results_of(TODAY)
    assert result.player is None
