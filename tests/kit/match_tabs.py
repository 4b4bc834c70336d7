"""All tabs of a match page at once, for tests that don't mind in which of them something is."""

from __future__ import annotations

from django.test import Client

from games.models import Match
from tests.kit.cast import Page, address

TABS = ("", "history/", "talk/", "orders/", "more/")


def all_tabs(client: Client, found: Match) -> Page:
    """Read all tabs of a match page, as if they were one page."""
    page = Page()
    page.feed(whole(client, found))
    return page


def whole(client: Client, found: Match) -> str:
    """Give all tabs of a match page as one text."""
    return "".join(client.get(address(found, tab)).content.decode() for tab in TABS)
