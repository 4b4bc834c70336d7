"""Asks for what a new site needs, makes its keys, and writes `.env`: `python -m quartz_site.init`.

It runs before there are any settings, so it is no command of manage.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from getpass import getpass
from pathlib import Path

from quartz_site import first_settings

CANNOT = 2
NEXT = """\
{file} is written, for you alone. Next:
  .venv/bin/python manage.py migrate
  .venv/bin/python manage.py collectstatic --no-input
  .venv/bin/python -m quartz_site.catalogues.compiling
  .venv/bin/python manage.py first_admin {you}
Keep two processes running, as docs/operations.md says, and then let this look at everything:
  .venv/bin/python manage.py doctor
"""


def main(given: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(given)
    try:
        if asked.file.exists():
            raise first_settings.BadSettings(
                f"{asked.file} already exists: change it by hand, or move it aside"
            )
        answers = _kept(asked)
    except (first_settings.BadSettings, OSError) as problem:
        print(f"init: {problem}", file=sys.stderr)
        return CANNOT
    except (KeyboardInterrupt, EOFError):
        print("\ninit: nothing was written", file=sys.stderr)
        return CANNOT
    print(NEXT.format(file=asked.file, you=answers["ADMINS"]))
    return 0


def _kept(asked: argparse.Namespace) -> dict[str, str]:
    """Ask until the program can start with the answers; write and return them. Raise BadSettings, OSError."""
    answers: dict[str, str] = {}
    while True:
        answers = _answers(asked, answers)
        try:
            first_settings.keep(first_settings.complete(answers), asked.file)
        except first_settings.BadSettings as problem:
            if not sys.stdin.isatty():
                raise
            print(f"\nThat can't be: {problem}\nOnce more; Return keeps what is in brackets.\n")
        else:
            return answers


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m quartz_site.init",
        description="Ask for what a new site needs, make its keys, and write .env.",
        epilog="What an option says isn't asked.",
    )
    parser.add_argument("--site-url", help="where players find the site: https://play.example.org")
    parser.add_argument("--host-name", help="who runs it, as players read it")
    parser.add_argument("--you", metavar="ADDRESS", help="your own email address")
    parser.add_argument("--mail-server", metavar="HOST[:PORT]", help="the server that sends for you")
    parser.add_argument("--mail-user", help="your user name there; the password is always asked")
    parser.add_argument("--mail-from", help="the sender of emails: Quartz <play@example.org>")
    parser.add_argument("--database-url", default="", help="default: SQLite in var/")
    parser.add_argument("--redis-url", default="", help="default: none, so that a sweep does what is due")
    parser.add_argument("--file", type=Path, default=Path(".env"))
    return parser


def _answers(asked: argparse.Namespace, before: Mapping[str, str]) -> dict[str, str]:
    """Ask for everything; what was answered before is offered again, but for the password."""
    site = _ask(asked.site_url, "Address of the site (https://…)", before.get("SITE_URL", ""))
    name = _ask(asked.host_name, "Your name, or that of your club", before.get("HOST_NAME", ""))
    you = _ask(asked.you, "Your own email address", before.get("ADMINS", ""))
    server = _ask(asked.mail_server, "Mail server that sends for you (host or host:port)")
    user = _ask(asked.mail_user, "User name there, if it wants one")
    password = getpass(f"Password of {user} there: ") if user else ""
    return {
        "SITE_URL": site,
        "HOST_NAME": name,
        "HOST_CONTACT": you,
        "ADMINS": you,
        "EMAIL_URL": first_settings.email_url(server, user, password),
        "MAIL_FROM": _ask(asked.mail_from, "Emails come from", first_settings.sender_at(site, name)),
        "DATABASE_URL": asked.database_url,
        "REDIS_URL": asked.redis_url,
    }


def _ask(given: str | None, question: str, otherwise: str = "") -> str:
    """Take what the command line says, else ask; an empty answer is the one in brackets."""
    if given is not None:
        return given
    hint = f" [{otherwise}]" if otherwise else ""
    return input(f"{question}{hint}: ").strip() or otherwise


if __name__ == "__main__":
    sys.exit(main())
