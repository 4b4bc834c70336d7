"""Checks of addresses of pages, servers and people. They accept any text and raise nothing."""

from __future__ import annotations

import re
from email.utils import parseaddr
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

IN_MEMORY = "sqlite://:memory:"  # as people write it, though its second colon starts no port


def is_readable(url: str) -> bool:
    """Check whether a URL can be parsed: after an unquoted / in a password, the rest reads as a port."""
    if url == IN_MEMORY:
        return True
    try:
        _ = urlsplit(url).port
    except ValueError:
        return False
    return True


def parts(url: str) -> SplitResult:
    """Parse a URL; if it can't be parsed, only its scheme is known."""
    return urlsplit(url) if is_readable(url) else SplitResult(url.partition(":")[0], "", "", "", "")


def is_person(said: str) -> bool:
    """Check for an email address and nothing else."""
    try:
        validate_email(said)
    except ValidationError:
        return False
    return True


def is_sender(said: str) -> bool:
    """Check for something emails can come from: an address, with or without a name before it."""
    return said.isprintable() and is_person(parseaddr(said)[1])


def is_host(said: str) -> bool:
    """Check for an allowed host: a name, all names below one (.example.org), or any (*)."""
    return bool(re.fullmatch(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]", said))


def is_domain(said: str) -> bool:
    return is_person(f"somebody@{said}")


def is_page(said: str) -> bool:
    return parts(said).scheme in {"http", "https"} and bool(parts(said).hostname)


def is_contact(said: str) -> bool:
    return is_person(said) or is_page(said)


def is_reporting(said: str) -> bool:
    """Check for a URL or mailto: on one line, as security.txt requires."""
    found = parts(said)
    is_page = found.scheme == "https" and bool(found.hostname) and said.isprintable() and " " not in said
    return is_page or (found.scheme == "mailto" and is_person(found.path))


def reporting(contact: str) -> str:
    """Write the host's contact as security.txt requires, if possible."""
    said = f"mailto:{contact}" if is_person(contact) else contact
    return said if is_reporting(said) else ""
