"""Emails to who is attacked: who plays which card on what, and why everybody under attack is asked.

All of it is read from the events as an onlooker sees them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.mail.compose import drawn
from games.mail.compose.email_draft import EmailDraft
from games.present.names import labelled
from games.rules.kernel.messages import Message, Thing, Who
from games.rules.kernel.questions import Question
from games.rules.kernel.redaction import message, seen
from games.rules.kernel.seats import PUBLIC

NEAR = 3  # events before the one that opened the question


class AttackNews(NamedTuple):
    """The sentence about an attack, and the number of its event."""

    number: int
    told: Message


def lines(draft: EmailDraft, attack: AttackNews | None) -> list[str]:
    """Say who attacks with which card, and what that card does; nothing if nobody does."""
    if attack is None:
        return []
    told = attack.told
    cards = [one for one in told.params.values() if isinstance(one, Thing) and one.of == "card"]
    helped = [(draft.names.word(f"card.{one.key}"), draft.names.word(f"help.{one.key}")) for one in cards]
    return [drawn.said(draft, told), *(labelled(name, use) for name, use in helped if name and use)]


def on(draft: EmailDraft, question: Question) -> AttackNews | None:
    """Find the last sentence about this seat and somebody else before the question was opened."""
    if question.kind not in draft.rules.core.windows:
        return None
    for found in _before(draft, question):
        seats = {one.seat for one in found.told.params.values() if isinstance(one, Who)}
        if question.seat in seats and len(seats) > 1:
            return found
    return None


def _before(draft: EmailDraft, question: Question) -> Iterator[AttackNews]:
    for record in reversed(draft.seat_view.records):
        if record.number > question.opened:
            continue
        if record.number < question.opened - NEAR:
            return
        event = seen(draft.rules, record, PUBLIC, draft.seat_view.table.options)
        told = message(draft.rules, event) if event else None
        if told is not None:
            yield AttackNews(record.number, told)


def why_asked(draft: EmailDraft, question: Question) -> str:
    """Say why also somebody without an answer is asked, to everybody who is attacked."""
    if question.kind not in draft.rules.core.windows or not draft.rules.secrecy.has_secrets:
        return ""
    return _(
        "We ask everyone who is attacked, with or without a card to react, so that nobody can tell "
        "what you hold."
    )
