"""Emails that tell what changed about who can sign in to an account, and how to undo it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.mail.compose.letter import Button, Letter, host
from games.models import AccountChange, Change, Purpose
from games.players import account_changes

Context = dict[str, Any]


class Told(NamedTuple):
    subject: Any  # translated when it is said
    what: Any


CHANGED: dict[Change, Told] = {
    Change.ADDRESS_ADDED: Told(
        lazy("An address was added to your account"),
        lazy(
            "Another email address was added to your account at %(site)s. Anyone who reads its emails can "
            "sign in as you."
        ),
    ),
    Change.ADDRESS_REMOVED: Told(
        lazy("An address was removed from your account"),
        lazy(
            "An email address was removed from your account at %(site)s. Nobody can use it to sign in "
            "any more."
        ),
    ),
    Change.MAIN_MOVED: Told(
        lazy("Your emails go to another address"),
        lazy(
            "From now on your emails from %(site)s go to another address. What was mailed before opens "
            "nothing any more, and all other browsers were signed out."
        ),
    ),
    Change.FACTOR_ADDED: Told(
        lazy("A passkey or an app was added to your account"),
        lazy(
            "A passkey or an authenticator app was added to your account at %(site)s. Anyone who has it can "
            "use it when signing in as you."
        ),
    ),
    Change.FACTOR_REMOVED: Told(
        lazy("A passkey or an app was removed from your account"),
        lazy(
            "A passkey or an authenticator app was removed from your account at %(site)s. Nobody can use it "
            "to sign in any more."
        ),
    ),
    Change.CODES_RENEWED: Told(
        lazy("Your account has new spare codes"),
        lazy("New spare codes were made for your account at %(site)s. The old ones don't work any more."),
    ),
    Change.UNDONE: Told(
        lazy("Changes to your account were undone"),
        lazy(
            "Recent changes to your account at %(site)s were undone by a link in one of our emails. The "
            "account has the addresses it had before, all browsers were signed out, and passkeys and apps "
            "added since were removed."
        ),
    ),
}


def changed(letter: Letter) -> Context:
    """Say what changed, and give the link that undoes it to whoever had the main address."""
    told, change = CHANGED[Change(letter.row.kind)], account_changes.change_of(letter.row)
    can_undo = change is not None and account_changes.may_undo(change, letter.row.to)
    return {
        "title": str(told.subject),
        "lines": [told.what % {"site": host()}, *(_if_not_you() if can_undo else [_ask_for_help(letter)])],
        "buttons": [_undo(letter, change)] if change is not None and can_undo else [],
        "why": _("You get this email because this address belongs to your account, or did until now."),
        "page": settings.SITE_URL,
    }


def _if_not_you() -> list[str]:
    return [
        _(
            "If that was you, there is nothing to do. If it wasn't, undo it within seven days: the account "
            "gets back the addresses it had before, all browsers are signed out, and passkeys and apps added "
            "since are removed."
        ),
        _("Don't forward this email: anyone who has it can undo the change."),
    ]


def _undo(letter: Letter, change: AccountChange) -> Button:
    return Button(_("Undo this change"), letter.link(Purpose.UNDO, content=str(change.pk)))


def _ask_for_help(letter: Letter) -> str:
    if letter.row.kind == Change.UNDONE:
        return _("If that wasn't you, write to the people who run this site.")
    return _("If that wasn't you, undo it: the email to your main address has a link for that.")
