"""An email that was finished before: whichever backend sends it, the very bytes that were kept go out."""

from __future__ import annotations

from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser

from django.core.mail import EmailMultiAlternatives


class Verbatim(Message):
    """Reads like what it was parsed from, and is written out as that, to the byte."""

    content: bytes

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        return self.content.replace(b"\n", linesep.encode())


#: Reads no further than the headers: of its content only the bytes are wanted.
HEADERS: BytesParser[Verbatim] = BytesHeaderParser(Verbatim)

#: Headers that whoever sends the message sets from its own fields.
OWN = frozenset(
    {"subject", "from", "to", "reply-to", "content-type", "content-transfer-encoding", "mime-version"}
)


class Kept(EmailMultiAlternatives):
    """What a provider's backend reads is in its fields; what goes out over SMTP are the bytes."""

    #: How a provider that tells what became of the email names it.
    metadata: dict[str, str]

    def __init__(self, content: bytes, to: str, comes_back_to: str = "") -> None:
        read = message_from_bytes(content)
        head = {name: _said(value) for name, value in read.items()}
        super().__init__(
            subject=head.get("Subject", ""),
            body=_part(read, "plain"),
            # What SMTP writes on the envelope; the head's own From stands in the bytes.
            from_email=comes_back_to or head.get("From"),
            to=[to],
            reply_to=[head["Reply-To"]] if "Reply-To" in head else None,
            headers={name: value for name, value in head.items() if name.lower() not in OWN},
        )
        if html := _part(read, "html"):
            self.attach_alternative(html, "text/html")
        self.content = content

    def message(self) -> Verbatim:  # type: ignore[override]
        """Give what the backends write out."""
        found = HEADERS.parsebytes(self.content)
        found.content = self.content
        return found


def _said(value: str) -> str:
    """Read a header of ours: folded, and encoded where it isn't plain."""
    return str(make_header(decode_header("".join(value.splitlines()))))


def _part(read: Message, kind: str) -> str:
    found = next((one for one in read.walk() if one.get_content_type() == f"text/{kind}"), None)
    content = found.get_payload(decode=True) if found else b""
    return content.decode() if isinstance(content, bytes) else ""
