"""Opening a table: all or nothing, once for each press, and begun at once where nobody has to come."""

from __future__ import annotations

import pytest

from games.lobby import create
from games.lobby.fill import Accepted
from games.lobby.invitations import Guest
from games.lobby.match_settings import MatchSettings
from games.models import Invitation, Lobby, Match, MatchStatus, Outbox
from games.rules.kernel.refusal import Refused
from tests.kit.at_once import needs_postgres, together
from tests.kit.filling_tables import NO, NOON, YES, person, places, table

pytestmark = pytest.mark.django_db


def open_(key: str = "k", host: str = "alice", guests=(), **chosen):
    return create.open_for(person(host), MatchSettings("quartz", 3, **chosen), YES, key, NOON, guests)


def test_the_host_sits_first_then_the_guests_then_robots():
    match = table("alice", "guest", seats=4, robots=["miner"])
    assert places(match) == ["Alice", "guest@example.org", "-", "miner"]
    assert (match.status, match.lobby.host) == (MatchStatus.LOBBY, person("alice"))
    assert Outbox.objects.get(kind="invitation").to == "guest@example.org"


def test_what_the_host_says_is_kept_with_their_seat():
    match = table("alice", said=Accepted(True, "my words"))
    seat = match.seats.get(number=0)
    assert (seat.hand_in_mail, seat.words) == (True, "my words")


def test_against_robots_it_begins_at_once():
    match = open_(robots=["miner", "random"])
    match.refresh_from_db()
    assert match.status == MatchStatus.RUNNING and match.version > 0


def test_the_same_press_opens_one_table():
    first = open_("one", guests=[Guest("guest@example.org")])
    assert open_("one", guests=[Guest("guest@example.org")]) == first
    assert open_("two") != first and open_("one", host="bob") != first
    assert Outbox.objects.filter(kind="invitation").count() == 1


@pytest.mark.parametrize(
    ("settings", "guests", "code"),
    [
        (MatchSettings("quartz", 6), 0, "seats"),
        (MatchSettings("quartz", 2), 0, "seats"),
        (MatchSettings("quartz", 3, robots=("miner",) * 3), 0, "too_few_seats"),
        (MatchSettings("quartz", 3, robots=("dragon",)), 0, "no_such_robot"),
        (MatchSettings("quartz", 3, options={"edition": "1999"}), 0, "options"),
        (MatchSettings("quartz", 3, options={"hats": True}), 0, "options"),
        (MatchSettings("quartz", 3), 3, "too_few_seats"),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(settings, guests, code):
    asked = [Guest(f"g{n}@example.org") for n in range(guests)]
    with pytest.raises(Refused, match=code):
        create.open_for(person("alice"), settings, NO, "k", NOON, asked)
    assert not Match.objects.exists() and not Lobby.objects.exists()


def test_nobody_is_asked_twice_by_the_same_address_to_one_table():
    with pytest.raises(Refused, match="invited_already"):
        open_(guests=[Guest("guest@example.org"), Guest("GUEST@example.org")])
    assert not Match.objects.exists() and not Outbox.objects.exists() and not Invitation.objects.exists()


def test_an_address_that_is_typed_tells_nothing_of_who_was_asked_by_name():
    bob = person("bob")
    match = open_(guests=[Guest(bob.email, bob), Guest(bob.email)])
    assert [seat.invited for seat in match.seats.order_by("number")[1:]] == [bob.email] * 2


def test_tables_a_day_are_limited(settings):
    settings.LIMITS = settings.LIMITS | {"tables of a player": (2, 86400)}
    open_("one"), open_("two")
    with pytest.raises(Refused, match="too_many"):
        open_("three")
    assert open_("two"), "a second press isn't another table"
    open_("three", host="bob")


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_the_same_press_at_the_same_moment_opens_one_table():
    person("alice")
    opened = together([open_] * 6)
    assert len({match.pk for match in opened}) == 1 and Match.objects.count() == 1
