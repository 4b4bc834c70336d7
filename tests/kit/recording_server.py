"""A web server on loopback that writes down what it is sent and answers as it is told, or behaves badly."""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Heard:
    """One request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answering = Callable[[socket.socket, Heard], None]


def says(status: int, told: object = "", headers: Mapping[str, str] | None = None) -> Answering:
    """Answer with a status and a text, or with JSON for anything else."""
    text = told if isinstance(told, str) else json.dumps(told)
    lines = {"Content-Length": str(len(text.encode())), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    bytes_of_it = f"HTTP/1.1 {status} Said\r\n{head}\r\n{text}".encode()
    return lambda wire, heard: wire.sendall(bytes_of_it)


def sends(*parts: bytes, pause: float = 0, endless: bytes = b"") -> Answering:
    """Send bytes as they are, then one piece again and again until the other side hangs up."""

    def answer(wire: socket.socket, heard: Heard) -> None:
        gone = threading.Event()  # nobody sets it: it only lets time pass
        for part in parts:
            wire.sendall(part)
        while endless:
            wire.sendall(endless)
            gone.wait(pause)

    return answer


def hangs(wire: socket.socket, heard: Heard) -> None:
    """Say nothing until the other side hangs up."""
    wire.recv(1)


@dataclass
class Recording:
    """What was heard, and what is answered: one after the other, the last one for ever."""

    port: int
    scheme: str = "http"
    heard: list[Heard] = field(default_factory=list)
    answers: list[Answering] = field(default_factory=lambda: [says(200, "ok")])

    def url(self, path: str = "/") -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}{path}"

    def answer(self, *answers: Answering) -> None:
        self.answers = [*answers]

    def next_answer(self) -> Answering:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Session(socketserver.StreamRequestHandler):
    server: _Server
    disable_nagle_algorithm = True

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            if heard := self.read():
                self.server.recording.heard.append(heard)
                self.server.recording.next_answer()(self.connection, heard)

    def read(self) -> Heard | None:
        method, _, rest = self.rfile.readline().decode("latin-1").partition(" ")
        headers = dict(self.headers())
        body = self.rfile.read(int(headers.get("content-length", "0")))
        return Heard(method, rest.split(" ")[0], headers, body) if method else None

    def headers(self) -> Iterator[tuple[str, str]]:
        while line := self.rfile.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            yield name.lower(), value.strip()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads, block_on_close, allow_reuse_address = True, False, True
    request_queue_size = 64
    recording: Recording
    context: ssl.SSLContext | None = None

    def get_request(self) -> tuple[socket.socket, Any]:
        wire, address = super().get_request()
        return (self.context.wrap_socket(wire, server_side=True) if self.context else wire), address

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # the other side hung up


@contextlib.contextmanager
def recording_server(context: ssl.SSLContext | None = None) -> Iterator[Recording]:
    """Serve on a free port of loopback, with TLS if given a certificate."""
    with _Server(("127.0.0.1", 0), _Session) as server:
        server.recording = Recording(server.server_address[1], "https" if context else "http")
        server.context = context
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        serving.start()
        yield server.recording
        server.shutdown()
        serving.join()
