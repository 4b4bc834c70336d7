"""Who belongs to a circle: by agreeing, and never with somebody who has blocked them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.circles import belonging, founding, joining
from games.models import Circle, Match, Membership, Player
from games.players import blocks
from games.rules.kernel.refusal import Refused
from tests.kit.clubs import club
from tests.kit.finished import finished
from tests.kit.play_people import NOON, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def found() -> Circle:
    return founding.found(player("ann"), "Tuesday club", NOON)


def named(circle: Circle, reader: Player) -> list[str]:
    return [str(one.player) for one in belonging.members(circle, reader)]


def test_whoever_is_invited_belongs_only_after_agreeing(found):
    ben = player("ben")
    joining.invite(found, found.keeper, ben, NOON)
    assert named(found, found.keeper) == ["Ann"] and belonging.find(ben, found.public_id) is None
    assert [one.circle for one in belonging.invitations(ben)] == [found]
    joining.accept(ben, found.public_id, NOON + timedelta(hours=1))
    assert named(found, ben) == ["Ann", "Ben"] and belonging.invitations(ben) == []
    joining.accept(ben, found.public_id, NOON)  # a second press
    assert Membership.objects.filter(player=ben).count() == 1


def test_an_invitation_that_is_declined_is_not_repeated_but_the_link_still_works(found):
    ben = player("ben")
    joining.invite(found, found.keeper, ben, NOON)
    joining.decline(ben, found.public_id)
    joining.invite(found, found.keeper, ben, NOON)
    assert belonging.invitations(ben) == []
    with pytest.raises(Refused, match="no_such_circle"):
        joining.accept(ben, found.public_id, NOON)
    joining.enter(found, ben, found.door, NOON)
    assert belonging.find(ben, found.public_id)


def test_nobody_joins_uninvited_or_by_another_link(found):
    ben = player("ben")
    with pytest.raises(Refused, match="no_such_circle"):
        joining.accept(ben, found.public_id, NOON)
    for door in ("", "another"):
        with pytest.raises(Refused, match="door_is_shut"):
            joining.enter(found, ben, door, NOON)
    founding.shut_door(found, found.keeper)
    with pytest.raises(Refused, match="door_is_shut"):
        joining.enter(found, ben, "", NOON)


def test_a_new_link_ends_the_one_before(found):
    before = found.door
    founding.open_door(found, found.keeper)
    with pytest.raises(Refused, match="door_is_shut"):
        joining.enter(found, player(), before, NOON)


def test_only_the_keeper_names_removes_and_hands_over(found):
    ben, cid = player("ben"), player("cid")
    for one in (ben, cid):
        joining.enter(found, one, found.door, NOON)
    for do in (
        lambda: founding.rename(found, ben, "Bens"),
        lambda: founding.hand_over(found, ben, ben.pk),
        lambda: founding.keep_ratings(found, ben, True),
        lambda: founding.open_door(found, ben),
        lambda: joining.remove(found, ben, cid.pk),
    ):
        with pytest.raises(Refused, match="not_the_keeper"):
            do()
    joining.remove(found, found.keeper, cid.pk)
    assert named(found, ben) == ["Ann", "Ben"]
    founding.hand_over(found, found.keeper, ben.pk)
    found.refresh_from_db()
    assert found.keeper == ben
    founding.rename(found, ben, "Bens")
    assert Circle.objects.get().name == "Bens"


def test_a_circle_is_handed_only_to_a_member(found):
    with pytest.raises(Refused, match="not_a_member"):
        founding.hand_over(found, found.keeper, player().pk)


def test_a_keeper_who_leaves_hands_it_to_whoever_came_first_and_the_last_one_ends_it(found):
    ann, ben, cid = found.keeper, player("ben"), player("cid")
    joining.enter(found, cid, found.door, NOON + timedelta(hours=1))
    joining.enter(found, ben, found.door, NOON + timedelta(hours=2))
    record = finished([(ann, 1), (ben, 2)], circle=found, rated=False)
    joining.leave(found, ann)
    found.refresh_from_db()
    assert found.keeper == cid
    for one in (cid, ben):
        joining.leave(found, one)
    assert not Circle.objects.exists()
    assert Match.objects.filter(pk=record.match_id).exists()


def test_the_same_name_twice_is_one_circle(found):
    assert founding.found(found.keeper, "Tuesday club", NOON) == found


def test_a_full_circle_takes_nobody(found, monkeypatch):
    monkeypatch.setattr(joining, "MOST", 1)
    with pytest.raises(Refused, match="circle_is_full"):
        joining.enter(found, player(), found.door, NOON)


# --- blocks


def test_to_somebody_a_member_has_blocked_link_and_invitation_are_dead(found):
    ben, cid = player("ben"), player("cid")
    joining.enter(found, cid, found.door, NOON)
    joining.invite(found, found.keeper, ben, NOON)
    blocks.block(cid, ben, NOON)
    assert belonging.invitations(ben) == []
    with pytest.raises(Refused, match="no_such_circle"):
        joining.accept(ben, found.public_id, NOON)
    with pytest.raises(Refused, match="door_is_shut"):  # as if the link had been replaced
        joining.enter(found, ben, found.door, NOON)


def test_whoever_has_blocked_a_member_is_told_so_and_gets_no_invitation(found):
    ben = player("ben")
    blocks.block(ben, found.keeper, NOON)
    joining.invite(found, found.keeper, ben, NOON)
    assert belonging.invitations(ben) == []
    with pytest.raises(Refused, match="blocked_there"):
        joining.enter(found, ben, found.door, NOON)


def test_members_who_block_each_other_look_to_each_other_as_if_they_had_left(found):
    ann, ben, cid = found.keeper, player("ben"), player("cid")
    for one in (ben, cid):
        joining.enter(found, one, found.door, NOON)
    theirs = finished([(ben, 1), (ann, 2)], circle=found, rated=False)
    shared = finished([(ben, 1), (cid, 2), (ann, 3)], circle=found, rated=False)
    blocks.block(ben, cid, NOON)
    assert named(found, ben) == ["Ann", "Ben"] and named(found, cid) == ["Ann", "Cid"]
    assert named(found, ann) == ["Ann", "Ben", "Cid"]
    assert {one.pk for one in belonging.matches(found, cid)} == {shared.match_id}  # it is cid's too
    assert {one.pk for one in belonging.matches(found, ann)} == {theirs.match_id, shared.match_id}


# --- accounts


def test_an_account_that_goes_leaves_the_circle_and_its_matches(found):
    ben = player("ben")
    joining.enter(found, ben, found.door, NOON)
    joining.leave_all(found.keeper)
    found.keeper.delete()
    found.refresh_from_db()
    assert found.keeper == ben and named(found, ben) == ["Ben"]


def test_the_kits_club_is_what_it_says():
    made = club("alice", "bob")
    assert named(made, made.keeper) == ["Alice", "Bob"]
