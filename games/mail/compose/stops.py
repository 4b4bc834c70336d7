"""Why a plan has stopped and asks, in the email that asks."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.compose.email_draft import EmailDraft
from games.play.diff import mail_kind
from games.rules.kernel.questions import Question


def lines(draft: EmailDraft, question: Question) -> list[str]:
    """Say why the plan stopped, as far as this email may know; nothing without a plan."""
    if mail_kind(question, draft.rules.core.windows) != "turn" or draft.seat_view.last_order is None:
        return []
    reason = draft.seat_view.ahead()
    why = draft.names.word(f"stopped.{reason}") if reason else ""
    return [_("Your plan stopped: %(why)s.") % {"why": why}] if why else []
