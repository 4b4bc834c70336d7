"""My plan and my standing orders, laid from the match page."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from games import play
from games.models import Door, Order
from games.rules.kernel.codec import canonical, codec
from games.titles.gem_edge.rules.cards import FREE
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.orders import (
    READY_MADE,
    STANDING,
    AtWorth,
    MineLine,
    Orders,
    Plan,
    Stops,
    WhenWorth,
)
from tests.kit.cast import SOON, Page, address, at, browser, events, match_of, play_on, turn_seat, until, view

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def laid(found, seat) -> Orders:
    return codec(QUARTZ).orders(Order.objects.filter(match=found, seat=seat).order_by("-pk")[0].content)


def onlooking(found):
    """Give a seat that is asked nothing just now."""
    turn = turn_seat(found)
    return found.seats.exclude(pk=turn.pk).select_related("player")[0]


def test_its_address_shows_what_is_laid():
    told = Page.of(browser("alice").get(address(match_of(), "orders/"))).words
    assert "No plan: ask me every time." in told and "Standing orders" in told


@pytest.mark.parametrize("plan", READY_MADE)
def test_a_ready_made_plan_is_laid_by_one_press(plan):
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    done = client.post(address(found, "orders/"), {"plan": plan})
    assert done.status_code == 302
    assert laid(found, seat).plan == READY_MADE[plan]
    page = client.get(done["Location"]).content.decode()
    assert "Your orders are saved." in page
    assert f'value="{plan}" aria-pressed="true"' in page


def test_a_plan_plays_at_once_when_it_is_my_turn():
    found = match_of()
    seat, before = turn_seat(found), events(found)
    browser(seat.player).post(address(found, "orders/"), {"plan": "digger"})
    assert events(found) > before


def test_what_a_plan_does_at_once_stands_in_the_receipt_for_who_laid_it():
    found = match_of()
    seat = turn_seat(found)
    with at():
        client = browser(seat.player)
        laid = client.post(address(found, "orders/"), {"plan": "digger"})
        told = Page.of(client.get(laid["Location"])).words
        assert f"Your orders are saved. {seat.name} mines" in told
        others = [one for one in found.seats.select_related("player") if one != seat]
        other = Page.of(browser(others[0].player).get(f"{address(found)}orders/?done=orders")).words
        assert f"Your orders are saved. {seat.name}" not in other


def test_a_plan_can_be_taken_away():
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    client.post(address(found, "orders/"), {"plan": "bold"})
    client.post(address(found, "orders/"), {"plan": "none"})
    assert laid(found, seat).plan is None


def test_standing_orders_are_laid_as_the_form_has_them_and_a_plan_stays():
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    client.post(address(found, "orders/"), {"plan": "bold"})
    form = next(
        one for one in Page.of(client.get(address(found, "orders/"))).forms if "on_my_break" in one.values()
    )
    sent = form.values() | {
        "on_my_break": "never",
        "unacceptable": "when_worth",
        "unacceptable/when_worth": "7",
    }
    assert client.post(form.action, sent).status_code == 302
    assert laid(found, seat) == replace(
        STANDING, plan=READY_MADE["bold"], on_my_break="never", unacceptable=WhenWorth(7)
    )
    page = Page.of(client.get(address(found, "orders/")))
    form = next(one for one in page.forms if "on_my_break" in one.values())
    assert form.values()["unacceptable"] == ["when_worth"]
    assert form.values()["unacceptable/when_worth"] == ["7"]


def test_every_order_that_is_a_word_is_in_the_form():
    found = match_of()
    form = next(
        one
        for one in Page.of(browser("alice").get(address(found, "orders/"))).forms
        if "on_my_break" in one.values()
    )
    names = {field.encode_name for field in msgspec.structs.fields(Orders)} - {"plan"}
    assert names <= set(form.values())


@pytest.mark.parametrize(
    "sent",
    [
        {"on_my_break": "sometimes"},
        {"unacceptable": "when_worth", "unacceptable/when_worth": "many"},
        {"unacceptable": "when_worth", "unacceptable/when_worth": "1000"},
        {"plan": "fly"},
    ],
)
def test_what_is_no_order_is_refused_and_not_forgotten(sent):
    found = match_of()
    client = browser("alice")
    told = client.post(address(found, "orders/"), sent)
    assert told.status_code == 422
    assert "couldn't read that" in Page.of(told).words
    assert not Order.objects.filter(match=found).exists()


WORTHLESS = Orders(plan=Plan(lines=(MineLine(9),), stops=Stops(worth=AtWorth(0))))
STOPPED = "Your plan stopped: your cart has reached the value you set."
WILL_STOP = "Your plan will stop: your cart has reached the value you set."


def lay(found, seat, orders) -> None:
    text = canonical(msgspec.to_builtins(orders)).decode()
    receipt = play.lay_orders(found.pk, seat.number, seat.generation, text, Door.PAGE, SOON, "")
    assert not receipt.refused


def words_on(found, seat, tab="") -> str:
    return Page.of(browser(seat.player).get(f"{address(found)}{tab}")).words


def test_a_plan_that_will_stop_says_why():
    found = match_of()
    seat = onlooking(found)
    lay(found, seat, WORTHLESS)
    assert WILL_STOP in words_on(found, seat, "orders/")
    assert STOPPED not in words_on(found, seat) + words_on(found, seat, "orders/")


def test_a_plan_that_has_stopped_says_why_beside_what_is_asked_and_on_its_own_tab():
    found = match_of()
    seat = turn_seat(found)
    assert "Your plan stopped" not in words_on(found, seat)
    lay(found, seat, WORTHLESS)
    for tab in ("", "orders/"):
        assert STOPPED in words_on(found, seat, tab)


def test_nobody_else_is_told_why_a_plan_stopped():
    found = match_of()
    seat = turn_seat(found)
    lay(found, seat, WORTHLESS)
    for other in found.seats.exclude(pk=seat.pk).select_related("player"):
        for tab in ("", "orders/", "history/"):
            assert "Your plan" not in words_on(found, other, tab)


def test_a_plan_that_is_laid_says_what_it_does_next():
    found = match_of()
    seat = onlooking(found)
    lay(found, seat, Orders(plan=Plan(lines=(MineLine(9),))))
    assert "Next, unless something changes: Mine a crystal." in words_on(found, seat, "orders/")


def test_the_page_lists_the_orders_that_come_with_a_plan_before_it_is_pressed():
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    page = Page.of(client.get(address(found, "orders/")))
    assert "no standing orders yet" in page.words
    assert "Evening sale: store what's worth keeping, sell the rest" in page.words
    client.post(address(found, "orders/"), {"plan": "bold"})
    assert laid(found, seat) == replace(STANDING, plan=READY_MADE["bold"])
    assert "no standing orders yet" not in Page.of(client.get(address(found, "orders/"))).words


def test_a_plan_overwrites_no_order_that_was_laid():
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    client.post(address(found, "orders/"), {"token": "never"})
    assert "no standing orders yet" not in Page.of(client.get(address(found, "orders/"))).words
    client.post(address(found, "orders/"), {"plan": "bold"})
    assert laid(found, seat) == Orders(token="never", plan=READY_MADE["bold"])


def test_whoever_has_set_everything_back_to_ask_keeps_it_so_under_a_ready_made_plan():
    """The defaults, laid by hand, are orders like any others."""
    found = match_of()
    seat = onlooking(found)
    client = browser(seat.player)
    for one in ({"token": "always"}, {"token": "ask"}, {"plan": "careful"}):
        client.post(address(found, "orders/"), one)
    assert laid(found, seat) == Orders(plan=READY_MADE["careful"])


# --- orders offered by one press


def offers(page):
    """List the changes of orders that a page offers, as its buttons send them."""
    return [value for form in page.forms for name, value in form.buttons if name == "change"]


def test_an_order_beside_a_question_answers_it_and_stays():
    found = match_of()
    until(found, "window")
    found.refresh_from_db()
    seat = found.seats.select_related("player").get(number=found.awaited[0])
    client = browser(seat.player)
    sent = offers(Page.of(client.get(address(found))))
    never = next(one for one in sent if "never" in one)
    done = client.post(address(found, "orders/"), {"change": never, "settling": "yes"})
    assert done.status_code == 302 and done["Location"].startswith(address(found) + "?")
    assert "never" in canonical(laid(found, seat)).decode()
    found.refresh_from_db()
    assert seat.number not in found.awaited


@pytest.mark.parametrize("sent", ["", "no", "[]", '{"flying":"yes"}', '{"sale":"never"}', "[" * 2000, "\x00"])
def test_a_change_that_is_none_is_refused(sent):
    found = match_of()
    told = browser("alice").post(address(found, "orders/"), {"change": sent, "settling": "yes"})
    assert told.status_code == 422
    assert "couldn't read that" in Page.of(told).words
    assert not Order.objects.filter(match=found).exists()


def test_an_order_is_offered_to_who_holds_the_card_and_one_press_lays_it():
    found = match_of(game="gem_edge", secret=b"a hand with a free card".rjust(32))
    play_on(found, 3)  # all have kept their ornaments
    pages = {
        one: Page.of(browser(one.player).get(address(found))) for one in found.seats.select_related("player")
    }
    held = {one: view(found, one.number).me.hand for one in pages}
    assert {one for one in pages if offers(pages[one])} == {one for one in pages if {*FREE} & {*held[one]}}
    seat = next(one for one in pages if offers(pages[one]))
    assert "a standing order" in pages[seat].words
    client, change = browser(seat.player), offers(pages[seat])[0]
    assert client.post(address(found, "orders/"), {"change": change, "settling": "yes"}).status_code == 302
    assert not offers(Page.of(client.get(address(found))))
