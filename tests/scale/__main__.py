"""Break a site on seven hosts in many ways, and look what came of it: `make scale`. See docs/scale.md."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tests.scale import network

if TYPE_CHECKING:
    from tests.kit.mail_server import Box
    from tests.scale.site import Site

PEOPLE, SEATS, PLAYED = 9, 3, 12
PATIENCE = 120  # seconds for the last answer, the last window and the last email


def main() -> int:
    parser = argparse.ArgumentParser(prog="make scale", description="Break a site on seven hosts.")
    parser.add_argument("--rounds", type=int, default=1, help="how often everything goes wrong")
    parser.add_argument("--windows", type=int, default=120, help="how many are due meanwhile")
    parser.add_argument(
        "--pause", type=float, default=15, help="seconds in which the site recovers each time"
    )
    parser.add_argument("--apart", type=int, default=3, help="seconds by which clocks are wrong; 0 for none")
    parser.add_argument("--only", default="", help="faults whose name holds this")
    parser.add_argument("--pooler", action="store_true", help="put pgbouncer in front of PostgreSQL")
    parser.add_argument("--options", default="", help="what to add to DATABASE_URL, such as ?options=…")
    parser.add_argument("--logs", type=Path, help="where to leave what the hosts logged")
    args = parser.parse_args()
    if os.environ.get(network.INSIDE) != "1" and (lacking := network.missing()):
        print(f"make scale: {lacking}", file=sys.stderr)
        return 2
    network.enter(sys.argv[1:])
    switch = network.Network()
    folder = network.OWN / "quartz"
    (folder / "logs").mkdir(parents=True)
    try:
        return run(args, switch, folder)
    finally:
        if args.logs:
            shutil.copytree(folder / "logs", args.logs, dirs_exist_ok=True)


def say(text: str) -> None:
    print(f"{datetime.now():%H:%M:%S} {text}", flush=True)


def run(args: argparse.Namespace, switch: network.Network, folder: Path) -> int:
    from tests.scale import site as sites
    from tests.scale.servers import servers

    webs, workers, bell = sites.hosts(switch)
    with servers(folder, bell, pooled=args.pooler) as shared:
        prepare(shared.near)
        env = sites.environment(shared, pooled=args.pooler, options=args.options)
        with sites.site(webs, workers, bell, env, folder / "logs", args.apart) as site:
            say(f"three page servers, three workers, clocks apart by {2 * args.apart} s")
            return play(args, folder, site, shared.box)


def prepare(database: str) -> None:
    """Set Django up for this process, which looks on by PostgreSQL's socket, and make the tables."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.scale.settings",
        "DATABASE_URL": database,
        "SECRET_KEY": "a key for the network of the tests only",
        "ENV_FILE": os.devnull,
        "REDIS_URL": "none",
    }
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    call_command("migrate", verbosity=0)
    with (
        connection.cursor() as cursor
    ):  # as docs/operations.md says for a pooler; without one it does no harm
        cursor.execute("ALTER ROLE app SET idle_in_transaction_session_timeout = '15s'")


def play(args: argparse.Namespace, folder: Path, site: Site, box: Box) -> int:
    from tests.scale import faults, judgement, stage

    wrong = [one for _ in range(args.rounds) for one in faults.faults(site) if args.only in one.name]
    notes = folder / "notes"
    with (
        stage.people(site.addresses, notes, PEOPLE, SEATS, PLAYED, PATIENCE) as leave,
        stage.windows(args.windows, faults.seconds(wrong, args.pause)) as watch,
    ):
        spells = faults.happen(wrong, args.pause, say)
        say("all is mended; waiting for what is left")
        leave()
        done_at = stage.wait_until_done(watch, PATIENCE)
    mails = judgement.due_by(done_at, box)
    for machine in site.machines:
        machine.end()
    verdicts = [
        *judgement.moves(judgement.read(notes)),
        *judgement.windows(watch, spells),
        *judgement.emails(mails),
        *judgement.stored(),
        *judgement.kept_bytes(),
    ]
    for one in verdicts:
        print(f"{'ok  ' if one.kept else 'LOST'} {one.told}")
    return 0 if all(one.kept for one in verdicts) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
