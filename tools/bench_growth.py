"""Measure whether the service slows down as matches add up: `python -m tools.bench_growth`.

On a PostgreSQL of its own, filled by `tools.many_rows`: each step of a sweep and each question of a page that
isn't about one match alone, beside a few matches and beside many. See docs/bench-service.md.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from quartz_site.local.postgres import postgres
from tools.bench import part

ROUNDS = 15
OK = 200


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure sweep and pages beside few matches and many.")
    parser.add_argument("--matches", type=int, nargs="+", default=[1_000, 50_000])
    args = parser.parse_args()
    found = {number: measured(number) for number in args.matches}
    print(f"{'ms':24}" + "".join(f"{number:>10,}" for number in found))
    for step in found[args.matches[0]]:
        print(f"{step:24}" + "".join(f"{each[step]:10.1f}" for each in found.values()))
    return 0


def measured(number: int) -> dict[str, float]:
    folder = Path(tempfile.mkdtemp(prefix="quartz-bench-"))
    try:
        with postgres(folder) as url:
            part(url, f"rows.prepare(); from tools import bench_growth; bench_growth.fill({number})")
            return dict(part(url, "from tools import bench_growth; bench_growth.look()"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fill(number: int) -> None:
    from django.db import connection
    from django.utils import timezone

    from tools import many_rows

    many_rows.fill(number, timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def look(at: str = "") -> None:
    """Take the least of some rounds of each, in milliseconds of CPU; what is written is rolled back."""
    from django.utils import timezone

    now = datetime.fromisoformat(at) if at else timezone.now()
    with rolled_back():
        found = {name: least(do) for name, do in (*sweep(now), *questions(now), *pages())}
    print(json.dumps(found))


@contextmanager
def rolled_back() -> Iterator[None]:
    """Run as tests do: what is durable in service may lie in a transaction that comes to nothing."""
    from django.db import transaction

    outer = transaction.atomic()
    vars(outer)["_from_testcase"] = True
    with outer:
        yield
        transaction.set_rollback(True)


def least(do: Callable[[], object]) -> float:
    took = []
    for _ in range(ROUNDS):
        begun = spent()
        do()
        took.append(spent() - begun)
    return min(took) / 1_000_000


def spent() -> int:
    """Tell how long this process and its server have been at work, in nanoseconds, whoever else is."""
    from django.db import connection

    connection.ensure_connection()
    server = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text(encoding="ascii")
    return time.process_time_ns() + int(server.split()[0])


def sweep(now: datetime) -> Iterator[tuple[str, Callable[[], object]]]:
    """Give each errand of a sweep that finds nothing to be done; digests once as nobody has one yet, too."""
    from games.disputes import cases
    from games.lobby import before_start, invitations
    from games.mail.receive import replies
    from games.mail.send import digests, outbox, reminders
    from games.match import votes
    from games.models import Heartbeat, Outbox
    from games.play import deadlines, outages

    Heartbeat.record(outages.SWEEP, now)

    def first_digests() -> None:
        digests.queue_due(now)
        Outbox.objects.filter(kind="digest").delete()

    errands = (
        outages.look,
        replies.read_due,
        votes.go_on_due,
        deadlines.close_due,
        reminders.queue_due,
        invitations.remind_due,
        before_start.close_forgotten,
        cases.close_settled,
        outbox.send_due,
    )
    for errand in errands:
        yield f"{errand.__module__.rpartition('.')[2]}.{errand.__name__}", partial(errand, now)
    yield "digests written", first_digests
    digests.queue_due(now)
    yield "digests.queue_due", partial(digests.queue_due, now)


def questions(now: datetime) -> Iterator[tuple[str, Callable[[], object]]]:
    """Give what pages ask of more than one match."""
    from games.lobby import join
    from games.mail import delivery
    from games.models import Player
    from games.players import accounts
    from games.staff import case_room, matches
    from games.web.site import health, match_list

    judge = Player.objects.create_user("judge@example.org", is_moderator=True)
    guest = Player.objects.get(email="g17@example.net")
    yield "my matches", lambda: match_list.matches_of(guest)
    yield "free tables", lambda: join.free_tables(guest)
    yield "emails to me", lambda: list(delivery.mails_to(guest)[:50])
    yield "whose address", lambda: accounts.known("g17@example.net")
    yield "queue of cases", lambda: list(case_room.queue(judge, now)[: case_room.MOST])
    yield "stopped matches", lambda: matches.of_others(matches.stopped(), judge)
    yield "stalled matches", lambda: matches.of_others(matches.stalled(now), judge)
    yield "readiness", health.quarantined


def pages() -> Iterator[tuple[str, Callable[[], object]]]:
    """Give pages of somebody who plays one match, asked for through everything that stands before them."""
    from django.test import Client
    from django.utils import timezone

    from games.models import Player
    from tools.bench_page import sign_in
    from tools.bench_rows import table

    found = table(timezone.now())
    client = Client(HTTP_HOST="127.0.0.1")
    sign_in(client, Player.objects.get(seats__match=found, seats__number=0))
    for path in ("/", "/tables/", f"/m/{found.public_id}/"):
        assert client.get(path).status_code == OK, path
        yield f"page {path[:3]}", partial(client.get, path)


if __name__ == "__main__":
    raise SystemExit(main())
