"""Pages with several forms: what came of a press is to be seen where it was pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE
from tests.kit.cast import match_of, person

pytestmark = pytest.mark.slow


def forms(page: Page) -> int:
    return page.locator("main form[method=post]").count()


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
    for number in range(forms(page)):
        page.goto(path)
        form = page.locator("main form[method=post]").nth(number)
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
        page.get_by_role("button", name="Take them off everywhere").click()
    expect(page.locator("#holidays ~ .refused")).to_be_in_viewport()
