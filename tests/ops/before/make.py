"""Make the database of a release, full of matches, to be upgraded by tests ever after.

Run it in a checkout of that release, with what it needs installed (docs/releasing.md):

    python …/tests/ops/before/make.py …/tests/ops/before/0.2.0

It knows nothing of the program but commands, pages and rows that no release has changed so far. Each game
gets a match that robots have played to its end, and one of three people, one of whom has let a question pass.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import re
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
PEOPLE = [f"{name}@example.org" for name in ("alice", "bob", "carol")]
LINK = re.compile(r"/t/([a-z2-7]{39})(?![a-z2-7])")
STEP = timedelta(minutes=30)
MOST_STEPS = 400


def main(target: Path) -> None:
    folder = tempfile.mkdtemp()
    file = Path(folder, "db.sqlite3")
    os.environ.update(
        DJANGO_SETTINGS_MODULE="quartz_site.settings",
        SECRET_KEY="for this test",  # as tests/kit/commands.py has it
        DATABASE_URL=f"sqlite:///{file}",
        REDIS_URL="redis://127.0.0.1:1/0",
        ENV_FILE=os.devnull,
    )
    sys.path.insert(0, os.getcwd())
    import django

    django.setup()
    told = _play()
    target.mkdir(parents=True, exist_ok=True)
    (target / "told.json").write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
    (target / "db.sqlite3.xz").write_bytes(lzma.compress(_packed(file), preset=9 | lzma.PRESET_EXTREME))
    print(target, {name: len(one) for name, one in told.items() if hasattr(one, "__len__")})


def _play() -> dict[str, object]:
    import time_machine
    from django.conf import settings
    from django.core import mail
    from django.core.management import call_command

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    with time_machine.travel(START, tick=False):
        call_command("migrate", verbosity=0)
    from games.models import Match
    from games.rules.catalogue import by_slug

    now, shown = START, {}
    for game in sorted(by_slug()):
        _by_robots(game, now)
        with time_machine.travel(now, tick=False):
            call_command("create_match", game, player=PEOPLE, create=True, stdout=io.StringIO())
    running = Match.objects.filter(status="running")
    for _ in range(MOST_STEPS):
        with time_machine.travel(now, tick=False):
            call_command("sweep", stdout=io.StringIO())
        if all(_was_silent(one) for one in running) and not _queued():
            break
        now += STEP
    for one in mail.outbox:
        for token in LINK.findall(str(one.message())) or LINK.findall(_text(one)):
            shown[token] = True
    session = _signed_in(now)
    return {
        "now": now.isoformat(),
        "session": session,
        "links": sorted(shown),
        "matches": {one.public_id: [one.game, one.status] for one in Match.objects.order_by("pk")},
    }


def _by_robots(game: str, now: datetime) -> None:
    """Let robots play a match to its end; no reader of what the command says looks at the clock."""
    import time_machine
    from django.core.management import call_command

    from games.rules.catalogue import by_slug

    seats = by_slug()[game].meta.least_seats
    with time_machine.travel(now, tick=True):
        call_command("play_demo", game=game, seats=seats, stdout=io.StringIO(), stderr=io.StringIO())


def _was_silent(match: object) -> bool:
    """Tell whether somebody in a match has let a question pass."""
    return any(seat.silences or seat.on_autopilot for seat in match.seats.all())


def _queued() -> bool:
    from games.models import Outbox

    return Outbox.objects.filter(state="queued").exists()


def _text(message: object) -> str:
    """Give the text of an email, whatever it is wrapped in."""
    import email
    from email import policy

    raw = message.message().as_bytes()
    found = email.message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    return found.get_content() if found else ""


def _signed_in(now: datetime) -> str:
    import time_machine
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client

    with time_machine.travel(now, tick=False):
        client = Client()
        client.force_login(get_user_model().objects.get(email=PEOPLE[0]))
        return client.cookies[settings.SESSION_COOKIE_NAME].value


def _packed(file: Path) -> bytes:
    """Give the database as one file without what was deleted."""
    import sqlite3

    from django.db import connections

    connections.close_all()
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    return file.read_bytes()


if __name__ == "__main__":
    with mock.patch.dict(os.environ):
        main(Path(sys.argv[1]))
