"""What `tools.bench` measures: each part prints its results as JSON. Needs Django set up."""

from __future__ import annotations

import json
import os
import random
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.infra.locks import writing
from games.lobby.match_settings import MatchSettings
from games.lobby.setup import open_match
from games.mail.compose import frame
from games.mail.send import outbox
from games.models import (
    Deadline,
    DeadlineState,
    Door,
    Event,
    Match,
    MatchSecret,
    Outbox,
    Outcome,
    Player,
    Seat,
    Submission,
)
from games.ops import sweep
from games.play import deadlines, history
from games.rules.kernel.codec import canonical
from games.rules.kernel.table import questions

BLOCK = 25  # moves, then as many bare transactions, so that other load slows both
BATCH = 2000
TABLES = 50  # matches the emails are about: with more than a process caches, reading logs would dominate


def prepare() -> None:
    call_command("migrate", verbosity=0)


def table(now: datetime, people: int = 3) -> Match:
    """Start a match in which no seat is given up for timing out."""
    random_names = (f"{os.urandom(8).hex()}@example.org" for _ in range(people))
    players = [Player.objects.create_user(name) for name in random_names]
    found = open_match(MatchSettings("quartz", people), players, now)
    Match.objects.filter(pk=found.pk).update(silences_allowed=30_000)
    play.start(found.pk, now)
    found.refresh_from_db()
    return found


# --- moves


def wish(found: Match, dice: random.Random) -> play.Wish:
    _, at = history.load(found)
    waiting = questions(found.rules, at)
    name = min(name for name, one in waiting.items() if one.awaited and name.seat in found.awaited)
    robot = found.rules.robots[found.rules.automation.sensible]
    command = robot(found.rules.core.view(at.state, name.seat), waiting[name], dice)
    text, key = canonical(command).decode(), os.urandom(8).hex()
    return play.Wish(found.pk, name.seat, 1, name, text, key, Door.PAGE)


def moves(seconds: float) -> None:
    dice, spent, done = random.Random(1), {"moves": 0.0, "floor": 0.0}, 0
    found, bare = table(timezone.now()), table(timezone.now())
    while sum(spent.values()) < seconds:
        for _ in range(BLOCK):
            found.refresh_from_db()
            if not found.is_running:
                found = table(timezone.now())
            asked = wish(found, dice)
            spent["moves"] += timed(partial(move, asked))
        for number in range(BLOCK):
            spent["floor"] += timed(partial(floor, bare.pk, f"{done}-{number}"))
        done += BLOCK
    found = table(timezone.now())
    asked = wish(found, dice)
    with CaptureQueriesContext(connection) as captured:
        play.submit(asked, timezone.now())
    rates = {name: done / took for name, took in spent.items()}
    print(json.dumps({**rates, "statements": len(captured)}))


def move(asked: play.Wish) -> None:
    assert not play.submit(asked, timezone.now()).refused


def timed(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def floor(pk: int, key: str) -> None:
    """Do the minimum that stores one row per move: lock, insert, update, commit."""
    with writing():
        found = Match.objects.select_for_update().get(pk=pk)
        Submission.objects.create(match=found, door=Door.PAGE, key=key, outcome=Outcome.PLAYED)
        Match.objects.filter(pk=pk).update(silences_allowed=F("silences_allowed"))


# --- emails


def mails(number: int, delay: float) -> None:
    """Measure three ways: send as a worker does, render and send over one connection, only send."""
    first = table(timezone.now())
    history.memo.clear()
    found = [first, *(table(timezone.now()) for _ in range(min(number, TABLES) - 1))]
    with sink(delay) as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        queue(found, number)
        sent = timed(send_all)
        rows = list(Outbox.objects.exclude(rendered=None).select_related("match", "seat__player"))
        letters = [(one.to, bytes(one.rendered or b"")) for one in rows]
        spent = {
            "mails": sent,
            "written": timed(partial(send_bare, written(rows), port)),
            "floor": timed(partial(send_bare, letters, port)),
        }
    print(json.dumps({name: len(letters) / took for name, took in spent.items()}))


def queue(found: list[Match], number: int) -> None:
    """Queue each match's emails again and again, as if they had never gone out."""
    Outbox.objects.exclude(match__in=found, kind="turn").delete()
    rows = list(Outbox.objects.filter(match__in=found))
    begun = timezone.now()  # the same for all, so that the matches alternate, as they do in service
    for lap in range(number // len(rows)):
        for row in rows:
            row.pk, row.message_id, row.dedupe = None, uuid4(), f"{row.dedupe} {lap}"
            row.send_after = begun
        Outbox.objects.bulk_create(rows)
    Outbox.objects.filter(send_after__gt=timezone.now()).delete()


def send_all() -> None:
    while outbox.send_due(timezone.now()):
        pass


def written(rows: list[Outbox]) -> Iterator[tuple[str, bytes]]:
    """Render emails and store neither their bytes nor the links in them."""
    for row in rows:
        yield row.to, frame.finish(row, timezone.now()).content


def send_bare(letters: Iterable[tuple[str, bytes]], port: int) -> None:
    with smtplib.SMTP("127.0.0.1", port) as line:
        for to, content in letters:
            line.sendmail("bench@example.org", [to], content)


@contextmanager
def sink(delay: float) -> Iterator[int]:
    """Run a mail server that accepts everything and keeps nothing, in its own process; yield its port."""
    command = [sys.executable, "-m", "quartz_site.local.sink", str(delay)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline())
        server.terminate()


# --- windows


def clone(number: int) -> None:
    """Copy a match that many times, each waiting for an answer: the same log, rows of its own."""
    first = table(timezone.now())
    for begun in range(0, number, BATCH):
        _clone(first, min(BATCH, number - begun))


def _clone(first: Match, number: int) -> None:
    fields = {field.attname: getattr(first, field.attname) for field in Match._meta.concrete_fields}
    kept = {name: value for name, value in fields.items() if name not in ("id", "public_id")}
    found = Match.objects.bulk_create(Match(**kept) for _ in range(number))
    secret = history.secret_of(first)
    MatchSecret.kept.bulk_create(MatchSecret(match=one, secret=secret) for one in found)
    models: list[Any] = [Seat, Event, Deadline]
    for model in models:
        rows = list(model._base_manager.filter(match=first).values())
        drop = ("id", "match_id", "submission_id", "salt")  # a salt belongs to one seat alone
        model._base_manager.bulk_create(
            [
                model(match=one, **{name: value for name, value in row.items() if name not in drop})
                for one in found
                for row in rows
            ],
            batch_size=BATCH,
        )


def set_due(seconds: float) -> None:
    """Make one window of each match due at the same moment; print the moment."""
    Deadline.objects.exclude(kind="question", match__status="running").delete()
    newest = Deadline.objects.order_by("match", "-pk").distinct("match").values("pk")
    Deadline.objects.exclude(pk__in=newest).delete()
    due = timezone.now() + timedelta(seconds=seconds)
    Deadline.objects.update(state=DeadlineState.RUNNING, due_at=due, lease_until=None, attempts=0)
    print(json.dumps(due.isoformat()))


def close(what: str, at: str) -> None:
    """Wait for the moment, then close windows until none is left; print how late each was."""
    due, late = datetime.fromisoformat(at), list[float]()
    time.sleep(max(0.0, (due - timezone.now()).total_seconds()))
    {"bare": bare, "swept": swept}[what](due, late)
    print(json.dumps(late))


def bare(due: datetime, late: list[float]) -> None:
    """Close bare rows, each in a transaction of its own."""
    while pks := list(Deadline.objects.due(due).order_by("due_at", "pk").values_list("pk", flat=True)[:500]):
        for pk in pks:
            with writing():
                done = Deadline.objects.filter(pk=pk, state=DeadlineState.RUNNING).update(
                    state=DeadlineState.DONE
                )
            if done:
                late.append((timezone.now() - due).total_seconds())


def swept(due: datetime, late: list[float]) -> None:
    """Close windows as the site does: sweep until nothing is due."""
    close_all = deadlines.close_all

    def noted(hand: list[int], now: datetime) -> int:
        done = close_all(hand, now)
        late.extend([(timezone.now() - due).total_seconds()] * done)
        return done

    deadlines.close_all = noted
    while Deadline.objects.filter(due_at=due, state=DeadlineState.RUNNING).exists():
        sweep.sweep(timezone.now())
