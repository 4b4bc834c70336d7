"""Emails about news in a match that also repeat the question their reader was asked."""

from __future__ import annotations

from games.mail.compose import asks, ruled, table
from games.mail.compose.email_draft import EmailDraft
from games.mail.compose.table import Context


def asked_again(draft: EmailDraft) -> Context:
    return {**asks.resumed(draft), **table.told(draft, table.says(draft))}


def nudged(draft: EmailDraft) -> Context:
    return {**asks.resumed(draft), **table.told(draft, table.says_with_name(draft))}


def after_ruling(draft: EmailDraft) -> Context:
    """Say what a moderator did; if the match continues by it, ask again."""
    told = table.told(draft, ruled.lines(draft.row))
    return {**asks.resumed(draft), **told} if ruled.goes_on(draft.row) else told
