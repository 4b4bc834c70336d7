"""Pages with several forms: what came of a press is to be seen where it was pressed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import PHONE
from tests.kit.cast import match_of, person


def forms(page: Page) -> Locator:
    """Find the forms of a page, but not the one that signs out."""
    return page.locator("main form[method=post]:not(nav form):visible")


def answers_in_view(page: Page) -> bool:
    said = page.locator("main [role=status], main [role=alert]").first
    expect(said).to_be_in_viewport()
    return True


@pytest.mark.parametrize("running", [True, False], ids=["with a match", "without"])
@pytest.mark.parametrize("path", ["/hours/", "/mails/"])
def test_each_form_says_what_came_of_it_where_it_stands(people, path, running):
    if running:
        match_of()
    page = people.come(person("alice"), viewport=PHONE)
    page.goto(path)
    for number in range(forms(page).count()):
        page.goto(path)
        form = forms(page).nth(number)
        for day in form.locator("input[type=date]").all():
            day.fill("2026-03-05")
        with page.expect_navigation():
            form.locator("button").first.click()
        assert answers_in_view(page)
        if page.locator("#holidays [role=status]").count():
            assert "0" not in page.locator("#holidays [role=status]").inner_text()


def test_days_that_cannot_be_taken_are_refused_beside_their_form(people):
    match_of()
    page = people.come(person("alice"), viewport=PHONE)
    page.goto("/hours/")
    page.get_by_label("first day").fill("2020-01-01")
    page.get_by_label("last day").fill("2020-01-02")
    with page.expect_navigation():
        page.get_by_role("button", name="Take holiday in all matches").click()
    expect(page.locator("#holidays ~ .refused")).to_be_in_viewport()


def open_match(people, **facts) -> Page:
    found = match_of()
    page = people.come(person("alice"), viewport=PHONE, **facts)
    page.goto(f"/m/{found.public_id}/more/")
    return page


def take_days(page: Page, first: str, last: str) -> None:
    page.locator("summary", has_text="Holidays").click()
    page.get_by_label("First day").fill(first)
    page.locator("#days-last").fill(last)
    page.get_by_role("button", name="Take these days off").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize(("days", "role"), [(2, "status"), (300, "alert")], ids=["taken", "refused"])
def test_a_match_page_says_what_came_of_its_holidays_beside_them(people, scripts, days, role):
    page, first = open_match(people, java_script_enabled=scripts), timezone.localdate() + timedelta(days=3)
    take_days(page, first.isoformat(), (first + timedelta(days=days)).isoformat())
    note = page.locator("section", has=page.locator("#my-seat")).locator("[data-said]")
    expect(note).to_be_in_viewport()
    assert page.locator("[data-said]").count() == 1
    assert note.get_attribute("role") == role


def test_so_does_each_other_form_there(people):
    page = open_match(people)
    mails = page.locator("form[action*='/mails/']")
    for number in range(mails.count()):
        page.reload()
        form = mails.nth(number)
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        if form.locator("input[type=radio]").count():
            form.locator("input[type=radio]").last.check()
        form.locator("button").first.click()
        expect(
            page.locator("section", has=page.locator("#my-seat")).locator("[data-said]")
        ).to_be_in_viewport()
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    form = page.locator("form", has=page.locator("input[name=subject][value=end]"))
    form.locator("input[name=sure]").evaluate("box => box.required = false")
    form.get_by_role("button", name="Propose").click()
    expect(page.locator(".refused[data-said]")).to_be_in_viewport()
    assert page.locator("section", has=page.locator("#my-seat")).locator(".refused[data-said]").count() == 1
