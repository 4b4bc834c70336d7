"""Emails that offer a seat: to people who were invited, and to people who opened a match's secret link."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.compose.asks import Context
from games.mail.compose.email_draft import Button, EmailDraft, listed, safe
from games.mail.queue import AboutDoor
from games.models import Invitation, Purpose
from games.present.words import about, title


def invitation(draft: EmailDraft) -> Context:
    return _inviting(draft, _("You are invited to a match of %(game)s") % {"game": title(draft.rules.meta)})


def invited_again(draft: EmailDraft) -> Context:
    """Invite once more; nobody is invited a third time."""
    asked = _inviting(draft, _("A seat at %(game)s still waits for you") % {"game": title(draft.rules.meta)})
    last = _(
        "This is the only reminder. If you don't want the seat, say so, and it is free for somebody else."
    )
    return asked | {"lines": [*asked["lines"], last]}


def door(draft: EmailDraft) -> Context:
    """Send a link that takes a seat to whoever opened a match's secret link."""
    key = AboutDoor.parse(draft.row.question).key
    link = draft.link(Purpose.INVITATION, match=draft.match, address=draft.row.to, content=key)
    return {
        "title": _("A free seat at %(game)s") % {"game": title(draft.rules.meta)},
        "lines": [
            about(draft.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(draft.others)},
            _("Somebody, hopefully you, has opened the address of this table and typed yours."),
            _("Nothing happens until you take the seat; whoever is first has it."),
        ],
        "buttons": [Button(_("Take a seat"), link)],
    }


def _inviting(draft: EmailDraft, said: str) -> Context:
    return {
        "title": said,
        "lines": [
            *_asked_by(draft),
            about(draft.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(draft.others)},
            _("No account is needed: the mails are the game. Nothing happens until you say yes."),
        ],
        "buttons": [
            Button(_("Look at the invitation"), draft.link(Purpose.INVITATION, address=draft.row.to)),
            Button(_("Never invite me again"), draft.link(Purpose.NEVER, address=draft.row.to)),
        ],
    }


def _asked_by(draft: EmailDraft) -> list[str]:
    made = Invitation.objects.filter(seat=draft.seat, generation=draft.row.generation)
    sent = made.exclude(sender=None).select_related("sender").first()
    return [_("%(name)s asks you to play.") % {"name": safe(str(sent.sender))}] if sent else []
