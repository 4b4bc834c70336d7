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


def is_person(text: str) -> bool:
    """Check for an email address and nothing else."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def is_sender(text: str) -> bool:
    """Check for something emails can come from: an address, with or without a name before it."""
    return text.isprintable() and is_person(parseaddr(text)[1])


def is_host(text: str) -> bool:
    """Check for an allowed host: a name, all names below one (.example.org), or any (*)."""
    return bool(re.fullmatch(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]", text))


def is_domain(text: str) -> bool:
    return is_person(f"somebody@{text}")


def is_page(text: str) -> bool:
    return parts(text).scheme in {"http", "https"} and bool(parts(text).hostname)


def is_contact(text: str) -> bool:
    return is_person(text) or is_page(text)


def is_reporting(text: str) -> bool:
    """Check for a URL or mailto: on one line, as security.txt requires."""
    found = parts(text)
    is_page = found.scheme == "https" and bool(found.hostname) and text.isprintable() and " " not in text
    return is_page or (found.scheme == "mailto" and is_person(found.path))


def report_url(contact: str) -> str:
    """Write the host's contact as security.txt requires, if possible."""
    text = f"mailto:{contact}" if is_person(contact) else contact
    return text if is_reporting(text) else ""
