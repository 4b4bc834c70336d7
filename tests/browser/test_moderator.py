"""A moderator's way through one case in a browser, from the queue to its closing, on a narrow telephone.

That each room is for everybody is seen with all other pages, see `test_each_page`.
"""

from __future__ import annotations

import zipfile

from allauth.mfa.totp.internal.auth import TOTP
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.disputes import cases
from games.disputes.cases import Flag
from games.models import Case, CaseKind, CaseState, Look, Match, Player, Verdict
from tests.browser.people import NARROW, follow, width
from tests.kit.cast import at, match_of, person
from tests.kit.second_factor import SECRET, app_code


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
    go_to(page, name, exact=True)
    page.get_by_label("Reason").fill(why)
    follow(page, page.get_by_role("button", name=name, exact=True))
    expect(page.get_by_role("status")).to_be_visible()


def go_to(page: Page, name: str, **more: bool) -> None:
    follow(page, page.get_by_role("link", name=name, **more).first)


def test_a_moderator_goes_through_a_case(people):
    case, seen = flagged(), []
    page = people.come(person("mo"), viewport=NARROW)
    appoint(person("mo"))

    def look_at(name: str) -> None:
        expect(page.get_by_role("heading", level=1), name).to_have_count(1)
        seen.append((name, width(page)))

    page.goto("/admin/")
    with at(timezone.now()):  # a code is good until the next half minute begins, which may be now
        page.get_by_label("Code from your authenticator app").fill(app_code())
        follow(page, page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("heading", name="What is waiting")).to_be_visible()
    look_at("index")
    go_to(page, "Cases")
    look_at("queue")
    go_to(page, "Someone has stopped playing")
    act(page, "Take the case", "I look into it.")
    look_at("case")
    act(page, "Download the evidence", "Alice may check it.")
    look_at("evidence")
    with page.expect_download() as given:
        page.get_by_role("link", name=f"evidence-{case.public_id}.zip").click()
    assert zipfile.is_zipfile(given.value.path())
    go_to(page, "Go to the match")
    look_at("match")
    go_to(page, "View the match from a seat")
    look_at("form")
    page.get_by_label("Reason").fill("To see whether Bob was asked.")
    follow(page, page.get_by_role("button", name="View the match from a seat"))
    expect(page.get_by_role("heading", name="Sent from this seat")).to_be_visible()
    look_at("look")
    go_to(page, "Back to the match")
    act(page, "Give more time", "Bob was ill.")
    expect(page.get_by_text("gave more time").first).to_be_visible()
    go_to(page, "Someone has stopped playing")
    go_to(page, "Decide", exact=True)
    page.get_by_label("Decision").select_option(Verdict.SETTLED)
    page.get_by_label("Reason").fill("Bob has more time now.")
    follow(page, page.get_by_role("button", name="Decide", exact=True))
    expect(page.get_by_role("status")).to_be_visible()
    act(page, "Close the case", "Nothing is left to do.")
    page.goto("/admin/people/?find=bob")
    look_at("people")
    go_to(page, "Bob")
    look_at("person")
    page.goto("/admin/matches/")
    look_at("matches")
    case.refresh_from_db()
    looked = [*Look.objects.values_list("reason", flat=True)]
    assert looked == ["Alice may check it.", "To see whether Bob was asked."]
    assert case.state == CaseState.CLOSED
    assert [one for one in seen if one[1] > NARROW["width"]] == []
