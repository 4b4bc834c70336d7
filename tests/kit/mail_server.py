"""A mail server that accepts and keeps everything, on loopback, in a thread."""

from __future__ import annotations

import email
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Letter:
    message_id: str
    content: bytes
    at: float
    sender: str = ""  # of the envelope


@dataclass
class Box:
    """The emails received. Each one takes the server a moment, as with real ones."""

    delay: float = 0.0
    letters: list[Letter] = field(default_factory=list)
    lines: int = 0  # how many connections there were
    hangs_up_on: int = 0  # the email, counted from 1, at which it closes the connection once

    def copies(self) -> Counter[str]:
        return Counter(letter.message_id for letter in self.letters)

    def versions(self) -> Counter[str]:
        """Count the different contents received under each id."""
        return Counter(name for name, _ in {(letter.message_id, letter.content) for letter in self.letters})


class Session(socketserver.StreamRequestHandler):
    server: Sink

    def handle(self) -> None:
        self.server.box.lines += 1
        self.say("220 sink")
        sender = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"MAIL":
                sender = line.decode().partition("<")[2].partition(">")[0]
            if word == b"DATA" and self.is_too_much():
                return
            if word == b"DATA":
                self.say("354 go on")
                self.keep(sender)
            self.say("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return

    def is_too_much(self) -> bool:
        box = self.server.box
        if len(box.letters) + 1 != box.hangs_up_on:
            return False
        box.hangs_up_on = 0
        return True

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def keep(self, sender: str) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        if line:  # the email is complete
            content = b"".join(lines)
            time.sleep(self.server.box.delay)
            name = str(email.message_from_bytes(content)["Message-ID"])
            self.server.box.letters.append(Letter(name, content, time.time(), sender))


class Sink(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 50

    def __init__(self, box: Box, address: str) -> None:
        super().__init__((address, 0), Session)
        self.box = box

    def handle_error(self, *_: object) -> None:
        """Print nothing: clients that are killed midway are what this server is for."""


@contextmanager
def sink(delay: float = 0.0, box: Box | None = None, address: str = "127.0.0.1") -> Iterator[tuple[Box, int]]:
    """Run a server; yield its emails and its port."""
    box = box or Box(delay)
    with Sink(box, address) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield box, int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()
