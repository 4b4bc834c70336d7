"""Settings that are wrong wherever the site runs. No complaint repeats what may be secret."""

from __future__ import annotations

from quartz_site.environment.addresses import (
    IN_MEMORY,
    is_contact,
    is_host,
    is_page,
    is_person,
    is_readable,
    is_reporting,
    parts,
)
from quartz_site.environment.facts import CLOSED, INVITATION, NO_BROKER, OPEN, Environment

DATABASES = {"sqlite", "postgres", "postgresql"}
#: With two slashes the first folder would be read as a host, and the file would not be found.
SQLITE_FILE = "sqlite:///"
BROKERS = {"redis", "rediss"}
#: Those that may contain a password.
ADDRESSES = ("database_url", "redis_url", "email_url", "imap_url")
LONGEST_NAME = 80


def wrong(found: Environment) -> list[str]:
    """List what is missing or wrong, for the person who set it."""
    checks = {**_with_addresses(found), **_with_the_host(found)}
    return _unreadable(found) + [problem for problem, is_so in checks.items() if is_so]


def _unreadable(found: Environment) -> list[str]:
    return [
        f"{name.upper()} can't be read as an address (what is special in a password is quoted: %40 for an @)"
        for name in ADDRESSES
        if not is_readable(vars(found)[name])
    ]


def _with_addresses(found: Environment) -> dict[str, bool]:
    database, broker, site = map(parts, (found.database_url, found.redis_url, found.site_url))
    return {
        "SECRET_KEY is missing": not found.secret_key,
        "DATABASE_URL is missing": not found.database_url,
        f"ENVIRONMENT is {found.kind!r}, neither 'local' nor 'production'": found.kind
        not in {"local", "production"},
        "DATABASE_URL is neither sqlite:// nor postgresql://": bool(found.database_url)
        and database.scheme not in DATABASES,
        "DATABASE_URL names no database": is_readable(found.database_url)
        and database.scheme in DATABASES - {"sqlite"}
        and not database.path.strip("/"),
        "DATABASE_URL names a file of SQLite after fewer than three slashes: sqlite:///var/db.sqlite3 counts"
        " from the checkout, four slashes from the root": database.scheme == "sqlite"
        and not found.database_url.startswith(SQLITE_FILE)
        and found.database_url not in {"sqlite://", IN_MEMORY},
        "REDIS_URL is neither redis:// nor rediss:// nor none": found.redis_url not in {"", NO_BROKER}
        and broker.scheme not in BROKERS,
        "REDIS_URL numbers its databases: it ends in /0 or another number": broker.scheme in BROKERS
        and not (broker.path.strip("/") or "0").isdecimal(),
        "SITE_URL is not an address like https://play.example": bool(found.site_url)
        and not is_page(found.site_url),
        "SITE_URL holds more than a host and its port, and the site lives nowhere below them": is_page(
            found.site_url
        )
        and bool(site.path or site.query or site.fragment or "@" in site.netloc),
        "ALLOWED_HOSTS holds what is no name of a host, without scheme and port": not all(
            map(is_host, found.more_hosts)
        ),
    }


def _with_the_host(found: Environment) -> dict[str, bool]:
    return {
        "ADMINS holds what is no mail address": not all(map(is_person, found.admins)),
        "SECURITY_CONTACT is no address like mailto:security@play.example or https://…": bool(
            found.security_contact
        )
        and not is_reporting(found.security_contact),
        f"SIGNUP is {found.signup!r}, none of {CLOSED}, {INVITATION}, {OPEN}": found.signup
        not in {CLOSED, INVITATION, OPEN},
        "HOST_CONTACT is neither a mail address nor a web address": bool(found.host_contact)
        and not is_contact(found.host_contact),
        "HOST_NAME is longer than a line": len(found.host_name) > LONGEST_NAME or "\n" in found.host_name,
    }
