"""A browser, a program and a mail provider, all over real HTTP: whom a kill cuts off asks again."""

from __future__ import annotations

import http.client
import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.soak.book import Book

PATIENCE = 90  # seconds until somebody gives up on a site that doesn't answer
NAP = 0.3
REDIRECTS = (301, 302, 303)
FORM = "application/x-www-form-urlencoded"
Fields = Mapping[str, str | Sequence[str]]


class NoAnswer(Exception):
    """Raised when no server has answered for long."""


@dataclass(frozen=True)
class Answer:
    status_code: int
    content: bytes
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        return self.content.decode(errors="replace")

    @property
    def location(self) -> str:
        return self.headers.get("Location", "")


@dataclass
class Browser:
    """Somebody's browser, with an address of its own behind the proxy; it knows every web server."""

    ports: Sequence[int]
    home: str
    book: Book
    facts: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, fields: Fields, **headers: str) -> Answer:
        body = urlencode(fields, doseq=True).encode()
        return self.ask("POST", path, body, {"Content-Type": FORM, **headers})

    def followed(self, answer: Answer) -> tuple[Answer, str]:
        """Go where an answer leads; give the page and its path."""
        path = ""
        while answer.status_code in REDIRECTS:
            path = path_of(answer.location)
            answer = self.get(path)
        return answer, path

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request until a server answers; the same bytes each time. Raise NoAnswer."""
        until = time.monotonic() + PATIENCE
        for port in itertools.cycle(self.book.shuffled(self.ports)):
            try:
                return self._ask(port, method, path, body, headers or {})
            except (OSError, http.client.HTTPException):
                self.book.count("cut off", method)
            if time.monotonic() > until or self.book.given_up.is_set():
                raise NoAnswer(path_of(path).partition("/t/")[0])
            time.sleep(NAP)
        raise AssertionError("no servers")

    def _ask(self, port: int, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request(method, path, body or None, self._headers(headers))
            got = line.getresponse()
            answer = Answer(got.status, got.read(), dict(got.getheaders()))
            self._keep(got.headers.get_all("Set-Cookie") or [])
        finally:
            line.close()
        self.book.answered(method, path, answer.status_code)
        return answer

    def _headers(self, more: Mapping[str, str]) -> dict[str, str]:
        held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        kept = {"Cookie": held} if held else {}
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"X-Forwarded-For": self.home, "Connection": "close", **kept, **self.facts, **named}

    def _keep(self, told: list[str]) -> None:
        for line in told:
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
                self.book.canary(morsel.value)


def path_of(url: str) -> str:
    """Give what comes after the host, without the fragment."""
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def csrf(form: Any) -> dict[str, list[str]]:
    return {name: values for name, values in form.values().items() if name == "csrfmiddlewaretoken"}
