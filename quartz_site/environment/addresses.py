"""What is an address: of a page, a server, a person. Whatever stands there, asking raises nothing."""

from __future__ import annotations

import re
from email.utils import parseaddr
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

IN_MEMORY = "sqlite://:memory:"  # as people write it, though its second colon begins no port


def is_readable(url: str) -> bool:
    """Tell whether it can be taken apart at all: a password with an unquoted / makes a port of its rest."""
    if url == IN_MEMORY:
        return True
    try:
        _ = urlsplit(url).port
    except ValueError:
        return False
    return True


def parts(url: str) -> SplitResult:
    """Take an address apart; of one that can't be read, only the scheme is known."""
    return urlsplit(url) if is_readable(url) else SplitResult(url.partition(":")[0], "", "", "", "")


def is_person(said: str) -> bool:
    """Tell whether it is an email address and nothing else."""
    try:
        validate_email(said)
    except ValidationError:
        return False
    return True


def is_sender(said: str) -> bool:
    """Tell whether emails can come from there: an address, with or without a name before it."""
    return said.isprintable() and is_person(parseaddr(said)[1])


def is_host(said: str) -> bool:
    """Tell whether a site can be asked for by it: a name, all below one (.example.org), or anything (*)."""
    return bool(re.fullmatch(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]", said))


def is_domain(said: str) -> bool:
    return is_person(f"somebody@{said}")


def is_page(said: str) -> bool:
    return parts(said).scheme in {"http", "https"} and bool(parts(said).hostname)


def is_contact(said: str) -> bool:
    return is_person(said) or is_page(said)


def is_reporting(said: str) -> bool:
    """Tell whether it is an address of one line as security.txt wants it, its scheme included."""
    found = parts(said)
    is_page = found.scheme == "https" and bool(found.hostname) and said.isprintable() and " " not in said
    return is_page or (found.scheme == "mailto" and is_person(found.path))


def reporting(contact: str) -> str:
    """Write whom to reach the host at as security.txt wants it, where that can be."""
    said = f"mailto:{contact}" if is_person(contact) else contact
    return said if is_reporting(said) else ""
