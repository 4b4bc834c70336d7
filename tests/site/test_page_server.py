"""The page server itself, and visitors who are slow or never end: others are served all the while."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from signal import SIGTERM

import pytest

from quartz_site.buffered import MOST_BODY
from quartz_site.gunicorn_conf import threads, worker_connections
from quartz_site.local.processes import die_with_parent, free_port, stop
from tests.kit.waiting import wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
GUNICORN = [sys.executable, "-m", "gunicorn", "--config", "python:quartz_site.gunicorn_conf"]
#: Seconds. Nobody normal waits so long for a page, on the slowest machine.
PATIENCE = 30
MANY, TOO_MANY = 5 * threads, worker_connections + 100
CLIENT = b"Host: 127.0.0.1\r\nUser-Agent: somebody slow\r\n"
FORM = CLIENT + b"Content-Type: application/x-www-form-urlencoded\r\n"


class Server:
    def __init__(self, port: int) -> None:
        self.port = port

    def ask(self, method: str = "GET", body: str = "", path: str = "/accounts/login/") -> int:
        """Do as a browser does; give the status, or 0 where no answer comes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            with closing(connection):
                connection.request(method, path, body)
                answer = connection.getresponse()
                answer.read()
                return answer.status
        except OSError:
            return 0

    def say(self, sent: bytes) -> socket.socket:
        """Connect, with as little room for answers as there can be, and say something."""
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        sock.settimeout(PATIENCE)
        sock.connect(("127.0.0.1", self.port))
        sock.sendall(sent)
        return sock

    def hear(self, sent: bytes) -> bytes:
        """Say something, and hear the first line and all that follows until the server ends it."""
        with self.say(sent) as sock, sock.makefile("rb") as answer:
            return answer.read()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def given(folder) -> dict[str, str]:
    """Settings, with a database that is ready."""
    found = {
        "PATH": os.environ["PATH"],
        "ENV_FILE": os.devnull,
        "SECRET_KEY": "of no use elsewhere",
        "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        "REDIS_URL": "none",
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=found, check=True)
    return found


@contextmanager
def serving(bind: str, given: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [*GUNICORN, "--workers", "1", "--bind", bind, "quartz_site.wsgi"]
    with log.open("wb") as said:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=given,
            stdout=said,
            stderr=said,
            preexec_fn=lambda: die_with_parent(SIGTERM),
        )
        try:
            yield child
        finally:
            stop(child)


@pytest.fixture(scope="module")
def server(folder, given) -> Iterator[Server]:
    with free_port() as port, serving(f"127.0.0.1:{port}", given, folder / "log") as child:
        found = Server(port)
        assert wait_for(lambda: found.ask() == 200 or child.poll() is not None)
        yield found


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def is_open(server: Server) -> bool:
    """Ask for a page, and send a form: without its cookie it is refused, once it has been read."""
    return server.ask() == 200 and server.ask("POST", "email=" + "a" * 60_000) == 403


SLOW = {
    "who say nothing": b"",
    "with half a head": b"GET / HTTP/1.1\r\n" + CLIENT,
    "with half a body": b"POST /accounts/login/ HTTP/1.1\r\n" + FORM + b"Content-Length: 999\r\n\r\nemail=",
    "who promise a body in parts": b"POST /accounts/login/ HTTP/1.1\r\n"
    + FORM
    + b"Transfer-Encoding: chunked\r\n\r\n5\r\nem",
    "who never hang up": b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + CLIENT + b"\r\n",
}


@pytest.mark.parametrize("said", SLOW.values(), ids=SLOW)
def test_visitors_who_never_end_keep_nobody_waiting(server, crowd, said):
    for _ in range(MANY):
        crowd.enter_context(server.say(said))
    assert is_open(server)
    crowd.close()
    assert is_open(server)


def test_visitors_who_read_no_answer_keep_nobody_waiting(server, crowd):
    """More is sent to each than there is room for on the way, which fills up by and by."""
    ask = b"GET /static/games/table.css HTTP/1.1\r\n" + CLIENT + b"\r\n"
    for _ in range(threads + 2):
        crowd.enter_context(server.say(ask * 400))
    assert all(is_open(server) for _ in range(150))
    crowd.close()
    assert is_open(server)


def test_more_of_them_than_there_is_room_for_keep_nobody_out(server, crowd):
    for _ in range(TOO_MANY):
        crowd.enter_context(server.say(SLOW["with half a body"]))
    assert is_open(server)
    crowd.close()
    assert is_open(server)


def test_who_sends_a_few_bytes_at_a_time_is_served_as_well_as_others_meanwhile(server, crowd):
    slow = [crowd.enter_context(server.say(b"GET /healthz HTTP/1.1\r\n")) for _ in range(MANY)]
    for part in (b"Host: 127.", b"0.0.1\r", b"\nConnection: close\r\n\r"):
        for one in slow:
            one.sendall(part)
        assert is_open(server)
    for one in slow:
        one.sendall(b"\n")
        with one.makefile("rb") as answer:
            assert answer.readline() == b"HTTP/1.1 200 OK\r\n"


def test_one_connection_asks_again_and_again_and_all_at_once(server):
    ask = b"GET /healthz HTTP/1.1\r\n" + CLIENT
    told = server.hear((ask + b"\r\n") * 20 + ask + b"Connection: close\r\n\r\n")
    assert told.count(b"HTTP/1.1 200 OK") == 21


def test_an_answer_comes_whole_to_who_reads_slowly(server):
    ask = b"GET /static/games/table.css HTTP/1.1\r\n" + CLIENT
    told = server.hear((ask + b"\r\n") * 20 + ask + b"Connection: close\r\n\r\n")
    assert told.count((ROOT / "games/static/games/table.css").read_bytes()) == 21


REFUSED = {
    431: b"GET / HTTP/1.1\r\nCookie: " + b"a" * 40_000,
    413: b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MOST_BODY + 1),
    411: b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    400: b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
}


@pytest.mark.parametrize(("status", "said"), REFUSED.items(), ids=map(str, REFUSED))
def test_what_is_too_much_or_makes_no_sense_is_refused_at_once(server, status, said):
    assert server.hear(said).startswith(b"HTTP/1.1 %d " % status)


def test_who_waits_for_a_word_before_the_body_gets_it(server):
    head = b"POST /accounts/login/ HTTP/1.1\r\nExpect: 100-continue\r\nConnection: close\r\n"
    with server.say(head + FORM + b"Content-Length: 5\r\n\r\n") as sock, sock.makefile("rb") as answer:
        assert answer.readline() == b"HTTP/1.1 100 Continue\r\n"
        assert answer.readline() == b"\r\n"
        sock.sendall(b"email")
        assert answer.readline() == b"HTTP/1.1 403 Forbidden\r\n"


def test_it_takes_as_large_a_body_as_the_site_does(server, settings):
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == MOST_BODY


def test_the_proxy_that_is_offered_waits_for_whole_requests_and_not_for_ever():
    told = (ROOT / "docker" / "Caddyfile").read_text()
    assert f"max_size {MOST_BODY}" in told
    for needed in ("read_header 10s", "read_body 30s", "write 2m", "request_buffers 3MiB"):
        assert needed in told


def told_through(path: Path) -> bytes:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as sock:
        sock.connect(str(path))
        sock.sendall(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + CLIENT + b"\r\n")
        with sock.makefile("rb") as answer:
            return answer.readline()
    return b""


@pytest.mark.parametrize(("hops", "warned"), [("0", True), ("1", False)])
def test_a_unix_socket_serves_too_and_warns_where_nobody_can_be_told_apart(folder, given, hops, warned):
    path, log = folder / f"socket{hops}", folder / f"log{hops}"
    with serving(f"unix:{path}", given | {"PROXY_HOPS": hops}, log):
        assert wait_for(lambda: told_through(path) == b"HTTP/1.1 200 OK\r\n")
    assert ("Limits count all visitors together" in log.read_text()) is warned
