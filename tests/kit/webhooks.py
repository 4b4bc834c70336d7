"""A provider's webhook calls, signed as they would be."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

from django.test import Client

SECRET = "anymail:a password of twenty letters"
KEY = "mailgun signs with this"
IN, TOLD = "/mail/mailgun/inbound_mime/", "/mail/mailgun/tracking/"


def password(said: str = SECRET) -> dict[str, str]:
    return {"authorization": f"Basic {base64.b64encode(said.encode()).decode()}"}


def signature(token: str = "token", at: float | None = None, key: str = KEY) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    proof = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": stamp, "token": token, "signature": proof}


def call(told, path: str = IN, headers=None, **more):
    client = Client(raise_request_exception=False)
    return client.post(path, told, headers=password() if headers is None else headers, **more).status_code
