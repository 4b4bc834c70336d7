"""The pages behind links: GET shows, POST with what was chosen acts, once; nothing else does anything."""

from __future__ import annotations

import pytest
from django.test import Client

from games.mail import links
from games.mail.compose import frame
from games.match import seats
from games.models import Door, Event, Order, Outbox, Purpose, Seat, Submission
from games.present.seat_view import SeatView
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules.choices import PLAYS
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.cast import Page
from tests.kit.mailed_links import SOON, asked_what_to_give, choice, fresh, laying, link_for, table
from tests.kit.opened_links import get, played, post, url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def confirming(response) -> list[str]:
    """List what the buttons of a page play."""
    return [value for form in Page.of(response).forms for name, value in form.buttons if name == "do"]


def offered(response) -> list[str]:
    """List what the buttons of a page show once more before it is played."""
    return [value for form in Page.of(response).forms for name, value in form.buttons if name == "look"]


def test_a_mailed_choice_opens_a_page_with_one_button():
    _, seat = table()
    response = get(choice(seat, "leave"))
    assert response.status_code == 200
    content, page = response.content.decode(), Page.of(response)
    assert "<h1>Leave" in content and "Confirm: Leave the mine" in page.words
    assert (confirming(response), offered(response)) == (["leave?"], [])
    (form,) = [one for one in page.forms if one.buttons and ("do", "leave?") in one.buttons]
    assert "do" not in form.values()
    assert form.values()["link"] and "csrfmiddlewaretoken" not in form.values()


def test_the_page_of_a_choice_says_what_is_at_stake_and_by_when():
    _, seat = table()
    words = Page.of(get(choice(seat, "mine"))).words
    assert "% obsidian" in words and " left, Tue 3 March " in words
    assert "If you don't move by then, your move will be “Leave the mine”." in words


def test_something_else_shows_every_choice_and_plays_none():
    _, seat = table()
    link = choice(seat, "leave")
    assert "?all=1" in get(link).content.decode()
    response = Client().get(f"{url(link)}?all=1")
    assert (confirming(response), offered(response)) == ([], ["leave?", "mine?"])
    looked = post(link, look="mine?")
    assert looked.status_code == 200 and "You will: Mine a crystal" in Page.of(looked).words
    assert confirming(looked) == ["mine?"]
    assert played() == 0
    assert post(link, do="mine?").status_code == 200 and played() == 1


def test_a_choice_with_a_blank_is_filled_in_then_shown_then_played():
    link, _ = asked_what_to_give()
    response = get(link)
    assert (confirming(response), offered(response)) == ([], ["store?"])
    looked = post(link, **{"look": "store?", "store?/gems": []})
    assert looked.status_code == 200 and confirming(looked) == ["store?"] and played() == 0
    assert "You will: Sell the rest" in Page.of(looked).words


def test_a_preview_of_a_card_shows_nothing_while_the_hand_is_kept_back():
    _, seat = table()
    link = choice(seat, "mine")
    held, lacked = cards_of(seat)
    shown = {post(link, look=f"{card}?").content.replace(card.encode(), b"") for card in (held[0], lacked[0])}
    assert len(shown) == 1 and b"You will" not in next(iter(shown))


def test_who_has_moved_sees_what_came_of_it_and_may_undo_it():
    _, seat = table()
    response = post(choice(seat, "leave"), do="leave?")
    assert "<h1>Done: Leave the mine</h1>" in response.content.decode()
    (undo,) = [one for one in Page.of(response).forms if ("do", "yes") in one.buttons]
    undone = Client().post(undo.action, undo.values() | {"do": "yes"})
    assert undone.status_code == 200 and "Move undone" in Page.of(undone).words
    assert "Undo this move" not in Page.of(undone).words


def test_one_touch_chooses_and_one_plays():
    _, seat = table()
    link = choice(seat, "leave")
    response = post(link, do="leave?")
    assert response.status_code == 200
    assert "Done" in Page.of(response).words
    assert played() == 1
    again = post(link, do="leave?")
    assert (again.status_code, played()) == (200, 1)
    assert "Already done" in Page.of(get(link)).words


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
    assert "It's too late for this" in page.words
    assert "happened since" in page.words
    assert not [one for one in page.forms if one.method == "post"]
    assert played() == 1


def test_another_choice_by_the_link_that_has_played_is_told_apart_from_what_was_played():
    _, seat = table()
    link = choice(seat, "mine")
    post(link, do="mine?")
    other, again = post(link, do="leave?"), post(link, do="mine?")
    assert (other.status_code, again.status_code, played()) == (409, 200, 1)
    assert "Already done" in Page.of(other).words and "already closed" in Page.of(other).words
    assert "Done: Mine a crystal" in Page.of(again).words


def test_who_lays_a_plan_is_told_what_it_did_at_once_on_the_page_and_in_the_receipt():
    _, seat = table()
    link = laying(seat, READY_MADE_ORDERS["digger"](None), question=choice(seat, "mine").question)
    first, again = Page.of(post(link, do="yes")), Page.of(post(link, do="yes"))
    for page in (first, again):
        assert "What happened" in page.words and f"{seat.player} mines" in page.words
    told = frame.finish(Outbox.objects.select_related("match", "seat__player").get(kind="receipt"), SOON)
    assert f"What happened next:\n\n- {seat.player} mines".encode() in told.content


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
    every = f"{url(link)}?all=1"
    assert offered(Client().get(every)) == ["mine?", "leave?"]
    assert "Play a card" in Page.of(Client().get(every)).words
    Seat.objects.filter(pk=seat.pk).update(hand_in_mail=True)
    assert len(offered(Client().get(every))) > 2
    assert "Play a card" not in Page.of(Client().get(every)).words


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


def test_a_link_from_when_mails_showed_the_hand_names_nothing_once_they_do_not():
    _, seat = asked_what_to_give()
    links_then = [choice(seat, {"kind": "store", "gems": gems}) for gems in ([], ["ruby"])]
    assert "<h1>Sell the rest" in get(links_then[0]).content.decode()
    Seat.objects.filter(pk=seat.pk).update(hand_in_mail=False)
    for response in map(get, links_then):
        page = Page.of(response)
        assert "<h1>Which crystals do you store?" in response.content.decode()
        assert "Sell the rest" not in page.words
        assert confirming(response) == offered(response) == []
        assert "Your options here depend on what only you can see" in page.words
        assert "See your hand and choose" in page.words
    assert {post(link, do="store?").status_code for link in links_then} == {422}


def cards_of(seat):
    hand = SeatView.of(fresh(seat), SOON).view.me.hand
    return [one for one in PLAYS if one in hand], [one for one in PLAYS if one not in hand]


def test_a_plan_is_laid_from_the_page():
    _, seat = table()
    link = choice(seat, "mine")
    assert post(link, plan="nonsense").status_code == 422
    response = post(link, plan="digger")
    assert response.status_code == 200
    assert "Plans and standing orders saved" in Page.of(response).words
    assert Order.objects.get().door == Door.LINK


def test_a_link_that_lays_a_plan_says_which():
    match, seat = table()
    other = match.seats.exclude(pk=seat.pk).first()
    link = laying(other, READY_MADE_ORDERS["careful"](None))
    content = get(link).content.decode()
    assert "<h1>Careful" in content
    assert post(link).status_code == 422
    assert not Order.objects.exists()
    assert post(link, do="yes").status_code == 200
    assert Order.objects.count() == 1
    assert "Already done" in Page.of(get(link)).words


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


@pytest.mark.parametrize("purpose", [one for one in Purpose if one not in (Purpose.REPLY, Purpose.FEED)])
def test_every_control_behind_a_link_has_its_label_and_its_own_name(purpose):
    _, seat = table()
    about = choice(seat, "mine")
    content = {Purpose.ORDERS: canonical(READY_MADE_ORDERS["careful"](None)).decode()}.get(purpose, "")
    if purpose in (Purpose.CHOICE, Purpose.CONFIRM):
        content = about.content
    page = Page.of(get(link_for(seat, purpose, question=about.question, content=content)))
    assert {control["id"] for control in page.controls} <= page.labelled
    assert len(page.ids) == len({*page.ids})
