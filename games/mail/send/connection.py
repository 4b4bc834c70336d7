"""The connection to the mail server: it carries one email at a time, while the next is being written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend


def courier() -> Executor:
    """Hire who carries the emails."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="courier")


class Line:
    """Stays open for one email after the other. The thread that uses it touches no database."""

    def __init__(self) -> None:
        self.server: BaseEmailBackend = mail.get_connection()
        self.courier = courier()
        self.underway: Future[None] | None = None

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.courier.shutdown()
        self.hang_up()

    def carry(self, deliver: Callable[[BaseEmailBackend], None]) -> None:
        """Start handing an email to the mail server."""
        self.underway = self.courier.submit(deliver, self.server)

    def wait(self) -> None:
        """Wait until the server has the email; raise what went wrong."""
        assert self.underway is not None
        self.underway.result()

    def hang_up(self) -> None:
        """Close the connection, because its state after an error is unknown.

        The next email opens it again.
        """
        with suppress(OSError):
            self.server.close()
