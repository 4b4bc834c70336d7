"""Emails as one line each in a developer's terminal: to whom, the subject, and where to read it.

The demo's mailbox shows the whole email; a code stands out, because somebody waits for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend

_CODE = re.compile(r"[0-9A-Z]{4}(-[0-9A-Z]{4})+")


class EmailBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[Any]) -> int:
        for one in email_messages:
            print(line(one), flush=True)
        return len(email_messages)


def line(message: Any) -> str:
    """Say in a line who gets which email, and its address in the demo's mailbox."""
    to, subject, page = ", ".join(message.to), message.subject, _page(message)
    if found := _CODE.search(subject):
        return f"\n  >>>  {found[0]}  <<<  {subject.replace(found[0], '').lstrip(': ')}: {to}  {page}\n"
    return f"Email to {to}: {subject}  {page}"


def _page(message: Any) -> str:
    """Give the address of an email in the demo's mailbox, by the name in its Message-ID."""
    name = message.extra_headers.get("Message-ID", "").strip("<>").partition("@")[0]
    return f"{settings.SITE_URL}/dev/mail/{name}/"
