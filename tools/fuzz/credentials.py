"""Fuzz the readers of cookies, tokens, links and addresses: what isn't genuine is refused, in their own way.

The first byte of an input chooses the reader; the rest is what it reads, or how a genuine credential is bent.
A genuine one may be spelled otherwise and still be read, but never as anything that wasn't signed.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import atheris
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
INSTRUMENTED = [
    "django.core.signing",
    *(
        "games.api.bearer",
        "games.api.opaque",
        "games.infra.outgoing",
        "games.mail.links",
        "games.players.api_tokens",
    ),
    *("games.present.rewind_words", "games.reach.chat.secrets", "games.reach.push.devices"),
    *("games.web.account.known_browsers", "games.web.account.openid_token", "games.web.match.pressed"),
]
with atheris.instrument_imports(include=INSTRUMENTED):
    import django

    django.setup()

    from django.core import signing

    from games.api import opaque
    from games.infra import outgoing
    from games.mail import links
    from games.match.rewind_points import RewindPoint
    from games.models import Match, Seat
    from games.players import api_tokens
    from games.present import rewind_words
    from games.reach.chat import secrets
    from games.reach.push import devices
    from games.rules.kernel.refusal import Refused
    from games.web.account import known_browsers, openid_token
    from games.web.match import pressed

MATCH = Match(public_id="aaaabbbbccccdddd", version=7)
SEAT = Seat(match=MATCH, number=1, generation=2)
PRESS = pressed.draw(SEAT, "1-2-1")
MOMENT = rewind_words.sign_moment(MATCH, RewindPoint(3, 7))
NAME = opaque.name_of("question 1 2", b"3-4-5")
COOKIE = signing.dumps(["0" * 32, "a browser"], salt=known_browsers.SALT)
ISSUER, NOW = "https://id.example.org", int(time.time())
SAYS = {"iss": ISSUER, "aud": "us", "sub": "somebody", "nonce": "once", "iat": NOW, "exp": NOW + 10**8}
PAIR = ec.generate_private_key(ec.SECP256R1())
TOKEN = jwt.encode(SAYS, PAIR, "ES256", headers={"kid": "1"})
KEYS = {"keys": [ECAlgorithm.to_jwk(PAIR.public_key(), as_dict=True) | {"kid": "1"}]}
CHAT = secrets.locked(secrets.Secret("https://chat.example.org/x", "token", "room"))


def press(told: str) -> None:
    found = pressed.opened(told)
    assert found is None or found == pressed.opened(PRESS)
    assert pressed.read(told, Seat(match=MATCH, number=0, generation=2)) is None


def moment(told: str) -> None:
    assert rewind_words.read_moment(told, MATCH) in (None, RewindPoint(3, 7))


def question(told: str) -> None:
    assert opaque.read("question 1 2", told) in (None, b"3-4-5")
    assert opaque.read("question 1 3", told) is None


def cookie(told: str) -> None:
    request: Any = SimpleNamespace(COOKIES={known_browsers.NAME: told})
    assert known_browsers._cookie(request) in (("", ""), ("0" * 32, "a browser"))


def link(told: str) -> None:
    found = links.read_bytes(told)
    assert found is None or len(found) == links.NAME + links.PROOF


def token(told: str) -> None:
    assert api_tokens.SHAPE.fullmatch(told) or api_tokens.find(told, MATCH.created_at) is None


def chat(told: str) -> None:
    try:
        found = secrets.opened(told.encode("utf-8", "replace"))
    except secrets.KeyLost:
        return
    assert found == secrets.opened(CHAT)


def address(told: str) -> None:
    try:
        found = outgoing.destination(told)
    except outgoing.NotReached:
        return
    assert found.scheme == "https" and found.port in outgoing.PORTS
    assert "@" not in found.host and not found.host.replace(".", "").isdecimal()
    assert not any(sign in found.host + found.path for sign in "\r\n\t \0")


def device(told: str) -> None:
    endpoint, _, rest = told.partition("|")
    p256dh, _, auth = rest.partition("|")
    try:
        devices.check(devices.Subscription(endpoint, p256dh, auth))
    except Refused:
        return


def openid(told: str) -> None:
    try:
        found = openid_token.read(told, KEYS, issuer=ISSUER, client="us", nonce="once")
    except openid_token.BadToken:
        return
    assert found["sub"] == "somebody"


READERS: list[tuple[Callable[[str], None], str]] = [
    (press, PRESS),
    (moment, MOMENT),
    (question, NAME),
    (cookie, COOKIE),
    (link, "a" * links.LENGTH),
    (token, "qbm_" + "a" * 52),
    (chat, CHAT.decode()),
    (address, "https://chat.example.org/hooks/x"),
    (device, "https://push.example.org/x|BAAA|AAAA"),
    (openid, TOKEN),
]


def bent(genuine: str, rest: bytes) -> str:
    """Change some signs of a genuine credential, or cut and lengthen it: pairs of a place and a sign."""
    signs = list(genuine)
    for place, sign in zip(rest[::2], rest[1::2], strict=False):
        at = place % (len(signs) + 1)
        signs[at : at + (sign < 240)] = [chr(sign)] if sign else []
    return "".join(signs)


def read(content: bytes) -> None:
    which = content[0] if content else 0
    reader, genuine = READERS[which % len(READERS)]
    is_bent = which >= 128
    reader(bent(genuine, content[1:]) if is_bent else content[1:].decode("utf-8", "replace"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, read)
    atheris.Fuzz()
