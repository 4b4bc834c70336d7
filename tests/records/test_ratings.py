"""Who is rated, and that working everything out again gives the same."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from games.circles import founding, joining
from games.models import Player, Rating, RatingPool
from games.records import ratings
from games.records.strength import NEW, after
from tests.kit.finished import finished
from tests.kit.play_people import NOON, player

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = NOON - timedelta(days=1)


def rated(name: str = "") -> Player:
    made = player(name)
    made.rated_since = BEFORE
    made.save()
    return made


def table(game: str = "quartz", circle=None) -> dict[str, tuple[float, float, int]]:
    found = Rating.objects.filter(pool__game=game, pool__circle=circle).order_by("player")
    return {str(one.player_id): (one.mu, one.sigma, one.matches) for one in found}


def work_out_again() -> None:
    ratings.set_stale(RatingPool.objects.all())
    assert ratings.rebuild_stale(NOON) == RatingPool.objects.count()


def test_one_match_rates_the_whole_table_by_rank():
    people = [rated() for _ in range(3)]
    finished([(people[0], 2), (people[1], 1), (people[2], 3)])
    expected = after([NEW, NEW, NEW], [2, 1, 3])
    for one, new in zip(people, expected, strict=True):
        mine = Rating.objects.get(player=one)
        assert (mine.mu, mine.sigma, mine.low, mine.matches) == (new.mu, new.sigma, new.low, 1)


def test_robots_and_those_who_have_not_opted_in_are_left_out():
    first, last, other = rated(), rated(), player()
    finished([(other, 1), (first, 2), (last, 4), (None, 3)], robots=[1, 5])
    assert table().keys() == {str(first.pk), str(last.pk)}
    assert table()[str(first.pk)][:2] == after([NEW, NEW], [2, 4])[0]


def test_one_alone_is_not_rated():
    finished([(rated(), 1), (player(), 2)], robots=[3])
    assert not Rating.objects.exists() and not RatingPool.objects.exists()


def test_a_match_that_had_begun_before_somebody_opted_in_does_not_count_for_them():
    early, late = rated(), rated()
    late.rated_since = NOON + timedelta(days=1)
    late.save()
    finished([(early, 1), (late, 2)], ended=NOON + timedelta(days=1, minutes=5))
    assert table() == {}
    finished([(early, 1), (late, 2)], ended=NOON + timedelta(days=2))
    assert len(table()) == 2


def test_each_game_has_ratings_of_its_own():
    people = [rated(), rated()]
    finished([(people[0], 1), (people[1], 2)])
    finished([(people[0], 2), (people[1], 1)], game="gnomes")
    assert table()[str(people[0].pk)] == table("gnomes")[str(people[1].pk)]


def season(people: list[Player], matches: int = 60) -> None:
    dice = random.Random(3)
    for _ in range(matches):
        some = dice.sample(people, dice.randint(2, min(4, len(people))))
        finished([(one, dice.randint(1, 3)) for one in some], robots=[4] * dice.randint(0, 1))


def test_working_it_all_out_again_gives_the_same_figures():
    season([rated() for _ in range(6)] + [player()])
    before = table()
    assert len(before) == 6
    work_out_again()
    assert table() == before


def test_a_match_that_is_kept_late_leads_to_working_it_out_in_order():
    people = [rated() for _ in range(4)]
    season(people, 5)
    finished([(people[0], 1), (people[1], 2)], ended=NOON + timedelta(minutes=40))
    assert RatingPool.objects.get().is_stale
    assert ratings.rebuild_stale(NOON) == 1
    before = table()
    work_out_again()
    assert table() == before


def test_whoever_stops_taking_part_counts_no_more_for_the_others():
    people = [rated() for _ in range(3)]
    season(people, 8)
    gone, *others = people
    ratings.set_stale_for(gone)
    gone.rated_since = None
    gone.save()
    assert [*ratings.listed(RatingPool.objects.get(), [])] != []
    assert all(one.player != gone for one in ratings.listed(RatingPool.objects.get(), []))
    ratings.rebuild_stale(NOON)
    assert table().keys() == {str(one.pk) for one in others}


def test_a_circle_keeps_its_own_for_members_who_take_part():
    keeper, member = player(), player()
    circle = founding.found(keeper, "Tuesday club", BEFORE)
    joining.invite(circle, keeper, member, BEFORE)
    joining.accept(member, circle.public_id, BEFORE)
    founding.keep_ratings(circle, keeper, True)
    finished([(keeper, 1), (member, 2)], circle=circle)
    assert table(circle=circle) == {}  # nobody has agreed yet
    for one in (keeper, member):
        joining.take_part(circle, one, True, BEFORE)
    finished([(keeper, 1), (member, 2)], circle=circle)
    finished([(keeper, 1), (member, 2)])  # not for the circle
    assert {matches for _, _, matches in table(circle=circle).values()} == {1}
    assert table() == {}
    work_out_again()  # from then on the earlier match counts too: they took part before it began
    joining.leave(circle, member)
    ratings.rebuild_stale(NOON)
    assert table(circle=circle) == {}


def test_a_circle_that_stops_keeping_ratings_has_none():
    keeper, member = player(), player()
    circle = founding.found(keeper, "Tuesday club", BEFORE)
    founding.keep_ratings(circle, keeper, True)
    joining.enter(circle, member, circle.door, BEFORE)
    for one in (keeper, member):
        joining.take_part(circle, one, True, BEFORE)
    finished([(keeper, 1), (member, 2)], circle=circle)
    assert Rating.objects.count() == 2
    founding.keep_ratings(circle, keeper, False)
    assert not Rating.objects.exists()


def test_an_account_that_goes_takes_its_matches_out_of_everybodys_rating():
    people = [rated() for _ in range(3)]
    season(people, 6)
    ratings.forget(people[0])
    people[0].delete()
    ratings.rebuild_stale(NOON)
    assert len(table()) == 2
    before = table()
    work_out_again()
    assert table() == before
