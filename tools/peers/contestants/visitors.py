"""Visitors who send prepared requests and follow where they lead: `visitors PORT AT_ONCE < requests.json`.

Written on sockets, since whatever the visitors spend is missing for the server on the same machine. Prints
the requests a second and how long each took, in seconds.
"""

from __future__ import annotations

import json
import re
import socket
import sys
import threading
import time
from typing import Any

MOVED = (301, 302, 303)
BUFFER = 1 << 16
LOCATION = re.compile(rb"(?im)^location: (\S+)")


class Line:
    """A connection that is kept from request to request."""

    def __init__(self, port: int) -> None:
        self.port, self.rest = port, b""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, str]:
        """Send a request, read the whole answer; give its status and where it leads."""
        self.socket.sendall(request)
        while b"\r\n\r\n" not in self.rest:
            self.rest += self._more()
        head, _, rest = self.rest.partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        length = int(fields[b"content-length"])
        while len(rest) < length:
            rest += self._more()
        self.rest = rest[length:]
        where = next(
            (line[10:] for line in head.split(b"\r\n") if line.lower().startswith(b"location: ")), b""
        )
        return int(head[9:12]), where.decode()

    def _more(self) -> bytes:
        came = self.socket.recv(BUFFER)
        if not came:
            raise ConnectionError("the server hung up")
        return came


def bytes_of(told: dict[str, Any]) -> bytes:
    heads = f"Host: 127.0.0.1\r\nContent-Type: {told['type']}\r\nContent-Length: {len(told['body'])}\r\n"
    return f"POST {told['path']} HTTP/1.1\r\n{heads}{proof(told)}\r\n{told['body']}".encode()


def proof(told: dict[str, Any]) -> str:
    cookie = f"Cookie: {told['cookie']}\r\n" if "cookie" in told else ""
    return cookie + (f"Authorization: Bearer {told['token']}\r\n" if "token" in told else "")


def visit(line: Line, told: dict[str, Any], took: list[float]) -> None:
    begun = time.perf_counter()
    status, where = line.ask(bytes_of(told))
    if status in MOVED:
        path = where.partition("#")[0]
        status, _ = line.ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{proof(told)}\r\n".encode())
    took.append(time.perf_counter() - begun)
    assert status == 200, (status, told["path"])


def visitor(port: int, requests: list[dict[str, Any]], took: list[float], failed: list[str]) -> None:
    try:
        line = Line(port)
        while True:
            visit(line, requests.pop(), took)
    except IndexError:
        return
    except (AssertionError, OSError, KeyError) as fault:
        failed.append(repr(fault))


def main(port: int, at_once: int) -> None:
    requests = json.load(sys.stdin)
    took, failed = list[float](), list[str]()
    hands = [threading.Thread(target=visitor, args=(port, requests, took, failed)) for _ in range(at_once)]
    begun = time.perf_counter()
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    if failed:
        sys.exit(f"{len(failed)} visitors gave up: {failed[0]}")
    print(json.dumps({"rate": len(took) / (time.perf_counter() - begun), "took": sorted(took)}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
