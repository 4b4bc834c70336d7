"""A moderator's way through one case in a browser, from the queue to its closing, on a narrow telephone.

That each room is for everybody is seen with all other pages, see `test_each_page`.
"""

from __future__ import annotations

import zipfile

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.utils import timezone
from playwright.sync_api import Page

from games import cases
from games.cases import Flag
from games.models import Case, CaseKind, CaseState, Look, Match, Player, Verdict
from tests.browser.people import NARROW, width
from tests.views.cast import match_of, person
from tests.views.test_second_factor import SECRET, app_code

pytestmark = pytest.mark.slow


def flagged() -> Case:
    found, now = match_of(), timezone.now()
    Match.objects.filter(pk=found.pk).update(started_at=now)
    seat = found.seats.get(number=0)
    return cases.flag(seat, seat.player, Flag(CaseKind.ABSENCE, "Bob does not play any more."), now).case


def appoint(player: Player) -> None:
    """Make somebody who is signed in a moderator, who has shown no second factor in this browser yet."""
    player.is_moderator = True
    player.save()
    TOTP.activate(player, SECRET)


def act(page: Page, name: str, why: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_label("Why").fill(why)
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("status").wait_for()


def test_a_moderator_goes_through_a_case(people):
    case, seen = flagged(), []
    page = people.come(person("mo"), viewport=NARROW)
    appoint(person("mo"))

    def look_at(name: str) -> None:
        assert page.get_by_role("heading", level=1).count() == 1, name
        seen.append((name, width(page)))

    page.goto("/admin/")
    page.get_by_label("The code your app shows").fill(app_code())
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Rooms of staff").wait_for()
    look_at("index")
    page.get_by_role("link", name="Cases").first.click()
    look_at("queue")
    page.get_by_role("link", name="somebody doesn't play any more").click()
    act(page, "Take the case", "I look into it.")
    look_at("case")
    act(page, "Take the evidence", "Alice may check it.")
    look_at("evidence")
    with page.expect_download() as given:
        page.get_by_role("link", name=f"evidence-{case.public_id}.zip").click()
    assert zipfile.is_zipfile(given.value.path())
    page.get_by_role("link", name="To the match").click()
    look_at("match")
    page.get_by_role("link", name="Look as a seat").click()
    look_at("form")
    page.get_by_label("Why").fill("To see whether Bob was asked.")
    page.get_by_role("button", name="Look as a seat").click()
    page.get_by_role("heading", name="What this seat sent").wait_for()
    look_at("look")
    page.get_by_role("link", name="Back to the match").click()
    act(page, "Give more time", "Bob was ill.")
    assert page.get_by_text("gave more time").first.is_visible()
    page.get_by_role("link", name="somebody doesn't play any more").first.click()
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("What it comes to").select_option(Verdict.SETTLED)
    page.get_by_label("Why").fill("Bob has more time now.")
    page.get_by_role("button", name="Decide", exact=True).click()
    page.get_by_role("status").wait_for()
    act(page, "Close the case", "Nothing is left to do.")
    page.goto("/admin/people/?find=bob")
    look_at("people")
    page.get_by_role("link", name="Bob").click()
    look_at("person")
    page.goto("/admin/matches/")
    look_at("matches")
    case.refresh_from_db()
    looked = [*Look.objects.values_list("reason", flat=True)]
    assert looked == ["Alice may check it.", "To see whether Bob was asked."]
    assert case.state == CaseState.CLOSED
    assert [one for one in seen if one[1] > NARROW["width"]] == []
