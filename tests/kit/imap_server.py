"""A mailbox server for tests: one user, one folder, on loopback, in a thread. It knows what imaplib needs."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

USER, PASSWORD = "play", "a pass word"


@dataclass
class Folder:
    """The mailbox: emails by UID."""

    mails: dict[int, bytes] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    last: int = 0  # no UID is used twice, not even after its email is gone
    logins: int = 0
    hangs_up_at: str = ""  # the command at which it closes the connection

    def put(self, *mails: bytes) -> None:
        for mail in mails:
            self.last += 1
            self.mails[self.last] = mail


class Session(socketserver.StreamRequestHandler):
    server: Imap
    disable_nagle_algorithm = True  # else the second line of an answer waits 40 ms for the first's receipt

    def handle(self) -> None:
        self.say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, _, rest = line.partition(" ")
            word = rest.removeprefix("UID ").partition(" ")[0].upper()
            if word == self.server.folder.hangs_up_at:
                return
            self.say(f"{tag} {self.answer(word, rest)}")
            if word == "LOGOUT":
                return

    def answer(self, word: str, rest: str) -> str:
        known = getattr(self, f"on_{word.lower()}", None)
        return (known(rest) if known else None) or "OK done"

    def on_capability(self, rest: str) -> None:
        self.say("* CAPABILITY IMAP4rev1")

    def on_login(self, rest: str) -> str:
        self.server.folder.logins += 1
        return "" if rest == f'LOGIN {USER} "{PASSWORD}"' else "NO who are you"

    def on_select(self, rest: str) -> str:
        self.say(f"* {len(self.server.folder.mails)} EXISTS")
        return "" if '"INBOX"' in rest else "NO such folder"

    def on_search(self, rest: str) -> None:
        folder = self.server.folder
        found = " ".join(str(name) for name in folder.mails if name not in folder.deleted)
        self.say(f"* SEARCH {found}".strip())

    def on_store(self, rest: str) -> None:
        self.server.folder.deleted.add(int(rest.split()[2]))

    def on_expunge(self, rest: str) -> None:
        for name in self.server.folder.deleted:
            self.server.folder.mails.pop(name, None)

    def on_logout(self, rest: str) -> None:
        self.say("* BYE")

    def on_fetch(self, rest: str) -> None:
        name = int(rest.split()[2])
        most = int(re.search(r"<0\.(\d+)>", rest)[1])  # type: ignore[index]
        part = self.server.folder.mails[name][:most]
        self.wfile.write(f"* 1 FETCH (UID {name} BODY[]<0> {{{len(part)}}}\r\n".encode() + part + b")\r\n")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Imap(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, folder: Folder) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.folder = folder

    def handle_error(self, *_: object) -> None:
        """Print nothing: tests break connections on purpose."""


@contextmanager
def mailbox_server() -> Iterator[tuple[Folder, str]]:
    """Run a server; yield its folder and the URL for IMAP_URL."""
    folder = Folder()
    with Imap(folder) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield folder, f"imap://{USER}:a%20pass%20word@127.0.0.1:{server.server_address[1]}/INBOX"
        finally:
            server.shutdown()
            thread.join()
