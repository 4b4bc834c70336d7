"""Receipts, and the link in them that says "this wasn't me"."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games import play
from games.disputes import cases
from games.mail.kinds import News
from games.models import (
    Act,
    ActKind,
    Case,
    CaseKind,
    Deadline,
    Door,
    Order,
    Outbox,
    Purpose,
    SealedAnswer,
    Submission,
)
from games.players import feeds
from games.rules.kernel.refusal import Refused
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.account_mails import mailed
from tests.kit.cast import Page
from tests.kit.mailed_links import (
    NOON,
    SOON,
    asked_of,
    asked_what_to_give,
    choice,
    fresh,
    laying,
    link_for,
    mail_to,
    table,
)
from tests.kit.opened_links import get, post

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def test_a_receipt_goes_out_at_once_for_what_was_done_from_a_mail():
    _, seat = table()
    post(choice(seat, "leave"), do="leave?")
    receipt = Outbox.objects.get(kind="receipt")
    assert (receipt.seat, receipt.send_after) == (seat, SOON)


def test_it_wasnt_me_kills_every_link_so_far_and_takes_the_move_back():
    _, seat = table()
    mine, leave = choice(seat, "mine"), choice(seat, "leave")
    about = leave.question
    post(leave, do="leave?")
    not_me = link_for(seat, Purpose.NOT_ME, question=about)
    assert get(not_me).status_code == 200
    assert post(not_me).status_code == 422
    assert fresh(seat).generation == 1
    response = post(not_me, do="not_me")
    assert response.status_code == 200
    assert "The move was undone" in Page.of(response).words
    assert fresh(seat).generation == 2
    assert [get(one).status_code for one in (mine, leave, not_me)] == [410] * 3
    assert seat.number in fresh(seat).match.awaited
    asked = Outbox.objects.filter(seat=seat, kind="turn", generation=2, state="queued")
    assert asked.exists()
    again = post(not_me, do="not_me")
    assert (again.status_code, fresh(seat).generation) == (200, 2)
    assert Act.objects.filter(kind=ActKind.DISOWNED).count() == 1


def test_whoever_was_signed_in_as_the_player_types_a_code_again():
    """A thief with the mailbox may have been looking at the hand."""
    match, seat = table()
    thief = Client()
    thief.post("/accounts/login/", {"email": seat.player.email})
    thief.post("/accounts/login/code", {"code": mailed()})
    assert thief.get(f"/m/{match.public_id}/").status_code == 200
    post(link_for(seat, Purpose.NOT_ME), do="not_me")
    assert thief.get(f"/m/{match.public_id}/")["Location"].startswith("/accounts/login/")


def signed_in(player) -> Client:
    client = Client()
    client.post("/accounts/login/", {"email": player.email})
    client.post("/accounts/login/code", {"code": mailed()})
    return client


def test_a_used_link_signs_nobody_out_again_and_ends_no_new_feed():
    """Whoever found the email could otherwise keep its reader out for good."""
    match, seat = table()
    before, not_me = signed_in(seat.player), link_for(seat, Purpose.NOT_ME)
    post(not_me, do="not_me")
    assert before.get("/hours/").status_code == 302
    after, feed = signed_in(seat.player), feeds.renew(seat.player, SOON)
    for _ in range(3):
        assert post(not_me, do="not_me").status_code == 200
    assert after.get("/hours/").status_code == 200
    assert feeds.address_of(seat.player) == feed
    assert after.get(f"/m/{match.public_id}/").status_code == 200


def test_a_link_that_died_before_it_was_used_signs_nobody_out():
    _, seat = table()
    first, second = (link_for(seat, Purpose.NOT_ME) for _ in range(2))
    post(first, do="not_me")
    inside = signed_in(seat.player)
    assert post(second, do="not_me").status_code == 410
    assert inside.get("/hours/").status_code == 200


def test_what_can_not_be_taken_back_is_flagged_once_and_its_player_told():
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")  # a draw: nobody takes that back
    receipt = mail_to(seat, "receipt", link.question)
    not_me = link_for(seat, Purpose.NOT_ME, question=link.question, mail=receipt)
    pages = [post(not_me, do="not_me") for _ in range(2)]
    case = Case.objects.get()
    assert (case.kind, case.mail, case.opener) == (CaseKind.NOT_ME, receipt, fresh(seat).player)
    assert [word.text for word in case.words.all()] == ["This wasn't me"]
    assert all("We have reported it to the moderators" in Page.of(page).words for page in pages)
    assert Outbox.objects.get(kind=News.FLAGGED).to == fresh(seat).player.email
    assert fresh(seat).generation == 2


def refuse(*_about: object) -> None:
    raise Refused("too_many", seconds=60)


def test_who_has_flagged_too_much_is_told_whom_to_write_to(monkeypatch):
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")
    monkeypatch.setattr(cases, "flag", refuse)
    response = post(link_for(seat, Purpose.NOT_ME, question=link.question), do="not_me")
    assert "Write to the site's operator" in Page.of(response).words
    assert (fresh(seat).generation, Case.objects.count()) == (2, 0)


def test_orders_that_have_played_are_flagged_too():
    """They answer at once, and what they did stands though they are taken off."""
    _, seat = table()
    post(laying(seat, READY_MADE_ORDERS["careful"](None), question=next(iter(asked_of(seat)))), do="yes")
    laid = Order.objects.get(seat=seat)
    assert Submission.objects.filter(order=laid, outcome="played").exists()
    post(link_for(seat, Purpose.NOT_ME, question=f"order-{laid.pk}-"), do="not_me")
    assert Case.objects.count() == 1


def test_orders_laid_from_a_mail_are_taken_off_and_those_of_the_page_stay():
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    play.lay_orders(match.pk, other.number, 1, '{"token":"never"}', Door.PAGE, NOON)
    post(laying(other, READY_MADE_ORDERS["careful"](None), at=NOON + timedelta(minutes=1)), do="yes")
    laid = Order.objects.filter(seat=other).latest("pk")
    post(link_for(other, Purpose.NOT_ME, question=f"order-{laid.pk}-"), do="not_me")
    assert not Case.objects.exists(), "they have done nothing yet"
    now = Order.objects.filter(seat=other, generation=2)
    assert [row.content for row in now] == [Order.objects.filter(seat=other).earliest("pk").content]


def test_a_sealed_answer_that_wasnt_mine_is_asked_for_anew():
    link, seat = asked_what_to_give()
    assert post(link, do="store?").status_code == 200
    assert SealedAnswer.objects.filter(seat=seat).exists()
    assert seat.number not in fresh(seat).match.awaited
    post(link_for(seat, Purpose.NOT_ME, question=link.question), do="not_me")
    after = fresh(seat)
    assert not Case.objects.exists(), "it was only lying there"
    assert (after.generation, seat.number in after.match.awaited) == (2, True)
    assert Deadline.objects.filter(match=after.match, seat=seat.number, state="running").exists()
    assert Outbox.objects.filter(seat=seat, generation=2, kind="secret").exists()
