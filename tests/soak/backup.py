"""A dump of the database under load, and what comes of restoring it: the drill of docs/operations.md."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from quartz_site.local.postgres import wheel_programs
from tests.kit.commands import Own

PATIENCE = 600


def dump(url: str, file: Path) -> None:
    """Take a backup while everybody plays."""
    _run("pg_dump", "--format=custom", f"--file={file}", url)


def restore(url: str, file: Path) -> Own:
    """Restore it into a database of its own on the same server."""
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("CREATE DATABASE restored")
    restored = urlunsplit(urlsplit(url)._replace(path="/restored"))
    _run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", str(file))
    return Own(restored)


def _run(program: str, *words: str) -> None:
    command = [str(wheel_programs() / "bin" / program), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr[-400:]}")
