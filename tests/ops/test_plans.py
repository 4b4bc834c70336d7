"""However many matches there are: no sweep and no page reads a table that grows from end to end.

By day a thousand matches are enough: PostgreSQL is asked for plans by index, and what it can't plan so has no
index. At night there are fifty thousand, and it plans as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from games.disputes import cases
from games.lobby import before_start, invitations
from games.mail import delivery
from games.mail.receive import replies
from games.mail.send import digests, outbox, reminders
from games.match import votes
from games.models import Case, Heartbeat, Match, Player
from games.ops import upkeep
from games.ops.metrics import RowsCollector
from games.ops.sweep import sweep
from games.play import deadlines, outages
from games.players import accounts, notification_settings
from games.records import keep
from tests.kit.cast import NOON, SOON, at, browser, match_of
from tests.kit.clubs import around
from tests.kit.moderator import staff
from tests.kit.nightly import NIGHTLY, more
from tests.kit.plans import asked, by_index, read_through
from tests.kit.play_people import play_on
from tools.many_rows import Each, fill

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite tells of no costs"),
]

#: What a sweep does, in its order.
ERRANDS: dict[str, Callable[[Any], object]] = {
    "outages": outages.look,
    "replies": replies.read_due,
    "pauses": votes.go_on_due,
    "deadlines": deadlines.close_due,
    "reminders": reminders.queue_due,
    "invitations": invitations.remind_due,
    "forgotten": before_start.close_forgotten,
    "cases": cases.close_settled,
    "digests": digests.queue_due,
    "records": keep.keep_due,
    "prune": upkeep.prune,
    "mails": outbox.send_due,
    "all": sweep,
}
#: What is asked about an address that somebody types, or that an email goes to.
ADDRESSES: dict[str, Callable[[str], object]] = {
    "known": accounts.known,
    "may_join": accounts.may_join,
    "owner_of": delivery.owner_of,
    "unreachable": delivery.is_unreachable,
    "bounces": lambda address: delivery._bounces_often(address, SOON),
    "never": notification_settings.is_never_invited,
    "turn_down": lambda address: invitations.turn_all_down(address, SOON),
}
OURS = [
    *("/", "/next/", "/new/quartz/", "/tables/", "/m/{match}/", "/m/{match}/hand/", "/m/{match}/flag/"),
    *("/mails/", "/mails/sent/", "/cases/", "/hours/", "/addresses/", "/blocked/", "/my-data/"),
    *("/people/", "/people/{other}/", "/record/", "/circles/", "/ratings/quartz/", "/statistics/quartz/"),
    *("/circles/{circle}/", "/circles/{circle}/members/"),
]
ROOMS = [
    *("cases/", "cases/{case}/", "matches/", "matches/{match}/", "matches/{match}/extend/"),
    *("people/", "people/{player}/", "people/{player}/warn/"),
]
#: Once a day all sessions are looked at, and all links and chats: those of matches long over went the days
#: before, so there are fewer of them than of matches that have ended.
ONCE_A_DAY = {"usersessions_usersession", "django_session", "games_link", "games_chattarget"}


@dataclass(frozen=True)
class Crowd:
    """A match, somebody who plays at it and somebody who judges, among all the others."""

    match: Match
    player: Player
    circle: dict[str, str]
    playing: Client
    judging: Client

    def path(self, route: str) -> str:
        return route.format(
            match=self.match.public_id,
            player=self.player.pk,
            case=self.match.cases.get().public_id,
            circle=self.circle["circle"],
            other=self.circle["player"],
        )


@pytest.fixture(scope="module")
def crowd(django_db_setup, django_db_blocker) -> Iterator[Crowd]:
    rolled_back: Any = transaction.atomic()
    rolled_back._from_testcase = True  # so that what is durable in service may lie in it
    with django_db_blocker.unblock():
        with rolled_back, at():
            # So few readers of digests that looking up their seats is faster than reading all.
            fill(more(1_000, 50_000), NOON, more(Each(4, 4, 6, 4, readers=20, waiting=60), Each(readers=200)))
            yield among_them()
            transaction.set_rollback(True)
        if NIGHTLY:
            connection.cursor().execute("VACUUM")


def among_them() -> Crowd:
    found = match_of()
    play_on(found, 4)
    seat = found.seats.get(number=0)
    Case.objects.create(match=found, seat=seat, generation=1, opener=seat.player, kind="rules")
    Heartbeat.record(outages.SWEEP, SOON)
    assert seat.player
    crowd = Crowd(found, seat.player, around(found), browser(seat.player), staff())
    if not NIGHTLY:
        by_index()
    return crowd


def found_by_reading_all(do: Callable[[], object]) -> list[str]:
    with asked() as found:
        do()
    assert found.statements
    return [*read_through(found)]


@pytest.mark.parametrize("errand", ERRANDS)
def test_a_sweep_looks_up_what_is_due(crowd, errand):
    found = found_by_reading_all(lambda: ERRANDS[errand](SOON))
    allowed = ONCE_A_DAY if errand in ("prune", "all") else ()
    assert [one for one in found if one.split()[0] not in allowed] == []


def test_the_figures_of_prometheus_are_looked_up(crowd):
    assert found_by_reading_all(lambda: [*RowsCollector().collect()]) == []


@pytest.mark.parametrize("question", ADDRESSES)
def test_an_address_is_looked_up(crowd, question):
    def ask() -> None:
        ADDRESSES[question]("G17@example.net")
        ADDRESSES[question]("nobody@example.com")

    assert found_by_reading_all(ask) == []


@pytest.mark.parametrize("route", OURS)
def test_a_page_of_a_player_looks_up_what_it_shows(crowd, route):
    def ask() -> None:
        assert crowd.playing.get(crowd.path(route)).status_code in (200, 302)

    assert found_by_reading_all(ask) == []


@pytest.mark.parametrize("route", ROOMS)
def test_a_room_of_moderators_looks_up_what_it_shows(crowd, route):
    def ask() -> None:
        assert crowd.judging.get(crowd.path(f"/admin/{route}")).status_code == 200

    assert found_by_reading_all(ask) == []


@pytest.mark.parametrize("index", ["stuck_deadlines", "digest_readers"])
def test_without_its_index_it_would_be_read_through(crowd, index):
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {index}")
        ways = {
            "stuck_deadlines": lambda: crowd.judging.get("/admin/matches/"),
            "digest_readers": lambda: digests.queue_due(SOON),
        }
        found = found_by_reading_all(ways[index])
        assert any(one.startswith(("games_deadline ", "games_player ")) for one in found), found
        transaction.set_rollback(True)
