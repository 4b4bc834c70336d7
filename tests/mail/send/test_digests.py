"""The one email a day: who gets it, when, and that a sweep finds all of them by the same few questions."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.mail.send import digests
from games.models import Match, Outbox, Player, Seat
from tests.kit.play_people import NOON, match

pytestmark = pytest.mark.django_db


def readers(number: int) -> list[Player]:
    """Let so many matches wait for a reader of digests each."""
    found = [asked(match(3)) for _ in range(number)]
    Player.objects.filter(pk__in=[one.pk for one in found]).update(digest=True)
    return found


def asked(found: Match) -> Player:
    player = found.seats.get(number=found.awaited[0]).player
    assert player
    return player


def told() -> list[str]:
    return sorted(Outbox.objects.filter(kind="digest").values_list("to", flat=True))


def questions(now: datetime) -> int:
    """Queue what is due, and count what is read for that."""
    with CaptureQueriesContext(connection) as captured:
        digests.queue_due(now)
    return sum(one["sql"].startswith("SELECT") for one in captured)


@pytest.mark.parametrize(("number", "written", "again"), [(0, 1, 1), (1, 2, 2), (10, 2, 2), (100, 2, 2)])
def test_as_many_questions_whatever_the_number_of_readers(number, written, again):
    readers(number)
    assert questions(NOON - timedelta(hours=5)) == 1, "in the night"
    assert (questions(NOON), len(told())) == (written, number)
    assert questions(NOON + timedelta(minutes=1)) == again


def test_who_got_one_today_gets_none_and_who_has_none_yet_does():
    first, second = readers(2)
    Player.objects.filter(pk=second.pk).update(digest=False)
    assert digests.queue_due(NOON) == 1 and told() == [first.email]
    Player.objects.filter(pk=second.pk).update(digest=True)
    assert digests.queue_due(NOON) == 1 and told() == sorted([first.email, second.email])


def test_who_is_waited_for_at_two_tables_gets_one():
    (reader,) = readers(1)
    other = match(3)
    Seat.objects.filter(match=other, number=other.awaited[0]).update(player=reader)
    assert digests.queue_due(NOON) == 1


@pytest.mark.parametrize(
    "changed",
    [{"muted": True}, {"is_active": False}, {"digest": False}],
    ids=["wants no emails", "shut out", "wants each by itself"],
)
def test_who_is_left_out(changed):
    (reader,) = readers(1)
    Player.objects.filter(pk=reader.pk).update(**changed)
    assert digests.queue_due(NOON) == 0


def test_a_muted_seat_and_a_match_that_rests_ask_nobody():
    first, second = readers(2)
    Seat.objects.filter(player=first).update(muted=True)
    Match.objects.filter(seats__player=second).update(status="paused")
    assert digests.queue_due(NOON) == 0


@pytest.mark.parametrize("day", ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Auckland"])
def test_once_a_day_from_eight_on_where_the_reader_lives(zone, day):
    """Also on the day on which clocks are changed, and the one before."""
    (reader,) = readers(1)
    Player.objects.filter(pk=reader.pk).update(time_zone=zone)
    eight = datetime.fromisoformat(f"{day} 08:00").replace(tzinfo=ZoneInfo(zone))
    night = eight.replace(hour=7, minute=59)
    late = eight.replace(hour=23, minute=59)
    assert [digests.queue_due(at) for at in (night, eight, late)] == [0, 1, 0]
    assert digests.queue_due(night + timedelta(days=1)) == 0
    assert digests.queue_due(eight + timedelta(days=1)) == 1
