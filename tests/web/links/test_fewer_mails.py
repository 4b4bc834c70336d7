"""Pages that stop emails, bring one more, or refuse invitations for good: the seat is never touched."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.mail import links, press
from games.mail.kinds import BOUNCED
from games.models import Link, Outbox, Player, Purpose, Seat
from games.players import addresses, notification_settings
from tests.kit.cast import Page, play_on
from tests.kit.mailed_links import SOON, at, choice, fresh, link_for, table
from tests.kit.opened_links import get, played, post, url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def test_one_click_mutes_without_a_cookie_and_never_touches_the_seat():
    _, seat = table()
    link = link_for(seat, Purpose.MUTE)
    before = fresh(seat)
    client = Client(enforce_csrf_checks=True)
    response = client.post(url(link), {"List-Unsubscribe": "One-Click"})
    assert (response.status_code, not client.cookies) == (200, True)
    after = fresh(seat)
    assert after.muted
    assert (after.player, after.generation) == (before.player, before.generation)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"List-Unsubscribe": "one-click"},
        {"List-Unsubscribe": "One-Click", "more": "x"},
        {"list-unsubscribe": "One-Click"},
    ],
)
def test_nothing_but_that_body_is_one_click(body):
    _, seat = table()
    Client().post(url(link_for(seat, Purpose.MUTE)), body)
    assert not fresh(seat).muted


def test_one_click_plays_nothing():
    _, seat = table()
    response = Client().post(url(choice(seat, "mine")), {"List-Unsubscribe": "One-Click"})
    assert (response.status_code, played()) == (410, 0)


@pytest.mark.parametrize("purpose", [Purpose.MUTE, Purpose.MUTE_ALL])
def test_mails_are_stopped_and_had_again_on_the_page(purpose):
    _, seat = table()
    link = link_for(seat, purpose)

    def is_muted() -> bool:
        now = fresh(seat)
        return bool(now.muted or now.player.muted)

    assert post(link).status_code == 422
    assert not is_muted()
    post(link, do="no_more")
    assert is_muted()
    assert "back on" in Page.of(get(link)).words
    post(link, do="again")
    assert not is_muted()


def of_digest(player: Player) -> Link:
    """Give the link that stops all emails, of an email that is about no single seat."""
    row = Outbox.objects.create(
        kind="digest",
        to=player.email,
        dedupe=f"digest {Outbox.objects.count()}",
        send_after=SOON,
        created_at=SOON,
    )
    (link,) = links.write([Link(purpose=Purpose.MUTE_ALL, player=player, mail=row, at=SOON)])
    return link


def moved_elsewhere(seat: Seat) -> None:
    addresses.confirm(seat.player, "elsewhere@example.org", SOON)


def moved_and_kept(seat: Seat) -> None:
    addresses.add(seat.player, "elsewhere@example.org", SOON)
    addresses.make_main(seat.player, "elsewhere@example.org", SOON)


def had_by_somebody_else(seat: Seat) -> None:
    press.disown(link_for(seat, Purpose.NOT_ME), "", SOON)


@pytest.mark.parametrize("change", [moved_elsewhere, moved_and_kept, had_by_somebody_else])
def test_a_digest_stops_all_mails_until_they_go_elsewhere_or_somebody_else_had_them(change):
    _, seat = table()
    link = of_digest(seat.player)
    assert get(link).status_code == 200
    change(seat)
    assert get(link).status_code == post(link, do="no_more").status_code == 410
    one_click = Client().post(url(link), {"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 410 and not fresh(seat).player.muted
    new = of_digest(fresh(seat).player)
    Link.objects.filter(pk=new.pk).update(at=SOON + timedelta(minutes=1))
    assert Client().post(url(new), {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert fresh(seat).player.muted


def test_what_tells_at_another_address_that_mails_fail_stops_them_too():
    _, seat = table()
    addresses.add(seat.player, "elsewhere@example.org", SOON)
    link = of_digest(seat.player)
    Outbox.objects.filter(pk=link.mail.pk).update(kind=BOUNCED, to="elsewhere@example.org")
    assert get(link).status_code == 200
    addresses.remove(seat.player, "elsewhere@example.org", SOON)
    assert get(link).status_code == 410


def test_who_never_wants_an_invitation_again_says_so_once_for_all():
    (link,) = links.write([Link(purpose=Purpose.NEVER, address="Stranger@Example.org")])
    post(link)
    assert not notification_settings.is_never_invited("stranger@example.org")
    post(link, do="no_more")
    post(link, do="no_more")
    assert notification_settings.is_never_invited("STRANGER@example.org")
    post(link, do="again")
    assert not notification_settings.is_never_invited("stranger@example.org")


def test_a_reminder_is_had_once():
    _, seat = table()
    link = link_for(seat, Purpose.SNOOZE, question=choice(seat, "mine").question)
    assert post(link).status_code == 422
    assert not Outbox.objects.filter(kind="reminder").exists()
    assert post(link, snooze="yes").status_code == 200
    assert post(link, snooze="yes").status_code == 200
    reminder = Outbox.objects.get(kind="reminder")
    assert reminder.send_after == SOON + timedelta(hours=6)
    assert "We'll remind you" in Page.of(get(link)).words


def test_the_page_of_a_choice_reminds_too():
    _, seat = table()
    link = choice(seat, "mine")
    post(link, snooze="yes")
    assert Outbox.objects.filter(kind="reminder").count() == 1
    assert played() == 0


def test_nobody_is_reminded_of_what_is_answered_or_will_be_too_late():
    match, seat = table()
    link = link_for(seat, Purpose.SNOOZE, question=choice(seat, "mine").question)
    with at(SOON + timedelta(hours=19)):
        assert post(link, snooze="yes").status_code == 409
    play_on(match, 1)
    assert post(link, snooze="yes").status_code == 409
    assert not Outbox.objects.filter(kind="reminder", send_after__gt=SOON + timedelta(hours=5)).exists()
