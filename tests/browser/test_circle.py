"""A circle from its founding to its first standings, without scripts, at the width of a small telephone."""

from __future__ import annotations

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Circle, CircleMatch, MatchStatus
from games.records import keep
from tests.browser.people import NARROW, People, follow, width
from tests.kit.cast import match_of, person
from tests.kit.play_people import play_on

CLUB = "Tuesday club"


def come(people: People, name: str) -> Page:
    page = people.come(person(name), java_script_enabled=False, viewport=NARROW)
    page.goto("/")
    follow(page, page.get_by_role("link", name="People"))
    return page


def found_it(page: Page) -> None:
    follow(page, page.get_by_role("link", name="Circles"))
    page.get_by_label("Name of the circle").fill(CLUB)
    follow(page, page.get_by_role("button", name="Create a circle"))
    expect(page.get_by_role("heading", name=f"Members of {CLUB}")).to_be_visible()


def invite(page: Page, name: str) -> None:
    follow(page, page.get_by_role("button", name=f"Invite {name}"))
    expect(page.locator(".done[role=status]")).to_contain_text("Invited")


def open_match(page: Page) -> None:
    """Open a match for the circle, as it is offered, with bob invited by name."""
    follow(page, page.get_by_role("link", name="Back to the circle"))
    follow(page, page.get_by_role("link", name="New match for the circle"))
    follow(page, page.get_by_role("link", name="Create a match of Quartz", exact=True))
    page.get_by_label("Robots", exact=True).select_option("1")
    page.get_by_label("Bob").check()
    page.get_by_label("Yes, show them").check()
    follow(page, page.get_by_role("button", name="Create match").last)
    assert CircleMatch.objects.get().circle.name == CLUB


def take_seat(page: Page) -> None:
    """Take the open seat that the circle's page shows."""
    page.goto(
        f"/m/{CircleMatch.objects.get().match.public_id}/join/{CircleMatch.objects.get().match.lobby.door}/"
    )
    page.get_by_label("Yes, show them").check()
    follow(page, page.get_by_role("button", name="Take the seat"))


def finish() -> None:
    found = CircleMatch.objects.get().match
    play_on(found, 2000, now=timezone.now())
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    keep.keep_due(timezone.now())


def test_from_the_founding_to_the_first_standings(people):
    match_of()  # they have played before
    alice, bob = come(people, "alice"), come(people, "bob")
    found_it(alice)
    invite(alice, "Bob")
    bob.reload()
    follow(bob, bob.get_by_role("button", name=f"Join {CLUB}"))
    expect(bob.get_by_role("main")).to_contain_text("2 members")
    open_match(alice)
    take_seat(bob)
    finish()
    alice.goto(f"/circles/{Circle.objects.get().public_id}/")
    standings = alice.get_by_role("table").first
    expect(standings.get_by_role("row")).to_have_count(3)
    expect(standings).to_contain_text("Alice")
    expect(alice.get_by_role("main")).to_contain_text("won by")
    assert width(alice) <= NARROW["width"]
    follow(alice, alice.get_by_role("button", name="Rematch with the same people"))
    assert CircleMatch.objects.count() == 2, "the next one is the circle's too"
