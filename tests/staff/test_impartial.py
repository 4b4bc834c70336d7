"""Who plays at a table never judges it, before or after; and who has judged it never plays there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.disputes import cases
from games.disputes.cases import Flag
from games.mail import links
from games.match import seats
from games.models import Case, CaseKind, Link, Match, Outbox, Player, Purpose, Ruling, Seat
from games.rules.kernel.refusal import Refused
from tests.kit.cast import NOON, Page, person
from tests.kit.moderator import filled, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def flagged(found: Match) -> Case:
    seat = found.seats.select_related("player").get(number=0)
    return cases.flag(seat, seat.player, Flag(CaseKind.RULES, "Look."), NOON).case


def mailed(found: Match, address: str) -> Outbox:
    """Leave behind what there is of who sat at a table and has left: an email to that seat."""
    seat, facts = found.seats.get(number=2), {"kind": "turn", "state": "sent", "send_after": NOON}
    return Outbox.objects.create(match=found, seat=seat, dedupe=address, to=address, **facts)


def had_that_address(found: Match) -> None:
    mailed(found, "Mo@Example.org")


def had_another_address(found: Match) -> None:
    mail = mailed(found, "gone@example.org")
    seat = found.seats.get(number=2)
    links.write([Link(purpose=Purpose.SEAT, player=person("mo"), seat=seat, match=found, mail=mail)])


def wanted_no_mails(found: Match) -> None:
    mail = mailed(found, "mo@example.org")
    Outbox.objects.filter(pk=mail.pk).update(seat=None, kind="replaced")


@pytest.mark.parametrize(
    "sat", [had_that_address, had_another_address, wanted_no_mails], ids=lambda sat: sat.__name__
)
def test_whoever_has_left_a_table_finds_nothing_of_it_in_the_rooms(found, sat: Callable[[Match], None]):
    mo = staff()
    sat(found)
    case = flagged(found)
    found.deadlines.filter(state="running").update(due_at=NOON - timedelta(hours=1))
    for room in ("cases/", "matches/", f"people/{person('alice').pk}/", f"people/{person('bob').pk}/"):
        shown = mo.get(f"/admin/{room}")
        assert shown.status_code == 200
        assert not any(one in shown.content.decode() for one in (found.public_id, case.public_id)), room
    assert mo.get(f"/admin/cases/{case.public_id}/").status_code == 403
    assert not Outbox.objects.filter(kind="new_case", to="mo@example.org").exists()
    with pytest.raises(Refused, match="plays_there"):
        cases.take(case.pk, cases.JudgedBy(person("mo"), "Mine."), NOON)


def test_who_was_only_invited_has_not_played_there(found):
    mail = mailed(found, "mo@example.org")
    Outbox.objects.filter(pk=mail.pk).update(kind="invitation")
    assert staff().get(f"/admin/matches/{found.public_id}/").status_code == 200


@pytest.mark.parametrize("act", ["look", "extend", "note"])
def test_whoever_has_seen_a_hand_or_acted_takes_no_seat_there(found, act):
    mo, path = staff(), f"/admin/matches/{found.public_id}/{act}/"
    assert mo.post(path, filled(mo, path)).status_code == 302
    seats.give_up(found.pk, 0, NOON)
    seats.offer(found.pk, 1, 0, NOON)
    offer = Seat.objects.get(match=found, number=0).offer
    with pytest.raises(Refused, match="judged_there"):
        seats.substitute(found.pk, 0, person("mo"), NOON, offer)
    assert mo.post(f"/m/{found.public_id}/seat/{offer}/").status_code == 404
    assert not found.seats.filter(player=person("mo")).exists()
    seats.substitute(found.pk, 0, person("dora"), NOON, offer)


def test_nobody_gives_a_seat_to_oneself(found):
    mo, path = staff(), f"/admin/matches/{found.public_id}/replace/"
    answer = mo.post(path, filled(mo, path, address="mo@example.org"))
    assert answer.status_code == 422 and "That's you." in Page.of(answer).words
    assert Ruling.objects.get().refused == "oneself"
    assert not found.seats.filter(player=person("mo")).exists()


def test_nobody_reads_what_others_have_noted_about_oneself():
    other, path = staff("max", is_moderator=True), f"/admin/people/{person('eve').pk}/note/"
    assert other.post(path, filled(other, path, reason="Watch her.")).status_code == 302
    page = f"/admin/people/{person('eve').pk}/"
    assert "Watch her." in other.get(page).content.decode()
    Player.objects.filter(pk=person("eve").pk).update(is_moderator=True)
    eve = staff("eve", is_moderator=True)
    assert eve.get(page).status_code == 403


def test_an_operator_closes_no_account_of_whom_they_play_with(found):
    op, bob = staff("alice", is_operator=True), person("bob")
    path = f"/admin/games/player/{bob.pk}/change/"
    for unticked in ({}, {"is_active": ""}, {"is_active": "false"}):
        refused = op.post(path, {"reason": "He wins too often."} | unticked)
        assert (
            refused.status_code == 403 and "Another moderator has to handle this." in refused.content.decode()
        )
    bob.refresh_from_db()
    assert bob.is_active
    tried = Ruling.objects.values_list("kind", "refused")
    assert [*tried] == [("appointed", "plays_with_you")] * 3
    assert op.post(path, {"is_active": "on", "is_moderator": "on", "reason": "He helps."}).status_code == 302
    stranger = person("zoe")
    told = {"is_active": "", "reason": "She asked for it."}
    assert op.post(f"/admin/games/player/{stranger.pk}/change/", told).status_code == 302
