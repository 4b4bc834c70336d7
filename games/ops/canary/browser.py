"""A small browser: asks the site for pages, and finds the buttons of the pages behind links."""

from __future__ import annotations

import http.client
import ssl
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urlsplit

from django.conf import settings

PATIENCE = 20  # seconds
LARGEST = 4_000_000  # bytes
OK = 200
#: A button that shows what a choice would do, and one that does it. Others are for plans, reminders and undo.
LOOK, DO, NO_CHOICE = "look", "do", "yes"


class Failed(Exception):
    """Raised with why a stage failed, in words that hold no address, no link and nothing of an email."""


@dataclass
class PageForm:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    has_blanks: bool = False  # beside the buttons of a choice, some are to be filled in


class Browser:
    """Asks one site, at its own address or at another one inside its network."""

    def __init__(self, at: str = "") -> None:
        self._site, self._at = urlsplit(settings.SITE_URL), urlsplit(at or settings.SITE_URL)

    def get(self, path: str) -> str:
        return self._ask("GET", path, None, {})

    def post(self, path: str, fields: dict[str, str]) -> str:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields), kind)

    def _ask(self, method: str, path: str, body: str | None, more: dict[str, str]) -> str:
        """Give a page; raise Failed for anything but a page."""
        headers = {"Host": self._site.netloc, "X-Forwarded-Proto": self._site.scheme, **more}
        wire = self._wire()
        try:
            wire.request(method, path, body, {"User-Agent": "QuartzCanary/1.0", **headers})
            answer = wire.getresponse()
            page = answer.read(LARGEST)
        except (OSError, http.client.HTTPException) as error:
            raise Failed(f"no answer: {type(error).__name__}") from None
        finally:
            wire.close()
        if answer.status != OK:
            raise Failed(f"status {answer.status}")
        return page.decode("utf-8", "replace")

    def _wire(self) -> http.client.HTTPConnection:
        host, port = self._at.hostname or "", self._at.port
        if self._at.scheme == "https":
            trust = ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=trust)
        return http.client.HTTPConnection(host, port, timeout=PATIENCE)


class _Forms(HTMLParser):
    """Reads the forms of a page that post."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self._is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_open = told.get("method", "").lower() == "post"
            if self._is_open:
                self.found.append(PageForm(told.get("action", "")))
        elif self._is_open and "name" in told:
            self._control(tag, told)

    def handle_endtag(self, tag: str) -> None:
        self._is_open = self._is_open and tag != "form"

    def _control(self, tag: str, told: dict[str, str]) -> None:
        form = self.found[-1]
        if tag == "button":
            form.buttons.append((told["name"], told.get("value", "")))
        elif tag == "input" and told.get("type") == "hidden":
            form.fields[told["name"]] = told.get("value", "")


def forms_of(page: str) -> list[PageForm]:
    reader = _Forms()
    reader.feed(page)
    return reader.found


def choosing(page: str) -> tuple[str, dict[str, str]] | None:
    """Find the first button that makes a choice or shows one: where it sends what. None if there is none."""
    for form in forms_of(page):
        for name, value in form.buttons:
            if name in (LOOK, DO) and value != NO_CHOICE:
                return form.action, {**form.fields, name: value}
    return None
