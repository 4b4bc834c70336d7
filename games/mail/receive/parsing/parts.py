"""Takes an email apart, line by line: one pass, a stack of open multiparts, and a limit for everything.

The library's own parser recurses as deep as an email is nested, and spends seconds on addresses.
"""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_BYTES = 256 * 1024
MOST_PARTS = 20
MOST_DEPTH = 8
LONGEST_FIELD = 8 * 1024
LONGEST_HEAD = 64 * 1024
LONGEST_KIND = 1000  # characters of a Content-Type that we read
_NAME = re.compile(rb"[!-9;-~]+[ \t]*")
_PARAMETER = re.compile(r';\s*([a-z0-9-]+)\s*=\s*("[^"\\]*"|[^;"\s]+)', re.IGNORECASE)
# Codecs that are fast and really are alphabets: Python has others.
_ALPHABETS = re.compile(
    r"us-ascii|ascii|utf-?8|utf-?16(le|be)?|iso-8859-\d{1,2}|windows-125\d|cp125\d|koi8-[ru]|gb2312|gbk|gb18030|"
    r"big5(-hkscs)?|shift[_-]jis|iso-2022-jp(-[123])?|euc-(jp|kr)|ks_c_5601-1987|tis-620|windows-874|mac(intosh)?"
)
_SPELLED = {"macintosh": "mac_roman", "mac": "mac_roman", "windows-874": "cp874"}


class Unreadable(Exception):
    """Raised for an email that is too large or too odd; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Head:
    """The headers of an email or a part: names in lower case, each on one line."""

    fields: tuple[tuple[str, str], ...]

    def all(self, name: str) -> list[str]:
        return [value for one, value in self.fields if one == name]

    def one(self, name: str) -> str:
        """Return a header that may appear once; raise Unreadable if there are two."""
        found = self.all(name)
        if len(found) > 1:
            raise Unreadable(f"two_{name.replace('-', '_')}"[:40])
        return found[0] if found else ""

    @property
    def kind(self) -> str:
        """Return the media type in lower case; raise Unreadable."""
        return self.one("content-type").partition(";")[0].strip().lower() or "text/plain"

    def parameter(self, name: str) -> str:
        """Return a parameter of the media type, or ""; raise Unreadable."""
        found = _PARAMETER.findall(self.one("content-type")[:LONGEST_KIND])
        return next((value.strip('"') for one, value in found if one.lower() == name), "")

    @property
    def is_attached(self) -> bool:
        return self.one("content-disposition").strip().lower().startswith("attachment")


@dataclass(frozen=True)
class Part:
    head: Head
    lines: Sequence[bytes] = field(repr=False)

    def text(self) -> str:
        """Decode the text; raise Unreadable."""
        return _decoded(b"\n".join(self.lines), self.head).decode(_alphabet(self.head), "replace")


@dataclass(frozen=True)
class ParsedEmail:
    """An email: its headers, and the parts with content, in order."""

    head: Head
    parts: tuple[Part, ...]


def take_apart(raw: bytes) -> ParsedEmail:
    """Take an email apart; raise Unreadable. Emails inside it stay whole: they don't matter here."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    lines = lines_of(raw)
    head, at = read_head(lines, 0)
    top, leaves, boundaries = head, list[Part](), list[bytes]()
    for _ in range(MOST_PARTS):
        start, is_multipart = at, head.kind.startswith("multipart/")
        if is_multipart:
            boundaries.append(_boundary(head))
        if len(boundaries) > MOST_DEPTH:
            raise Unreadable("too_deep")
        end = at = _next_boundary(lines, at, boundaries)
        if not is_multipart:
            leaves.append(Part(head, lines[start:end]))
        at = _past_closed(lines, at, boundaries)
        if at >= len(lines):
            return ParsedEmail(top, tuple(leaves))
        head, at = read_head(lines, at + 1)
    raise Unreadable("too_many_parts")


def head_of(raw: bytes) -> Head:
    """Read only the headers of an email; raise Unreadable."""
    return read_head(lines_of(raw[: LONGEST_HEAD + 1]), 0)[0]


def lines_of(raw: bytes) -> list[bytes]:
    found = [line.rstrip(b"\r") for line in raw.split(b"\n")]
    # Some mail servers put a mailbox line above what they pass to a pipe.
    return found[1:] if found[0].startswith(b"From ") else found


def read_head(lines: Sequence[bytes], at: int) -> tuple[Head, int]:
    """Read headers up to the empty line; return them and where the body begins. Raise Unreadable."""
    fields: list[tuple[bytes, list[bytes]]] = []
    size = 0
    while at < len(lines) and lines[at]:
        line, at = lines[at], at + 1
        size += len(line)
        if size > LONGEST_HEAD:
            raise Unreadable("long_head")
        name, colon, value = line.partition(b":")
        if line[:1] in b" \t" and fields:
            fields[-1][1].append(line.strip())
        elif colon and _NAME.fullmatch(name):
            fields.append((name, [value.strip()]))
        else:
            raise Unreadable("odd_head")
    return Head(tuple(_field(name, values) for name, values in fields)), at + 1


def _field(name: bytes, values: list[bytes]) -> tuple[str, str]:
    value = b" ".join(values)
    if len(value) > LONGEST_FIELD:
        raise Unreadable("long_field")
    return name.decode("ascii").strip().lower(), value.decode("utf-8", "replace")


def _boundary(head: Head) -> bytes:
    boundary = head.parameter("boundary").encode("utf-8", "replace")
    if not 0 < len(boundary) <= 200:
        raise Unreadable("boundary")
    return b"--" + boundary


def _next_boundary(lines: Sequence[bytes], at: int, boundaries: list[bytes]) -> int:
    """Find the next line that ends the open part."""
    wanted = {*boundaries, *(boundary + b"--" for boundary in boundaries)}
    while at < len(lines) and not (lines[at][:2] == b"--" and lines[at].rstrip() in wanted):
        at += 1
    return at


def _past_closed(lines: Sequence[bytes], at: int, boundaries: list[bytes]) -> int:
    """Go on from a boundary to the next one that begins a part; drop the multiparts that ended on the way."""
    while at < len(lines):
        line = lines[at].rstrip()
        if line in boundaries:
            del boundaries[len(boundaries) - boundaries[::-1].index(line) :]
            return at
        closed = line.removesuffix(b"--")
        del boundaries[len(boundaries) - 1 - boundaries[::-1].index(closed) :]
        at = _next_boundary(lines, at + 1, boundaries) if boundaries else len(lines)
    return at


def _decoded(body: bytes, head: Head) -> bytes:
    how = head.one("content-transfer-encoding").strip().lower()
    if how in ("", "7bit", "8bit", "binary"):
        return body
    try:
        if how == "quoted-printable":
            return quopri.decodestring(body)
        if how == "base64":
            return binascii.a2b_base64(body)
    except ValueError:
        raise Unreadable("encoding") from None
    raise Unreadable("encoding")


def _alphabet(head: Head) -> str:
    told = head.parameter("charset").lower() or "us-ascii"
    if not _ALPHABETS.fullmatch(told):
        raise Unreadable("alphabet")
    # What claims to be ASCII and isn't is usually this.
    return "utf-8" if told in ("ascii", "us-ascii") else _SPELLED.get(told, told)
