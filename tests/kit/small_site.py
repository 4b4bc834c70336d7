"""A site of real processes with emails on loopback: page server, sweep, mail server, mailbox."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGTERM

from django.db import connection

from quartz_site.local.processes import die_with_parent, free_port, stop
from tests.chaos.yard import environment
from tests.kit.imap_server import Folder, mailbox_server
from tests.kit.mail_server import Box, sink
from tests.kit.waiting import wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ["-m", "gunicorn", "--config", "python:quartz_site.gunicorn_conf", "--workers", "1"]
SWEEP = ["manage.py", "sweep", "--forever", "--every", "0.2"]
INBOUND = {"INBOUND": "mailbox", "REPLY_DOMAIN": "reply.example.org", "AUTHSERV_ID": "mx.example.org"}


@dataclass
class SmallSite:
    url: str
    env: dict[str, str]
    box: Box
    folder: Folder
    pages: subprocess.Popen[bytes]
    is_delivering: bool = True
    before_each: list[Callable[[bytes], None]] = field(default_factory=list)

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False)

    def managing(self, log: Path, *words: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        """Run a command beside the others, until it is stopped."""
        return _running([sys.executable, "manage.py", *words], self.env, log)

    def deliver(self, ended: threading.Event) -> None:
        """Put what the mail server has taken into the mailbox, as the mail server of a real site would."""
        done = 0
        while not ended.is_set():
            while self.is_delivering and done < len(self.box.letters):
                letter = self.box.letters[done]
                for look in self.before_each:
                    look(letter.content)
                self.folder.put(letter.content)
                done += 1
            time.sleep(0.05)
        connection.close()  # this thread's own, if a look has opened one


@contextmanager
def small_site(folder: Path) -> Iterator[SmallSite]:
    """Run it on the database of the test."""
    with sink() as (box, mail_port), mailbox_server() as (mails, imap_url), free_port() as port:
        url = f"http://127.0.0.1:{port}"
        hasty = {"DJANGO_SETTINGS_MODULE": "tests.kit.hasty_settings", "SITE_URL": url, "IMAP_URL": imap_url}
        env = environment("none", mail_port, **INBOUND, **hasty)
        pages = [sys.executable, *PAGES, "--bind", f"127.0.0.1:{port}", "quartz_site.wsgi"]
        with (
            _running(pages, env, folder / "pages") as served,
            _running([sys.executable, *SWEEP], env, folder / "sweep"),
        ):
            assert wait_for(lambda: _answers(port))
            site = SmallSite(url, env, box, mails, served)
            with _delivering(site):
                yield site


@contextmanager
def _running(command: list[str], env: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as said:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdout=said,
            stderr=said,
            preexec_fn=lambda: die_with_parent(SIGTERM),
        )
        try:
            yield child
        finally:
            stop(child)


@contextmanager
def _delivering(site: SmallSite) -> Iterator[None]:
    ended = threading.Event()
    postman = threading.Thread(target=site.deliver, args=(ended,))
    postman.start()
    try:
        yield
    finally:
        ended.set()
        postman.join()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
