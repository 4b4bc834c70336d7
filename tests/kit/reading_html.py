"""What a reader sees of an email's HTML."""

from __future__ import annotations

from html.parser import HTMLParser


class Reading(HTMLParser):
    """Collects links, tags, and what the HTML would load or submit."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.fetched: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self.tags.add(tag)
        if tag == "a":
            self.addresses.append(facts.get("href") or "")
        self.fetched += [value or "" for name, value in attrs if name in ("src", "background", "action")]


def seen(html: str) -> Reading:
    found = Reading()
    found.feed(html)
    return found
