"""What a player sees of their emails, and how they put right that none arrive."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.mail import get_connection

from games.mail import delivery
from games.mail.receive.parsing.bounces import BounceReport
from games.mail.send import outbox
from games.models import Outbox, Seat, Unreachable
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import Page, at, browser, person
from tests.kit.mailed_links import found as link_found
from tests.kit.replies_by_mail import SOON, asked, come_in, written

pytestmark = pytest.mark.django_db(transaction=True)
SENT = "/mails/sent/"
RENDERED = b"From: c@d.example\nSubject: Quartz\n\nx\n"


def cut_off(to) -> None:
    delivery.came_back(to.mail, BounceReport("failed", "5.1.1"), "a test's own", SOON)


def words(client, path: str = SENT) -> str:
    with at(SOON):
        return Page.of(client.get(path)).words


def test_the_log_shows_what_became_of_each_mail_and_nothing_of_what_it_said():
    to = asked()
    Outbox.objects.filter(pk=to.mail.pk).update(rendered=b"canary", to="alice@example.org")
    come_in(written(), to)
    told = words(browser("alice"))
    assert "Your turn" in told and "queued" in told and "used" in told and "Europe/Berlin" in told
    assert "canary" not in told and to.address not in told


def test_a_mail_shows_to_its_own_player_alone():
    to = asked()
    come_in(written(), to)
    assert "acted on" not in words(browser("bob"))
    assert browser("bob").get(SENT).status_code == 200


def test_whoever_takes_over_a_seat_sees_nothing_of_the_mails_that_went_there_before():
    """They tell whether a plan lay there."""
    to = asked()
    sent, queued = to.mail, Outbox.objects.filter(pk=to.mail.pk)
    for address in (sent.to, ""):
        queued.update(to=address)
        assert sent in delivery.mails_to(person("alice"))
        Seat.objects.filter(pk=to.seat.pk).update(player=person("eve"), generation=2)
        assert sent not in delivery.mails_to(person("eve"))
        Seat.objects.filter(pk=to.seat.pk).update(player=person("alice"), generation=1)


def test_it_needs_somebody_signed_in(client):
    assert client.get(SENT).status_code == 302
    for path in ("code/", "address/"):
        assert client.post(SENT + path).status_code == 403


def test_the_table_and_the_player_see_that_no_mail_arrives():
    to = asked()
    page = f"/m/{to.match.public_id}/more/"
    assert "Our emails don't reach" not in words(browser("bob"), page)
    cut_off(to)
    assert "Emails don't reach this player. Their time still runs" in words(browser("bob"), page)
    assert "Our emails don't reach you, so we've stopped sending them" in words(browser("alice"), page)
    assert "Emails to alice@example.org bounce" in words(browser("alice"))


def test_one_who_called_a_mail_spam_is_told_that():
    to = asked()
    delivery.complained(to.mail, "a test's own", SOON)
    assert "An email to alice@example.org was marked as spam" in words(browser("alice"))


def test_time_runs_all_the_same():
    to = asked()
    clocks = list(to.match.deadlines.values_list("due_at", "state"))
    cut_off(to)
    outbox.send_due(SOON)
    assert list(to.match.deadlines.values_list("due_at", "state")) == clocks


def test_a_code_that_arrives_puts_it_right():
    to = asked()
    cut_off(to)
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@example.org"})
        assert emails()[-1].to == ["alice@example.org"]
        assert Unreachable.objects.exists()
        page = client.get(SENT).content.decode()
        assert page.count("A code is on its way to alice@example.org") == 1 and 'class="count"' not in page
        assert client.post(SENT + "address/", {"code": mailed().lower()}).status_code == 302
    assert not Unreachable.objects.exists()
    assert "come back" not in words(client)


def test_another_address_does_too_and_links_mailed_before_are_dead():
    to = asked()
    cut_off(to)
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@new.example"})
        client.post(SENT + "address/", {"code": mailed()})
    assert person_of(to).email == "alice@new.example"
    assert come_in(written(author="alice@new.example"), to).why == "dead"
    assert not link_found(to.reply).is_current
    assert Outbox.objects.filter(seat=to.seat, generation=to.seat.generation + 1, state="queued").exists()


@pytest.mark.parametrize(("is_gone", "told"), [(False, ["alice@example.org"]), (True, [])])
def test_the_address_that_was_left_is_told_if_it_can_be(is_gone, told):
    to = asked()
    if is_gone:
        cut_off(to)
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@new.example"})
        client.post(SENT + "address/", {"code": mailed()})
    assert [one.to[0] for one in emails()[1:]] == told
    assert all("new.example" not in str(one.message()) for one in emails()[1:])


def test_who_is_left_is_told_in_text_and_html_and_whom_to_write_to(settings):
    settings.HOST_NAME, settings.HOST_CONTACT = "Greta", "greta@example.org"
    asked()
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@new.example"})
        client.post(SENT + "address/", {"code": mailed()})
    told = emails()[-1]
    ((html, kind),) = told.alternatives
    assert kind == "text/html" and told.to == ["alice@example.org"]
    for said in (str(told.body), str(html)):
        assert "Greta, greta@example.org" in said and "no longer work" in said and said.count("/t/") == 1


def person_of(to):
    return Seat.objects.select_related("player").get(pk=to.seat.pk).player


def test_a_wrong_code_five_times_is_the_end_of_it():
    to = asked()
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@new.example"})
        answers = [client.post(SENT + "address/", {"code": "BBBBBBBB"}).status_code for _ in range(5)]
        assert answers == [422] * 5
        assert client.post(SENT + "address/", {"code": mailed()}).status_code == 410
    assert person_of(to).email == "alice@example.org"


def test_a_code_is_worth_nothing_elsewhere_or_later():
    asked()
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "alice@new.example"})
        assert browser("bob").post(SENT + "address/", {"code": mailed()}).status_code == 410
    with at(SOON.replace(minute=59)):
        assert client.post(SENT + "address/", {"code": mailed()}).status_code == 410


def test_an_address_of_somebody_elses_is_not_given_away():
    asked()
    person("dora")
    client = browser("alice")
    with at(SOON):
        client.post(SENT + "code/", {"email": "Dora@example.org"})
        assert client.post(SENT + "address/", {"code": mailed()}).status_code == 422
    assert person("alice").email == "alice@example.org"


@pytest.mark.parametrize("address", ["", "nobody", "a@b.example\nBcc: c@d.example", "x" * 300 + "@b.example"])
def test_what_is_no_address_is_mailed_nothing(address):
    asked()
    assert browser("alice").post(SENT + "code/", {"email": address}).status_code == 422
    assert not emails()


def test_codes_are_limited():
    asked()
    client = browser("alice")
    with at(SOON):
        answers = [client.post(SENT + "code/", {"email": "alice@new.example"}).status_code for _ in range(11)]
    assert answers == [302] * 10 + [429]


# --- the envelope


def test_a_mail_by_smtp_comes_back_to_an_address_of_its_own(settings):
    to = asked()
    row = Outbox(pk=1, message_id=to.mail.message_id, to="a@b.example", rendered=RENDERED)
    message = outbox.envelope(row)
    assert message.from_email == delivery.return_path(to.mail) != ""
    assert message.message()["From"] == "c@d.example"
    settings.MAIL_PROVIDER = "mailgun"
    message = outbox.envelope(row)
    assert message.from_email == "c@d.example"
    assert message.metadata == {"mail": str(to.mail.message_id)}
    settings.MAIL_PROVIDER = "postal"
    assert not hasattr(outbox.envelope(row), "metadata")


def test_a_provider_gets_all_that_stands_in_the_bytes(settings):
    settings.MAIL_PROVIDER = "mailgun"
    to = asked()
    outbox.send_due(SOON + timedelta(minutes=5))
    row = Outbox.objects.filter(seat=to.seat, kind="turn", rendered__isnull=False).get()
    message = outbox.envelope(row)
    get_connection("anymail.backends.test.EmailBackend").send_messages([message])
    told = message.anymail_test_params
    assert told["metadata"] == {"mail": str(row.message_id)}
    assert str(row.message_id) in told["extra_headers"]["Message-ID"]
    assert told["extra_headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert to.match.rules.meta.title in told["subject"] and told["html_body"] and told["text_body"]
    assert [one.addr_spec[:2] for one in told["reply_to"]] == ["r+"]
