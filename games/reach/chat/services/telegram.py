"""Telegram: a bot in a group or a private chat.

No parse mode is set, so the text stands as it is; who is pinged is said by entities, counted in UTF-16.
"""

from __future__ import annotations

import re

from games.infra.outgoing import HttpAnswer
from games.reach.carrier import Answer, CarrierOutcome
from games.reach.chat.message import ChatText, Mention
from games.reach.chat.services.harmless import without_pings
from games.reach.chat.services.service import Request, Service, Writing, posted, short, told

API = "https://api.telegram.org"
TOKEN = re.compile(r"[0-9]{5,15}:[\w-]{30,60}", re.ASCII)
ROOM = re.compile(r"-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,31}")
CALLED = re.compile(r"[0-9]{1,15}|@[A-Za-z][A-Za-z0-9_]{3,31}")
UNCHANGED, LOST = "message is not modified", ("message to edit not found", "message can't be edited")
NO_CHAT = (
    "chat not found",
    "bot was kicked",
    "bot was blocked",
    "user is deactivated",
    "group chat was deleted",
)


def request(message: ChatText, writing: Writing) -> Request:
    text, entities = content(message)
    body: dict[str, object] = {
        "chat_id": writing.secret.room,
        "text": text,
        "entities": entities,
        "link_preview_options": {"is_disabled": True},
    }
    bot = f"{API}/bot{writing.secret.token}"
    if writing.edits:
        return posted(f"{bot}/editMessageText", {**body, "message_id": int(writing.edits)})
    return posted(f"{bot}/sendMessage", body)


def content(message: ChatText) -> tuple[str, list[dict[str, object]]]:
    """Write the text, and where in it somebody is pinged by number."""
    text, entities = "", list[dict[str, object]]()
    for one in message.mentions:
        said = _said(one)
        if not one.called.startswith("@"):
            entities.append(
                {
                    "type": "text_mention",
                    "offset": _length(text),
                    "length": _length(said),
                    "user": {"id": int(one.called), "is_bot": False, "first_name": said},
                }
            )
        text += f"{said} "
    return f"{text}{without_pings(message.text)}\n{message.url}", entities


def _said(one: Mention) -> str:
    return one.called if one.called.startswith("@") else without_pings(one.name)


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def receipt(answer: HttpAnswer, writing: Writing) -> str:
    result = told(answer).get("result")
    found = short(result.get("message_id")) if isinstance(result, dict) else ""
    return found if found.isdecimal() else ""


def verdict(answer: HttpAnswer) -> CarrierOutcome | None:
    why = told(answer).get("description")
    if answer.status not in (400, 401, 403, 404) or not isinstance(why, str):
        return None
    if UNCHANGED in why:
        return CarrierOutcome(Answer.ACCEPTED)
    if any(one in why for one in LOST):
        return CarrierOutcome(Answer.REFUSED, error="message_lost")
    if answer.status == 401 or any(one in why for one in NO_CHAT):
        return CarrierOutcome(Answer.GONE, error=f"status_{answer.status}")
    return None


SERVICE = Service(
    url=None,
    token=TOKEN,
    room=ROOM,
    called=CALLED,
    edits=True,
    host="api.telegram.org",
    request=request,
    receipt=receipt,
    verdict=verdict,
)
