"""What stands beside the site: PostgreSQL, a Redis-protocol server, and a proxy that takes TLS."""

from __future__ import annotations

import secrets
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from quartz_site.local.postgres import make_cluster, needed_disguise
from quartz_site.local.processes import start, stop
from quartz_site.local.redis_server import program
from tools.image.trial.compose import Service
from tools.image.trial.network import NET, OUTSIDE

PATIENCE = 60
HBA = "local all all trust\nhost all all {net}.0/24 scram-sha-256\n"
#: The name in SITE_URL. For it Caddy is its own authority, and asks nobody for a certificate.
SITE = "localhost"


def await_(
    condition: Callable[[], object], what: str, log: Path | None = None, seconds: float = PATIENCE
) -> None:
    """Wait until something is so; raise TimeoutError, which says what never was, and the end of a log."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"{what}\n{log.read_text(errors='replace')[-3000:] if log else ''}")
        time.sleep(0.1)


def listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def is_open(url: str) -> bool:
    """Check whether a database takes connections: it listens before it does."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def postgres(folder: Path) -> Iterator[tuple[str, str]]:
    """Run one that asks for a password; give the URL for the site, and one for us through its socket."""
    folder.mkdir()
    cluster, password = make_cluster(folder, needed_disguise()), secrets.token_urlsafe(16)
    (folder / "data" / "pg_hba.conf").write_text(HBA.format(net=NET))
    server = cluster.start("postgres", "-k", str(folder / "s"), "-c", f"listen_addresses={OUTSIDE}")
    try:
        await_(lambda: is_open(cluster.url), "PostgreSQL doesn't answer", cluster.log)
        with psycopg.connect(cluster.url, autocommit=True) as line:
            line.execute(f"ALTER ROLE app PASSWORD '{password}'")
            line.execute("CREATE DATABASE app")
        yield f"postgresql://app:{password}@postgres/app", cluster.url.removesuffix("postgres") + "app"
    finally:
        stop(server, by=signal.SIGINT)


@contextmanager
def redis(folder: Path, service: Service) -> Iterator[None]:
    """Run the one of the compose file, with its options."""
    folder.mkdir()
    _, *options = service.command([])
    near = ("--bind", OUTSIDE, "--port", "6379", "--dir", str(folder), "--protected-mode", "no")
    with (folder / "log").open("wb") as log:
        server = start([program(), *options, *near], output=log)
    try:
        await_(lambda: listens(OUTSIDE, 6379), "Redis doesn't listen", folder / "log")
        yield
    finally:
        stop(server)


@contextmanager
def caddy(folder: Path, caddyfile: Path) -> Iterator[ssl.SSLContext]:
    """Run the proxy with the Caddyfile of the checkout; give what trusts its own authority.

    It sees all files but can write into its folder alone, so it can't make the machine trust that authority.
    """
    folder.mkdir()
    file = folder / "Caddyfile"
    file.write_text(for_this_caddy(caddyfile.read_text()))
    environment = {"SITE_HOST": SITE, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    variables = [part for one in environment.items() for part in ("--setenv", *one)]
    box = ("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--bind", str(folder), str(folder), *variables)
    with (folder / "log").open("wb") as log:
        proxy = start([*box, "caddy", "run", "--config", file, "--adapter", "caddyfile"], output=log)
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    try:
        await_(authority.exists, "Caddy makes no authority", folder / "log")
        await_(lambda: listens("127.0.0.1", 443), "Caddy doesn't listen", folder / "log")
        yield ssl.create_default_context(cafile=str(authority))
    finally:
        stop(proxy)


def for_this_caddy(told: str) -> str:
    """Say it as Debian 12's Caddy does: before 2.7, to buffer requests was a switch, without a size."""
    old = printed("caddy", "version").startswith("2.6")
    return told.replace("request_buffers 3MiB", "buffer_requests") if old else told


def programs(database: str) -> str:
    """Name the servers, with their versions."""
    with psycopg.connect(database) as line:
        (postgres_version,) = line.execute("SHOW server_version").fetchone() or ("?",)
    others = [printed(program(), "--version"), f"Caddy {printed('caddy', 'version')}"]
    return "; ".join([f"PostgreSQL {postgres_version}", *others])


def printed(*command: str) -> str:
    """Give the first line that a program prints."""
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout or done.stderr).strip().splitlines()[0]
