"""What the first email of a match adds: that it has begun, the game in three lines, and its rules."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.infra.statements import kept
from games.mail.compose.email_draft import EmailDraft
from games.mail.kinds import ASKING_IN_TURN, STARTED
from games.models import MailState, Outbox, Seat
from games.present import words


def is_first(draft: EmailDraft) -> bool:
    """Tell whether its reader has had no email about this match yet, and made no move."""
    return not draft.last_move and _told.first(draft.seat, draft.seat.generation) is None


@kept
def _told(seat: Seat, generation: int) -> QuerySet[Outbox, int]:
    """Find the emails that said the match has begun, or asked something in it."""
    sent = Outbox.objects.filter(seat=seat, generation=generation, state=MailState.SENT)
    return (
        sent.filter(kind__in=[STARTED, *sorted(ASKING_IN_TURN)]).order_by("-pk").values_list("pk", flat=True)
    )


def lines(draft: EmailDraft) -> list[str]:
    """Say that the match has begun to who is asked first, since no other email does."""
    return [_("The match has begun.")] if is_first(draft) and not draft.seat.since else []


def brief(draft: EmailDraft) -> dict[str, Any]:
    """Explain the game, in the first email only."""
    return explained(draft) if is_first(draft) else {}


def explained(draft: EmailDraft) -> dict[str, Any]:
    return {
        "brief": words.brief(draft.rules, draft.names.options),
        "rules_page": f"{settings.SITE_URL}/rules/{draft.rules.meta.slug}/",
    }
