"""Addresses that people give reach the open internet only; and whatever answers there costs little."""

from __future__ import annotations

import logging
import socket
import threading
import time

import pytest

from games.infra import outgoing
from games.infra.outgoing import Fault, NotReached
from tests.kit.certificates import certificate_for
from tests.kit.recording_server import Heard, hangs, recording_server, says, sends
from tests.kit.waiting import wait_for

OPEN, INNER = "93.184.215.14", "10.0.0.7"
OPEN6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
#: Enough for what answers at once; what hangs is given up after it.
SHORTLY = 0.4


dial = outgoing._dial


class Network:
    """A resolver that says what a test wants, and a telephone that writes down whom it calls."""

    def __init__(self) -> None:
        self.answers: list[list[str]] = [[OPEN]]
        self.asked: list[str] = []
        self.dialled: list[str] = []
        self.leads_to = 0

    def getaddrinfo(self, host, port, *args, **kwargs):
        self.asked.append(host)
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if not found:
            raise socket.gaierror(-2, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 0)) for one in found]

    def dial(self, address, port, seconds):
        self.dialled.append(address)
        if not self.leads_to:
            raise ConnectionRefusedError
        return dial("127.0.0.1", self.leads_to, seconds)


@pytest.fixture
def network(monkeypatch):
    found = Network()
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", found.getaddrinfo)
    monkeypatch.setattr(outgoing, "_dial", found.dial)
    monkeypatch.setattr(outgoing, "_is_our_own", lambda address: False)
    return found


@pytest.fixture
def server(settings):
    with recording_server() as found:
        settings.OUTGOING_TEST_PORTS = frozenset({found.port})
        yield found


def send(url: str, body: bytes = b"{}", seconds: float = 5, method: str = "POST") -> outgoing.HttpAnswer:
    return outgoing.send(outgoing.destination(url), method, {"X-Test": "yes"}, body, seconds=seconds)


def fault(url: str, seconds: float = 5) -> Fault:
    with pytest.raises(NotReached) as found:
        send(url, seconds=seconds)
    return found.value.fault


#: What is written in the address itself. Nobody is asked about these.
WRITTEN_INWARD = (
    *(
        "http://hooks.example.org/",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "gopher://hooks.example.org/",
    ),
    *(
        "https://127.0.0.1/",
        "https://10.0.0.7/",
        "https://169.254.169.254/latest/meta-data/",
        "https://0.0.0.0/",
    ),
    *("https://93.184.215.14/", "https://1.1/", "https://127.1/"),
    *(
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
    ),
    *(
        "https://0x/",
        "https://127.0.0.0x1/",
        "https://127.0.0.1./",
        "https://127。0。0。1/",
        "https://①②⑦.0.0.1/",
    ),
    *(
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25eth0]/",
    ),
    *("https://[64:ff9b::7f00:1]/", f"https://[{OPEN6}]/", "https://::1/"),
    *("https://localhost/", "https://LOCALHOST/", "https://app.localhost/", "https://printer.local/"),
    *(
        "https://metadata.google.internal/",
        "https://router.home.arpa/",
        "https://intranet/",
        "https://redis:8443/",
    ),
    *("https://hooks.example.org:22/", "https://hooks.example.org:80/", "https://hooks.example.org:6379/"),
    *(
        "https://hooks.example.org:0443443/",
        "https://hooks.example.org:/",
        "https://hooks.example.org:99999/",
    ),
    *(
        "https://hooks.example.org@127.0.0.1/",
        "https://me:word@hooks.example.org/",
        "https://@hooks.example.org/",
    ),
    *(
        "https://hooks.example.org\\@127.0.0.1/",
        "https://hooks.example.org#@127.0.0.1/",
        "https:hooks.example.org/",
    ),
    *(
        "https:///hooks.example.org/",
        "//hooks.example.org/",
        "hooks.example.org",
        "",
        " https://hooks.example.org/",
    ),
    *(
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nHost: inner",
        "https://hooks.example.org/\n",
    ),
    *("https://hooks.example.org/\x00", "https://hooks.example.org/é", "https://höoks.example.org/"),
    *(
        "https://hooks%2eexample.org/",
        "https://hooks..example.org/",
        "https://.example.org/",
        "https://-a.example.org/",
    ),
    *("https://hooks.example.org./", "HTTPS://hooks.example.org/", "https://" + "a." * 200 + "org/"),
    *("https://hooks.example.org/" + "a" * 2048,),
)
#: What a name may lead to. With an open address beside it, it is refused too.
LEADS_INWARD = (
    *(
        "127.0.0.1",
        "127.255.255.254",
        "10.0.0.7",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "0.0.0.0",
        "0.1.2.3",
    ),
    *(
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "192.0.0.192",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.1",
    ),
    *(
        "203.0.113.1",
        "192.88.99.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
    ),
    *("::", "::1", "::127.0.0.1", "::ffff:10.0.0.7", "::ffff:93.184.215.14", "::ffff:0:93.184.215.14"),
    *("fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1", "5f00::1"),
    *("64:ff9b::10.0.0.7", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "2001::1", "2001:db8::1", "3fff::1"),
    *("2002:a00:7::1", "2002:5db8:d70e::1", "not an address"),
)


@pytest.mark.parametrize("url", WRITTEN_INWARD)
def test_an_address_that_is_no_plain_name_is_refused_before_anybody_is_asked(network, url):
    assert fault(url) == Fault.ADDRESS
    assert not network.asked and not network.dialled


@pytest.mark.parametrize("beside", [(), (OPEN,)])
@pytest.mark.parametrize("address", LEADS_INWARD)
def test_a_name_that_leads_inward_is_refused_before_anything_is_sent(network, address, beside):
    network.answers = [[*beside, address]]
    assert fault("https://hooks.example.org/secret") == Fault.INNER
    assert network.asked == ["hooks.example.org"] and not network.dialled


@pytest.mark.parametrize("address", [OPEN, OPEN6, "8.8.8.8", "2a00:1450:4001:82b::200e"])
def test_addresses_of_the_open_internet_are_open(address):
    assert outgoing.is_open(address)


@pytest.mark.parametrize(
    ("url", "port", "path"),
    [
        ("https://discord.com/api/webhooks/1/a-B_c?wait=true", 443, "/api/webhooks/1/a-B_c?wait=true"),
        ("https://Chat.Example.org:8443", 8443, "/"),
        ("https://matrix.example.org:8448/_matrix/client/v3/rooms/!a:b.org/send", 8448, None),
        ("https://xn--hks-snabc.example.org/%D0%B9/x?a=b&c=d", 443, "/%D0%B9/x?a=b&c=d"),
    ],
)
def test_addresses_of_services_are_read(url, port, path):
    found = outgoing.destination(url)
    assert found.port == port and found.host == found.host.lower()
    assert path is None or found.path == path


def test_a_name_is_resolved_once_and_that_address_is_called(network):
    """Rebinding: the name leads outward when it is checked, and would lead inward when asked again."""
    network.answers = [[OPEN], ["127.0.0.1"]]
    fault("https://hooks.example.org/")
    assert network.asked == ["hooks.example.org"] and network.dialled == [OPEN]


def test_a_name_that_leads_nowhere_is_no_fault_of_ours(network):
    network.answers = [[]]
    assert fault("https://hooks.example.org/") == Fault.NAME


def test_this_machines_own_address_is_inner_even_if_it_is_of_the_open_internet(network, monkeypatch):
    monkeypatch.setattr(outgoing, "_is_our_own", lambda address: address == OPEN)
    assert fault("https://hooks.example.org/") == Fault.INNER
    assert not network.dialled


def test_its_own_address_is_known_by_where_packets_would_leave_from():
    assert outgoing._is_our_own("127.0.0.1")
    assert not outgoing._is_our_own("127.0.0.2") and not outgoing._is_our_own("2001:db8::1")


def test_a_resolver_that_hangs_holds_nobody_up(network, monkeypatch):
    waiting = threading.Event()
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: waiting.wait(60) and [])
    monkeypatch.setattr(outgoing, "_lookups", threading.BoundedSemaphore(2))
    before = threading.active_count()
    told = [fault("https://hooks.example.org/", seconds=0.05) for _ in range(4)]
    assert told == [Fault.SLOW] * 4
    assert threading.active_count() - before <= 2  # beyond those, no other thread is begun
    waiting.set()
    assert wait_for(lambda: threading.active_count() <= before)


def test_loopback_is_reached_only_at_the_ports_that_tests_name(server, settings):
    assert send(server.url("/hook")).status == 200
    settings.OUTGOING_TEST_PORTS = frozenset()
    assert fault(server.url("/hook")) == Fault.ADDRESS
    assert [one.path for one in server.heard] == ["/hook"]


def test_what_is_sent_arrives_as_it_is(server):
    answer = send(server.url("/hook?wait=true"), b'{"text": "hi"}', method="PUT")
    (heard,) = server.heard
    assert (heard.method, heard.path, heard.body) == ("PUT", "/hook?wait=true", b'{"text": "hi"}')
    assert heard.headers["host"] == f"127.0.0.1:{server.port}" and heard.headers["x-test"] == "yes"
    assert heard.headers["accept-encoding"] == "identity" and heard.headers["content-length"] == "14"
    assert (answer.status, answer.body, answer.whole) == (200, b"ok", True)


def test_a_body_may_come_some_time_after_its_head(server):
    def in_two(wire: socket.socket, heard: Heard) -> None:
        wire.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\n")
        time.sleep(0.2)
        wire.sendall(b"body")

    server.answer(in_two)
    answer = send(server.url())
    assert (answer.body, answer.whole) == (b"body", True)


def test_no_proxy_of_the_environment_is_used(server, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert send(server.url()).status == 200


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_answered_and_not_followed(server, status):
    server.answer(says(status, "", {"Location": server.url("/inner")}))
    answer = send(server.url("/hook"))
    assert answer.status == status and answer.headers["location"].endswith("/inner")
    assert [one.path for one in server.heard] == ["/hook"]


LATE = b"HTTP/1.1 200 OK\r\n"
ENDLESS_BODY = b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("behaviour", "expected"),
    [
        (hangs, Fault.SLOW),
        (sends(LATE, endless=b"X", pause=0.02), Fault.SLOW),
        (sends(LATE, endless=b"X-More: y\r\n", pause=0.02), Fault.SLOW),
        (sends(endless=b"HTTP/1.1 100 Continue\r\n\r\n"), Fault.GARBLED),
        (sends(LATE, endless=b"X-More: " + b"y" * 1000 + b"\r\n"), Fault.GARBLED),
        (sends(LATE, endless=b"y" * 1000), Fault.GARBLED),
        (sends(b"220 mail.example.org ESMTP\r\n"), Fault.GARBLED),
        (sends(b"HTTP/1.1 OK 200\r\n\r\n"), Fault.GARBLED),
        (sends(), Fault.GARBLED),
    ],
    ids=range(9),
)
def test_what_answers_badly_is_given_up(server, behaviour, expected):
    server.answer(behaviour)
    assert fault(server.url(), seconds=SHORTLY) == expected


@pytest.mark.parametrize(
    "behaviour",
    [
        sends(ENDLESS_BODY, endless=b"y" * 65536),
        sends(ENDLESS_BODY, endless=b"y", pause=0.02),
        sends(ENDLESS_BODY, b"y" * 100),
        sends(CHUNKED, endless=b"1000\r\n" + b"y" * 4096 + b"\r\n"),
        sends(CHUNKED, b"f" * 60000),
        sends(CHUNKED, b"4\r\nok"),
        sends(CHUNKED, b"0\r\n", endless=b"X-Trailer: y\r\n"),
        sends(b"HTTP/1.1 200 OK\r\n\r\n", endless=b"y" * 65536),
    ],
    ids=range(8),
)
def test_a_body_without_end_is_cut_and_the_status_counts(server, behaviour):
    server.answer(behaviour)
    answer = send(server.url(), seconds=SHORTLY)
    assert answer.status == 200 and not answer.whole
    assert len(answer.body) <= outgoing.LARGEST_ANSWER


def test_whoever_doesnt_read_what_is_sent_is_given_up(server, monkeypatch):
    monkeypatch.setattr("tests.kit.recording_server._Session.read", lambda self: threading.Event().wait(5))
    assert fault_of_much(server.url()) == Fault.SLOW


def fault_of_much(url: str) -> Fault:
    with pytest.raises(NotReached) as found:
        send(url, b"y" * 30_000_000, seconds=SHORTLY)
    return found.value.fault


def test_nobody_listening_is_said_at_once(settings):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.OUTGOING_TEST_PORTS = frozenset({port})
    assert fault(f"http://127.0.0.1:{port}/") == Fault.CLOSED


@pytest.mark.parametrize(
    ("named", "trusted", "expected"),
    [
        ("hooks.example.org", True, None),
        ("other.example.org", True, Fault.CERTIFICATE),
        ("hooks.example.org", False, Fault.CERTIFICATE),
    ],
)
def test_tls_is_checked_against_the_name(network, monkeypatch, tmp_path, named, trusted, expected):
    ours, theirs = certificate_for(named, tmp_path)
    if trusted:
        monkeypatch.setattr(outgoing, "_trust", lambda: theirs)
    with recording_server(ours) as server:
        network.leads_to = server.port
        if expected:
            assert fault("https://hooks.example.org/secret") == expected
            assert not server.heard
        else:
            assert send("https://hooks.example.org:8443/secret").status == 200
            assert server.heard[0].headers["host"] == "hooks.example.org:8443"


def test_a_server_that_doesnt_finish_its_handshake_is_given_up(network, settings):
    with recording_server() as server:
        server.answer(hangs)
        network.leads_to = server.port
        assert fault("https://hooks.example.org/", seconds=SHORTLY) == Fault.SLOW


def test_the_second_address_is_tried_if_the_first_is_closed(network, monkeypatch, tmp_path):
    ours, theirs = certificate_for("hooks.example.org", tmp_path)
    monkeypatch.setattr(outgoing, "_trust", lambda: theirs)
    network.answers = [[OPEN6, OPEN]]

    def one_is_closed(address, port, seconds):
        if address == OPEN6:
            raise OSError("no route")
        return network.dial(address, port, seconds)

    monkeypatch.setattr(outgoing, "_dial", one_is_closed)
    with recording_server(ours) as server:
        network.leads_to = server.port
        assert send("https://hooks.example.org/").status == 200


@pytest.mark.parametrize("leads_to", [[OPEN], [INNER], []])
@pytest.mark.parametrize(
    "url", ["https://hooks.example.org/canary?canary", "https://canary.example.org:22/canary", "canary"]
)
def test_no_error_log_or_repr_holds_the_address(network, caplog, capfd, url, leads_to):
    caplog.set_level(logging.DEBUG)
    network.answers = [leads_to]
    with pytest.raises(NotReached) as found:
        send(url)
    error = found.value
    assert error.__cause__ is None and error.__context__ is None
    assert "canary" not in f"{error!r} {error} {error.args}"
    assert "canary" not in caplog.text + "".join(capfd.readouterr())


def test_neither_does_an_answer_or_what_was_read_from_the_address(server, caplog):
    caplog.set_level(logging.DEBUG)
    server.answer(says(200, "canary", {"X-Canary": "canary"}))
    found = outgoing.destination(server.url("/canary"))
    answer = outgoing.send(found, "POST", {}, b"canary")
    assert "canary" not in f"{found!r} {found} {answer!r} {caplog.text}".lower()
