"""A web server with TLS on loopback, whose certificate comes from an authority made for the occasion."""

from __future__ import annotations

import datetime
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "localhost"


@dataclass(frozen=True)
class Certificate:
    authority: Path  # what trusts it
    chain: Path  # certificate and key


def certify(folder: Path, valid_until: datetime.datetime) -> Certificate:
    """Make an authority, and by it a certificate for this machine."""
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority for tests")])
    begin = valid_until - datetime.timedelta(days=90)

    def begun(name: x509.Name, public: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        made = x509.CertificateBuilder().subject_name(name).issuer_name(root_name).public_key(public)
        serial = x509.random_serial_number()
        return made.serial_number(serial).not_valid_before(begin).not_valid_after(valid_until)

    root = begun(root_name, root_key.public_key()).add_extension(x509.BasicConstraints(True, None), True)
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    leaf = begun(named, key.public_key()).add_extension(
        x509.SubjectAlternativeName([x509.DNSName(HOST)]), False
    )
    authority, chain = folder / "authority.pem", folder / "chain.pem"
    pem = serialization.Encoding.PEM
    authority.write_bytes(root.sign(root_key, hashes.SHA256()).public_bytes(pem))
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    chain.write_bytes(leaf.sign(root_key, hashes.SHA256()).public_bytes(pem) + secret)
    return Certificate(authority, chain)


@contextmanager
def serving(headers: Mapping[str, str], chain: Path | None = None, status: int = 200) -> Iterator[int]:
    """Answer every request with these headers, by TLS if there is a certificate; give the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"a page")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if chain:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
