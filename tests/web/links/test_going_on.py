"""After a press the page goes straight on to what its player is asked next, or to a plan."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.mail import links
from games.models import Link, Order, Purpose
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.cast import Page
from tests.kit.mailed_links import SOON, asked_of, at, choice, link_for, mail_to, table
from tests.kit.opened_links import get, played, post

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("soon")]


def test_after_a_press_the_page_goes_straight_on_to_what_its_player_is_asked_next():
    _, seat = table(game="quartz_cards")
    first = choice(seat, "explore")
    page = Page.of(post(first, do="explore?"))
    onward = Link.objects.latest("pk")
    assert (onward.purpose, onward.question, onward.seat) == (Purpose.SEAT, next(iter(asked_of(seat))), seat)
    form = next(one for one in page.forms if any(name == "look" for name, _ in one.buttons))
    assert form.values()["link"] == [links.token(onward)] and "do" not in form.values()
    assert post(onward).status_code == 422, "as it was drawn it does nothing"
    assert post(onward, do=form.buttons[0][1]).status_code == 200
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
    assert Order.objects.get(seat=seat).content == canonical(READY_MADE_ORDERS["bold"](None)).decode()
    assert not laid.forms and Link.objects.filter(purpose=Purpose.SEAT).count() == 1


def test_once_the_turn_has_come_that_plan_is_laid_no_more():
    _, seat = table()
    post(choice(seat, "mine"), do="mine?")
    onward = Link.objects.latest("pk")
    with at(SOON + timedelta(minutes=1)):
        mail_to(seat, "turn")
        assert post(onward, plan="bold").status_code == 409
    assert not Order.objects.exists()
