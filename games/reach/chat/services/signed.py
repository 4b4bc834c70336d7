"""JSON for a program of one's own, signed with a key that both know; `docs/chat.md` shows how to check it.

The signature covers time, id and body. A message sent again has the same id, and one that replaces another
names that one's.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re

from games.infra.outgoing import HttpAnswer
from games.reach.chat.message import ChatText
from games.reach.chat.services.service import JSON, Request, Service, Writing

URL = re.compile(r"https://[!-~]+")
KEY = re.compile(r"[!-~]{16,200}")


def request(message: ChatText, writing: Writing) -> Request:
    facts = {
        "text": message.text,
        "url": message.url,
        **message.facts,
        "mentions": [one.called for one in message.mentions],
        "replaces": writing.edits or None,
    }
    body = json.dumps(facts, ensure_ascii=False).encode()
    at = str(int(writing.now.timestamp()))
    headers = {
        **JSON,
        "Quartz-Id": writing.key,
        "Quartz-Timestamp": at,
        "Quartz-Signature": signature(writing.secret.token, at, writing.key, body),
    }
    return Request("POST", writing.secret.url, body, headers)


def signature(key: str, at: str, name: str, body: bytes) -> str:
    told = f"{at}.{name}.".encode() + body
    return f"v1={hmac.new(key.encode(), told, hashlib.sha256).hexdigest()}"


def receipt(answer: HttpAnswer, writing: Writing) -> str:
    """Call the message as we do: the one that replaces it says so."""
    return writing.key


SERVICE = Service(
    url=URL,
    token=KEY,
    room=None,
    called=re.compile(r"[!-~][ -~]{0,98}[!-~]|[!-~]"),
    edits=True,
    host="",
    request=request,
    receipt=receipt,
)
