"""The points of a circle's season, with ties, robots and people who are gone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.circles import founding, joining
from games.models import Circle, Player
from games.records.seasons import Season
from games.records.standings import points_of_places, season_of, standings
from tests.kit.finished import finished
from tests.kit.play_people import NOON, player

pytestmark = pytest.mark.django_db(transaction=True)
SPRING = Season(2026, 1)


@pytest.fixture
def club() -> Circle:
    return founding.found(player("keeper"), "Tuesday club", NOON)


def member(club: Circle, name: str = "") -> Player:
    made = player(name)
    joining.enter(club, made, club.door, NOON)
    return made


def told(club: Circle, members: list[Player], game: str = "") -> list[tuple[int, str, float, int, int]]:
    found = standings(season_of(club, SPRING, game), members)
    return [(one.rank, str(one.player), one.total.points, one.total.matches, one.total.wins) for one in found]


def test_a_point_for_each_person_one_finishes_ahead_of(club):
    people = [member(club, name) for name in ("ann", "ben", "cid", "dee")]
    finished([(one, rank) for rank, one in enumerate(people, 1)], circle=club)
    assert told(club, people) == [
        (1, "Ann", 3, 1, 1),
        (2, "Ben", 2, 1, 0),
        (3, "Cid", 1, 1, 0),
        (4, "Dee", 0, 1, 0),
    ]
    assert points_of_places(4) == [3, 2, 1, 0]


def test_a_tie_is_half_a_point_and_a_shared_first_place_a_win(club):
    people = [member(club, name) for name in ("ann", "ben", "cid")]
    finished([(people[0], 1), (people[1], 1), (people[2], 3)], circle=club)
    assert told(club, people) == [(1, "Ann", 1.5, 1, 1), (1, "Ben", 1.5, 1, 1), (3, "Cid", 0, 1, 0)]


def test_wins_decide_between_equal_points_and_then_the_rank_is_shared(club):
    ann, ben, cid, dee = people = [member(club, name) for name in ("ann", "ben", "cid", "dee")]
    finished([(ann, 1), (cid, 2)], circle=club)
    finished([(ben, 1), (ann, 1)], circle=club)
    finished([(dee, 1), (cid, 2)], circle=club)
    finished([(ben, 1), (dee, 1)], circle=club)
    assert [one[:3] for one in told(club, people)] == [
        (1, "Ann", 1.5),
        (1, "Dee", 1.5),
        (3, "Ben", 1),
        (4, "Cid", 0),
    ]


def test_robots_bring_nothing_and_the_nameless_do(club):
    ann = member(club, "ann")
    finished([(ann, 1), (None, 3)], robots=[2, 4], circle=club)
    assert told(club, [ann]) == [(1, "Ann", 1, 1, 1)]


def test_only_members_are_ranked_and_only_what_was_played_for_the_circle(club):
    ann, guest = member(club, "ann"), player("guest")
    finished([(guest, 1), (ann, 2)], circle=club)
    finished([(ann, 1), (guest, 2)])
    assert told(club, [ann]) == [(1, "Ann", 0, 1, 0)]


def test_a_game_alone(club):
    ann, ben = people = [member(club, name) for name in ("ann", "ben")]
    finished([(ann, 1), (ben, 2)], circle=club)
    finished([(ben, 1), (ann, 2)], circle=club, game="gnomes")
    assert [one[:2] for one in told(club, people, "gnomes")] == [(1, "Ben"), (2, "Ann")]


def test_a_season_is_a_quarter_in_utc(club):
    ann, ben = people = [member(club, name) for name in ("ann", "ben")]
    last_moment = datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC)
    finished([(ann, 1), (ben, 2)], circle=club, ended=last_moment)
    finished([(ben, 1), (ann, 2)], circle=club, ended=last_moment + timedelta(seconds=1))
    assert [one[:3] for one in told(club, people)] == [(1, "Ann", 1), (2, "Ben", 0)]
    assert Season.of(last_moment) == SPRING and SPRING.next == Season(2026, 2)
    assert Season(2026, 1).before == Season(2025, 4) and Season(2025, 4).next == SPRING


@pytest.mark.parametrize("told", ["", "2026", "2026-0", "2026-5", "2026-11", "1999-1", "x", "2026-1 "])
def test_what_is_no_season_is_none(told):
    assert Season.read(told) is None


def test_what_a_ruling_takes_out_is_not_counted(club):
    ann, ben = people = [member(club, name) for name in ("ann", "ben")]
    record = finished([(ann, 1), (ben, 2)], circle=club)
    record.is_counted = False
    record.save()
    assert told(club, people) == []
