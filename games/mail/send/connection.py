"""The connection to the mail server: it carries one email at a time, while the next is being written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend


def one_thread() -> Executor:
    """Return an executor whose only thread hands over emails."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail-connection")


class MailConnection:
    """Stays open for one email after the other. The thread that uses it touches no database."""

    def __init__(self) -> None:
        self.server: BaseEmailBackend = mail.get_connection()
        self.thread = one_thread()
        self.underway: Future[None] | None = None

    def __enter__(self) -> MailConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.shutdown()
        self.hang_up()

    def carry(self, deliver: Callable[[BaseEmailBackend], None]) -> None:
        """Start handing an email to the mail server."""
        self.underway = self.thread.submit(deliver, self.server)

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
