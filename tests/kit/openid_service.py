"""An OpenID Connect service on loopback: it asks nobody who they are, and signs what it is told to.

It checks what a service has to: who the program is, where people go back to, PKCE, that a code is used once.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "the-site", "a secret of two"
Claims = dict[str, Any]


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Service:
    """What it does, and what tests may have it do wrong."""

    issuer: str = ""
    back_to: str = ""
    key: rsa.RSAPrivateKey = field(default_factory=new_key)
    person: Claims = field(default_factory=dict)  # who signs in there
    claims: Callable[[Claims], Claims] = dict  # what an id token says, from what is right
    sign: Callable[[Claims, rsa.RSAPrivateKey], str] = lambda claims, key: jwt.encode(
        claims, key, "RS256", headers={"kid": "one"}
    )
    describe: Callable[[Claims], Claims] = dict
    token_answer: tuple[int, bytes] | None = None
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def description(self) -> Claims:
        return self.describe(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "response_types_supported": ["code"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        )

    def keys(self) -> Claims:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": "one", "use": "sig", "alg": "RS256"}]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Send somebody back with a code; raise AssertionError for what no service takes."""
        assert asked["response_type"] == "code" and asked["client_id"] == CLIENT
        assert asked["redirect_uri"] == self.back_to and "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256" and asked["nonce"] and asked["state"]
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return f"{self.back_to}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str], authorization: str) -> Claims | None:
        """Give the tokens for a code, once; None for whoever may not have them."""
        asked = self.codes.get(form.get("code", ""))
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        is_known = authorization == f"Basic {basic}" or form.get("client_secret") == SECRET
        if asked is None or form["code"] in self.used or not is_known:
            return None
        self.used.add(form["code"])
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if base64.urlsafe_b64encode(digest).decode().rstrip("=") != asked["code_challenge"]:
            return None
        if form.get("redirect_uri") != self.back_to:
            return None
        told = self.id_token(asked["nonce"])
        return {"access_token": "of no use", "token_type": "Bearer", "id_token": told}

    def id_token(self, nonce: str) -> str:
        now = int(time.time())
        right = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce}
        right |= self.person
        return self.sign(self.claims(right), self.key)


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        service, url = self.server.service, urlsplit(self.path)
        service.asked.append((url.path, dict(parse_qsl(url.query))))
        if url.path == "/.well-known/openid-configuration":
            self.give(200, json.dumps(service.description()).encode())
        elif url.path == "/keys":
            self.give(200, json.dumps(service.keys()).encode())
        elif url.path == "/authorize":
            asked = {name: one[0] for name, one in parse_qs(url.query).items()}
            self.give(302, b"", Location=service.authorize(asked))
        else:
            self.give(404, b"")

    def do_POST(self) -> None:
        service = self.server.service
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        service.asked.append((self.path, form))
        found = service.token(form, self.headers.get("Authorization", ""))
        if service.token_answer is not None:
            self.give(*service.token_answer)
        elif found is None:
            self.give(400, b'{"error": "invalid_grant"}')
        else:
            self.give(200, json.dumps(found).encode())

    def give(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, service: Service) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.service = service


@contextmanager
def openid_service(back_to: str, key: rsa.RSAPrivateKey) -> Iterator[Service]:
    """Run one that sends people back to a page of the site."""
    service = Service(back_to=back_to, key=key)
    with Server(service) as server:
        service.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()
