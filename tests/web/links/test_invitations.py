"""A seat by the link of an invitation: asked once in words, no account, and never again if one says so."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.lobby import invitations
from games.lobby.fill import Accepted
from games.mail import links
from games.mail.send import outbox
from games.models import Link, Match, Outbox, Player, Purpose, Seat, Unreachable, WhyNot
from games.players import notification_settings
from games.rules.kernel.refusal import Refused
from tests.kit.cast import Page, browser
from tests.kit.mailed_links import NOON, SOON, person
from tests.kit.opened import open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]
GUEST = "guest@example.org"


@pytest.fixture
def match() -> Match:
    """A table at which two sit and one seat is free."""
    found = open_table("quartz", [person("alice"), person("bob")], [], now=NOON)
    Seat.objects.create(match=found, number=2)
    return found


def invited(match: Match, address: str = GUEST) -> Link:
    invitations.invite(match.pk, 2, address, person("alice"), SOON)
    seat = Seat.objects.select_related("match").get(match=match, number=2)
    (link,) = links.write([links.of_seat(seat, Purpose.INVITATION, address=address)])
    return link


def ask(link: Link, **sent):
    client, url = Client(enforce_csrf_checks=True), f"/t/{links.token(link)}"
    response = client.post(url, {"link": links.token(link), **sent}) if sent else client.get(url)
    assert not client.cookies
    return response


def test_an_invitation_is_mailed_to_the_address_that_was_asked(match):
    invited(match)
    row = Outbox.objects.get(kind="invitation")
    assert (row.to, row.seat.number, row.state) == (GUEST, 2, "queued")


def test_whether_mails_may_show_the_hand_has_to_be_said(match):
    link = invited(match)
    form = next(one for one in Page.of(ask(link)).forms if "words" in one.values())
    assert "hand" not in form.values()
    robot = {name: values[-1] for name, values in form.values().items() if name != "link"}
    assert ask(link, **robot).status_code == 422
    assert not Player.objects.filter(email=GUEST).exists()


def test_places_stand_in_order_and_what_was_chosen_is_still_chosen_when_something_is_missing(match):
    link = invited(match)
    first = ask(link).content.decode()
    places = re.findall(r'<option value="((?:Asia|Europe)/[^"]+)"', first)
    assert len(places) > 100 and places == sorted(places)
    again = ask(link, words="green eggs", language="pt-br", zone="Europe/Berlin")
    chosen = re.findall(r'<option value="([^"]+)" selected', again.content.decode())
    assert (again.status_code, chosen) == (422, ["pt-br", "Europe/Berlin"])
    assert "data-guess" in first and "data-guess" not in again.content.decode()


@pytest.mark.parametrize(("said", "kept"), [("hand", True), ("no_hand", False)])
def test_a_guest_sits_down_and_the_match_begins_with_the_last_seat(match, said, kept):
    link = invited(match)
    response = ask(link, hand=said, words="green eggs", language="ru", zone="Europe/Berlin")
    assert response.status_code == 200
    assert "The match has started" in Page.of(response).words
    seat = Seat.objects.select_related("player", "match").get(match=match, number=2)
    assert (seat.hand_in_mail, seat.words, seat.match.status) == (kept, "green eggs", "running")
    assert (seat.player.email, seat.player.language, seat.player.time_zone) == (GUEST, "ru", "Europe/Berlin")
    assert seat.player.zone_confirmed and not seat.player.has_usable_password()
    assert ask(link, hand="hand").status_code == 200
    seat.refresh_from_db()
    assert seat.hand_in_mail == kept  # a second press changes nothing


def test_the_match_is_found_by_signing_in_with_that_address_later(match):
    link = invited(match)
    ask(link, hand="no_hand")
    assert match.public_id in browser(Player.objects.get(email=GUEST)).get("/").content.decode()


def test_who_has_an_account_keeps_it(match):
    person("guest")
    ask(invited(match, "Guest@example.org"), hand="hand", language="ru")
    assert Player.objects.get(email=GUEST).language == "en"


def test_whoever_was_asked_before_has_no_say_any_more(match):
    first = invited(match)
    invited(match, "other@example.org")
    assert ask(first).status_code == 410
    assert ask(first, hand="hand").status_code == 410


def test_the_link_of_a_stranger_takes_no_seat(match):
    link = invited(match)
    Link.objects.filter(pk=link.pk).update(address="stranger@example.org")
    assert ask(link, hand="hand").status_code == 410


@pytest.mark.parametrize("words", ["a" * 201, "two\nlines", "\u202eturned"])
def test_words_that_are_no_line_are_refused(match, words):
    assert ask(invited(match), hand="hand", words=words).status_code == 422


def test_of_two_presses_of_never_again_at_once_neither_fails(monkeypatch):
    """As mail programs press that ask once more while the first is being answered: neither sees the other."""
    notification_settings.never_invite(GUEST, SOON)
    monkeypatch.setattr(notification_settings, "is_never_invited", lambda address: False)
    notification_settings.never_invite(GUEST.upper(), SOON)
    assert Unreachable.objects.filter(why=WhyNot.NEVER).count() == 1


def test_never_again_holds_for_all_senders(match, mailoutbox):
    notification_settings.never_invite(GUEST.upper(), SOON)
    for name in ("alice", "bob"):
        invitations.invite(match.pk, 2, GUEST, person(name), SOON)
    outbox.send_due(SOON)
    assert not mailoutbox and not Outbox.objects.filter(kind="invitation").exists()


def test_inviting_is_limited_for_each_player_and_day(match, settings):
    settings.LIMITS = settings.LIMITS | {"invitations of a player": (2, 86400)}
    for name in ("one", "two"):
        invitations.invite(match.pk, 2, f"{name}@example.org", person("alice"), SOON)
    with pytest.raises(Refused, match="too_many"):
        invitations.invite(match.pk, 2, "three@example.org", person("alice"), SOON)
    invitations.invite(match.pk, 2, "three@example.org", person("bob"), SOON)


def test_one_address_is_asked_by_one_player_so_often_a_day(match, settings):
    settings.LIMITS = settings.LIMITS | {"invitations of a player to an address": (2, 86400)}
    for _ in range(2):
        invitations.invite(match.pk, 2, GUEST, person("alice"), SOON)
    with pytest.raises(Refused, match="too_many"):
        invitations.invite(match.pk, 2, GUEST.upper(), person("alice"), SOON)
    invitations.invite(match.pk, 2, GUEST, person("bob"), SOON)


def test_what_is_too_much_for_an_address_goes_out_the_next_day(match, settings, mailoutbox):
    settings.LIMITS = settings.LIMITS | {"invitations to an address": (1, 86400)}
    elsewhere = open_table("quartz", [person("carol"), person("dora")], [], now=NOON)
    Seat.objects.create(match=elsewhere, number=2)
    invitations.invite(match.pk, 2, GUEST, person("alice"), SOON)
    invitations.invite(elsewhere.pk, 2, GUEST.upper(), person("carol"), SOON)
    outbox.send_due(SOON)
    assert len(mailoutbox) == 1
    outbox.send_due(SOON + timedelta(hours=1))
    assert len(mailoutbox) == 1
    outbox.send_due(SOON + timedelta(days=1))
    assert [mail.to[0].lower() for mail in mailoutbox] == [GUEST] * 2


def test_a_seat_that_is_taken_is_for_nobody_else(match):
    with pytest.raises(Refused, match="not_a_seat"):
        invitations.invite(match.pk, 1, GUEST, person("alice"), SOON)


def test_who_sits_there_already_is_asked_like_anybody_and_told_so_when_they_accept(match, mailoutbox):
    link = invited(match, "bob@example.org")
    outbox.send_due(SOON)
    assert mailoutbox[0].to == ["bob@example.org"]
    told = ask(link, hand="hand")
    assert told.status_code == 409 and "You are already in that match." in Page.of(told).words
    assert ask(link, declining="", decline="yes").status_code == 200
    assert Seat.objects.get(match=match, number=2).invited == ""


def test_two_who_sit_down_at_once_take_one_seat(match):
    link = invited(match)
    invitations.accept(link, Accepted(True), SOON)
    before = Player.objects.count()
    invitations.accept(links.find(links.token(link)), Accepted(False), SOON)
    assert Player.objects.count() == before
    assert Seat.objects.get(match=match, number=2).hand_in_mail is True
