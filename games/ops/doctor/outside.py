"""What the site looks like from outside, through whatever stands before it."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.ops.doctor.finding import Finding, ill, well, worry

PATIENCE = 10  # seconds
HALF_A_REQUEST = 75  # seconds after which it must have been dropped
RENEWAL = timedelta(days=14)
OK, MOVED = 200, (301, 308)
PATH = "/about/"
#: What each header has to hold.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
PASS_ON = "The proxy must pass on the site's headers unchanged (docker/README.md, step 4)."


def site(now: datetime, *, slow: bool) -> Iterator[Finding]:
    """Ask for a page as a visitor would."""
    url = urlsplit(settings.SITE_URL)
    try:
        status, headers, until = _ask(url, PATH)
    except (OSError, http.client.HTTPException) as error:
        what = _reason(error)
        do = "Is the proxy running, does its name lead to this host, and is its certificate valid?"
        yield ill("page", f"{settings.SITE_URL} can't be opened: {what}", do)
        return
    if status != OK:
        do = "Does the proxy lead to this program, and does SITE_URL say its name?"
        yield ill("page", f"{settings.SITE_URL}{PATH} answers {status}", do)
        return
    yield well("page", f"{settings.SITE_URL} answers")
    if url.scheme == "https":
        yield from _tls(url, headers, until, now)
    yield from _headers(headers)
    if slow:
        yield _half_a_request(url)


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate refused ({error.verify_message})"
    return type(error).__name__


def _connected(url: SplitResult) -> http.client.HTTPConnection:
    if url.scheme == "https":
        return http.client.HTTPSConnection(
            url.hostname or "", url.port, timeout=PATIENCE, context=ssl.create_default_context()
        )
    return http.client.HTTPConnection(url.hostname or "", url.port, timeout=PATIENCE)


def _ask(url: SplitResult, path: str) -> tuple[int, Mapping[str, str], datetime | None]:
    """Fetch a page; give its status, its headers, and until when the certificate is valid."""
    connection = _connected(url)
    try:
        connection.connect()
        until = _valid_until(connection.sock)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read(1)
        return answer.status, dict(answer.headers), until
    finally:
        connection.close()


def _valid_until(line: socket.socket) -> datetime | None:
    if not isinstance(line, ssl.SSLSocket):
        return None
    told = (line.getpeercert() or {}).get("notAfter")
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(told)), UTC) if told else None


def _tls(
    url: SplitResult, headers: Mapping[str, str], until: datetime | None, now: datetime
) -> Iterator[Finding]:
    if until and until - now < RENEWAL:
        told = f"the certificate ends in {(until - now).days} days"
        yield ill("TLS", told, "See that it is renewed by itself, and that the proxy then reads it.")
    elif until:
        yield well("TLS", f"the certificate is valid until {until:%Y-%m-%d}")
    if "max-age" not in headers.get("Strict-Transport-Security", ""):
        yield ill("TLS", "browsers aren't told to stay with it (HSTS)", f"{PASS_ON} Set BEHIND_PROXY=on.")
    if url.port is None:
        yield _without_tls(url)


def _without_tls(url: SplitResult) -> Finding:
    """See whether those who come without TLS are sent to it."""
    try:
        status, headers, _ = _ask(SplitResult("http", url.hostname or "", "", "", ""), PATH)
    except (OSError, http.client.HTTPException):
        return well("TLS", "nothing answers without it")
    if status in MOVED and headers.get("Location", "").startswith("https://"):
        return well("TLS", "who comes without it is sent to it")
    return ill("TLS", "the site answers without it", "Let the proxy send http:// to https://.")


def _headers(headers: Mapping[str, str]) -> Iterator[Finding]:
    lost = [name for name, wanted in HEADERS.items() if wanted not in headers.get(name, "")]
    if lost:
        yield ill("headers", f"lost or changed: {', '.join(lost)}", PASS_ON)
    else:
        yield well("headers", "as the site sends them")


def _half_a_request(url: SplitResult) -> Finding:
    """Send half a request and see that it is dropped after a while."""
    connection = _connected(url)
    begun = time.monotonic()
    try:
        connection.connect()
        connection.sock.settimeout(HALF_A_REQUEST)
        connection.sock.sendall(f"GET {PATH} HTTP/1.1\r\nHost: {url.hostname}\r\n".encode())
        connection.sock.recv(1)  # an answer, or the end
    except TimeoutError:
        told = f"half a request is kept for over {HALF_A_REQUEST} s"
        return worry("time limits", told, "Set time limits for heads and bodies in the proxy.")
    except OSError:
        pass
    finally:
        connection.close()
    return well("time limits", f"half a request is dropped after {time.monotonic() - begun:.0f} s")
