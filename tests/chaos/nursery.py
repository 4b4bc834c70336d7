"""Where workers, beats, sweepers and players are born: a process that has everything loaded, and forks.

A fork is ready at once, where a new Python would first load for seconds: so a kill hits work, not loading.
It reads one word a line and answers with the new process's id. Each is a group of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from datetime import timedelta

import django

TICK = float(os.environ.get("CHAOS_TICK", "5"))
LEASES = os.environ.get("CHAOS_LEASES", "")  # of windows and emails, in seconds; empty for the real ones


def worker() -> None:
    from quartz_site.celery import app

    quiet = ["--without-gossip", "--without-mingle", "--loglevel", "ERROR"]
    app.worker_main(["--quiet", "worker", "--pool", "prefork", "--concurrency", "2", *quiet])


def beat() -> None:
    from quartz_site.celery import app

    app.conf.beat_schedule["tick"]["schedule"] = TICK
    app.start(["--quiet", "beat", "--loglevel", "ERROR"])


def sweeper() -> None:
    from django.utils import timezone

    from games.ops.sweep import sweep

    while True:
        if sum(sweep(timezone.now())) == 0:
            time.sleep(TICK / 5)


def player() -> None:
    from tests.chaos import player

    player.main()


KINDS = {one.__name__: one for one in (worker, beat, sweeper, player)}


def shorten() -> None:
    from games.mail.send import outbox
    from games.play import deadlines
    from games.reach import send

    if LEASES:
        window, mail = map(float, LEASES.split())
        deadlines.LEASE, outbox.LEASE = timedelta(seconds=window), timedelta(seconds=mail)
        send.LEASE = timedelta(seconds=mail)


def born(kind: str) -> int:
    """Fork; answer once the new process leads a group: a signal sent to the group before hits nobody."""
    waiting, leads = os.pipe()
    pid = os.fork()
    if pid:
        os.close(leads)
        with open(waiting, "rb") as end:
            end.read()
        return pid
    from quartz_site.local.processes import die_with_parent

    try:
        os.setsid()
        die_with_parent(signal.SIGKILL)
        os.close(leads)
        os.close(waiting)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        sys.argv = [kind]
        KINDS[kind]()
    finally:
        os._exit(1)


def main() -> None:
    django.setup()
    import games.tasks  # noqa: F401

    shorten()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        print(born(line.strip()), flush=True)


if __name__ == "__main__":
    main()
