"""The match page with scripts: what others do comes by itself, and nothing typed or picked is ever lost."""

from __future__ import annotations

import re

from django.conf import settings
from playwright.sync_api import expect

from games.match import chat
from games.present.match_names import tag
from tests.browser.looks import LOOK, come, hear_looks, is_look, is_same_document, look, waiter
from tests.browser.people import mining, open_offer, open_tab
from tests.kit.cast import SOON, address, match_of, play_on, turn_seat, until

MOST = 2000  # moves: more than any match takes


def test_what_others_do_comes_by_itself_and_costs_nothing_where_there_is_nothing(people):
    found = match_of()
    seat = waiter(found)
    page = come(people, found, seat)
    expect(page).to_have_title(f"Alice, Bob and Carol, 2 March · Quartz · {tag(found)}")
    assert look(page) == 304
    mover = turn_seat(found)
    play_on(found, 1)
    assert look(page) == 200
    expect(page.locator(".story.new")).to_contain_text(mover.name)
    expect(page.locator("#said")).to_contain_text(mover.name)
    assert look(page) == 304
    for step in range(60):
        if seat.number in found.awaited:
            break
        play_on(found, 1, seed=step)
        found.refresh_from_db()
    look(page)
    expect(page).to_have_title(f"(1) Alice, Bob and Carol, 2 March · Quartz · {tag(found)}")
    expect(page.locator("#top .count")).to_have_text("1")
    expect(page.locator(".mine-turn")).to_be_visible()
    assert is_same_document(page)


def test_nobody_looks_while_nobody_sees_the_page(people):
    found = match_of()
    page = come(people, found, waiter(found))
    asked = hear_looks(page)
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.clock.fast_forward(3 * LOOK)
    assert asked == []
    with page.expect_response(lambda one: is_look(one.request)):
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert asked == ["GET"]


def test_what_was_typed_stays_until_somebody_wants_to_look(people):
    found = match_of()
    page = come(people, found, waiter(found), "orders/")
    page.get_by_text("Choose what to answer without being asked", exact=True).click()
    keep = page.locator("form.standing select").first
    other = keep.locator("option:not([selected])").first.get_attribute("value")
    keep.select_option(other)
    news = page.locator(".tab-history .count")
    before = news.inner_text()
    play_on(found, 1)
    assert look(page) == 200
    expect(page.locator("#since")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("The match has moved on.")
    expect(keep).to_have_value(other)
    expect(news).to_have_text(before, use_inner_text=True)
    page.get_by_role("button", name="Show what's new").click()
    expect(page.locator("#since")).to_be_hidden()
    expect(news).not_to_have_text(before, use_inner_text=True)
    expect(keep).to_have_value(other)
    expect(keep).to_be_visible()
    open_tab(page, "Table")
    expect(page.locator(".story.new")).to_be_visible()
    open_tab(page, "Plan")
    expect(keep).to_have_value(other)
    assert is_same_document(page)


def test_a_press_stays_on_the_page_and_says_what_came_of_it(people):
    found = match_of()
    seat = turn_seat(found)
    page = come(people, found, seat, "history/")
    open_tab(page, "Table")
    mining(page).dblclick()
    done = page.locator(".done")
    expect(done).to_be_focused()
    expect(done).to_contain_text("Your move: Mine a crystal")
    assert is_same_document(page)
    expect(page).to_have_url(re.compile(r"\?done=[\w-]+$"))
    assert page.get_by_role("alert").count() == 0, "a second click is no second move"
    page.go_back()
    expect(page).to_have_url(re.compile(r"/history/$"))
    expect(page.locator("nav.tabs [aria-current]")).to_contain_text("History")
    expect(page.locator(".done")).to_have_count(0)
    assert not is_same_document(page), "what is gone back to is asked for anew"


def test_what_is_half_written_stays_when_something_else_is_pressed(people):
    found = match_of()
    page = come(people, found, turn_seat(found), "talk/")
    said = page.get_by_label("Message to all players")
    said.fill("half a sent")
    open_tab(page, "Table")
    mining(page).click()
    expect(page.locator(".done")).to_contain_text("Your move:")
    open_tab(page, "Chat")
    expect(said).to_have_value("half a sent")
    said.press_sequentially("ence")
    page.get_by_role("button", name="Send message").click()
    expect(page.locator(".said")).to_contain_text("half a sentence")
    expect(said).to_have_value("")


def test_notes_that_were_kept_elsewhere_meanwhile_are_not_written_over(people):
    found = match_of()
    seat = turn_seat(found)
    page = come(people, found, seat, "more/")
    notes = page.locator("#note")
    notes.fill("from the phone")
    chat.write_note(found, seat.player, "from the desk", 0, SOON)
    open_tab(page, "Table")
    mining(page).click()
    expect(page.locator(".done")).to_contain_text("Your move:")
    open_tab(page, "More")
    expect(notes).to_have_value("from the phone")
    page.get_by_role("button", name="Save notes").click()
    expect(page.locator("#notes .kept")).to_have_text("from the desk")
    expect(notes).to_have_value("from the phone")


def test_a_refused_form_comes_back_as_it_was_and_stays_at_its_address(people):
    found = match_of()
    page = come(people, found, turn_seat(found))
    offer = open_offer(page)
    offer.get_by_role("button", name="Confirm").click()
    expect(page.locator(".refused[data-said]")).to_be_focused()
    expect(page.locator(".refused[data-said]")).to_contain_text("Not chosen yet")
    expect(offer).to_have_attribute("open", "")
    assert page.url.endswith(address(found))


def test_a_press_that_does_not_get_through_is_kept_to_be_pressed_again(people):
    found = match_of()
    page = come(people, found, turn_seat(found))
    offer = open_offer(page)
    pick = offer.get_by_role("radio").last
    pick.check()
    page.route("**/m/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    offer.get_by_role("button", name="Confirm").click()
    expect(page.locator("#unsent")).to_be_focused()
    expect(pick).to_be_checked()
    page.unroute("**/m/**")
    offer.get_by_role("button", name="Confirm").click()
    expect(page.locator(".done")).to_be_focused()
    expect(page.locator("#unsent")).to_be_hidden()
    # What a browser complains of comes in its own time.
    people.complaints[:] = [
        one for one in people.complaints if not re.search("ERR_FAILED|htmx:(sendError|afterRequest)", one)
    ]


def test_what_is_said_after_signing_out_elsewhere_is_given_back(people):
    found = match_of()
    page = come(people, found, waiter(found), "talk/")
    page.get_by_label("Message to all players").fill("so long")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Send message").click()
    expect(page.get_by_label("What you wrote")).to_have_value("so long")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert is_same_document(page) and page.url.endswith(address(found, "talk/"))


def test_a_sale_is_reckoned_while_it_is_picked(people):
    found = match_of()
    until(found, "sell")
    seat = turn_seat(found)
    page = come(people, found, seat)
    picks = page.locator(".asking .pick input[type=checkbox]")
    for suggested in picks.all():
        suggested.uncheck()
    picks.first.check()
    page.clock.fast_forward(1000)
    told = page.locator(".reckoned")
    expect(told).to_contain_text("You will: Sell the rest, store these:")
    expect(told).to_contain_text("In the chest afterwards:")
    assert is_same_document(page)
    expect(picks.first).to_be_checked()
    expect(picks.first).to_be_focused()


def test_the_log_is_searched_and_read_back_in_place(people):
    found = match_of()
    play_on(found, 40)
    found.refresh_from_db()
    seat = found.seats.select_related("player").first()
    page = come(people, found, seat, "history/")
    before = page.locator(".story li").count()
    page.locator("#older").click()
    expect(page.locator("#older")).to_have_count(0)
    assert page.locator(".story li").count() > before
    page.get_by_text("Filter the history").click()
    page.get_by_label("Topic").select_option("coins")
    page.get_by_role("button", name="Show matching lines").click()
    expect(page).to_have_url(re.compile("about=coins"))
    expect(page.locator(".choose-lines")).to_have_attribute("open", "")
    assert is_same_document(page)
    lines = page.locator(".story li").all_text_contents()
    assert lines and len(lines) < before
    play_on(found, 1)
    look(page)
    assert page.get_by_label("Topic").input_value() == "coins", "a look keeps what was looked for"


def test_the_log_of_a_match_that_is_over_is_saved_as_a_file(people):
    found = match_of()
    play_on(found, MOST)
    page = people.come(found.seats.get(number=0).player)
    page.goto(address(found, "more/"))
    with page.expect_download() as saved:
        page.locator("form[action$='/proof/'] button").click()
    assert saved.value.suggested_filename == f"match-{found.public_id}.zip"
    expect(page).to_have_title(f"More · Alice, Bob and Carol, 2 March · Quartz · {tag(found)}")
