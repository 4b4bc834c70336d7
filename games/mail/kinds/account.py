"""The emails about an account: a code to type in, and changes to who can sign in."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds.record import PLAIN, To
from games.models import AccountChangeKind


class Errand(StrEnum):
    """What a code is for. It also names the kind of its email."""

    SIGN_IN = "code_sign_in"
    WHO = "code_who"  # to confirm who it is before an account is changed
    HAND = "code_hand"
    ADDRESS = "code_address"  # one more address
    MOVE = "code_move"  # the new main address
    FAREWELL = "code_farewell"


OF_ACCOUNT = replace(PLAIN, to=To.ACCOUNT, when_paused=True)
CODED = replace(OF_ACCOUNT, writer="code.code", still="code_helps", has_code=True)
CHANGED = replace(OF_ACCOUNT, writer="account.changed", still="change_is_known")
ROWS = (
    replace(
        CODED,
        name=Errand.SIGN_IN,
        subject=lazy("Your sign-in code"),
        says=(lazy("Someone, hopefully you, wants to sign in to %(site)s."),),
    ),
    replace(
        CODED,
        name=Errand.WHO,
        subject=lazy("Your code to change your account"),
        says=(
            lazy(
                "Someone, hopefully you, wants to change your account on %(site)s: its addresses, "
                "passkeys or authenticator apps."
            ),
        ),
    ),
    replace(
        CODED,
        name=Errand.HAND,
        subject=lazy("Your code to see your cards"),
        says=(lazy("Someone, hopefully you, wants to see your cards on %(site)s (%(table)s)."),),
    ),
    replace(
        CODED,
        name=Errand.ADDRESS,
        subject=lazy("Your code for this address"),
        says=(lazy("Someone, hopefully you, wants to add this address to their account on %(site)s."),),
    ),
    replace(
        CODED,
        name=Errand.MOVE,
        subject=lazy("Your code to get emails here"),
        says=(lazy("Someone, hopefully you, wants emails from %(site)s sent here."),),
    ),
    replace(
        CODED,
        name=Errand.FAREWELL,
        subject=lazy("Your code to delete your account"),
        says=(
            lazy("Someone, hopefully you, wants to delete your account on %(site)s. That can't be undone."),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.ADDRESS_ADDED,
        subject=lazy("An address was added to your account"),
        says=(
            lazy(
                "Another email address was added to your account on %(site)s. Anyone who reads its "
                "emails can sign in as you."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.ADDRESS_REMOVED,
        subject=lazy("An address was removed from your account"),
        says=(
            lazy(
                "An email address was removed from your account on %(site)s. It can no longer be used to "
                "sign in."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.MAIN_MOVED,
        subject=lazy("Your emails now go to another address"),
        says=(
            lazy(
                "Your emails from %(site)s now go to another address. Links in earlier emails no longer "
                "work, and all other browsers were signed out."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.FACTOR_ADDED,
        subject=lazy("A passkey or an app was added to your account"),
        says=(
            lazy(
                "A passkey or an authenticator app was added to your account on %(site)s. Anyone who has "
                "it can use it to sign in as you."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.FACTOR_REMOVED,
        subject=lazy("A passkey or an app was removed from your account"),
        says=(
            lazy(
                "A passkey or an authenticator app was removed from your account on %(site)s. It can no "
                "longer be used to sign in."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.CODES_RENEWED,
        subject=lazy("Your account has new backup codes"),
        says=(
            lazy("New backup codes were created for your account on %(site)s. The old ones no longer work."),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.TOKEN_MADE,
        subject=lazy("An API token was created for your account"),
        says=(
            lazy(
                "An API token was created for your account on %(site)s. A program that has it can act for "
                "you as far as the token allows, until you revoke it."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.DEVICE_ADDED,
        subject=lazy("Another browser gets your notifications"),
        says=(
            lazy(
                "A browser was added to your account on %(site)s. It shows notifications about your "
                "matches: which match, what is asked and the deadline, never your cards. It can be removed "
                "in your settings, under “Notifications and feeds”."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.SERVICE_CONNECTED,
        subject=lazy("Your account was connected with a sign-in service"),
        says=(
            lazy(
                "Your account on %(site)s was connected with the sign-in service this site works with. "
                "Anyone who can sign in there as you can now sign in here as you."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=AccountChangeKind.UNDONE,
        subject=lazy("Changes to your account were undone"),
        says=(
            lazy(
                "Recent changes to your account on %(site)s were undone with a link in one of our "
                "emails. The account has its earlier addresses again, all browsers were signed out and get "
                "no more notifications, API tokens were revoked, and passkeys and apps added since were "
                "removed."
            ),
        ),
    ),
)
