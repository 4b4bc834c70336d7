"""Emails about a change to who can sign in to an account, and how to undo it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.compose.email_draft import Button, EmailDraft, host
from games.mail.kinds import KINDS, MailKind
from games.models import AccountChange, AccountChangeKind, Purpose
from games.players import account_changes

Context = dict[str, Any]


def changed(draft: EmailDraft) -> Context:
    """Say what changed; if this address may undo it, add the link."""
    kind, change = KINDS[draft.row.kind], account_changes.change_of(draft.row)
    can_undo = change is not None and account_changes.may_undo(change, draft.row.to)
    return {
        "title": str(kind.subject),
        "lines": [*_what(kind), *(_if_not_you() if can_undo else [_ask_for_help(draft)])],
        "buttons": [_undo(draft, change)] if change is not None and can_undo else [],
        "why": _("You get this email because this address belongs to your account, or did until now."),
        "page": settings.SITE_URL,
    }


def _what(kind: MailKind) -> list[str]:
    return [str(one) % {"site": host()} for one in kind.says]


def _if_not_you() -> list[str]:
    return [
        _(
            "If it was you, there is nothing to do. If not, undo it within seven days: the account "
            "gets its earlier addresses back, all browsers are signed out and get no more notifications, "
            "API tokens are revoked, and passkeys and apps added since are removed."
        ),
        _("Don't forward this email: anyone who has it can undo the change."),
    ]


def _undo(draft: EmailDraft, change: AccountChange) -> Button:
    return Button(_("Undo this change"), draft.link(Purpose.UNDO, content=str(change.pk)))


def _ask_for_help(draft: EmailDraft) -> str:
    if draft.row.kind == AccountChangeKind.UNDONE:
        return _("If it wasn't you, contact the people who run this site.")
    return _("If it wasn't you, you can undo it: the link is in the email to your main address.")
