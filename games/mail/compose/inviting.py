"""Emails that invite: to a seat, which a match's secret link offers too, and to a circle."""

from __future__ import annotations

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from games.mail import queue
from games.mail.compose import beginning
from games.mail.compose.asks import Context
from games.mail.compose.email_draft import Button, EmailDraft, listed, safe
from games.mail.queue import AboutDoor
from games.match import clocks
from games.models import Invitation, Purpose
from games.present import paces
from games.present.words import about, title


def invitation(draft: EmailDraft) -> Context:
    game, sender = title(draft.rules.meta), _sender(draft)
    if sender:
        return _inviting(draft, _("%(name)s invites you to play %(game)s") % {"name": sender, "game": game})
    return _inviting(draft, _("You're invited to a match of %(game)s") % {"game": game})


def invited_again(draft: EmailDraft) -> Context:
    """Invite once more; nobody is invited a third time."""
    asked = _inviting(
        draft, _("Your invitation to %(game)s is still open") % {"game": title(draft.rules.meta)}
    )
    last = _(
        "This is our only reminder. If you don't want the seat, please decline, and someone else can take it."
    )
    return asked | {"lines": [*asked["lines"], last]}


def door(draft: EmailDraft) -> Context:
    """Send a link that takes a seat to whoever opened a match's secret link."""
    key = AboutDoor.parse(draft.row.question).key
    link = draft.link(Purpose.INVITATION, match=draft.match, address=draft.row.to, content=key)
    return {
        "title": _("An open seat in %(game)s") % {"game": title(draft.rules.meta)},
        "lines": [
            about(draft.rules.meta),
            _("Players: %(names)s.") % {"names": listed(draft.others)},
            _("Someone, hopefully you, opened this match's join link and entered your email address."),
            _("Nothing happens until you take the seat. First come, first served."),
        ],
        "buttons": [Button(_("Take the seat"), link)],
    }


def circle(draft: EmailDraft) -> Context:
    """Ask a player to join a circle; its page is where they answer."""
    asked = queue.membership_of(draft.row)
    assert asked is not None, "it is still waiting"
    told = {"circle": safe(asked.circle.name), "name": safe(str(asked.asked_by)) if asked.asked_by else ""}
    invited = _("%(name)s invites you to the circle “%(circle)s”") % told
    return {
        "title": invited if asked.asked_by else _("You're invited to the circle “%(circle)s”") % told,
        "lines": [
            _("A circle is a group of friends with matches and standings of its own."),
            _(
                "Members see your name, your standings in the circle and the figures you don't hide. Nobody "
                "sees your address."
            ),
            _("Nothing happens until you join."),
        ],
        "buttons": [
            Button(_("See the invitation"), f"{settings.SITE_URL}{resolve_url('circles')}"),
            Button(_("Never invite me again"), draft.link(Purpose.NEVER, address=draft.row.to)),
        ],
    }


def _inviting(draft: EmailDraft, said: str) -> Context:
    link = draft.link(Purpose.INVITATION, address=draft.row.to)
    return {
        "title": said,
        "lines": [
            _("%(others)s saved a seat for you. %(about)s")
            % {"others": listed(draft.others), "about": about(draft.rules.meta)},
            _("Pace: %(pace)s") % {"pace": paces.meaning(clocks.pace_of(draft.match))},
            _("You don't need an account: you play by email. Nothing happens until you accept."),
        ],
        **beginning.explained(draft),
        "buttons": [
            Button(_("Accept the invitation"), link),
            Button(_("Decline"), f"{link}#decline"),
            Button(_("Never invite me again"), draft.link(Purpose.NEVER, address=draft.row.to)),
        ],
    }


def _sender(draft: EmailDraft) -> str:
    """Name the player who invites; "" if their account is gone."""
    made = Invitation.objects.filter(seat=draft.seat, generation=draft.row.generation)
    sent = made.exclude(sender=None).select_related("sender").first()
    return safe(str(sent.sender)) if sent else ""
