"""Reads the settings from the environment and `.env`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvValidationError, FileAwareEnv, validate

from quartz_site.environment import anywhere, mail, production
from quartz_site.environment.addresses import report_url
from quartz_site.environment.facts import INVITATION, Environment

BASE_DIR = Path(__file__).resolve().parents[2]


def read_environment(base: Path) -> Environment:
    """Read the environment, then `.env`; raises ImproperlyConfigured, which lists every problem.

    A secret may be in a file of its own: SECRET_KEY_FILE names one for SECRET_KEY, and so on.
    """
    env = FileAwareEnv(strip_whitespace=True, eager=False)
    env.read_env(os.environ.get("ENV_FILE", base / ".env"), recurse=False)
    try:
        found = _read(env)
    except ValueError as problem:  # environs' own errors are ValueErrors too
        raise ImproperlyConfigured(_sentence([str(problem).rstrip(".")])) from None
    problems = _unparsed(env) + anywhere.wrong(found) + mail.wrong(found)
    problems += production.wrong(found) if found.production else []
    if problems:
        raise ImproperlyConfigured(_sentence(problems))
    return found if found.production else _with_local_defaults(found)


def read_or_exit(program: str) -> Environment:
    """Read the environment; if it is wrong, exit with one sentence before anything starts."""
    try:
        return read_environment(BASE_DIR)
    except ImproperlyConfigured as problem:
        print(f"{program}: {problem}", file=sys.stderr)
        sys.exit(2)


def _unparsed(env: Env) -> list[str]:
    """List the settings that environs could not parse; in their place it has given None."""
    try:
        env.seal()
    except EnvValidationError as fault:
        assert isinstance(fault.error_messages, Mapping)
        return [f"{name}: {' '.join(found).rstrip('.')}" for name, found in fault.error_messages.items()]
    return []


def _read(env: Env) -> Environment:
    behind_proxy = env.bool("BEHIND_PROXY", False)
    return Environment(
        kind=env.str("ENVIRONMENT", "local"),
        debug=env.bool("DEBUG", False),
        secret_key=env.str("SECRET_KEY", ""),
        secret_key_fallbacks=tuple(env.list("SECRET_KEY_FALLBACKS", [], subcast=str.strip)),
        database_url=env.str("DATABASE_URL", ""),
        database_pooler=env.bool("DATABASE_POOLER", False),
        redis_url=env.str("REDIS_URL", ""),
        site_url=env.str("SITE_URL", "").rstrip("/"),
        more_hosts=tuple(env.list("ALLOWED_HOSTS", [], subcast=str.strip)),
        behind_proxy=behind_proxy,
        proxy_hops=env.int("PROXY_HOPS", 1 if behind_proxy else 0, validate=validate.Range(min=0)),
        email_url=env.str("EMAIL_URL", ""),
        mail_from=env.str("MAIL_FROM", ""),
        email_provider=env.str("EMAIL_PROVIDER", ""),
        anymail=_anymail(env),
        inbound=env.str("INBOUND", ""),
        reply_domain=env.str("REPLY_DOMAIN", "").lower(),
        bounce_domain=env.str("BOUNCE_DOMAIN", "").lower(),
        webhook_secrets=tuple(env.list("WEBHOOK_SECRET", [], subcast=str.strip)),
        imap_url=env.str("IMAP_URL", ""),
        authserv_id=env.str("AUTHSERV_ID", "").lower(),
        admins=tuple(env.list("ADMINS", [], subcast=str.strip)),
        security_contact=env.str("SECURITY_CONTACT", "") or report_url(env.str("HOST_CONTACT", "")),
        signup=env.str("SIGNUP", INVITATION),
        site_name=env.str("SITE_NAME", ""),
        front_text=env.str("FRONT_TEXT", ""),
        host_name=env.str("HOST_NAME", ""),
        host_contact=env.str("HOST_CONTACT", ""),
        privacy_text=env.str("PRIVACY_TEXT", ""),
        imprint_text=env.str("IMPRINT_TEXT", ""),
        demo=env.bool("DEMO", False),
        lobby_days=env.int("LOBBY_DAYS", 14, validate=validate.Range(min=1)),
        outgoing_test_ports=tuple(env.list("OUTGOING_TEST_PORTS", [], subcast=str.strip)),
        vapid_private_key=env.str("VAPID_PRIVATE_KEY", ""),
        metrics_token=env.str("METRICS_TOKEN", ""),
        otlp_url=env.str("OTLP_URL", ""),
        sentry_dsn=env.str("SENTRY_DSN", ""),
        oidc_issuer=env.str("OIDC_ISSUER", ""),
        oidc_client_id=env.str("OIDC_CLIENT_ID", ""),
        oidc_client_secret=env.str("OIDC_CLIENT_SECRET", ""),
        oidc_name=env.str("OIDC_NAME", ""),
    )


def _anymail(env: Env) -> dict[str, str]:
    """Read a provider's settings: each ANYMAIL_… becomes that setting of the library."""
    names = {name.removesuffix("_FILE") for name in os.environ if name.startswith("ANYMAIL_")}
    return {name.removeprefix("ANYMAIL_"): env.str(name) for name in sorted(names)}


def _with_local_defaults(found: Environment) -> Environment:
    """Fill in defaults for a developer's machine: loopback everywhere, email to the terminal."""
    return Environment(
        **{
            **vars(found),
            "redis_url": found.redis_url or "redis://127.0.0.1:6379/0",
            "site_url": found.site_url or "http://127.0.0.1:8000",
            "email_url": found.email_url or ("" if found.email_provider else "console:"),
            "mail_from": found.mail_from or "Play by mail <play@localhost>",
            # The demo's mailbox page answers emails itself.
            "reply_domain": found.reply_domain or ("replies.localhost" if found.demo else ""),
        }
    )


def _sentence(problems: list[str]) -> str:
    return f"not configured: {'; '.join(problems)}. (.env.example explains each setting.)"
