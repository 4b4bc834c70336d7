"""What is refused too often leaves no more records, and what can be done is never held up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games import play
from games.infra import limits
from games.infra.locks import writing
from games.models import Door, Order, Submission, Tally
from games.ops import upkeep
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules import commands as c
from tests.kit.at_once import together
from tests.kit.play_people import NOON, answer, match, open_questions

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def small(settings):
    settings.LIMITS = {
        **settings.LIMITS,
        "refusals of a seat": (3, 60),
        "refusals of an address": (5, 60),
        "orders of a seat": (3, 600),
        "orders of an address": (4, 600),
    }


def refused(found) -> int:
    return Submission.objects.filter(match=found, outcome="refused").count()


def wish(found, number: int, name, address: str = "") -> play.Wish:
    return play.Wish(found.pk, name.seat, 1, name, "{", f"key {number}", Door.PAGE, address)


@pytest.mark.django_db
def test_a_seat_leaves_so_many_refusals_a_minute_and_no_more():
    found = match()
    (name, *_) = open_questions(found)
    told = [play.submit(wish(found, number, name), NOON).code for number in range(6)]
    assert told == ["malformed"] * 3 + ["too_many"] * 3
    assert refused(found) == 3
    later = play.submit(wish(found, 9, name), NOON + MINUTE)
    assert later.code == "malformed" and refused(found) == 4


@pytest.mark.django_db
def test_the_answer_says_how_long_to_wait():
    found = match()
    (name, *_) = open_questions(found)
    for number in range(3):
        play.submit(wish(found, number, name), NOON)
    assert play.submit(wish(found, 4, name), NOON + timedelta(seconds=20)).details == {"seconds": 40}


@pytest.mark.django_db
def test_a_move_that_can_be_made_is_never_held_up():
    found = match()
    name = next(name for name, one in open_questions(found).items() if one.kind == "turn")
    for number in range(6):
        play.submit(wish(found, number, name), NOON)
    assert not answer(found, name, c.Mine(), NOON).refused


@pytest.mark.django_db
def test_an_address_is_counted_over_all_its_seats_and_matches():
    tables = [match() for _ in range(4)]
    told = []
    for found in tables:
        (name, *_) = open_questions(found)
        told += [play.submit(wish(found, number, name, "192.0.2.7"), NOON).code for number in range(2)]
    assert told == ["malformed"] * 5 + ["too_many"] * 3
    assert sum(map(refused, tables)) == 5
    (name, *_) = open_questions(tables[3])
    assert play.submit(wish(tables[3], 5, name, "192.0.2.8"), NOON).code == "malformed"


@pytest.mark.django_db
def test_the_same_key_is_answered_the_same_however_often_it_comes():
    found = match()
    (name, *_) = open_questions(found)
    assert {play.submit(wish(found, 1, name), NOON).code for _ in range(9)} == {"malformed"}
    assert refused(found) == 1


@pytest.mark.django_db
def test_no_row_names_an_address_and_tomorrow_it_is_another_one(settings):
    for day in range(2):
        with transaction.atomic():
            limits.take("refusals of an address", "192.0.2.7", NOON + timedelta(days=day))
    keys = list(Tally.objects.values_list("key", flat=True))
    assert len({*keys}) == 2 and not any("192" in key for key in keys)
    settings.SECRET_KEY = "another"
    with transaction.atomic():
        limits.take("refusals of an address", "192.0.2.7", NOON)
    assert Tally.objects.count() == 3


@pytest.mark.django_db
def test_upkeep_throws_away_what_is_past():
    with transaction.atomic():
        limits.take("refusals of an address", "192.0.2.7", NOON)
        limits.take("refusals of an address", "192.0.2.7", NOON + MINUTE)
    upkeep.prune(NOON + MINUTE + timedelta(seconds=1))
    assert Tally.objects.count() == 1


@pytest.mark.django_db
def test_nobody_in_particular_has_no_limit():
    for _ in range(20):
        limits.take("refusals of an address", "", NOON)
    assert not Tally.objects.exists()


def lay(found, seat: int, address: str = "192.0.2.7", now=NOON) -> str:
    return play.lay_orders(found.pk, seat, 1, '{"sale":"rule"}', Door.PAGE, now, address).code


@pytest.mark.django_db
def test_a_seat_lays_orders_so_often_and_no_more_are_kept():
    found = match()
    assert [lay(found, 0) for _ in range(5)] == [""] * 3 + ["too_many"] * 2
    assert Order.objects.filter(match=found).count() == 3
    assert lay(found, 0, now=NOON + 10 * MINUTE) == ""


@pytest.mark.django_db
def test_an_address_lays_orders_for_all_its_seats_so_often():
    found = match()
    assert [lay(found, seat) for seat in (0, 1, 2, 0, 1, 2)] == [""] * 4 + ["too_many"] * 2
    assert lay(found, 2, "192.0.2.8") == ""
    assert Order.objects.filter(match=found).count() == 5


@pytest.mark.django_db
def test_orders_that_are_refused_use_nothing_up():
    found = match()
    told = [play.lay_orders(found.pk, 0, 9, "{}", Door.PAGE, NOON, "192.0.2.7").code for _ in range(6)]
    assert told == ["stale"] * 6
    assert lay(found, 0) == ""


@pytest.mark.django_db(transaction=True)
def test_of_many_who_try_at_once_only_so_many_get_one():
    def try_it() -> None:
        with writing():
            limits.take("refusals of an address", "192.0.2.7", NOON)

    came_to = together([try_it] * 16)
    assert came_to.count(None) == 5
    assert all(isinstance(one, Refused) for one in came_to if one)
    assert Tally.objects.get().taken == 5


@pytest.mark.django_db
def test_two_stretches_of_time_are_counted_apart():
    for minute in range(3):
        for _ in range(5):
            limits.take("refusals of an address", "192.0.2.7", NOON + minute * MINUTE)
    assert [tally.taken for tally in Tally.objects.all()] == [5, 5, 5]


@pytest.mark.django_db
def test_a_wish_shows_nobody_whence_it_came():
    found = match()
    assert "192.0.2.7" not in repr(wish(found, 0, next(iter(open_questions(found))), "192.0.2.7"))
