"""Coming in and leaving before it begins, and what its host decides."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from games.lobby import before_start, invitations
from games.lobby import join as entering
from games.lobby.fill import Accepted
from games.mail import delivery
from games.mail.send import outbox
from games.match.actions import Pressed
from games.models import Act, Invitation, Lobby, MatchStatus, Outbox
from games.ops import sweep
from games.players import blocks, notification_settings
from games.rules.kernel.refusal import Refused
from tests.kit.at_once import needs_postgres, together
from tests.kit.filling_tables import NO, NOON, SOON, fresh, link_to, person, places, seat_of, table

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def join(match, name: str, door: str = "", said: Accepted = NO):
    entering.join(match.pk, person(name), door, said, SOON)


def mailed(kind: str) -> list[str]:
    rows = Outbox.objects.filter(kind=kind).select_related("seat__player").order_by("pk")
    return [row.seat.player.display_name for row in rows]


# --- coming in


def test_an_open_table_fills_and_begins_with_the_last_seat():
    match = table(is_open=True)
    join(match, "bob", said=Accepted(True, "bobs words"))
    assert fresh(match).status == MatchStatus.LOBBY and mailed("joined") == ["Alice"]
    join(match, "carol")
    assert fresh(match).status == MatchStatus.RUNNING
    assert mailed("joined") == ["Alice"], "that it has begun is a mail of its own"
    assert (seat_of(match, "bob").words, seat_of(match, "bob").hand_in_mail) == ("bobs words", True)


@pytest.mark.parametrize("door", ["", "made-up"])
def test_nobody_comes_into_a_private_table_without_its_address(door):
    match = table(has_door=True)
    with pytest.raises(Refused, match="door_is_shut"):
        join(match, "bob", door)
    join(match, "bob", match.lobby.door)
    assert places(match) == ["Alice", "Bob", "-"]


def test_a_renewed_address_shuts_the_old_one_and_shutting_it_shuts_all():
    match = table(has_door=True)
    old = match.lobby.door
    before_start.open_door(match.pk, 0, SOON)
    new = fresh(match).lobby.door
    assert new and new != old
    with pytest.raises(Refused, match="door_is_shut"):
        join(match, "bob", old)
    before_start.shut_door(match.pk, 0, SOON)
    with pytest.raises(Refused, match="door_is_shut"):
        join(match, "bob", new)


def test_a_seat_that_waits_for_somebody_is_theirs_alone():
    match = table("alice", "bob", "carol", is_open=True)
    with pytest.raises(Refused, match="table_is_full"):
        join(match, "dora")
    join(match, "carol")
    assert places(match) == ["Alice", "bob@example.org", "Carol"]
    assert Invitation.objects.get(address="carol@example.org").state == "accepted"


def test_whoever_presses_twice_has_one_seat():
    match = table(is_open=True)
    join(match, "bob"), join(match, "bob")
    assert places(match) == ["Alice", "Bob", "-"]


@needs_postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_seat_at_once_one_has_it():
    for round_ in range(10):
        match = table(f"host{round_}", seats=3, is_open=True, robots=["miner"])
        people = [person(f"{name}{round_}") for name in ("bob", "carol", "dora")]
        came = together([partial(entering.join, match.pk, who, "", NO, SOON) for who in people])
        refused = [one.code for one in came if isinstance(one, Refused)]
        assert came.count(None) == 1 and set(refused) <= {"begun", "table_is_full"} and len(refused) == 2
        assert fresh(match).status == MatchStatus.RUNNING


def test_a_beard_goes_into_the_game_when_it_begins():
    match = table(is_open=True, options={"first_player": "beard"}, said=Accepted(False, "", {"beards": 3}))
    join(match, "bob", said=Accepted(False, "", {"beards": 40}))
    join(match, "carol")
    assert fresh(match).options["beards"] == [3, 40, 0]


def test_who_isnt_asked_for_a_beard_brings_none():
    match = table(said=Accepted(False, "", {"beards": 30}))
    assert match.seats.get(number=0).brought == {}


def test_nobody_has_a_beard_as_long_as_that():
    with pytest.raises(Refused, match="brought"):
        table(options={"first_player": "beard"}, said=Accepted(False, "", {"beards": 1000}))


# --- leaving


def test_who_leaves_is_forgotten_by_the_seat_and_the_host_is_told():
    match = table(is_open=True)
    join(match, "bob", said=Accepted(True, "secret words"))
    number = seat_of(match, "bob").number
    before_start.leave(match.pk, number, SOON)
    seat = match.seats.get(number=number)
    assert (seat.player, seat.words, seat.hand_in_mail, seat.generation) == (None, "", None, 2)
    assert mailed("left") == ["Alice"]


def test_a_host_who_leaves_leaves_the_table_to_whoever_came_next():
    match = table(is_open=True)
    join(match, "bob")
    before_start.leave(match.pk, 0, SOON)
    assert fresh(match).lobby.host == person("bob")
    before_start.leave(match.pk, seat_of(match, "bob").number, SOON)
    assert fresh(match).status == MatchStatus.CLOSED


def test_nobody_leaves_a_match_that_has_begun():
    match = table(robots=["miner"] * 2)
    with pytest.raises(Refused, match="begun"):
        before_start.leave(match.pk, 0, SOON)


# --- what the host decides


HOSTS = {
    "invite": lambda m, n: before_start.invite(m, n, "x@example.org", SOON),
    "robot": lambda m, n: before_start.seat_robot(m, n, 2, "miner", SOON),
    "robot away": lambda m, n: before_start.send_robot_away(m, n, 2, SOON),
    "start": lambda m, n: before_start.start_with_robots(m, n, "miner", SOON),
    "door": lambda m, n: before_start.open_door(m, n, SOON),
    "shut": lambda m, n: before_start.shut_door(m, n, SOON),
    "open": lambda m, n: before_start.open_to_all(m, n, SOON),
    "private": lambda m, n: before_start.keep_private(m, n, SOON),
    "call off": lambda m, n: before_start.call_off(m, n, SOON),
}


@pytest.mark.parametrize("deed", HOSTS)
def test_only_the_host_decides_and_only_before_it_begins(deed):
    match = table(is_open=True)
    join(match, "bob")
    with pytest.raises(Refused, match="not_the_host"):
        HOSTS[deed](match.pk, seat_of(match, "bob").number)
    begun = table(robots=["miner"] * 2)
    with pytest.raises(Refused, match="begun"):
        HOSTS[deed](begun.pk, 0)


def test_a_robot_sits_down_and_is_sent_away():
    match = table(seats=4)
    before_start.seat_robot(match.pk, 0, 2, "miner", SOON)
    assert places(match) == ["Alice", "-", "miner", "-"]
    before_start.send_robot_away(match.pk, 0, 2, SOON)
    assert places(match) == ["Alice", "-", "-", "-"]


@pytest.mark.parametrize(
    ("seat", "robot", "code"), [(1, "miner", "no_free_seat"), (2, "dragon", "no_such_robot")]
)
def test_a_robot_takes_no_seat_that_is_kept_for_somebody(seat, robot, code):
    match = table("alice", "guest")
    with pytest.raises(Refused, match=code):
        before_start.seat_robot(match.pk, 0, seat, robot, SOON)


def test_the_host_begins_with_robots_in_all_other_seats():
    match = table("alice", "guest", seats=4)
    link = link_to(match, 1)
    before_start.start_with_robots(match.pk, 0, "miner", SOON)
    assert fresh(match).status == MatchStatus.RUNNING and places(match) == ["Alice", *["miner"] * 3]
    assert not invitations.is_open(link_again(link)) and Invitation.objects.get().state == "withdrawn"


def test_a_match_that_is_called_off_is_told_to_who_sits_there():
    match = table("alice", "guest", is_open=True, seats=4)
    join(match, "bob")
    before_start.call_off(match.pk, 0, SOON)
    found = fresh(match)
    assert (found.status, found.ended_at, mailed("called_off")) == (MatchStatus.CLOSED, SOON, ["Bob"])
    with pytest.raises(Refused, match="called_off"):
        join(match, "carol")
    assert not entering.free_tables(person("carol"))


def test_the_same_press_does_a_thing_once():
    match, pressed = table(seats=5), Pressed(1, "a press")
    for _ in range(2):
        before_start.invite(match.pk, 0, "guest@example.org", SOON, pressed)
    assert Outbox.objects.filter(kind="invitation").count() == 1
    assert Act.objects.filter(match=match).count() == 1


# --- invitations


def test_an_invitation_that_is_declined_frees_the_seat_and_its_sender_is_told():
    match = table("alice", "guest")
    link = link_to(match, 1)
    invitations.decline(link, SOON)
    invitations.decline(link, SOON)
    assert places(match)[1] == "-" and mailed("declined") == ["Alice"]
    with pytest.raises(Refused, match="not_a_seat"):
        invitations.accept(link, NO, SOON)


def test_one_that_is_withdrawn_lets_nobody_in():
    match = table("alice", "guest")
    link = link_to(match, 1)
    invitations.withdraw(match.pk, 0, 1, SOON)
    assert not invitations.is_open(link_again(link)) and not mailed("declined")
    with pytest.raises(Refused, match="not_a_seat"):
        invitations.accept(link, NO, SOON)


def link_again(link):
    return type(link).objects.select_related("seat__match", "seat__player").get(pk=link.pk)


def test_who_wants_no_invitations_frees_every_seat_that_waits_for_them():
    one, other = table("alice", "guest"), table("bob", "guest", "dora")
    notification_settings.never_invite("guest@example.org", SOON)
    invitations.turn_all_down("GUEST@example.org", SOON)
    assert places(one)[1] == "-" and places(other)[1:] == ["-", "dora@example.org"]
    assert sorted(mailed("declined")) == ["Alice", "Bob"]
    assert {*Invitation.objects.values_list("state", flat=True)} == {"never", "open"}


def test_one_not_answered_is_reminded_once():
    match = table("alice", "guest", "bob")
    invitations.accept(link_to(match, 2), NO, SOON)
    assert invitations.remind_due(NOON + 2 * DAY) == 0
    assert invitations.remind_due(NOON + 3 * DAY) == 1
    assert invitations.remind_due(NOON + 4 * DAY) == 0
    assert [row.to for row in Outbox.objects.filter(kind="invited_again")] == ["guest@example.org"]
    assert Invitation.objects.get(address="guest@example.org").reminded_at == NOON + 3 * DAY


@pytest.mark.parametrize(
    "ends", [before_start.call_off, lambda m, n, now: before_start.start_with_robots(m, n, "miner", now)]
)
def test_nobody_is_reminded_of_what_is_over(ends):
    match = table("alice", "guest")
    ends(match.pk, 0, SOON)
    assert invitations.remind_due(NOON + 9 * DAY) == 0


def test_addresses_are_forgotten_long_after_a_table_has_begun():
    waiting, begun = table("alice", "guest"), table("bob", "guest")
    before_start.start_with_robots(begun.pk, 0, "miner", SOON)
    assert invitations.forget(NOON + 90 * DAY) == 0
    assert invitations.forget(NOON + 91 * DAY) == 1
    assert Invitation.objects.get().match == waiting


# --- tables nobody comes back to


def test_a_table_at_which_nothing_happens_is_closed_and_told(settings, mailoutbox):
    settings.LOBBY_DAYS = 5
    dead, alive = table("alice", "guest", is_open=True), table("bob", is_open=True)
    join(dead, "carol")
    Lobby.objects.filter(match=alive).update(moved_at=NOON + 5 * DAY)
    sweep.sweep(NOON + 5 * DAY)
    assert fresh(dead).status == MatchStatus.LOBBY, "somebody came a few minutes after it was opened"
    sweep.sweep(NOON + 6 * DAY)
    assert (fresh(dead).status, fresh(alive).status) == (MatchStatus.CLOSED, MatchStatus.LOBBY)
    sweep.sweep(NOON + 7 * DAY)
    told = [mail for mail in mailoutbox if "cancelled" in mail.message()["Subject"]]
    assert sorted(mail.to[0] for mail in told) == ["alice@example.org", "carol@example.org"]
    assert "nobody joined" in told[0].message().as_string()


# --- who keeps away from whom


def test_whoever_is_kept_away_neither_sees_nor_enters_a_table():
    match = table(is_open=True, has_door=True)
    blocks.block(person("alice"), person("bob"), NOON)
    assert entering.free_tables(person("bob")) == [] and entering.free_tables(person("carol")) == [match]
    for door in ("", match.lobby.door):
        with pytest.raises(Refused, match="door_is_shut"):
            join(match, "bob", door)


def test_an_invitation_by_somebody_kept_away_looks_sent_and_reaches_nobody():
    blocks.block(person("guest"), person("alice"), NOON)
    match = table("alice", "guest", "carol")
    assert invitations.remind_due(NOON + 3 * DAY) == 2
    assert not Invitation.objects.filter(match=match, reminded_at=None).exists()
    outbox.send_due(NOON + 3 * DAY)
    assert not list(delivery.mails_to(person("guest")))
    assert {mail.to for mail in Outbox.objects.filter(match=match)} == {"carol@example.org"}
