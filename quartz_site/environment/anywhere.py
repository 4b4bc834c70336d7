"""Settings that are wrong wherever the site runs. No complaint repeats what may be secret."""

from __future__ import annotations

from importlib.util import find_spec

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
from quartz_site.environment.vapid import is_vapid_key

DATABASES = {"sqlite", "postgres", "postgresql"}
#: With two slashes the first folder would be read as a host, and the file would not be found.
SQLITE_FILE = "sqlite:///"
BROKERS = {"redis", "rediss"}
#: Those that may contain a password.
ADDRESSES = ("database_url", "redis_url", "email_url", "imap_url")
LONGEST_NAME = 80
#: Kept beside each account that is connected with it, where there is so much room.
LONGEST_ISSUER = 200
SIGN_IN_SERVICE = ("oidc_issuer", "oidc_client_id", "oidc_client_secret", "oidc_name")


def wrong(found: Environment) -> list[str]:
    """List what is missing or wrong, for the person who set it."""
    checks = {
        **_with_addresses(found),
        **_with_the_host(found),
        **_with_the_service(found),
        **_with_watchers(found),
    }
    return _unreadable(found) + [problem for problem, is_so in checks.items() if is_so]


def _unreadable(found: Environment) -> list[str]:
    return [
        f"{name.upper()} can't be read as an address (quote special characters in a password: %40 for @)"
        for name in ADDRESSES
        if not is_readable(vars(found)[name])
    ]


def _with_addresses(found: Environment) -> dict[str, bool]:
    database, broker, site = map(parts, (found.database_url, found.redis_url, found.site_url))
    return {
        "SECRET_KEY is missing": not found.secret_key,
        "DATABASE_URL is missing": not found.database_url,
        f"ENVIRONMENT must be 'local' or 'production', not {found.kind!r}": found.kind
        not in {"local", "production"},
        "DATABASE_URL must begin with sqlite:// or postgresql://": bool(found.database_url)
        and database.scheme not in DATABASES,
        "DATABASE_URL doesn't name a database": is_readable(found.database_url)
        and database.scheme in DATABASES - {"sqlite"}
        and not database.path.strip("/"),
        "DATABASE_URL needs three slashes before a SQLite file: sqlite:///var/db.sqlite3 starts"
        " from the checkout, four slashes start from the root": database.scheme == "sqlite"
        and not found.database_url.startswith(SQLITE_FILE)
        and found.database_url not in {"sqlite://", IN_MEMORY},
        "DATABASE_POOLER is for PostgreSQL only": found.database_pooler and database.scheme == "sqlite",
        "REDIS_URL must begin with redis:// or rediss://, or be none": found.redis_url not in {"", NO_BROKER}
        and broker.scheme not in BROKERS,
        "REDIS_URL must end with the number of a database, such as /0": broker.scheme in BROKERS
        and not (broker.path.strip("/") or "0").isdecimal(),
        "SITE_URL must look like https://play.example": bool(found.site_url) and not is_page(found.site_url),
        "SITE_URL must hold only a host and a port: the site can't run under a path": is_page(found.site_url)
        and bool(site.path or site.query or site.fragment or "@" in site.netloc),
        "ALLOWED_HOSTS must hold only host names, without scheme or port": not all(
            map(is_host, found.more_hosts)
        ),
    }


def _with_the_host(found: Environment) -> dict[str, bool]:
    return {
        "OUTGOING_TEST_PORTS must hold only numbers of ports": not all(
            port.isascii() and port.isdecimal() for port in found.outgoing_test_ports
        ),
        "VAPID_PRIVATE_KEY must be a key that `manage.py vapid_key` has made": bool(found.vapid_private_key)
        and not is_vapid_key(found.vapid_private_key),
        "ADMINS must hold only email addresses": not all(map(is_person, found.admins)),
        "SECURITY_CONTACT must look like mailto:security@play.example or https://…": bool(
            found.security_contact
        )
        and not is_reporting(found.security_contact),
        f"SIGNUP must be {CLOSED}, {INVITATION} or {OPEN}, not {found.signup!r}": found.signup
        not in {CLOSED, INVITATION, OPEN},
        "HOST_CONTACT must be an email address or a web address": bool(found.host_contact)
        and not is_contact(found.host_contact),
        "HOST_NAME must fit on one line": len(found.host_name) > LONGEST_NAME or "\n" in found.host_name,
    }


def _with_the_service(found: Environment) -> dict[str, bool]:
    told = [bool(vars(found)[name]) for name in SIGN_IN_SERVICE]
    return {
        f"{', '.join(map(str.upper, SIGN_IN_SERVICE))} need each other": any(told) and not all(told),
        "OIDC_ISSUER must look like https://id.example.org": bool(found.oidc_issuer)
        and not (is_page(found.oidc_issuer) and len(found.oidc_issuer) <= LONGEST_ISSUER),
        "OIDC_NAME must fit on one line": len(found.oidc_name) > LONGEST_NAME or "\n" in found.oidc_name,
    }


def _with_watchers(found: Environment) -> dict[str, bool]:
    """List what is wrong with who collects traces and errors."""
    needed = {"otlp_url": "opentelemetry.sdk", "sentry_dsn": "sentry_sdk"}
    named = {name: library for name, library in needed.items() if vars(found)[name]}
    return {f"{name.upper()} must be a web address": not is_page(vars(found)[name]) for name in named} | {
        f"{name.upper()} needs the libraries of requirements/watching.txt": not is_installed(library)
        for name, library in named.items()
    }


def is_installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # not even what it is part of
        return False
