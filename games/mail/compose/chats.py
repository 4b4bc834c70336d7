"""The email that says that messages no longer reach a chat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from games.mail import kinds, queue
from games.mail.compose.email_draft import Button, EmailDraft, safe
from games.models import ChatTarget

Context = dict[str, Any]


def turned_off(draft: EmailDraft) -> Context:
    """Say which channel it was, and where it can be turned on again. Its address is a secret."""
    target = queue.chat_of(draft.row)
    lines = [
        _("Our messages to this channel could not be delivered, so we no longer send any there."),
        _("Your emails and your matches aren't affected."),
    ]
    return {
        "title": kinds.called(draft.row.kind),
        "lines": [*([_which(target)] if target else []), *lines],
        "buttons": [Button(_("See what went wrong"), f"{settings.SITE_URL}{page_of(target)}")],
    }


def _which(target: ChatTarget) -> str:
    """Name a channel by its service and its end, without anything that could be clicked."""
    _host, _space, end = target.shown.rpartition(" ")
    return f"{target.get_kind_display()}, {safe(end)}" if _host else str(target.get_kind_display())


def page_of(target: ChatTarget | None) -> str:
    """Give the address of the page where a chat is set."""
    if target is not None and target.match is not None:
        return resolve_url("match_chat", target.match.public_id)
    if target is not None and target.circle is not None:
        return resolve_url("circle_chat", target.circle.public_id)
    return resolve_url("my_chat")
