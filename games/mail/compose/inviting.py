"""Emails that offer a seat: to people who were invited, and to people who opened a match's secret link."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.mail.compose.asks import Context
from games.mail.compose.letter import Button, Letter, listed, safe
from games.mail.queue import AboutDoor
from games.models import Invitation, Purpose
from games.present.words import about, title


def invitation(letter: Letter) -> Context:
    return _inviting(letter, _("You are invited to a match of %(game)s") % {"game": title(letter.rules.meta)})


def invited_again(letter: Letter) -> Context:
    """Invite once more; nobody is invited a third time."""
    asked = _inviting(
        letter, _("A seat at %(game)s still waits for you") % {"game": title(letter.rules.meta)}
    )
    last = _(
        "This is the only reminder. If you don't want the seat, say so, and it is free for somebody else."
    )
    return asked | {"lines": [*asked["lines"], last]}


def door(letter: Letter) -> Context:
    """Send a link that takes a seat to whoever opened a match's secret link."""
    key = AboutDoor.parse(letter.row.question).key
    link = letter.link(Purpose.INVITATION, match=letter.match, address=letter.row.to, content=key)
    return {
        "title": _("A free seat at %(game)s") % {"game": title(letter.rules.meta)},
        "lines": [
            about(letter.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(letter.others)},
            _("Somebody, hopefully you, has opened the address of this table and typed yours."),
            _("Nothing happens until you take the seat; whoever is first has it."),
        ],
        "buttons": [Button(_("Take a seat"), link)],
    }


def _inviting(letter: Letter, said: str) -> Context:
    return {
        "title": said,
        "lines": [
            *_asked_by(letter),
            about(letter.rules.meta),
            _("At the table: %(names)s.") % {"names": listed(letter.others)},
            _("No account is needed: the mails are the game. Nothing happens until you say yes."),
        ],
        "buttons": [
            Button(_("Look at the invitation"), letter.link(Purpose.INVITATION, address=letter.row.to)),
            Button(_("Never invite me again"), letter.link(Purpose.NEVER, address=letter.row.to)),
        ],
    }


def _asked_by(letter: Letter) -> list[str]:
    made = Invitation.objects.filter(seat=letter.seat, generation=letter.row.generation)
    sent = made.exclude(sender=None).select_related("sender").first()
    return [_("%(name)s asks you to play.") % {"name": safe(str(sent.sender))}] if sent else []
