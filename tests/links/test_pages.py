"""The pages behind links: GET shows, POST with what was chosen acts, once; nothing else does anything."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games import cases, links, play, quiet, seats
from games.mails import frame
from games.models import (
    Act,
    ActKind,
    Case,
    CaseKind,
    Deadline,
    Door,
    Event,
    Link,
    Order,
    Outbox,
    Purpose,
    SealedAnswer,
    Seat,
    Submission,
)
from games.news import News
from games.readers.sitting import Sitting
from games.rules.kernel.codec import canonical
from games.rules.kernel.refusal import Refused
from games.rules.quartz.orders import LAYING
from tests.links.mailed import NOON, SOON, asked_of, at, choice, fresh, laying, link_for, mail_to, table
from tests.links.test_pressing import asked_what_to_give
from tests.views.cast import Page, play_on

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def soon():
    with at():
        yield


def url(link) -> str:
    return f"/t/{links.token(link)}"


def get(link):
    return Client().get(url(link))


def post(link, **sent):
    """Send a form as a browser without cookies would."""
    client = Client(enforce_csrf_checks=True)
    response = client.post(url(link), {"link": links.token(link), **sent})
    assert not client.cookies
    return response


def refuse(*_about: object) -> None:
    raise Refused("too_many", seconds=60)


def played() -> int:
    return Submission.objects.filter(door=Door.LINK).exclude(outcome="refused").count()


def test_the_heading_names_the_choice_which_is_on_top_and_not_chosen():
    _, seat = table()
    response = get(choice(seat, "leave"))
    assert response.status_code == 200
    content = response.content.decode()
    assert "<h1>Leave" in content
    (form,) = [one for one in Page.of(response).forms if "do" in one.radios]
    assert form.radios["do"] == ["leave?", "mine?"]
    assert "do" not in form.values()
    assert form.values()["link"] and "csrfmiddlewaretoken" not in form.values()


def test_one_touch_chooses_and_one_plays():
    _, seat = table()
    link = choice(seat, "leave")
    response = post(link, do="leave?")
    assert response.status_code == 200
    assert "Done" in Page.of(response).words
    assert played() == 1
    again = post(link, do="leave?")
    assert (again.status_code, played()) == (200, 1)
    assert "This is done" in Page.of(get(link)).words


def test_a_form_sent_as_it_was_drawn_does_nothing():
    _, seat = table()
    events = Event.objects.count()
    response = post(choice(seat, "leave"))
    assert response.status_code == 422
    assert (Event.objects.count(), played()) == (events, 0)


def test_another_choice_after_the_fact_shows_what_happened():
    match, seat = table()
    mine, leave = choice(seat, "mine", since=match.version), choice(seat, "leave", since=match.version)
    post(mine, do="mine?")
    response = post(leave, do="leave?")
    assert response.status_code == 409
    page = Page.of(response)
    assert "Its moment has passed" in page.words
    assert "happened since" in page.words
    assert not [one for one in page.forms if one.method == "post"]
    assert played() == 1


def test_another_choice_by_the_link_that_has_played_is_told_apart_from_what_was_played():
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")
    other, again = post(link, do="leave?"), post(link, do="mine?")
    assert (other.status_code, again.status_code, played()) == (409, 200, 1)
    assert "This is done" in Page.of(other).words and "Nothing has happened" in Page.of(other).words
    assert "Nothing has happened" not in Page.of(again).words


def test_who_lays_a_plan_is_told_what_it_did_at_once_on_the_page_and_in_the_receipt():
    _, seat = table()
    link = laying(seat, LAYING["digger"](None), question=choice(seat, "mine").question)
    first, again = Page.of(post(link, do="yes")), Page.of(post(link, do="yes"))
    for page in (first, again):
        assert "What happened" in page.words and f"{seat.player} mines" in page.words
    told = frame.finish(Outbox.objects.select_related("match", "seat__player").get(kind="receipt"), SOON)
    assert f"What came of it:\n\n- {seat.player} mines".encode() in told.content


def test_the_token_in_the_body_is_the_proof():
    _, seat = table()
    link, other = choice(seat, "mine"), choice(seat, "leave")
    for said in ("", links.token(other), links.token(link)[:-1]):
        response = Client().post(url(link), {"link": said, "do": "mine?"})
        assert response.status_code == 410
    assert Client().post(url(link), {"do": "mine?"}).status_code == 410
    assert played() == 0


def test_nothing_is_set_and_nobody_else_is_told():
    _, seat = table()
    response = get(choice(seat, "mine"))
    assert not response.cookies
    assert response["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]


def test_no_card_is_on_the_page_unless_its_owner_wanted_the_hand_in_mails():
    _, seat = table()
    link = choice(seat, "mine")
    page = get(link)
    forms = [one for one in Page.of(page).forms if "do" in one.radios]
    assert forms[0].radios["do"] == ["mine?", "leave?"]
    assert "Play a card" in Page.of(page).words
    Seat.objects.filter(pk=seat.pk).update(hand_in_mail=True)
    forms = [one for one in Page.of(get(link)).forms if "do" in one.radios]
    assert len(forms[0].radios["do"]) > 2
    assert "Play a card" not in Page.of(get(link)).words


def test_cards_can_not_be_asked_for_by_hand_made_forms():
    _, seat = table()
    link = choice(seat, "mine")
    held, lacked = cards_of(seat)
    answers = {post(link, do=f"{card}?").status_code for card in (*held, *lacked)}
    assert answers == {422}
    contents = {
        post(link, do=f"{card}?").content.replace(card.encode(), b"") for card in (*held[:1], *lacked[:1])
    }
    assert len(contents) == 1
    assert not Submission.objects.filter(door=Door.LINK).exists()


def cards_of(seat):
    hand = Sitting.of(fresh(seat), SOON).view.me.hand
    cards = [one for one in seat.match.rules.from_hand if one != "react"]
    return [one for one in cards if one in hand], [one for one in cards if one not in hand]


def test_a_plan_is_laid_from_the_page():
    _, seat = table()
    link = choice(seat, "mine")
    assert post(link, plan="nonsense").status_code == 422
    response = post(link, plan="digger")
    assert response.status_code == 200
    assert "Your orders are laid" in Page.of(response).words
    assert Order.objects.get().door == Door.LINK


def test_a_link_that_lays_a_plan_says_which():
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    link = laying(other, LAYING["careful"](None))
    content = get(link).content.decode()
    assert "<h1>Careful" in content
    assert post(link).status_code == 422
    assert not Order.objects.exists()
    assert post(link, do="yes").status_code == 200
    assert Order.objects.count() == 1
    assert "This is done" in Page.of(get(link)).words


def test_every_kind_of_bad_link_has_the_same_page():
    match, seat = table()
    link = choice(seat, "mine")
    token = links.token(link)
    seats.give_up(match.pk, seat.number, SOON)
    reply = link_for(match.seats.exclude(pk=seat.pk).first(), Purpose.REPLY)
    told = [
        token,
        token[:-1],
        token[:-1] + ("a" if token[-1] != "a" else "b"),
        "x",
        "a" * 39,
        "é" * 39,
        "0" * 39,
    ]
    answers = [Client().get(f"/t/{one}") for one in (*told, links.token(reply), "", "a/b/c", "a" * 5000)]
    assert {one.status_code for one in answers} == {410}
    assert len({one.content for one in answers}) == 1
    assert {one["Referrer-Policy"] for one in answers} == {"no-referrer"}


@pytest.mark.parametrize(
    "damage",
    [
        str.upper,
        str.title,
        lambda token: f"{token}.",
        lambda token: f'{token}"',
        lambda token: f"{token}%22%3E",
        lambda token: f"{token})",
        lambda token: f"{token}/",
        lambda token: f"{token}%E2%80%8B",
        lambda token: f"{token[:20]}%0D%0A{token[20:]}",
        lambda token: f"{token[:20]}=%0A{token[20:]}",
        lambda token: f"=3D{token}",
        lambda token: f"{token}%20and%20more%20words",
        lambda token: f"{token}?utm_source=mail",
        lambda token: f"%3C{token}%3E",
    ],
)
def test_a_damaged_address_is_repaired_where_it_can_mean_one_thing(damage):
    _, seat = table()
    token = links.token(choice(seat, "mine"))
    assert Client().get(f"/t/{damage(token)}").status_code == 200
    assert Client().get(f"/T/{damage(token)}").status_code == 200


def test_the_page_speaks_its_players_language_and_tells_their_time():
    _, seat = table()
    link = choice(seat, "mine")
    player = seat.player
    player.language, player.time_zone = "pt-br", "America/Sao_Paulo"
    player.save()
    response = get(link)
    assert response["Content-Language"] == "pt-br"
    assert '<html lang="pt-br">' in response.content.decode()
    assert "America/Sao_Paulo" in response.content.decode()


# --- receipts, and "this wasn't me"


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
    assert "was taken back" in Page.of(response).words
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
    [code] = re.findall("[A-Z0-9]{4}-[A-Z0-9]{4}", str(mail.outbox[-1].body))
    thief.post("/accounts/login/code", {"code": code})
    assert thief.get(f"/m/{match.public_id}/").status_code == 200
    post(link_for(seat, Purpose.NOT_ME), do="not_me")
    assert thief.get(f"/m/{match.public_id}/")["Location"].startswith("/accounts/login/")


def test_what_can_not_be_taken_back_is_flagged_once_and_its_player_told():
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")  # a draw: nobody takes that back
    receipt = mail_to(seat, "receipt", link.question)
    not_me = link_for(seat, Purpose.NOT_ME, question=link.question, mail=receipt)
    pages = [post(not_me, do="not_me") for _ in range(2)]
    case = Case.objects.get()
    assert (case.kind, case.mail, case.opener) == (CaseKind.CONDUCT, receipt, fresh(seat).player)
    assert [word.text for word in case.words.all()] == ["This wasn't me"]
    assert all("flagged as a problem" in Page.of(page).words for page in pages)
    assert Outbox.objects.get(kind=News.FLAGGED).to == fresh(seat).player.email
    assert fresh(seat).generation == 2


def test_who_has_flagged_too_much_is_told_whom_to_write_to(monkeypatch):
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")
    monkeypatch.setattr(cases, "flag", refuse)
    response = post(link_for(seat, Purpose.NOT_ME, question=link.question), do="not_me")
    assert "Write to who runs this site" in Page.of(response).words
    assert (fresh(seat).generation, Case.objects.count()) == (2, 0)


def test_orders_that_have_played_are_flagged_too():
    """They answer at once, and what they did stands though they are taken off."""
    _, seat = table()
    post(laying(seat, LAYING["careful"](None), question=next(iter(asked_of(seat)))), do="yes")
    laid = Order.objects.get(seat=seat)
    assert Submission.objects.filter(order=laid, outcome="played").exists()
    post(link_for(seat, Purpose.NOT_ME, question=f"order-{laid.pk}-"), do="not_me")
    assert Case.objects.count() == 1


def test_orders_laid_from_a_mail_are_taken_off_and_those_of_the_page_stay():
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    play.lay_orders(match.pk, other.number, 1, '{"token":"never"}', Door.PAGE, NOON)
    post(laying(other, LAYING["careful"](None), at=NOON + timedelta(minutes=1)), do="yes")
    laid = Order.objects.filter(seat=other).latest("pk")
    post(link_for(other, Purpose.NOT_ME, question=f"order-{laid.pk}-"), do="not_me")
    assert not Case.objects.exists(), "they have done nothing yet"
    now = Order.objects.filter(seat=other, generation=2)
    assert [row.content for row in now] == [Order.objects.filter(seat=other).earliest("pk").content]


# --- straight on


def test_after_a_press_the_page_goes_straight_on_to_what_its_player_is_asked_next():
    _, seat = table(game="quartz_cards")
    first = choice(seat, "explore")
    page = Page.of(post(first, do="explore?"))
    onward = Link.objects.latest("pk")
    assert (onward.purpose, onward.question, onward.seat) == (Purpose.SEAT, next(iter(asked_of(seat))), seat)
    form = next(one for one in page.forms if "do" in one.radios)
    assert form.values()["link"] == [links.token(onward)] and "do" not in form.values()
    assert post(onward).status_code == 422, "as it was drawn it does nothing"
    assert post(onward, do=form.radios["do"][0]).status_code == 200
    assert played() == 2


def test_pressed_again_it_goes_on_by_the_same_link():
    _, seat = table(game="quartz_cards")
    first = choice(seat, "explore")
    pages = [Page.of(post(first, do="explore?")) for _ in range(2)]
    assert len({token for page in pages for form in page.forms for token in form.values()["link"]}) == 1
    assert Link.objects.filter(purpose=Purpose.SEAT).count() == 1


def test_a_link_to_go_on_by_dies_with_the_one_that_led_there():
    _, seat = table(game="quartz_cards")
    first = choice(seat, "explore")
    post(first, do="explore?")
    onward = Link.objects.latest("pk")
    post(link_for(seat, Purpose.NOT_ME, question=first.question), do="not_me")
    assert [get(one).status_code for one in (first, onward)] == [410, 410]
    assert post(first, do="explore?").status_code == 410


def test_whoever_is_asked_nothing_more_may_lay_a_plan_for_the_next_turn():
    _, seat = table()
    mine = choice(seat, "mine")
    page = Page.of(post(mine, do="mine?"))
    (form,) = page.forms
    assert [*form.radios] == ["plan"] and "plan" not in form.values()
    onward = Link.objects.latest("pk")
    assert post(onward).status_code == 422
    laid = Page.of(post(onward, plan="bold"))
    assert Order.objects.get(seat=seat).content == canonical(LAYING["bold"](None)).decode()
    assert not laid.forms and Link.objects.filter(purpose=Purpose.SEAT).count() == 1


def test_once_the_turn_has_come_that_plan_is_laid_no_more():
    _, seat = table()
    post(choice(seat, "mine"), do="mine?")
    onward = Link.objects.latest("pk")
    with at(SOON + timedelta(minutes=1)):
        mail_to(seat, "turn")
        assert post(onward, plan="bold").status_code == 409
    assert not Order.objects.exists()


# --- fewer mails


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
    assert "again" in Page.of(get(link)).words
    post(link, do="again")
    assert not is_muted()


def test_who_never_wants_an_invitation_again_says_so_once_for_all():
    (link,) = links.write([Link(purpose=Purpose.NEVER, address="Stranger@Example.org")])
    post(link)
    assert not quiet.is_never_invited("stranger@example.org")
    post(link, do="no_more")
    post(link, do="no_more")
    assert quiet.is_never_invited("STRANGER@example.org")
    post(link, do="again")
    assert not quiet.is_never_invited("stranger@example.org")


def test_a_reminder_is_had_once():
    _, seat = table()
    link = link_for(seat, Purpose.SNOOZE, question=choice(seat, "mine").question)
    assert post(link).status_code == 422
    assert not Outbox.objects.filter(kind="reminder").exists()
    assert post(link, snooze="yes").status_code == 200
    assert post(link, snooze="yes").status_code == 200
    reminder = Outbox.objects.get(kind="reminder")
    assert reminder.send_after == SOON + timedelta(hours=6)
    assert "You will be reminded" in Page.of(get(link)).words


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


def test_the_page_for_bad_links_speaks_nobodys_language():
    match, seat = table()
    seat.player.language = "ru"
    seat.player.save()
    link, not_me = choice(seat, "mine"), link_for(seat, Purpose.NOT_ME)
    alive = Client().post(url(link), {"link": "another"})
    seats.give_up(match.pk, seat.number, SOON)
    dead = [Client().get(url(link)), Client().post(url(not_me), {"link": links.token(not_me)})]
    assert {one.content for one in (alive, *dead)} == {Client().get("/t/nowhere").content}


def test_looking_at_a_match_whose_log_is_broken_stops_nothing():
    match, seat = table()
    link = choice(seat, "mine")
    match.__class__.objects.filter(pk=match.pk).update(version=match.version + 1, head="0" * 64)
    assert get(link).status_code == 503
    assert fresh(seat).match.status == "running"
    assert post(link, do="mine?").status_code in (422, 503)
    assert fresh(seat).match.status == "quarantined"


def test_a_link_that_is_about_nothing_says_so():
    _, seat = table()
    assert get(link_for(seat, Purpose.CHOICE, content='{"kind":"mine"}')).status_code == 422


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


@pytest.mark.parametrize("purpose", [one for one in Purpose if one not in (Purpose.REPLY, Purpose.FEED)])
def test_every_control_behind_a_link_has_its_label_and_its_own_name(purpose):
    _, seat = table()
    about = choice(seat, "mine")
    content = {Purpose.ORDERS: canonical(LAYING["careful"](None)).decode()}.get(purpose, "")
    if purpose in (Purpose.CHOICE, Purpose.CONFIRM):
        content = about.content
    page = Page.of(get(link_for(seat, purpose, question=about.question, content=content)))
    assert {control["id"] for control in page.controls} <= page.labelled
    assert len(page.ids) == len({*page.ids})
