"""Matrix: an account that is in the room, by its access token.

A message is put under a name of ours, so sending it again changes nothing. `m.mentions` says who is pinged;
without it, old rules would look for names in the text.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from games.infra.outgoing import HttpAnswer
from games.reach.carrier import Answer, CarrierOutcome
from games.reach.chat.message import ChatText
from games.reach.chat.services.harmless import without_pings
from games.reach.chat.services.service import Request, Service, Writing, posted, short, told

URL = re.compile(r"https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?")
TOKEN = re.compile(r"[!-~]{10,500}")
ROOM = re.compile(r"![!-9;-~]{1,200}(?::[A-Za-z0-9.:-]{1,200})?")
CALLED = re.compile(r"@[a-z0-9._=/+-]{1,200}:[A-Za-z0-9.-]{1,200}(?::[0-9]{1,5})?")
GONE = frozenset({"M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_FORBIDDEN", "M_NOT_FOUND", "M_USER_DEACTIVATED"})


def request(message: ChatText, writing: Writing) -> Request:
    room = quote(writing.secret.room, safe="")
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{quote(writing.key, safe='')}"
    body = edited(message, writing.edits) if writing.edits else content(message)
    bearer = {"Authorization": f"Bearer {writing.secret.token}"}
    return posted(writing.secret.url.rstrip("/") + path, body, bearer, method="PUT")


def content(message: ChatText) -> dict[str, object]:
    people = [one.called for one in message.mentions]
    return {
        "msgtype": "m.text",
        "body": f"{without_pings(message.text)}\n{message.url}",
        "m.mentions": {"user_ids": people} if people else {},
    }


def edited(message: ChatText, event: str) -> dict[str, object]:
    """Replace a message; who was pinged by it isn't pinged again."""
    new = content(message)
    return {
        **new,
        "body": f"* {new['body']}",
        "m.mentions": {},
        "m.new_content": new,
        "m.relates_to": {"rel_type": "m.replace", "event_id": event},
    }


def receipt(answer: HttpAnswer, writing: Writing) -> str:
    return short(told(answer).get("event_id"))


def verdict(answer: HttpAnswer) -> CarrierOutcome | None:
    code = short(told(answer).get("errcode"))
    if answer.status in (401, 403, 404) and code in GONE:
        return CarrierOutcome(Answer.GONE, error=code.lower()[:40])
    return None


SERVICE = Service(
    url=URL,
    token=TOKEN,
    room=ROOM,
    called=CALLED,
    edits=True,
    host="",
    request=request,
    receipt=receipt,
    verdict=verdict,
)
