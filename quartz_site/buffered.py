"""A visitor's connection as a thread sees it: a whole request to read, and a buffer for the response.

Nothing here waits. Incoming bytes are kept until a request is complete, and a response is kept until the
visitor has read it, so a visitor who is slow, or never finishes, costs memory but no thread.
"""

from __future__ import annotations

import re
import socket

#: What Django accepts of a form (DATA_UPLOAD_MAX_MEMORY_SIZE).
MOST_BODY = 2_621_440
MOST_HEAD = 32 * 1024
READ_AT_ONCE = 64 * 1024
HEAD_ENDS = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)", re.IGNORECASE)
CODED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class TooMuch(Exception):
    """Raised for a request that isn't read to its end; carries the response to send."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\n"
        self.answer = f"{head}Content-Length: {len(status)}\r\n\r\n{status}".encode()


class BufferedConnection:
    """Stands in for a socket: gunicorn's parser reads from it, and gunicorn's response writes to it."""

    def __init__(self, sock: socket.socket) -> None:
        self.keep_alive = False
        self._sock = sock
        self._incoming = bytearray()
        self._outgoing = bytearray()
        self._searched = 0  # the head doesn't end before this position
        self._size = 0  # of the incoming request, once its head is complete
        self._unread = 0  # of the request being handled
        sock.setblocking(False)

    # --- between the visitor and the buffers

    def receive(self) -> bool:
        """Read what has arrived; return whether anything did. Raises BlockingIOError if nothing has yet."""
        received = self._sock.recv(READ_AT_ONCE)
        self._incoming += received
        return bool(received)

    def transmit(self) -> bool:
        """Send what the visitor accepts of the response; return whether that was the last of it."""
        del self._outgoing[: self._sock.send(self._outgoing)]
        return not self._outgoing

    def end_response(self) -> None:
        """End the response but keep reading: closing with unread bytes would cut it off."""
        self._sock.shutdown(socket.SHUT_WR)
        self._incoming.clear()

    def discard(self) -> bool:
        """Discard what still arrives; return whether anything did."""
        return bool(self._sock.recv(READ_AT_ONCE))

    def close_socket(self) -> None:
        self._sock.close()

    @property
    def held(self) -> int:
        return len(self._incoming) + len(self._outgoing)

    @property
    def has_more(self) -> bool:
        return bool(self._incoming)

    # --- the end of a request

    def has_whole_request(self) -> bool:
        """Check whether a complete request has arrived, and if so start handling it; raises TooMuch.

        How it reads is up to gunicorn's parser. If the two disagree on its length, nothing beyond this
        request is handed over, and the connection ends.
        """
        self._size = self._size or self._sized()
        if not 0 < self._size <= len(self._incoming):
            return False
        self._unread, self._size, self._searched = self._size, 0, 0
        return True

    def _sized(self) -> int:
        """Find the length of the request; 0 while its head is incomplete."""
        end = self._incoming.find(HEAD_ENDS, self._searched)
        if (len(self._incoming) if end < 0 else end) > MOST_HEAD:
            raise TooMuch("431 Request Header Fields Too Large")
        if end < 0:
            self._searched = max(0, len(self._incoming) - len(HEAD_ENDS) + 1)
            return 0
        head = bytes(self._incoming[: end + 2])
        size = end + len(HEAD_ENDS) + _length(head)
        if size > len(self._incoming) and EXPECTS.search(head):
            self._sock.send(CONTINUE)
        return size

    def refuse(self, why: TooMuch) -> None:
        self._outgoing += why.answer
        self.keep_alive = False

    # --- what gunicorn expects of a socket, in a thread

    def fileno(self) -> int:
        return self._sock.fileno()

    def recv(self, most: int) -> bytes:
        """Return bytes of the current request, and never wait for more."""
        if not self._unread:
            raise ConnectionResetError("there is no more of this request")
        most = min(most, self._unread)
        taken = bytes(self._incoming[:most])
        del self._incoming[:most]
        self._unread -= most
        return taken

    def sendall(self, data: bytes) -> None:
        self._outgoing += data

    def send(self, data: bytes) -> int:
        """Drop "100 Continue", the only thing gunicorn sends with this: the body is here already."""
        return len(data)

    def gettimeout(self) -> float:
        return 0.0

    def settimeout(self, seconds: float | None) -> None:
        """Do nothing: no call here waits."""

    def setblocking(self, flag: bool) -> None:
        """Do nothing: no call here waits."""

    def shutdown(self, how: int) -> None:
        """Refuse: what a thread has written is not sent yet."""
        raise OSError("this is ended where answers are sent")

    def close(self) -> None:
        """Stay open: what a thread has written is not sent yet."""


def _length(head: bytes) -> int:
    """Read the length of the body; raises TooMuch, also if the body comes in chunks."""
    if CODED.search(head):
        raise TooMuch("411 Length Required")
    found = LENGTH.search(head)
    digits = found[1].lstrip(b"0") if found else b""
    if len(digits) > len(str(MOST_BODY)) or int(digits or b"0") > MOST_BODY:
        raise TooMuch("413 Content Too Large")
    return int(digits or b"0")
