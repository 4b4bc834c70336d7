"""An email address as people type it: one spelling each, without look-alike letters."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

#: `email__lower=folded(address)` is answered by an index; `iexact` compares capitals, of which there is none.
models.EmailField.register_lookup(Lower)

LONGEST_ADDRESS = 254
NO_ADDRESS = _("That isn't a valid email address.")


def read_address(told: str) -> str:
    """Read an email address; raise ValidationError.

    Addresses are compared without case, and the capital of some letters is another letter: the capital of ı
    is I, so a database takes `mike@gıthub.com` for Mike's address. Domains have a plain ASCII spelling that
    keeps them apart; before the @, only plain letters are accepted.
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


def folded(address: str) -> str:
    """Spell an address as addresses are compared; one in other letters stays apart from all that are kept."""
    return address.lower() if address.isascii() else address
