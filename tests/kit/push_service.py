"""A push service on loopback with the browsers that it reaches: it checks who sends, and they decrypt.

Nothing of ours is used to read what comes: the keys are the browser's own.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import override_settings
from py_vapid import Vapid02

from games.models import AccountChange, AccountChangeKind, Device, Outbox, Player
from games.reach.push import devices
from games.reach.push.devices import Subscription
from tests.kit.recording_server import Heard, Recording, recording_server, says


def spelled(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@dataclass
class Browser:
    """One browser: its address at the push service, and keys that nobody else has."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1()), repr=False
    )
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def subscription(self) -> Subscription:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(self.endpoint, spelled(point), spelled(self.auth))

    def read(self, content: bytes) -> Any:
        """Decrypt a message for this browser."""
        return json.loads(self.opened(content))

    def opened(self, content: bytes) -> bytes:
        return bytes(
            http_ece.decrypt(content, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        )


@dataclass
class PushService:
    """What was sent, by the address it was sent to."""

    recording: Recording
    browsers: dict[str, Browser] = field(default_factory=dict)

    def browser(self) -> Browser:
        path = f"/push/{len(self.browsers)}-{os.urandom(4).hex()}"
        return self.browsers.setdefault(path, Browser(self.recording.url(path)))

    def device(self, player: Player, now: datetime, name: str = "Phone") -> Device:
        made = devices.add(player, self.browser().subscription, name, "", now)
        AccountChange.objects.filter(player=player, kind=AccountChangeKind.DEVICE_ADDED).delete()
        Outbox.objects.filter(kind=AccountChangeKind.DEVICE_ADDED).delete()  # its email went out long ago
        return made

    def messages(self) -> list[Any]:
        """Read all that came, as each browser does."""
        return [self.browsers[one.path].read(one.body) for one in self.recording.heard]

    def keys_of(self, heard: Iterable[Heard]) -> list[str]:
        """Read by which key each of these notifications would be reported as seen."""
        return [self.browsers[one.path].read(one.body)["notification"]["data"]["key"] for one in heard]

    def answers(self, *statuses: int, **headers: str) -> None:
        self.recording.answer(*(says(one, "", headers) for one in statuses))


def is_from(heard: Heard, public_key: str, origin: str) -> bool:
    """Check the header that shows who sends: the signature, the key, and for which service it is."""
    header = heard.headers["authorization"]
    kind, _, parts = header.partition(" ")
    token, _, key = parts.removeprefix("t=").partition(",k=")
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    is_ours = kind == "vapid" and key == public_key and claims["aud"] == origin
    return is_ours and bool(Vapid02.verify(header))


@contextmanager
def push_service() -> Iterator[PushService]:
    with recording_server() as recording, override_settings(OUTGOING_TEST_PORTS=frozenset({recording.port})):
        recording.answer(says(201))
        yield PushService(recording)
