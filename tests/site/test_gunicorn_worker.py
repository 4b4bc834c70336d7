"""Deadlines and room: the worker's loop, with a clock that is set and threads that are played by the test."""

from __future__ import annotations

import errno
import logging
import os
import selectors
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from gunicorn.config import Config
from gunicorn.errors import ConfigError

from quartz_site import gunicorn_worker
from quartz_site.gunicorn_worker import ANSWER, GOODBYE, MOST_HELD, REQUEST, PatientWorker

ASK = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
KEEPALIVE = 5
ROOM = 4  # of which one is kept free


class Loop:
    """A worker whose loop is turned by hand; what it gives to threads lies in `handed`."""

    def __init__(self, worker: PatientWorker, listener: socket.socket) -> None:
        self.now = 1000.0
        self.worker, self.listener = worker, listener
        self.handed: list = []
        worker.enqueue_req = self.handed.append

    def connect(self, said: bytes = b"") -> socket.socket:
        visitor = socket.create_connection(self.listener.getsockname())
        visitor.settimeout(30)
        self.worker.accept(self.listener)
        visitor.sendall(said)
        self.turn()
        return visitor

    def turn(self) -> None:
        self.worker.wait_for_and_dispatch_events(0.2)
        self.worker.murder_pending()

    def after(self, seconds: float) -> None:
        self.now += seconds
        self.worker.murder_pending()

    def answer(self, said: bytes, stays: bool = True) -> None:
        """Play the thread: read all of a request, answer it."""
        conn = self.handed.pop(0)
        conn.sock.recv(100_000)
        conn.sock.sendall(said)
        done: Future[bool] = Future()
        done.set_result(stays)
        self.worker.finish_request(conn, done)


@pytest.fixture
def loop(monkeypatch) -> Iterator[Loop]:
    settings = Config()
    settings.set("worker_connections", ROOM)
    settings.set("keepalive", KEEPALIVE)
    worker = PatientWorker(0, os.getpid(), [], None, 30, settings, logging.getLogger("gunicorn.error"))
    worker.poller = selectors.DefaultSelector()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found = Loop(worker, listener)
        monkeypatch.setattr(gunicorn_worker, "time", SimpleNamespace(monotonic=lambda: found.now))
        yield found
    for conn in [*worker.waiting, *found.handed]:
        worker._drop(conn)
    worker.poller.close()
    worker.tmp.close()


def is_closed(visitor: socket.socket) -> bool:
    visitor.setblocking(False)
    try:
        return not visitor.recv(1)
    except BlockingIOError:
        return False
    finally:
        visitor.settimeout(30)


def test_half_a_request_is_waited_for_so_long_however_often_a_byte_comes(loop):
    with loop.connect(ASK[:10]) as visitor:
        loop.after(REQUEST - 1)
        visitor.sendall(ASK[10:12])
        loop.turn()
        assert not is_closed(visitor)
        loop.after(1)
        assert is_closed(visitor) and loop.worker.nr_conns == 0


def test_the_time_of_the_next_request_begins_with_its_first_byte(loop):
    with loop.connect(ASK) as visitor:
        loop.answer(b"one")
        assert visitor.recv(9) == b"one"
        loop.after(KEEPALIVE - 1)
        visitor.sendall(ASK[:10])
        loop.turn()
        loop.after(REQUEST - 1)
        visitor.sendall(ASK[10:])
        loop.turn()
        loop.answer(b"two")
        assert visitor.recv(9) == b"two"
        loop.after(KEEPALIVE)
        assert is_closed(visitor)


def test_an_answer_that_nobody_takes_is_given_up(loop):
    with loop.connect(ASK) as visitor:
        loop.answer(b"a" * 20_000_000)
        assert loop.worker.nr_conns == 1
        loop.after(ANSWER)
        assert loop.worker.nr_conns == 0
        visitor.recv(1)


def test_who_doesnt_hang_up_is_waited_for_a_moment(loop):
    with loop.connect(ASK) as visitor:
        loop.answer(b"last words", stays=False)
        assert visitor.recv(99) == b"last words" and is_closed(visitor)
        assert loop.worker.nr_conns == 1
        loop.after(GOODBYE)
        assert loop.worker.nr_conns == 0


def test_the_slowest_makes_room_and_who_is_being_answered_does_not(loop):
    with ExitStack() as visitors:
        busy, slow, next_slow, last = (
            visitors.enter_context(loop.connect(said)) for said in (ASK, b"G", b"G", ASK)
        )
        assert [is_closed(one) for one in (busy, slow, next_slow, last)] == [False, True, False, False]
        assert len(loop.handed) == 2


def test_where_all_hold_too_much_the_slowest_goes(loop):
    with loop.connect(ASK) as reads_nothing, loop.connect(b"G") as other:
        loop.answer(b"a" * (MOST_HELD + 20_000_000))
        loop.worker.murder_pending()
        assert loop.worker.nr_conns == 0
        assert is_closed(other)
        reads_nothing.recv(1)


def test_where_no_more_files_may_be_open_the_slowest_is_closed(loop):
    def full() -> None:
        raise OSError(errno.EMFILE, "too many open files")

    with loop.connect(b"G") as slow:
        loop.worker.accept(SimpleNamespace(accept=full))
        assert is_closed(slow)


def test_nobody_keeps_it_from_stopping(loop):
    with loop.connect(b"G"):
        loop.worker.alive = False
        loop.worker._cap_keepalive(loop.now + 2)
        loop.after(2)
        assert loop.worker.nr_conns == 0


def test_it_speaks_no_tls():
    settings = Config()
    settings.set("certfile", __file__)
    with pytest.raises(ConfigError):
        PatientWorker.check_config(settings, logging.getLogger("gunicorn.error"))
