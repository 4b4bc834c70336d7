"""Environments to read settings from."""

from __future__ import annotations

from pathlib import Path

from quartz_site.local.check import production

BASE = Path("/nonexistent")
NAMES = [
    *production(),
    "ADMINS",
    "SECURITY_CONTACT",
    "DEBUG",
    "DEMO",
    "ALLOWED_HOSTS",
    "BEHIND_PROXY",
    "PROXY_HOPS",
    "SECRET_KEY_FALLBACKS",
    "EMAIL_PROVIDER",
    "INBOUND",
    "REPLY_DOMAIN",
    "BOUNCE_DOMAIN",
    "WEBHOOK_SECRET",
    "IMAP_URL",
    "AUTHSERV_ID",
    "SIGNUP",
    "HOST_NAME",
    "HOST_CONTACT",
    "PRIVACY_TEXT",
    "IMPRINT_TEXT",
    "OUTGOING_TEST_PORTS",
]
LOCAL = {"SECRET_KEY": "x", "DATABASE_URL": "sqlite:///var/db.sqlite3"}
