"""The worker that gunicorn runs: threads make responses, and never wait for a visitor.

gunicorn's own threaded worker reads and writes in its threads: as many sockets as it has threads, each with
half a request, stop the site. Here one event loop watches all sockets, reads whole requests into memory and
sends responses from it. Each connection has a deadline for each step. When there are too many connections,
or they hold too much memory, the one that has been at its step longest is closed: slow visitors compete with
each other for room, and hardly ever with somebody who is served in a moment.

gevent or an asynchronous server would do the same, with a new dependency beneath every line of the program; a
proxy in front does too, but not every host has one, and no check of ours can see how it is set up.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future

from gunicorn.config import Config
from gunicorn.errors import ConfigError
from gunicorn.workers.gthread import TConn, ThreadWorker

from quartz_site.buffered import BufferedConnection, TooMuch

#: Seconds for a whole request to arrive, from its first byte or the start of the connection.
REQUEST = 30
#: Seconds for a visitor to read a response. The largest, a player's own data, is a few megabytes.
ANSWER = 120
#: Seconds for a visitor to close a connection that is done.
GOODBYE = 2
#: Bytes that all connections of a process may hold.
MOST_HELD = 64 * 1024 * 1024
#: Seconds between two log lines about connections closed to make room.
QUIET = 60
NO_ROOM = {errno.EMFILE, errno.ENFILE}
LEFT = {errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK}

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
Step = Callable[["PatientWorker", TConn], None]


class PatientWorker(ThreadWorker):
    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        #: The deadline of each connection the loop watches; the one that has waited longest comes first.
        self.waiting: dict[TConn, float] = {}
        self.warned = -float(QUIET)

    @classmethod
    def check_config(cls, cfg: Config, log: object) -> None:
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ConfigError("TLS is for a proxy in front: this worker speaks plain HTTP only.")

    # --- one connection, step by step, all in the loop

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; if there is no room, close the slowest."""
        if self.nr_conns + 1 >= self.worker_connections:
            self._make_room()
        try:
            sock, address = listener.accept()
        except OSError as fault:
            if fault.errno in NO_ROOM:
                self._make_room()
            elif fault.errno not in LEFT:
                raise
            return
        conn = TConn(self.cfg, BufferedConnection(sock), address, listener.getsockname())
        conn.data_ready = True  # by the time a thread sees it
        self.nr_conns += 1
        self._wait(conn, READ, PatientWorker._read, REQUEST)

    def _read(self, conn: TConn) -> None:
        if conn.sock.receive():
            self._dispatch(conn)
        else:
            self._drop(conn)

    def _begin(self, conn: TConn) -> None:
        """Start the clock for another request on an open connection."""
        self._forget(conn)
        self._wait(conn, READ, PatientWorker._read, REQUEST)
        self._read(conn)

    def _dispatch(self, conn: TConn) -> None:
        """Pass a complete request to a thread."""
        try:
            if conn.sock.has_whole_request():
                self._forget(conn)
                self.enqueue_req(conn)
        except TooMuch as why:
            self._forget(conn)
            conn.sock.refuse(why)
            self._respond(conn)

    def finish_request(self, conn: TConn, done: Future[bool]) -> None:
        """Send the response a thread has made."""
        conn.sock.keep_alive = self.alive and not done.cancelled() and not done.exception() and done.result()
        self._respond(conn)

    def _respond(self, conn: TConn) -> None:
        self._wait(conn, WRITE, PatientWorker._write, ANSWER)
        self._go_on(conn, PatientWorker._write)

    def _write(self, conn: TConn) -> None:
        if not conn.sock.transmit():
            return
        self._forget(conn)
        if not conn.sock.keep_alive:
            conn.sock.end_response()
            self._wait(conn, READ, PatientWorker._discard, GOODBYE)
        elif conn.sock.has_more:
            self._wait(conn, READ, PatientWorker._read, REQUEST)
            self._dispatch(conn)
        else:
            self._wait(conn, READ, PatientWorker._begin, self.cfg.keepalive)

    def _discard(self, conn: TConn) -> None:
        if not conn.sock.discard():
            self._drop(conn)

    # --- waiting for a connection

    def _wait(self, conn: TConn, event: int, step: Step, seconds: float) -> None:
        self.waiting[conn] = time.monotonic() + seconds
        self.poller.register(conn.sock, event, lambda _: self._go_on(conn, step))

    def _go_on(self, conn: TConn, step: Step) -> None:
        """Take the next step with a connection, unless it has been closed meanwhile."""
        if conn not in self.waiting:
            return
        try:
            step(self, conn)
        except BlockingIOError:
            pass
        except OSError:
            self._drop(conn)

    def _forget(self, conn: TConn) -> None:
        del self.waiting[conn]
        self.poller.unregister(conn.sock)

    def _drop(self, conn: TConn) -> None:
        if conn in self.waiting:
            self._forget(conn)
        self.nr_conns -= 1
        conn.sock.close_socket()

    # --- deadlines and room

    def murder_pending(self) -> None:
        """Close connections past their deadline; gunicorn's loop calls this on every round."""
        now = time.monotonic()
        for conn in [one for one, until in self.waiting.items() if until <= now]:
            self._drop(conn)
        while self.waiting and sum(one.sock.held for one in self.waiting) > MOST_HELD:
            self._make_room()

    def _make_room(self) -> None:
        """Close the connection that has been at its step longest."""
        if not self.waiting:
            return
        self._drop(next(iter(self.waiting)))
        if time.monotonic() > self.warned + QUIET:
            self.warned = time.monotonic()
            self.log.warning("Too many slow connections: the slowest are being closed.")

    def _cap_keepalive(self, deadline: float) -> None:
        """Wait no longer than this for requests once the worker is stopping."""
        for conn, until in self.waiting.items():
            self.waiting[conn] = min(until, deadline)
