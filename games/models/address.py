"""An email address as it is typed: one spelling for each, in letters that have no doubles."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

LONGEST_ADDRESS = 254
NO_ADDRESS = _("That is no mail address.")


def read_address(told: str) -> str:
    """Read an email address; raise ValidationError.

    Addresses are compared without case, and some letters are another's small one: the capital of ı is I, so
    that to a database `mike@gıthub.com` is Mike's own. Hosts have a spelling in plain letters that keeps them
    apart; before the @ only plain letters are taken.
    """
    found = told.strip()
    try:
        if not found.isascii() and len(found) <= LONGEST_ADDRESS:
            name, _at, host = found.rpartition("@")
            found = f"{name}@{host.encode('idna').decode()}"
        validate_email(found)
    except (ValidationError, UnicodeError):
        raise ValidationError(NO_ADDRESS, "address") from None
    if not found.isascii() or not found.isprintable() or len(found) > LONGEST_ADDRESS:
        raise ValidationError(NO_ADDRESS, "address")
    return found
