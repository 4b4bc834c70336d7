"""Settings that are fine on one's own machine but not where others play: there, nothing has a default."""

from __future__ import annotations

from quartz_site.environment.addresses import is_readable, parts
from quartz_site.environment.facts import LOCAL_HOSTS, Environment
from quartz_site.environment.mail import DELIVERING, MAILERS

# Long enough that nobody guesses it; Django warns below the same length.
LEAST_KEY = 50
LEAST_LETTERS = 10
LEAST_TOKEN = 20


def wrong(found: Environment) -> list[str]:
    """List what is missing, and what would be dangerous."""
    sender = () if found.email_provider else ("email_url",)
    needed = ("redis_url", "site_url", *sender, "mail_from")
    missing = [f"{name.upper()} is missing" for name in needed if not vars(found)[name]]
    checks = {**_with_keys(found), **_open_doors(found), **_lost(found)}
    return missing + [problem for problem, is_so in checks.items() if is_so]


def _with_keys(found: Environment) -> dict[str, bool]:
    key, earlier = found.secret_key, found.secret_key_fallbacks
    return {
        f"SECRET_KEY must have at least {LEAST_KEY} characters": 0 < len(key) < LEAST_KEY,
        "SECRET_KEY isn't random enough": len(key) >= LEAST_KEY and not _is_random(key),
        "SECRET_KEY_FALLBACKS has a key that is too short or not random enough": not all(
            len(one) >= LEAST_KEY and _is_random(one) for one in earlier
        ),
    }


def _open_doors(found: Environment) -> dict[str, bool]:
    return {
        f"METRICS_TOKEN must have at least {LEAST_TOKEN} characters": _is_short(found.metrics_token),
        "OIDC_ISSUER must begin with https://": bool(found.oidc_issuer)
        and not found.oidc_issuer.startswith("https://"),
        "DEBUG must be off: it shows secrets to strangers": found.debug,
        "DEMO must be off: it lets anyone sign in as a demo player": found.demo,
        "OUTGOING_TEST_PORTS must be empty: it lets addresses that players give us reach this machine": bool(
            found.outgoing_test_ports
        ),
        "ALLOWED_HOSTS must not have a *: it lets anyone choose the site's name": any(
            "*" in h for h in found.more_hosts
        ),
        "SITE_URL must begin with https://": bool(found.host)
        and not found.tls
        and found.host not in LOCAL_HOSTS,
    }


def _is_short(token: str) -> bool:
    return 0 < len(token) < LEAST_TOKEN


def _lost(found: Environment) -> dict[str, bool]:
    """List what would accept emails or moves and lose them."""
    mailer = parts(found.email_url)
    return {
        "EMAIL_URL doesn't deliver any email": mailer.scheme in MAILERS - DELIVERING,
        "EMAIL_URL doesn't name a mail server": mailer.scheme in DELIVERING
        and is_readable(found.email_url)
        and not mailer.hostname,
        "DATABASE_URL is in memory, so all data would be lost": _is_in_memory(found.database_url),
    }


def _is_random(key: str) -> bool:
    return len(set(key)) >= LEAST_LETTERS


def _is_in_memory(database_url: str) -> bool:
    """Check whether it is SQLite without a file; a file may be in a folder called `memory/`."""
    database = parts(database_url)
    name = (database.netloc + database.path).strip("/")
    return database.scheme == "sqlite" and (name in {"", ":memory:"} or "mode=memory" in database.query)
