"""Mattermost, and whatever takes the same incoming webhooks. Its messages can't be edited."""

from __future__ import annotations

import re

from games.reach.chat.message import ChatText
from games.reach.chat.services.harmless import without_markdown
from games.reach.chat.services.service import Request, Service, Writing, no_receipt, posted

URL = re.compile(r"https://[!-~]+/hooks/[!-~]+")
#: Names that would ping a whole channel are nobody's.
CALLED = re.compile(r"(?!(?:all|channel|here|everyone)$)[a-z0-9][a-z0-9._-]{0,63}")


def request(message: ChatText, writing: Writing) -> Request:
    pings = [f"@{one.called}" for one in message.mentions]
    text = "\n".join([" ".join([*pings, without_markdown(message.text)]), f"<{message.url}>"])
    return posted(writing.secret.url, {"text": text})


SERVICE = Service(
    url=URL,
    token=None,
    room=None,
    called=CALLED,
    edits=False,
    host="",
    request=request,
    receipt=no_receipt,
)
