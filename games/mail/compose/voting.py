"""What emails say about a vote, and about what can be proposed; a link leads to the page for voting."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.mail import queue
from games.mail.compose import table
from games.mail.compose.email_draft import Button, EmailDraft
from games.match.rewind_points import RewindPoint
from games.models import Purpose
from games.present import rewind_words


def proposed(draft: EmailDraft) -> dict[str, Any]:
    """Say what is proposed, and link to where the reader can agree."""
    found = table.proposal(draft)
    vote = queue.proposal(draft.row)
    if vote is not None and vote.to is not None:
        first = rewind_words.first_after(draft.seat_view, RewindPoint(vote.to, vote.as_of))
        back = _("The match would go back to just before this: “%(first)s”") % {"first": first}
        found["lines"].insert(1, back)
    return found | {"buttons": [_leading(draft, _("See the proposal and vote"))]}


def paused(draft: EmailDraft) -> dict[str, Any]:
    return table.context(draft) | {"buttons": [_leading(draft, _("Propose resuming the match"))]}


def vacant(draft: EmailDraft) -> dict[str, Any]:
    """Link to where a seat on autopilot can be offered to somebody else."""
    return table.context(draft) | {"buttons": [_leading(draft, _("Invite a substitute"))]}


def _leading(draft: EmailDraft, label: str) -> Button:
    return Button(label, draft.link(Purpose.VOTE, question=draft.row.question))
