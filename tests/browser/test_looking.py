"""Pages that are only looked at show the latest by themselves, and keep what is typed there."""

from __future__ import annotations

from playwright.sync_api import expect

from games.lobby import before_start, join
from games.mail import links
from games.match.actions import Pressed
from tests.browser.looks import LOOK, come, hear_looks, is_same_document, look, waiter
from tests.kit.cast import match_of, play_on, turn_seat
from tests.kit.filling_tables import NO, SOON, link_to, person, seat_of, table


def test_my_matches_show_by_themselves_what_others_do(people):
    found = match_of()
    page = come(people, found, waiter(found))
    page.goto("/")
    page.evaluate("window.here = 'still the same document'")
    page.get_by_role("link", name="Create a match").focus()
    assert look(page) == 304
    play_on(found, 1)
    asked = turn_seat(found).name
    assert look(page) == 200
    expect(page.locator(".waits")).to_contain_text(f"Waiting for {asked}")
    expect(page.get_by_role("link", name="Create a match")).to_be_focused()
    assert is_same_document(page)


def test_a_table_that_fills_keeps_what_its_host_types_and_then_begins(people):
    match = table("alice", seats=3, has_door=True)
    page = come(people, match, seat_of(match, "alice"))
    page.locator("#address").fill("alice@example.org")
    asked = hear_looks(page)
    page.clock.fast_forward(LOOK)
    assert asked == [], "nothing is drawn anew under somebody's hands"
    page.get_by_role("button", name="Send invitation").click()
    expect(page.locator(".refused")).to_be_visible()
    page.evaluate("window.here = 'still the same document'")
    before_start.seat_robot(match.pk, 0, 1, "miner", SOON, Pressed())
    assert look(page) == 200
    expect(page.locator(".place.robot")).to_have_count(1)
    expect(page.locator("#address")).to_have_value("alice@example.org")
    assert is_same_document(page)
    join.join(match.pk, person("bob"), match.lobby.door, NO, SOON)
    page.clock.fast_forward(LOOK)
    expect(page.locator("#table")).to_be_visible()


def test_where_a_guest_lives_is_filled_in_to_be_sent_with_the_rest(people):
    match = table("alice", "guest")
    page = people.come()
    page.goto(f"/t/{links.token(link_to(match, 1))}")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
