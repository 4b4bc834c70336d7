"""A site of real processes to break: they work on the test's own database, and end with the test."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from quartz_site.local.processes import is_alive
from tests.chaos.player import NOTES
from tests.kit.waiting import wait_for

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Yard:
    """Starts and kills what the site is made of; ends only what it started."""

    nursery: subprocess.Popen[str]
    groups: list[int] = field(default_factory=list)

    def start(self, kind: str) -> int:
        assert self.nursery.stdin and self.nursery.stdout
        self.nursery.stdin.write(f"{kind}\n")
        self.nursery.stdin.flush()
        self.groups.append(int(self.nursery.stdout.readline()))
        return self.groups[-1]

    def kill(self, group: int, by: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to a whole group, as the end of a machine would; wait until who is killed is dead."""
        if group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, by)
            if by == signal.SIGKILL:
                self.groups.remove(group)
                assert wait_for(lambda: not self.lives(group))

    def lives(self, group: int) -> bool:
        return is_alive(group)

    def end(self) -> None:
        for group in [*self.groups]:
            self.kill(group)
        with self.nursery:  # closes its pipes, at which it ends, and waits
            pass


def environment(broker: str, mail_port: int, **more: str) -> dict[str, str]:
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@{quote(database['HOST'], safe='')}/{database['NAME']}"
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "DATABASE_URL": url,
        "REDIS_URL": broker,
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "PYTHONWARNINGS": "ignore",
        **more,
    }


@contextlib.contextmanager
def yard(folder: Path, broker: str, mail_port: int, **more: str) -> Iterator[Yard]:
    """Give a yard in which nothing runs yet."""
    env = environment(broker, mail_port, **{NOTES: str(folder / "notes"), **more})
    with (folder / "said.txt").open("ab") as said:
        nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.nursery"],
            cwd=ROOT,
            env=env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        )
        here = Yard(nursery)
        try:
            yield here
        finally:
            here.end()
            # Whoever was killed may have held a transaction; the tables are emptied only when it is gone.
            time.sleep(0.2)
