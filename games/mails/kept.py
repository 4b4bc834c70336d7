"""A mail that was finished before: whichever backend sends it, the very bytes that were kept go out."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage as Read
from email.message import Message

from django.core.mail import EmailMessage


class Verbatim(Message):
    """Reads like what it was parsed from, and is written out as that, to the byte."""

    content: bytes

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        return self.content.replace(b"\n", linesep.encode())


class Kept(EmailMessage):
    def __init__(self, content: bytes, to: str) -> None:
        read = message_from_bytes(content, _class=Read, policy=policy.default)
        super().__init__(
            subject=read["Subject"],
            body=read.get_content(),
            from_email=read["From"],
            to=[to],
            headers={"Message-ID": read["Message-ID"], "Date": read["Date"]},
        )
        self.content = content

    def message(self) -> Verbatim:  # type: ignore[override]
        """Give what the backends write out."""
        found = message_from_bytes(self.content, _class=Verbatim)
        found.content = self.content
        return found
