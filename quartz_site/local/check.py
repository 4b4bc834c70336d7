"""Runs every check that needs no running site. `make check` and `.ci/run` call it."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

from quartz_site.environment.vapid import new_vapid_key

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
SEARCHED = ("--recursive", "games", "quartz_site", "tools", "requirements", "manage.py")
STAFF_PAGES = ("games/staff/templates",)  # the other templates are Jinja2
MANAGE = [sys.executable, "manage.py"]
ANY = {"ENV_FILE": os.devnull, "SECRET_KEY": "for checks only", "DATABASE_URL": "sqlite://:memory:"}


def production() -> dict[str, str]:
    """Make up settings of a sensible production site, for `check --deploy`; nothing is started."""
    return {
        "ENV_FILE": os.devnull,
        "ENVIRONMENT": "production",
        "SECRET_KEY": secrets.token_urlsafe(60),
        "DATABASE_URL": "postgresql://app@database/app",
        "REDIS_URL": "redis://broker/0",
        "SITE_URL": "https://play.example.org",
        "EMAIL_URL": "submission://app:word@mail.example.org",
        "MAIL_FROM": "Play by mail <play@example.org>",
        "BEHIND_PROXY": "on",
        "VAPID_PRIVATE_KEY": new_vapid_key(),
    }


def templates() -> list[str]:
    """List Django's templates in git, or without git those in the folders."""
    git = ["git", "ls-files", *STAFF_PAGES]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout
    paths = listed.split("\n")[:-1] or [
        str(path) for folder in STAFF_PAGES for path in sorted((ROOT / folder).rglob("*"))
    ]
    return [path for path in paths if path.endswith(".html")]


def checks() -> list[tuple[str, list[str], dict[str, str]]]:
    """List the name, command and environment of each check."""
    return [
        ("ruff check", [str(BIN / "ruff"), "check", "."], {}),
        ("ruff format", [str(BIN / "ruff"), "format", "--check", "."], {}),
        ("mypy", [str(BIN / "mypy")], {}),
        ("import-linter", [str(BIN / "lint-imports")], {}),
        (
            "bandit",
            [sys.executable, "-m", "bandit", "--quiet", "--configfile", "pyproject.toml", *SEARCHED],
            {},
        ),
        ("djade", [str(BIN / "djade"), "--target-version", "5.2", "--check", *templates()], {}),
        ("makemigrations", [*MANAGE, "makemigrations", "--check", "--dry-run"], ANY),
        ("check --deploy", [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"], production()),
    ]


def main() -> int:
    failed = []
    for name, command, environment in checks():
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        print(f"{'ok    ' if done.returncode == 0 else 'FAILED'}  {name}", flush=True)
        if done.returncode:
            failed.append(name)
            print(done.stdout, flush=True)
    print(f"{len(checks()) - len(failed)} checks passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
