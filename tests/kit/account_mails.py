"""Emails about accounts, and the codes in them; nothing goes out before a worker sends it."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail

from games.mail.kinds import OF_ACCOUNT
from games.mail.send import outbox
from games.models import MailState, Outbox

CODE = re.compile(r"^[^\n:]+: ([A-Z]{4}(?:-[A-Z]{4}){1,2})$", re.MULTILINE)


def emails() -> list[Any]:
    """Send the queued emails about accounts when they are due; return everything sent so far."""
    queued = Outbox.objects.filter(kind__in=OF_ACCOUNT, state=MailState.QUEUED).order_by("pk")
    for pk, due_at in queued.values_list("pk", "send_after"):
        outbox.send(pk, due_at)
    return list(mail.outbox)


def mailed() -> str:
    """Return the code in the newest email that has one."""
    found = [code for email in emails() for code in CODE.findall(str(email.body))]
    return str(found[-1])
