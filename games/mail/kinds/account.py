"""The emails about an account: a code to type in, and changes to who can sign in."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from django.utils.translation import gettext_lazy as lazy

from games.mail.kinds.record import PLAIN, To
from games.models import Change


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
        subject=lazy("Your code to sign in"),
        says=(lazy("Somebody, hopefully you, wants to sign in at %(site)s."),),
    ),
    replace(
        CODED,
        name=Errand.WHO,
        subject=lazy("Your code to change your account"),
        says=(
            lazy(
                "Somebody, hopefully you, wants to change your account at %(site)s: "
                "its addresses, passkeys or apps."
            ),
        ),
    ),
    replace(
        CODED,
        name=Errand.HAND,
        subject=lazy("Your code to see your cards"),
        says=(lazy("Somebody, hopefully you, wants to see your cards at %(site)s (%(table)s)."),),
    ),
    replace(
        CODED,
        name=Errand.ADDRESS,
        subject=lazy("Your code for this address"),
        says=(lazy("Somebody, hopefully you, says that this address is theirs at %(site)s."),),
    ),
    replace(
        CODED,
        name=Errand.MOVE,
        subject=lazy("Your code to get emails here"),
        says=(lazy("Somebody, hopefully you, wants mails of %(site)s sent here."),),
    ),
    replace(
        CODED,
        name=Errand.FAREWELL,
        subject=lazy("Your code to delete your account"),
        says=(
            lazy("Somebody, hopefully you, wants to delete your account at %(site)s. That can't be undone."),
        ),
    ),
    replace(
        CHANGED,
        name=Change.ADDRESS_ADDED,
        subject=lazy("An address was added to your account"),
        says=(
            lazy(
                "Another email address was added to your account at %(site)s. Anyone who reads its emails "
                "can sign in as you."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=Change.ADDRESS_REMOVED,
        subject=lazy("An address was removed from your account"),
        says=(
            lazy(
                "An email address was removed from your account at %(site)s. Nobody can use it to sign in "
                "any more."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=Change.MAIN_MOVED,
        subject=lazy("Your emails go to another address"),
        says=(
            lazy(
                "From now on your emails from %(site)s go to another address. What was mailed before opens "
                "nothing any more, and all other browsers were signed out."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=Change.FACTOR_ADDED,
        subject=lazy("A passkey or an app was added to your account"),
        says=(
            lazy(
                "A passkey or an authenticator app was added to your account at %(site)s. Anyone who has it "
                "can use it when signing in as you."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=Change.FACTOR_REMOVED,
        subject=lazy("A passkey or an app was removed from your account"),
        says=(
            lazy(
                "A passkey or an authenticator app was removed from your account at %(site)s. Nobody can use "
                "it to sign in any more."
            ),
        ),
    ),
    replace(
        CHANGED,
        name=Change.CODES_RENEWED,
        subject=lazy("Your account has new spare codes"),
        says=(
            lazy("New spare codes were made for your account at %(site)s. The old ones don't work any more."),
        ),
    ),
    replace(
        CHANGED,
        name=Change.UNDONE,
        subject=lazy("Changes to your account were undone"),
        says=(
            lazy(
                "Recent changes to your account at %(site)s were undone by a link in one of our emails. The "
                "account has the addresses it had before, all browsers were signed out, and passkeys and "
                "apps added since were removed."
            ),
        ),
    ),
)
