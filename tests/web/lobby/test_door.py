"""The secret address of a table, for strangers: the seat's link is emailed, so that the address is theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.lobby import before_start
from games.mail import links
from games.mail.send import outbox
from games.models import Link, Match, MatchStatus, Outbox, Player, Purpose
from games.players import notification_settings
from tests.kit.cast import Page, address
from tests.kit.filling_tables import SOON, browser, fresh, places, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
STRANGER = "stranger@example.org"


def door_of(match: Match) -> str:
    return address(match, f"join/{fresh(match).lobby.door}/")


def mailed_link(match: Match, typed: str = STRANGER, language: str = "en") -> Link:
    """Ask for the link as a stranger does, and let the email go out."""
    asked = Client(headers={"accept-language": language}).post(door_of(match), {"email": typed})
    assert asked.status_code == 200 and typed in Page.of(asked).words
    outbox.send_due(SOON + timedelta(seconds=1))
    return Link.objects.filter(purpose=Purpose.INVITATION, match=match).latest("pk")


def press(link: Link, **sent):
    url = f"/t/{links.token(link)}"
    return Client().post(url, {"link": links.token(link), **sent}) if sent else Client().get(url)


def test_a_stranger_takes_a_seat_by_the_link_that_is_mailed(mailoutbox):
    match = table(has_door=True)
    link = mailed_link(match)
    assert mailoutbox[0].to == [STRANGER] and links.token(link) in str(mailoutbox[0].message())
    assert fresh(match).lobby.door not in str(mailoutbox[0].message())
    assert press(link).status_code == 200 and press(link, words="x").status_code == 422
    response = press(link, hand="no_hand", words="mine", name="Sönke", language="ru", zone="Europe/Berlin")
    assert "The seat is yours" in Page.of(response).words
    seat = match.seats.get(player__email=STRANGER)
    assert (seat.words, seat.hand_in_mail, seat.player.language) == ("mine", False, "ru")
    assert str(seat.player) == "Sönke"
    assert "The seat is yours" in Page.of(press(link, hand="hand")).words
    assert places(match).count("-") == 1


def test_opening_the_address_does_nothing_and_sends_nothing():
    match = table(has_door=True)
    page = Client().get(door_of(match))
    assert page.status_code == 200
    assert page["Referrer-Policy"] == "same-origin", "with none at all a browser's form has no origin"
    assert not Outbox.objects.exists() and "@" not in Page.of(page).words


@pytest.mark.parametrize("door", ["made-up", "join"])
def test_a_made_up_address_leads_nowhere(door):
    match = table(has_door=True)
    assert Client().get(address(match, f"join/{door}/")).status_code == 404
    assert Client().post(address(match, f"join/{door}/"), {"email": STRANGER}).status_code == 404
    shut = address(table(), "join/x/")
    assert Client().get(shut).status_code == 404


def test_no_door_means_no_address_either():
    match = table(has_door=True)
    there = door_of(match)
    before_start.shut_door(match.pk, 0, SOON)
    assert Client().get(there).status_code == 404


def test_a_link_mailed_for_an_address_that_was_renewed_opens_nothing():
    match = table(has_door=True)
    link = mailed_link(match)
    before_start.open_door(match.pk, 0, SOON)
    for response in (press(link), press(link, hand="hand")):
        assert response.status_code == 410 and "no longer works" in Page.of(response).words
    assert not Player.objects.filter(email=STRANGER).exists()


@pytest.mark.parametrize("typed", ["nobody", "", "a\x07@example.org", "a" * 300 + "@example.org"])
def test_what_is_no_address_is_said_and_kept(typed):
    match = table(has_door=True)
    response = Client().post(door_of(match), {"email": typed})
    assert response.status_code == 422 and "isn't a valid email address" in Page.of(response).words
    assert not Outbox.objects.exists()


def test_the_answer_is_the_same_to_who_wants_no_mails_and_none_goes_out():
    match = table(has_door=True)
    notification_settings.never_invite(STRANGER, SOON)
    told = Client().post(door_of(match), {"email": STRANGER})
    other = Client().post(door_of(match), {"email": "another@example.org"})
    assert Page.of(told).words.replace(STRANGER, "") == Page.of(other).words.replace(
        "another@example.org", ""
    )
    outbox.send_due(SOON)
    assert [row.to for row in Outbox.objects.all()] == ["another@example.org"]


def test_how_often_one_may_ask_is_limited(settings):
    settings.LIMITS = settings.LIMITS | {"seats asked for from an address": (2, 3600)}
    match = table(has_door=True)
    answers = [Client().post(door_of(match), {"email": f"s{n}@example.org"}).status_code for n in range(3)]
    assert answers == [200, 200, 429]


def test_a_seat_that_went_to_somebody_else_is_said_kindly():
    match = table(has_door=True, robots=["miner"])
    first, second = mailed_link(match, "one@example.org"), mailed_link(match, "two@example.org")
    assert press(first, hand="hand").status_code == 200
    assert fresh(match).status == MatchStatus.RUNNING
    late = press(second, hand="hand")
    assert late.status_code == 410 and "already begun" in Page.of(late).words


def test_a_name_that_is_none_is_refused_and_stands_there_again():
    match = table(has_door=True)
    link = mailed_link(match)
    response = press(link, hand="hand", name="me@example.org", words="kept words")
    assert response.status_code == 422 and "A name has 1 to 40" in Page.of(response).words
    assert "kept words" in response.content.decode() and not Player.objects.filter(email=STRANGER).exists()


def test_who_is_signed_in_takes_the_seat_at_once():
    match = table(has_door=True)
    assert browser("bob").post(door_of(match), {"hand": "hand"})["Location"] == address(match)


def test_whoever_asks_for_a_seat_is_answered_in_the_language_of_the_page_and_a_guest_in_that_of_the_host(
    mailoutbox,
):
    Player.objects.create_user("olga@example.org", display_name="Olga", language="ru")
    match = table("olga", "guest", has_door=True)
    link = mailed_link(match, language="pt-br")
    spoken = {mail.to[0]: mail.message()["Content-Language"] for mail in mailoutbox}
    assert spoken == {STRANGER: "pt-br", "guest@example.org": "ru"}
    assert press(link).status_code == 200
