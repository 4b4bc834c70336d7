"""A throwaway pgbouncer in front of a throwaway PostgreSQL: each transaction may get another session.

It comes from the system (Debian: `apt install pgbouncer`); there is no wheel of it. Like PostgreSQL it
refuses to run as root, and is disguised in the same way.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from quartz_site.local.postgres import NOBODY, Disguise, needed_disguise
from quartz_site.local.processes import start, stop

PORT = 6432  # of a socket in a folder of its own
PATIENCE = 60
# What docs/operations.md tells hosts to set, but for names and who is let in.
CONFIG = """\
[databases]
* = host={server} user={user}
[pgbouncer]
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 500
unix_socket_dir = {folder}
listen_addr = {listen}
listen_port = {port}
auth_type = any
logfile = {folder}/pgbouncer.log
"""


@dataclass(frozen=True)
class Pooler:
    """How it is run: where it listens, and how many sessions of the server it shares out."""

    folder: Path
    server: str  # the folder of the server's socket, or its address
    user: str = "app"
    sessions: int = 4
    listen: str = ""  # an address beside the socket

    def url(self, database: str) -> str:
        return f"postgresql://{self.user}@{quote(str(self.folder), safe='')}:{PORT}/{database}"

    def start(self) -> subprocess.Popen[bytes]:
        config = self.folder / "pgbouncer.ini"
        config.write_text(CONFIG.format(port=PORT, **vars(self)))
        prefix, uid = _disguised(self.folder)
        return start([*prefix, program(), config], uid=uid)


def is_installed() -> bool:
    return shutil.which("pgbouncer", path=_path()) is not None


def program() -> str:
    """Find it; raise FileNotFoundError."""
    found = shutil.which("pgbouncer", path=_path())
    if found is None:
        raise FileNotFoundError("no pgbouncer on this machine: apt install pgbouncer")
    return found


def _path() -> str:
    """Look also where Debian puts it, which isn't on everybody's PATH."""
    return f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"


def _disguised(folder: Path) -> tuple[tuple[str, ...], int | None]:
    disguise = needed_disguise()
    if disguise is Disguise.NAMESPACE:
        return ("unshare", "-U", "--"), None
    if disguise is Disguise.NOBODY:
        os.chown(folder, NOBODY, NOBODY)
        return (), NOBODY
    return (), None


@contextlib.contextmanager
def pooler(one: Pooler, database: str) -> Iterator[str]:
    """Run one and yield its URL for a database; raise RuntimeError with what it said."""
    one.folder.mkdir(mode=0o700, exist_ok=True)
    child = one.start()
    try:
        _await_answer(one, database, child)
        yield one.url(database)
    finally:
        stop(child)


def _await_answer(one: Pooler, database: str, child: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(one.url(database), connect_timeout=2).close()
            return
        except psycopg.OperationalError as problem:
            if child.poll() is not None or time.monotonic() > until:
                log = one.folder / "pgbouncer.log"
                said = log.read_text(errors="replace")[-1500:] if log.exists() else ""
                raise RuntimeError(f"pgbouncer doesn't answer:\n{said}") from problem
            time.sleep(0.03)
