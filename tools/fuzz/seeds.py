"""What fuzzing begins with: the replies of the tests, and credentials that are genuine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEY = "a key for fuzzing only, which signs nothing else in the world"
REPLIES = ROOT / "tests" / "mail" / "receive" / "replies"
REPORT = (
    b"Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
)
MORE = (
    b"From: a@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>A</p><blockquote>B",
    b'From: "A, B" (c) <a@b.example>\r\nAuthentication-Results: mx; dmarc=pass header.from=b.example\r\n\r\n',
    b"From: a@example.org\r\nContent-Transfer-Encoding: base64\r\n\r\nQQo=\r\n",
    b"From: a@example.org\r\n\r\nsay to Anna: hello\r\n",
    REPORT + b"Action: failed\r\nStatus: 5.1.1\r\n--b--\r\n",
    b"X-Failed-Recipients: a@example.org\r\n\r\nno such user 5.1.1\r\n",
)


def replies() -> Iterator[bytes]:
    yield from (path.read_bytes() for path in sorted(REPLIES.glob("*.eml")))
    yield from MORE


def credentials() -> Iterator[bytes]:
    """Give one input for each reader: its number, and a credential that it takes or nearly takes."""
    nearly = (
        *(b"~", b"a:b:c", b"qbm_" + b"a" * 52, b"Bearer qbm_" + b"b" * 52, b"a" * 39, b"=3D" + b"b" * 39),
        *(b"https://push.example.org/x?y=z", b"https://0x7f.1/", b"https://[::1]/", b"BAAA.AAAA", b"{}"),
    )
    yield from (bytes([number]) + told for number in range(10) for told in nearly)
    yield from (
        bytes([128 + number]) + changed
        for number in range(10)
        for changed in (b"", b"\x05x", b"\x00\x00\x09\xfa")
    )
