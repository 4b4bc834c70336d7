"""The only way out by HTTP, for addresses that people give us.

Nobody who types an address must make this machine talk to its own network. So an address is read strictly,
its name is resolved once, everything that isn't of the open internet is refused, and the connection goes to
what was checked. There are no redirects and no proxy, and both time and size are bounded. An address may be a
secret: no error, log line or repr contains one.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

CONNECT_SECONDS, ALL_SECONDS = 4.0, 10.0
#: Of an answer, its headers included. Services answer with a few hundred bytes.
LARGEST_ANSWER = 64 * 1024
LONGEST_URL = 2048
#: What services listen on: 8443 where 443 is taken, 8448 for Matrix.
PORTS = frozenset({443, 8443, 8448})
LOOPBACK, LOOPBACK_NAMES = "127.0.0.1", frozenset({"127.0.0.1", "localhost"})
#: Each name that a resolver doesn't answer for holds a thread until the resolver gives up.
LOOKUPS = 16
TRIED_ADDRESSES = 3

_FORM = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]{1,253})(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[A-Za-z0-9._~%!$&'()*+,;=:@/-]*)?(?P<query>\?[A-Za-z0-9._~%!$&'()*+,;=:@/?-]*)?"
)
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
#: Names that never leave a network.
_INNER_NAMES = (".localhost", ".local", ".internal", ".home.arpa")

_OPEN_IPV6 = ipaddress.ip_network("2000::/3")
#: What `is_global` lets pass: tunnels to IPv4 addresses, multicast, and an address that Azure answers itself.
_NOT_OPEN = tuple(
    map(
        ipaddress.ip_network,
        (
            *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
            *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "224.0.0.0/3"),
        ),
    )
)

_lookups = threading.BoundedSemaphore(LOOKUPS)


class Fault(StrEnum):
    """Why nothing was answered."""

    ADDRESS = "address"  # it isn't one we send to
    NAME = "name"  # its name leads nowhere
    INNER = "inner"  # it leads into a network that isn't open
    CLOSED = "closed"  # nobody listens there
    CERTIFICATE = "certificate"
    SLOW = "slow"
    GARBLED = "garbled"  # what came isn't HTTP, or too much of it


class NotReached(Exception):
    """Nothing was answered. Says why, never where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, repr=False)
class Destination:
    """An address that was read; its repr doesn't show it."""

    scheme: str
    host: str
    port: int
    path: str
    may_be_inside: bool = False  # the host of this site has named it, so it may be in a network of its own

    @property
    def authority(self) -> str:
        usual = self.port == (443 if self.scheme == "https" else 80)
        return self.host if usual else f"{self.host}:{self.port}"

    @property
    def is_for_tests(self) -> bool:
        return self.host in LOOPBACK_NAMES and self.port in settings.OUTGOING_TEST_PORTS


@dataclass(frozen=True)
class HttpAnswer:
    """What was answered. Header names are lower-case; a body that is too long or too slow is cut."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    whole: bool = True


def destination(url: str, *, ours: str = "") -> Destination:
    """Read an address strictly; raises NotReached if it isn't one we send to.

    `ours` is an address from the site's own settings: what has its scheme, name and port may be anywhere.
    """
    form = _FORM.fullmatch(url) if len(url) <= LONGEST_URL else None
    if form is None:
        raise NotReached(Fault.ADDRESS)
    scheme, host = form["scheme"], form["host"].lower()
    port = int(form["port"] or (443 if scheme == "https" else 80))
    path = (form["path"] or "/") + (form["query"] or "")
    found = Destination(scheme, host, port, path, may_be_inside=_is_at(ours, scheme, host, port))
    if not (
        found.is_for_tests or found.may_be_inside or (scheme == "https" and port in PORTS and _is_name(host))
    ):
        raise NotReached(Fault.ADDRESS)
    return found


def send(
    to: Destination, method: str, headers: Mapping[str, str], body: bytes, *, seconds: float = ALL_SECONDS
) -> HttpAnswer:
    """Send a request and give what is answered, whatever its status; raises NotReached."""
    patience = _Patience(seconds)
    try:
        with _connection(to, patience) as wire:
            return _exchange(_Wire(wire, patience), to, method, headers, body)
    except NotReached:
        raise
    except TimeoutError:
        fault = Fault.SLOW
    except ssl.SSLError:
        fault = Fault.CERTIFICATE
    except (http.client.HTTPException, _TooMuch, ValueError):
        fault = Fault.GARBLED
    except OSError:
        fault = Fault.CLOSED
    raise NotReached(fault)  # outside the handlers, so that no other error hangs on to it


def is_open(address: str) -> bool:
    """Check that an IP address is one of the open internet, whatever form it has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.version == 6 and found not in _OPEN_IPV6:  # mapped, compatible, NAT64, local, multicast
        return False
    return found.is_global and not any(found in network for network in _NOT_OPEN)


def _is_at(named: str, scheme: str, host: str, port: int) -> bool:
    form = _FORM.fullmatch(named)
    if form is None:
        return False
    usual = 443 if form["scheme"] == "https" else 80
    return (form["scheme"], form["host"].lower(), int(form["port"] or usual)) == (scheme, host, port)


class _TooMuch(Exception):
    pass


class _Patience:
    """How much time is left for all of it."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def left(self, most: float = ALL_SECONDS) -> float:
        """Give what is left, at most that much; raises TimeoutError if nothing is."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return min(left, most)


class _Wire:
    """A socket as `http.client` uses one, with one bound on the time and one on what is received."""

    def __init__(self, wire: socket.socket, patience: _Patience) -> None:
        self._wire, self._patience = wire, patience

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self._wire.settimeout(self._patience.left())
            rest = rest[self._wire.send(rest) :]

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Received(self._wire, self._patience))

    def close(self) -> None:
        """Leave that to `send`: the library closes as soon as it has read the head, before the body came."""


class _Received(io.RawIOBase):
    def __init__(self, wire: socket.socket, patience: _Patience) -> None:
        self._wire, self._patience, self._room = wire, patience, LARGEST_ANSWER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        if not self._room:
            raise _TooMuch
        self._wire.settimeout(self._patience.left())
        size = self._wire.recv_into(memoryview(buffer)[: self._room])
        self._room -= size
        return size


def _is_name(host: str) -> bool:
    """Check that it is a name with a dot, and not a number in any form: decimal, octal, hex, with dots."""
    labels = host.split(".")
    is_number = labels[-1].isdecimal() or re.fullmatch(r"0x[0-9a-f]*", labels[-1])
    return (
        len(labels) > 1
        and all(map(_LABEL.fullmatch, labels))
        and not is_number
        and not host.endswith(_INNER_NAMES)
    )


def _connection(to: Destination, patience: _Patience) -> socket.socket:
    """Connect to the first address that lets us; raises NotReached or OSError."""
    for address in _addresses(to, patience):
        try:
            wire = _dial(address, to.port, patience.left(CONNECT_SECONDS))
        except OSError:
            continue
        return _secured(wire, to, patience) if to.scheme == "https" else wire
    patience.left()
    raise NotReached(Fault.CLOSED)


def _secured(wire: socket.socket, to: Destination, patience: _Patience) -> ssl.SSLSocket:
    """Wrap a connection in TLS, checked against the name."""
    try:
        wire.settimeout(patience.left())
        return _trust().wrap_socket(wire, server_hostname=to.host)
    except BaseException:
        wire.close()
        raise


@cache
def _trust() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _addresses(to: Destination, patience: _Patience) -> list[str]:
    """Resolve the name, once; raises NotReached if any of its addresses isn't open."""
    if to.is_for_tests:
        return [LOOPBACK]
    found = list(dict.fromkeys(_looked_up(to.host, patience)))
    if not found:
        raise NotReached(Fault.NAME)
    if not to.may_be_inside and not all(is_open(one) and not _is_our_own(one) for one in found):
        raise NotReached(Fault.INNER)
    return found[:TRIED_ADDRESSES]


def _looked_up(host: str, patience: _Patience) -> list[str]:
    """Ask the resolver in a thread, because it can't be told how long it may take."""
    if not _lookups.acquire(blocking=False):
        raise TimeoutError
    told: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
    threading.Thread(target=_look_up, args=(host, told), daemon=True).start()
    try:
        return told.get(timeout=patience.left())
    except queue.Empty:
        raise TimeoutError from None


def _look_up(host: str, told: queue.SimpleQueue[list[str]]) -> None:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        told.put([str(address[0]) for *_, address in found])
    except (OSError, UnicodeError):
        told.put([])
    finally:
        _lookups.release()


def _is_our_own(address: str) -> bool:
    """Check whether packets to it would leave from it: then it is this machine's own. Sends none."""
    try:
        with socket.socket(_family(address), socket.SOCK_DGRAM) as probe:
            probe.connect((address, 443))
            return str(probe.getsockname()[0]) == address
    except OSError:
        return False


def _dial(address: str, port: int, seconds: float) -> socket.socket:
    wire = socket.socket(_family(address), socket.SOCK_STREAM)
    try:
        wire.settimeout(seconds)
        wire.connect((address, port))
    except BaseException:
        wire.close()
        raise
    return wire


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _exchange(
    wire: _Wire, to: Destination, method: str, headers: Mapping[str, str], body: bytes
) -> HttpAnswer:
    talk = http.client.HTTPConnection(to.host, to.port)
    talk.sock = wire  # what it needs of a socket is there
    ours = {"Host": to.authority, "User-Agent": _our_name(), "Connection": "close"}
    talk.request(method, to.path, body, {**headers, **ours})
    answer = talk.getresponse()
    told = {name.lower(): value for name, value in answer.getheaders()}
    parts: list[bytes] = []
    whole = _read_all(answer, parts)
    return HttpAnswer(answer.status, told, b"".join(parts), whole)


def _read_all(answer: http.client.HTTPResponse, parts: list[bytes]) -> bool:
    """Read a body to its end; return whether it came whole. The status counts even if it didn't."""
    try:
        parts.extend(_pieces(answer))
    except (OSError, http.client.HTTPException, _TooMuch, ValueError):
        return False
    return not answer.length


def _pieces(answer: http.client.HTTPResponse) -> Iterator[bytes]:
    while piece := answer.read1(8192):
        yield piece


def _our_name() -> str:
    return f"QuartzByMail/1.0 (+{settings.SITE_URL})"
