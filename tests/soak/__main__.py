"""Run it: `python -m tests.soak [--minutes 60] [--matches 200]`. Exit code 1 if a promise didn't hold.

Ctrl-C ends it early. Everything that was started is ended, by its process id.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from queue import Queue

from quartz_site.local.postgres import postgres
from tests.chaos.broker import broker
from tests.kit.mail_server import Letter, sink
from tests.soak import site
from tests.soak.letters import slim_box

STOPPED = 130
DATA = shutil.ignore_patterns("data", "s", "programs", "*.dump")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the logs, to read afterwards")
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="qsoak-"))
    try:
        (folder / "pg").mkdir()
        with postgres(folder / "pg") as url:
            return run(args, folder, url)
    except KeyboardInterrupt:
        print("\nStopped; everything that was started has ended.", flush=True)
        return STOPPED
    finally:
        if args.keep:
            shutil.copytree(folder, args.keep, ignore=DATA, dirs_exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)


def run(args: argparse.Namespace, folder: Path, database: str) -> int:
    """Set up this process as the site's own are, which inherit its environment; then play."""
    arrived: Queue[Letter] = Queue()
    with (
        broker(folder / "broker") as bell,
        site.ports() as ports,
        sink(box=slim_box(arrived)) as (box, mail_port),
    ):
        os.environ.update(site.environment(database, bell.url, mail_port, ports[0]))
        import django

        django.setup()
        from tests.soak import hour, report

        plan = hour.Plan(60 * args.minutes, args.matches, args.seed, folder, database, ports)
        with hour.hour(plan, bell, box, arrived) as one:
            one.play()
            return 0 if report.tell(one) else 1


if __name__ == "__main__":
    sys.exit(main())
