"""The headers of the site as production sends them, marked by the rules of MDN's HTTP Observatory.

Everybody begins with 100 points and loses some for what is missing; who keeps 90 gets more for what is
especially good. From 100 on it is an A+. What depends on a certificate or on the preload lists of browsers is
left out: it can't be seen here, and the site asks for no place on those lists.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quartz_site.local.check import production

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = """
import json, sys, django
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("collectstatic", "--no-input", verbosity=0)
call_command("migrate", verbosity=0)
told = {}
for address in ("/", "/accounts/login/", "/help/", "/nowhere", "/api/openapi.json", "/healthz"):
    client = Client()
    got = client.get(address, secure=True, headers={"host": "play.example.org"})
    cookies = [one.OutputString() for one in client.cookies.values()]
    told[address] = {"headers": {k.lower(): v for k, v in got.headers.items()}, "cookies": cookies}
print(json.dumps(told))
"""
SIX_MONTHS = 15_552_000
A_PLUS, FULL, ENOUGH_FOR_MORE = 100, 100, 90
BROAD = {"*", "http:", "https:", "ftp:", "data:", "'unsafe-inline'", "'unsafe-eval'"}
PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> dict[str, Any]:
    """Ask a production site of its own for some pages, each in a browser that has never been there."""
    folder = tmp_path_factory.mktemp("production")
    found = {**production(), "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "quartz_site.settings", **found}
    command = [sys.executable, "-c", ASK, str(folder)]
    ran = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def marks(headers: dict[str, str], cookies: list[str]) -> dict[str, int]:
    """Give the points for each thing the Observatory looks at."""
    return {
        "policy": _policy(headers.get("content-security-policy", "")),
        "cookies": min((_cookie(one.lower()) for one in cookies), default=0),
        "sharing": 0 if "access-control-allow-origin" not in headers else -50,
        "tls": _tls(headers.get("strict-transport-security", "")),
        "referrer": 5 if headers.get("referrer-policy", "") in PRIVATE else -5,
        "types": 0 if headers.get("x-content-type-options") == "nosniff" else -5,
        "frames": _frames(headers),
        "opener": 10 if headers.get("cross-origin-opener-policy", "") == "same-origin" else 0,
        "resources": 10
        if headers.get("cross-origin-resource-policy", "") in ("same-origin", "same-site")
        else 0,
    }


def _directives(policy: str) -> dict[str, set[str]]:
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {name: set(sources) for name, *sources in parts}


def _policy(policy: str) -> int:
    found = _directives(policy)
    if not found:
        return -25
    by_default = found.get("default-src", {"*"})
    for name in ("script-src", "object-src", "style-src", "img-src", "connect-src"):
        if found.get(name, by_default) & BROAD:
            return -20
    return 10 if by_default == {"'none'"} else 5


def _frames(headers: dict[str, str]) -> int:
    by_policy = _directives(headers.get("content-security-policy", "")).get("frame-ancestors", {"*"})
    is_closed = by_policy == {"'none'"} or headers.get("x-frame-options") in ("DENY", "SAMEORIGIN")
    return 5 if is_closed else -20


def _cookie(told: str) -> int:
    is_session = any(word in told.partition("=")[0] for word in ("sess", "login"))
    if "secure" not in told:
        return -40 if is_session else -20
    if is_session and "httponly" not in told:
        return -30
    return 5 if "samesite=lax" in told or "samesite=strict" in told else -20 if "csrf" in told else 0


def _tls(told: str) -> int:
    age = [part.strip().partition("=")[2] for part in told.split(";") if part.strip().startswith("max-age")]
    if not age:
        return -20
    return 0 if int(age[0]) >= SIX_MONTHS else -10


def score(found: dict[str, int]) -> int:
    kept = FULL + sum(min(one, 0) for one in found.values())
    return kept + sum(max(one, 0) for one in found.values()) if kept >= ENOUGH_FOR_MORE else kept


@pytest.mark.parametrize(
    "address", ["/", "/accounts/login/", "/help/", "/nowhere", "/api/openapi.json", "/healthz"]
)
def test_every_answer_has_the_best_grade(seen, address):
    found = marks(**seen[address])
    assert score(found) >= A_PLUS and min(found.values()) >= 0, found


def test_the_page_that_asks_for_an_address_sets_cookies_to_be_marked(seen):
    assert seen["/accounts/login/"]["cookies"] and marks(**seen["/accounts/login/"])["cookies"] == 5


@pytest.mark.parametrize(
    ("header", "worse"),
    [
        ("content-security-policy", ""),
        ("content-security-policy", "default-src 'self' 'unsafe-inline'"),
        ("strict-transport-security", "max-age=60"),
        ("x-content-type-options", ""),
        ("referrer-policy", "unsafe-url"),
        ("access-control-allow-origin", "*"),
    ],
)
def test_a_header_that_is_gone_or_weaker_costs_points(seen, header, worse):
    headers = seen["/"]["headers"]
    assert score(marks({**headers, header: worse}, [])) < score(marks(headers, []))


@pytest.mark.parametrize(
    "cookie", ["session=x; HttpOnly; SameSite=Lax", "session=x; Secure; SameSite=Lax", "csrf=x; Secure"]
)
def test_a_careless_cookie_costs_points(seen, cookie):
    headers = seen["/"]["headers"]
    assert score(marks(headers, [cookie])) < score(marks(headers, []))
