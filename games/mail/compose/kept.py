"""An email that was finished before: whichever backend sends it, exactly the stored bytes go out."""

from __future__ import annotations

from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser

from django.core.mail import EmailMultiAlternatives


class Verbatim(Message):
    """Reads like the message it was parsed from, and serializes to exactly the same bytes."""

    content: bytes

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        return self.content.replace(b"\n", linesep.encode())


#: Reads only the headers: of the content only the bytes are needed.
HEADERS: BytesParser[Verbatim] = BytesHeaderParser(Verbatim)

#: Headers that a backend sets itself, from the message's own fields.
OWN = frozenset(
    {"subject", "from", "to", "reply-to", "content-type", "content-transfer-encoding", "mime-version"}
)


class StoredEmail(EmailMultiAlternatives):
    """The fields are what a provider's backend reads; over SMTP the bytes go out unchanged."""

    #: The id a provider gives back when it reports what became of the email.
    metadata: dict[str, str]

    def __init__(self, content: bytes, to: str, comes_back_to: str = "") -> None:
        read = message_from_bytes(content)
        head = {name: _said(value) for name, value in read.items()}
        super().__init__(
            subject=head.get("Subject", ""),
            body=_part(read, "plain"),
            # For SMTP's envelope; the From header is already in the bytes.
            from_email=comes_back_to or head.get("From"),
            to=[to],
            reply_to=[head["Reply-To"]] if "Reply-To" in head else None,
            headers={name: value for name, value in head.items() if name.lower() not in OWN},
        )
        if html := _part(read, "html"):
            self.attach_alternative(html, "text/html")
        self.content = content

    def message(self) -> Verbatim:  # type: ignore[override]
        """Return what the backends write out."""
        found = HEADERS.parsebytes(self.content)
        found.content = self.content
        return found


def _said(value: str) -> str:
    """Decode a header of ours, which may be folded or encoded."""
    return str(make_header(decode_header("".join(value.splitlines()))))


def _part(read: Message, kind: str) -> str:
    found = next((one for one in read.walk() if one.get_content_type() == f"text/{kind}"), None)
    content = found.get_payload(decode=True) if found else b""
    return content.decode() if isinstance(content, bytes) else ""
