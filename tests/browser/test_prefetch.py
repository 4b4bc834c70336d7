"""A browser that fetches what every kind of email leads to, and runs what it finds there, changes nothing."""

from __future__ import annotations

from playwright.sync_api import Page

from games.mail import links
from games.models import Outbox
from tests.kit.every_mail import WANTED, everything, is_link, paths, sent_mails, token_in

TABS = 8


def test_a_real_browser_that_runs_scripts_changes_nothing(people, site, settings):
    settings.SITE_URL = site
    with sent_mails() as mails:
        assert set(mails) >= WANTED
        before, found = everything(), one_of_each(mails)
        first = people.come()
        tabs = [first, *(first.context.new_page() for _ in range(TABS - 1))]
        for start in range(0, len(found), TABS):
            batch = found[start : start + TABS]
            prefetch(list(zip(tabs, batch, strict=False)))
            assert first.context.cookies() == [] or not all(map(is_link, batch))
        assert len(found) > 30
        assert everything() == before


def prefetch(pages: list[tuple[Page, str]]) -> None:
    """Open addresses side by side, and wait until whatever their scripts do is done."""
    for tab, path in pages:
        response = tab.goto(path, wait_until="commit")
        assert response is not None and response.status == 200
    for tab, _ in pages:
        tab.wait_for_load_state("networkidle")


def one_of_each(mails: dict[str, Outbox]) -> list[str]:
    """Choose of each kind of email one address for each thing there is to do, and what is no link too."""
    found = {}
    for kind, row in mails.items():
        for path in paths(row):
            link = links.find(token_in(path))
            found[kind if link else "", link.purpose if link else path] = path
    return sorted(found.values(), key=is_link, reverse=True)
