"""The tabs of a match page: an address each, so that scripts aren't needed and the back button is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.translation import gettext, gettext_noop

from games.match import chat
from games.models import Match


class Tab(StrEnum):
    """A tab, by the name of its address."""

    TABLE = "match"
    HISTORY = "history"
    CHAT = "say"
    PLAN = "orders"
    MORE = "more"


CALLED = {
    Tab.TABLE: gettext_noop("Table"),
    Tab.HISTORY: gettext_noop("History"),
    Tab.CHAT: gettext_noop("Chat"),
    Tab.PLAN: gettext_noop("Plan"),
    Tab.MORE: gettext_noop("More"),
}
#: The tab with the form that is sent to an address; the table has all others.
WITH_FORM = {
    **{str(tab.value): tab for tab in Tab},
    **dict.fromkeys(("days_off", "stand_in", "mails", "offer", "note"), Tab.MORE),
}
PROPOSING = "proposing"  # field of a vote's form that stands among the settings
SETTLING = "settling"  # field of a form of orders that stands beside a question


@dataclass(frozen=True)
class TabLink:
    """A tab in the bar: its address, and how much in it is new."""

    key: str
    address: str
    label: str
    count: int
    is_open: bool


def tab_of(request: HttpRequest) -> Tab:
    """Find the tab that a request asks for, or whose form it sends."""
    name = (request.resolver_match.url_name or "") if request.resolver_match else ""
    if PROPOSING in request.POST:
        return Tab.MORE
    if SETTLING in request.POST:
        return Tab.TABLE
    return WITH_FORM.get(name, Tab.TABLE)


def tab_links(match: Match, open_tab: Tab, counts: dict[Tab, int]) -> Sequence[TabLink]:
    """List the tabs a match has now."""
    return [
        TabLink(
            tab.name.lower(),
            resolve_url(str(tab.value), match.public_id),
            gettext(CALLED[tab]),
            counts.get(tab, 0),
            tab == open_tab,
        )
        for tab in Tab
        if is_there(tab, match)
    ]


def is_there(tab: Tab, match: Match) -> bool:
    """Tell whether a match has this tab: plans only while it is played, the chat from its start."""
    if tab == Tab.PLAN:
        return match.is_running
    return tab != Tab.CHAT or match.status in chat.OPEN
