"""A mail server that isn't one: it takes what the outbox sends, and the world decides what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.mail.kinds import KINDS as TABLE
from games.mail.kinds.play import OVER

BACKEND = "tests.simulation.post.Backend"
KINDS = {str(one.subject): kind for kind, one in TABLE.items()}
UNTIL = re.compile(
    r"^You have until (?P<when>\w+ \d+ \w+, \d\d:\d\d) \((?P<zone>[\w/+-]+)\)\.$", re.MULTILINE
)
PAGE = re.compile(r"^http\S+/m/(?P<match>[\w-]+)/(?:flag/(?:\?\S*)?)?$", re.MULTILINE)


@dataclass(frozen=True)
class Letter:
    """An email as its reader has it: text, and what can be read out of it."""

    id: str
    to: str
    subject: str
    body: str
    content: bytes  # all of it, as it goes over the line

    @property
    def kind(self) -> str:
        """Read the kind off the subject; the email about the end of a match says there who won."""
        return KINDS.get(self.subject[1:].partition("] ")[0], OVER)

    @property
    def match(self) -> str:
        """Read the link to the page off; an email without one fails here."""
        found = PAGE.search(self.body)
        assert found, f"no link in {self.body!r}"
        return found["match"]

    def until(self, now: datetime) -> datetime | None:
        """Read off until when there is time; the email names no year."""
        found = UNTIL.search(self.body)
        if not found:
            return None
        years = (now.year, now.year + 1)
        zone = ZoneInfo(found["zone"])
        times = (datetime.strptime(f"{found['when']} {year}", "%A %d %B, %H:%M %Y") for year in years)
        local = (one.replace(tzinfo=zone).astimezone(UTC) for one in times)
        return min(local, key=lambda when: abs(when - now))


class AtOnce(Executor):
    """Carries an email before anybody else does anything, so that the same seed is the same match."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:  # a process that dies while it sends dies where it looks after it
            done.set_exception(error)
        return done


class Office(Protocol):
    """Whoever decides what happens to an email that the server has taken."""

    def take(self, letter: Letter) -> None: ...


class Shut:
    def take(self, letter: Letter) -> None:
        raise OSError("no simulation is running")


class Backend(BaseEmailBackend):
    office: Office = Shut()

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        for one in messages:
            Backend.office.take(
                Letter(
                    one.extra_headers["Message-ID"],
                    one.to[0],
                    str(one.subject),
                    str(one.body),
                    one.message().as_bytes(),
                )
            )
        return len(messages)
