"""What an answer would do and come to, before it is given: nothing is written, and all stays filled in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.models import Event, Heartbeat, Order, SealedAnswer, Submission
from games.play.outages import SWEEP
from tests.kit.cast import SOON, Page, address, browser, match_of, play_on, press, turn_seat, until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]


def counts():
    return [kind.objects.count() for kind in (Event, Submission, SealedAnswer, Order)]


def sale(others=2):
    """Come to an evening; give the match, a browser, the form of a sale, its blank and what it offers."""
    found = match_of()
    for step in range(200):
        until(found, "sell")
        if len(found.awaited) <= others + 1:
            break
        play_on(found, 1, seed=step)
    client = browser(turn_seat(found).player)
    form = Page.of(client.get(address(found))).asking[0]
    ((name, values),) = form.boxes.items()
    return found, client, form, name, values


def test_a_sale_is_reckoned_and_stays_picked():
    found, client, form, name, values = sale()
    before = counts()
    told = press(client, found, form, **{name: [values[0]], "reckon": "yes"})
    assert told.status_code == 200 and counts() == before
    words = Page.of(told).words
    assert f"You will: Sell the rest, store these: {values[0]}" in words
    assert f"In the chest afterwards: {values[0]}, now worth" in words
    assert Page.of(told).asking[0].values()[name] == [values[0]]


def test_what_is_reckoned_is_what_comes_of_it():
    found, client, form, name, values = sale(others=0)
    seat = turn_seat(found)
    told = Page.of(press(client, found, form, **{name: [values[0]], "reckon": "yes"})).words
    coins = told.partition("coins +")[2].partition(".")[0]
    press(client, found, form, **{name: [values[0]]})
    lines = re.findall(r"<li>(.*?)</li>", client.get(address(found, "history/?lines=9999")).content.decode())
    assert any(line.startswith(seat.name) and f"+{coins}" in line for line in lines)


def test_a_script_gets_only_what_it_asks_for():
    found, client, form, name, values = sale()
    (where,) = [value for button, value in form.buttons if button == "reckon"]
    sent = form.values() | {name: [values[0]], "reckon": where}
    told = client.post(address(found), sent, headers={"HX-Request": "true"})
    assert told.status_code == 200 and told["HX-Push-Url"] == "false"
    assert told.content.decode().strip().startswith(f'<div id="{where}"')


@pytest.mark.parametrize("store", [["ruby"] * 3, ["amber*60"], ["stone"], ["\x00"]])
def test_what_cannot_be_stored_is_not_reckoned(store):
    found, client, form, name, _ = sale()
    told = press(client, found, form, **{name: store, "reckon": "yes"})
    assert told.status_code == 200
    assert "In the chest afterwards" not in Page.of(told).words


def test_what_is_still_open_is_said():
    found, client, form, value = choice_by_steps()
    told = Page.of(press(client, found, form, do=value, reckon="yes")).words
    assert "Still to choose:" in told


def choice_by_steps():
    """Come to a choice that leaves something to choose; give the match, a browser, its form and its value."""
    found = match_of()
    for step in range(200):
        client = browser(turn_seat(found).player)
        for form in Page.of(client.get(address(found))).asking:
            value = form.values().get("do", [""])[0]
            if value and any(name.startswith(f"{value}/") for name in form.radios):
                return found, client, form, value
        play_on(found, 1, seed=step)
    raise AssertionError("nothing is left to choose")


def test_a_choice_by_steps_comes_back_open_with_its_preview_and_is_confirmed():
    found, client, form, value = choice_by_steps()
    picked = {name: options[0] for name, options in form.radios.items() if name.startswith(f"{value}/")}
    told = press(client, found, form, **picked, reckon="yes")
    assert "You will:" in Page.of(told).words and '<details class="offer" open>' in told.content.decode()
    again = next(one for one in Page.of(told).asking if one.values().get("do") == [value])
    assert all(again.values()[name][-1] == one for name, one in picked.items())
    assert client.post(address(found), again.values()).status_code == 302


def test_what_is_asked_can_be_settled_for_good_right_there():
    found, client, _, _, _ = sale()
    forms = Page.of(client.get(address(found))).forms
    form = next(one for one in forms if any(name == "change" for name, _ in one.buttons))
    ((name, change),) = form.buttons
    assert client.post(form.action, form.values() | {name: change}, follow=True).status_code == 200
    assert '"sale":"rule"' in Order.objects.get().content


def test_mails_that_are_held_up_are_said_to_follow_and_play_goes_on():
    found = match_of()
    for age, held_up in ((None, True), (300, True), (5, False)):
        if age is not None:
            Heartbeat.objects.update_or_create(name=SWEEP, defaults={"at": SOON - timedelta(seconds=age)})
        client = browser(turn_seat(found).player)
        form = Page.of(client.get(address(found))).asking[0]
        told = client.post(address(found), form.values() | {"do": "mine?"}, follow=True)
        words = Page.of(told).words
        assert "Your move: Mine a crystal" in words
        assert ("Emails are delayed right now" in words) is held_up
        until(found, "turn")


def test_after_a_move_a_plan_for_the_next_one_is_a_press_away():
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    for _ in range(30):
        form = Page.of(client.get(address(found))).asking[0]
        page = Page.of(client.post(address(found), form.values() | {"do": "mine?"}, follow=True))
        if not page.asking:
            break
    assert "Or plan your next turns" in page.words
    plans = Page.of(client.get(address(found, "orders/")))
    form = next(one for one in plans.forms if ("plan", "sleepwalker") in one.buttons)
    told = client.post(form.action, form.values() | {"plan": "sleepwalker"}, follow=True)
    assert "Your orders are saved." in Page.of(told).words


def test_beside_mining_and_leaving_stands_what_each_would_do():
    found = match_of()
    words = Page.of(browser(turn_seat(found).player).get(address(found))).words
    assert "chance of obsidian" in words
    assert "Everything in your cart is safe, and you get" in words


def test_what_stands_beside_a_choice_is_not_said_again_when_it_is_picked():
    found = match_of()
    client = browser(turn_seat(found).player)
    form = Page.of(client.get(address(found))).asking[0]
    words = Page.of(press(client, found, form, do="leave?", reckon="yes")).words
    assert words.count("Everything in your cart is safe") == 1


def test_an_answer_that_leaves_something_open_is_refused_beside_the_table():
    found = match_of()
    client = browser(turn_seat(found).player)
    form = Page.of(client.get(address(found))).asking[0]
    sent = {name: value for name, value in form.values().items() if name != "do"}
    page = client.post(address(found), sent)
    assert page.status_code == 422 and 'id="table"' in page.content.decode()


def test_help_that_several_choices_share_is_said_once():
    found = match_of()
    for step in range(200):
        page = browser(turn_seat(found).player).get(address(found))
        asked = page.content.decode().partition('<section class="asking')[2].partition("</section>")[0]
        alike = re.findall(r'value="dont_belong[^"/]*"', asked)
        if len({*alike}) > 1:
            break
        play_on(found, 1, seed=step)
    assert len({*alike}) > 1 and asked.count("Take two valuable crystals") == 1
