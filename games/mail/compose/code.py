"""Emails with a code to type in: nothing in them can be clicked.

A code that works in one browser alone stands in the subject, so that it is read without opening the email;
one that works in any browser doesn't, since locked screens show subjects.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.compose.email_draft import EmailDraft, host
from games.mail.kinds import KINDS
from games.players import codes
from games.present.match_names import short_name

Context = dict[str, Any]


def code(draft: EmailDraft) -> Context:
    """Write it in the current language."""
    row, kind = draft.row, KINDS[draft.row.kind]
    code, is_shared = _in_fours(codes.in_email(row)), codes.letters_in(row) == codes.LONG
    table = short_name(row.match) if row.match else ""
    return {
        "title": str(kind.subject),
        "lines": [str(one) % {"site": host(), "table": table} for one in kind.says],
        "code": code,
        "news": str(kind.subject) if is_shared else f"{code}: {kind.subject}",
        "after": _shared() if is_shared else _holds(),
        "why": _("You get this email because someone requested a code at"),
        "page": settings.SITE_URL,
    }


def _in_fours(code: str) -> str:
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _holds() -> str:
    minutes = codes.HOLDS.seconds // 60
    return ngettext(
        "The code works for %(count)d minute, only in the browser where it was requested. If it "
        "wasn't you, do nothing: nobody can continue without the code.",
        "The code works for %(count)d minutes, only in the browser where it was requested. If it "
        "wasn't you, do nothing: nobody can continue without the code.",
        minutes,
    ) % {"count": minutes}


def _shared() -> str:
    return _(
        "Many codes were requested for this address, so this one works once, in any browser that "
        "requests a code within ten minutes. If it wasn't you, do nothing: nobody can continue "
        "without the code."
    )
