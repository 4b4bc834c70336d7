"""The settings of a new site: from its host's answers, with keys of its own, tried before they are kept."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

from quartz_site.environment.vapid import new_vapid_key

ROOT = Path(__file__).resolve().parents[1]
FOR_ONE_SERVER = {"DATABASE_URL": "sqlite:///var/db.sqlite3", "REDIS_URL": "none", "BEHIND_PROXY": "on"}
HEADER = """\
# The settings of this site. .env.example explains each, and names the others.
# Keep this file to yourself: with its keys anybody could play as anybody.
"""
REFUSED = "manage.py: not configured: "
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?@%+=,<>&*")


class BadSettings(Exception):
    """Raised when settings can't be kept; its text is the reason."""


def email_url(server: str, user: str, password: str) -> str:
    """Give the URL of a mail server: by STARTTLS, or by TLS from the start on port 465."""
    host, _, port = server.partition(":")
    who = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user else ""
    kind, after = ("smtp", "?ssl=on") if port == "465" else ("submission", "")
    return f"{kind}://{who}{host}{':' + port if port else ''}{after}"


def sender_at(site_url: str, name: str) -> str:
    """Give an address to send from: the host's name, at the name of the site."""
    address = f"play@{urlsplit(site_url).hostname or 'example.org'}"
    return f"{name} <{address}>" if name else address


def complete(answers: Mapping[str, str]) -> dict[str, str]:
    """Add what needs no asking, and keys made now."""
    return {
        "ENVIRONMENT": "production",
        "SECRET_KEY": secrets.token_urlsafe(48),
        **FOR_ONE_SERVER,
        **{name: answer for name, answer in answers.items() if answer},
        "VAPID_PRIVATE_KEY": new_vapid_key(),
        "METRICS_TOKEN": secrets.token_urlsafe(24),
    }


def keep(found: Mapping[str, str], file: Path) -> None:
    """Write settings into a file for this user alone, if the program can start with them.

    Raise BadSettings for settings that it refuses, or if there is such a file.
    """
    if file.exists():
        raise BadSettings(f"{file} already exists: change it by hand, or move it aside")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        line = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(line, "w", encoding="utf-8") as opened:
            opened.write(HEADER + "".join(f"{name}={_quoted(value)}\n" for name, value in found.items()))
        _try(part)
        os.link(part, file)  # unlike a rename, it replaces no file made meanwhile
    finally:
        part.unlink(missing_ok=True)


def _quoted(value: str) -> str:
    if PLAIN.issuperset(value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _try(file: Path) -> None:
    """Start the program with these settings and no others; raise BadSettings with what it says of them."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**clean, "ENV_FILE": str(file.resolve())},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        told = (done.stderr.strip().splitlines() or ["it doesn't start with these settings"])[-1]
        raise BadSettings(told.removeprefix(REFUSED))
