"""What all hosts share: PostgreSQL, with a pooler in front if wanted, a broker, and a mail server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from quartz_site.local.pooler import PORT as POOLER_PORT
from quartz_site.local.pooler import Pooler, pooler
from quartz_site.local.postgres import THROWAWAY, postgres
from quartz_site.local.processes import start, stop
from quartz_site.local.redis_server import program
from tests.kit.mail_server import Box, sink
from tests.scale.network import CENTRE, SUBNET, Host

DATABASE = "postgres"
POSTGRES_PORT, BROKER_PORT = 5432, 6379
BROKER = """\
bind {address}
port {port}
requirepass word
dir "{folder}"
appendonly no
save ""
maxmemory-policy noeviction
"""
SESSIONS = 20


@dataclass(frozen=True)
class Servers:
    """Where they are: `near` is PostgreSQL's socket, for whoever looks on."""

    near: str
    database: str
    broker: str
    box: Box
    mail_port: int


@contextmanager
def servers(folder: Path, bell: Host, *, pooled: bool) -> Iterator[Servers]:
    with ExitStack() as running:
        near = running.enter_context(_postgres(folder / "p"))
        port = POSTGRES_PORT
        if pooled:
            running.enter_context(_pooler(folder))
            port = POOLER_PORT
        box, mail_port = running.enter_context(sink(address=CENTRE))
        broker = running.enter_context(_broker(folder, bell))
        yield Servers(near, f"postgresql://app@{CENTRE}:{port}/{DATABASE}", broker, box, mail_port)


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    folder.mkdir(parents=True)
    let_in = folder.parent / "pg_hba.conf"
    let_in.write_text(f"local all all trust\nhost all all {SUBNET}.0/24 trust\n")
    more = (f"listen_addresses={CENTRE}", "max_connections=200", f"hba_file={let_in}")
    with postgres(folder, options=(*THROWAWAY, *more)) as url:
        yield url


@contextmanager
def _pooler(folder: Path) -> Iterator[None]:
    one = Pooler(folder / "b", CENTRE, sessions=SESSIONS, listen=CENTRE)
    with pooler(one, DATABASE):
        yield


@contextmanager
def _broker(folder: Path, bell: Host) -> Iterator[str]:
    config = folder / "redis.conf"
    config.write_text(BROKER.format(address=bell.address, port=BROKER_PORT, folder=folder))
    server = start(bell.inside(program(), str(config)))
    try:
        yield f"redis://:word@{bell.address}:{BROKER_PORT}/0"
    finally:
        stop(server)
