"""A name server on loopback, in a thread, that knows the records it was given."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

import dns.flags
import dns.message
import dns.rcode
import dns.rrset

Records = Mapping[tuple[str, str], list[str]]


class Session(socketserver.BaseRequestHandler):
    records: ClassVar[Records]

    def handle(self) -> None:
        data, line = self.request
        asked = dns.message.from_wire(data)
        (question,) = asked.question
        answer = dns.message.make_response(asked)
        answer.flags |= dns.flags.RA
        name, kind = question.name.to_text(omit_final_dot=True), question.rdtype.name
        if found := self.records.get((name, kind)):
            answer.answer.append(dns.rrset.from_text_list(question.name, 60, "IN", kind, found))
        elif not any(known == name for known, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        line.sendto(answer.to_wire(), self.client_address)


@contextmanager
def answering(records: Records) -> Iterator[int]:
    """Answer for these records; give the port."""
    handler = type("Known", (Session,), {"records": records})
    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
