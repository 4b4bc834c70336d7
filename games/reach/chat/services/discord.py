"""Discord: a webhook of a channel. Its messages can be edited.

Only people who are named in `allowed_mentions` are pinged, whatever the text holds. An edit says so again:
without it, Discord reads the text as if everything were allowed.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode

from games.infra.outgoing import HttpAnswer
from games.reach.chat.message import ChatText
from games.reach.chat.services.harmless import without_markdown
from games.reach.chat.services.service import Request, Service, Writing, posted, short, told

URL = re.compile(
    r"https://(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]{15,22}/[\w-]{20,100}"
    r"(?:\?thread_id=[0-9]{15,22})?"
)
NO_PREVIEW = 1 << 2


def request(message: ChatText, writing: Writing) -> Request:
    address, _, query = writing.secret.url.partition("?")
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    body = {
        "content": content(message),
        "allowed_mentions": {"parse": [], "users": [one.called for one in message.mentions]},
    }
    if writing.edits:
        return posted(_with(f"{address}/messages/{writing.edits}", asked), body, method="PATCH")
    return posted(_with(address, {**asked, "wait": "true"}), {**body, "flags": NO_PREVIEW})


def content(message: ChatText) -> str:
    pings = [f"<@{one.called}>" for one in message.mentions]
    return "\n".join([" ".join([*pings, without_markdown(message.text)]), f"<{message.url}>"])


def _with(address: str, asked: dict[str, str]) -> str:
    return f"{address}?{urlencode(asked)}" if asked else address


def receipt(answer: HttpAnswer, writing: Writing) -> str:
    found = short(told(answer).get("id"))
    return found if found.isdecimal() else ""


SERVICE = Service(
    url=URL,
    token=None,
    room=None,
    called=re.compile(r"[0-9]{15,22}"),
    edits=True,
    host="discord.com",
    request=request,
    receipt=receipt,
)
