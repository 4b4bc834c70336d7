"""A mail that was finished before: whichever backend sends it, the very bytes that were kept go out."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage as Read
from email.message import Message

from django.core.mail import EmailMultiAlternatives


class Verbatim(Message):
    """Reads like what it was parsed from, and is written out as that, to the byte."""

    content: bytes

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        return self.content.replace(b"\n", linesep.encode())


#: Headers that whoever sends the message sets from its own fields.
OWN = frozenset(
    {"subject", "from", "to", "reply-to", "content-type", "content-transfer-encoding", "mime-version"}
)


class Kept(EmailMultiAlternatives):
    """What a provider's backend reads is in its fields; what goes out over SMTP are the bytes."""

    #: How a provider that tells what became of the mail names it.
    metadata: dict[str, str]

    def __init__(self, content: bytes, to: str, comes_back_to: str = "") -> None:
        read = message_from_bytes(content, _class=Read, policy=policy.default)
        super().__init__(
            subject=read["Subject"],
            body=_part(read, "plain"),
            # What SMTP writes on the envelope; the head's own From stands in the bytes.
            from_email=comes_back_to or read["From"],
            to=[to],
            reply_to=[read["Reply-To"]] if read["Reply-To"] else None,
            headers={name: str(value) for name, value in read.items() if name.lower() not in OWN},
        )
        if html := _part(read, "html"):
            self.attach_alternative(html, "text/html")
        self.content = content

    def message(self) -> Verbatim:  # type: ignore[override]
        """Give what the backends write out."""
        found = message_from_bytes(self.content, _class=Verbatim)
        found.content = self.content
        return found


def _part(read: Read, kind: str) -> str:
    part = read.get_body((kind,))
    return str(part.get_content()) if part else ""
