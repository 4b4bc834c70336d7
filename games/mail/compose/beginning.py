"""What the first email of a match adds: that it has begun, the game in three lines, and its rules."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.compose.email_draft import EmailDraft
from games.present import words


def lines(draft: EmailDraft) -> list[str]:
    """Say that the match has begun to who is asked first, since no other email does."""
    return [_("The match has begun.")] if draft.is_first and not draft.seat.since else []


def brief(draft: EmailDraft) -> dict[str, Any]:
    """Explain the game, in the first email only."""
    return explained(draft) if draft.is_first else {}


def explained(draft: EmailDraft) -> dict[str, Any]:
    return {
        "brief": words.brief(draft.rules, draft.names.options),
        "rules_page": f"{settings.SITE_URL}/rules/{draft.rules.meta.slug}/",
        "learn_page": f"{settings.SITE_URL}/learn/{draft.rules.meta.slug}/"
        if draft.rules.alone.lessons
        else "",
    }
