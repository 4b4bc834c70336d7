"""Whose seat something happened at: also of who sits there no more, and of nobody who never did."""

from __future__ import annotations

import pytest
from django.test import Client

from games.disputes import cases, moderation
from games.disputes.cases import Flag
from games.disputes.moderation import By
from games.mail.send import outbox
from games.match import seats
from games.match.actions import Pressed
from games.models import CaseKind, Match, Outbox, Player, Seat
from games.players import notification_settings, seat_history
from games.rules.kernel.refusal import Refused
from tests.kit.cast import turn_seat
from tests.kit.flagging import (
    SENT,
    SOON,
    address,
    browser,
    flag,
    mailed,
    match_of,
    moderator,
    person,
    the_case,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def replaced(found: Match, name: str = "alice") -> Seat:
    """Let somebody else have a seat, after its emails have gone out."""
    mailed("turn")
    seat = found.seats.get(player=person(name))
    Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)
    seats.substitute(found.pk, seat.number, person("dora"), SOON)
    return seat


def test_who_was_replaced_has_had_that_seat_and_who_never_sat_there_none():
    found = match_of()
    before = {name: found.seats.get(player=person(name)) for name in ("alice", "bob")}
    outbox.send_due(SENT)
    gone = replaced(found)
    assert seat_history.of(found, person("alice")) == (gone, before["alice"].generation)
    assert seat_history.of(found, person("bob")) == (before["bob"], before["bob"].generation)
    assert seat_history.of(found, person("dora")) == (gone, gone.generation + 1)
    assert seat_history.of(found, person("eve")) is None
    assert seat_history.of(match_of("dora", "emil", "fay"), person("alice")) is None


@pytest.mark.parametrize("by_moderator", [False, True])
def test_who_wanted_no_mails_is_known_by_the_one_that_told_of_it(by_moderator):
    found = match_of()
    Outbox.objects.filter(match=found).delete()
    seat = found.seats.get(player=person("alice"))
    notification_settings.mute(found.pk, seat.number, SOON, Pressed(), muted=True)
    if by_moderator:
        moderation.replace(By(moderator(), "Nobody hears of her."), found.pk, seat.number, 1, "", SOON)
    else:
        Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)
        seats.substitute(found.pk, seat.number, person("dora"), SOON)
    assert seat_history.of(found, person("alice")) == (seat, seat.generation)
    answer = flag(browser("alice"), found, "conduct", "Nobody has asked me.")
    assert answer.status_code == 302 and the_case().generation == seat.generation


def test_who_has_another_address_by_now_is_known_by_the_links_there_were():
    found = match_of()
    name = str(turn_seat(found).player).lower()
    seat, gone = replaced(found, name), person(name)
    Player.objects.filter(pk=gone.pk).update(email="new@elsewhere.example")
    Outbox.objects.filter(match=found, kind="replaced").delete()
    assert seat_history.of(found, Player.objects.get(pk=gone.pk)) == (seat, seat.generation)


def test_a_former_players_form_offers_no_way_to_the_table_and_to_strangers_there_is_none():
    found = match_of()
    outbox.send_due(SENT)
    replaced(found)
    page = browser("alice").get(address(found, "flag/"))
    assert page.status_code == 200 and f'"{address(found)}"' not in page.content.decode()
    assert browser("bob").get(address(found, "flag/")).content.decode().count(f'"{address(found)}"')
    there, nowhere = (browser("eve").get(f"/m/{name}/flag/") for name in (found.public_id, "nowhere"))
    assert (there.status_code, there.content) == (nowhere.status_code, nowhere.content)
    assert Client().get(address(found, "flag/")).status_code == 302
    eve, seat = person("eve"), found.seats.earliest("number")
    with pytest.raises(Refused) as refused:
        cases.flag(seat, eve, Flag(CaseKind.RULES, "Mine."), SOON)
    assert refused.value.code == "not_a_seat"
