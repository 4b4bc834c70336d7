"""Slack: an incoming webhook, whose messages can't be edited, or a bot, whose messages can.

In a text, only & < > have a meaning; so nothing that is escaped pings anybody.
"""

from __future__ import annotations

import re

from games.infra.outgoing import HttpAnswer
from games.reach.carrier import Answer, CarrierOutcome
from games.reach.chat.message import ChatText
from games.reach.chat.services.harmless import without_pings
from games.reach.chat.services.service import (
    A_MINUTE,
    Request,
    Service,
    Writing,
    no_receipt,
    posted,
    short,
    told,
)

API = "https://slack.com/api"
URL = re.compile(r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[\w/-]{10,200}")
TOKEN = re.compile(r"xoxb-[A-Za-z0-9-]{20,200}")
CHANNEL = re.compile(r"[CGD][A-Z0-9]{6,20}")
CALLED = re.compile(r"[UW][A-Z0-9]{6,20}")
#: What the API says of tokens and channels that are no more; other errors may pass.
GONE = frozenset(
    {
        *("account_inactive", "channel_not_found", "invalid_auth", "is_archived", "not_authed"),
        *("not_in_channel", "token_expired", "token_revoked"),
    }
)
LATER = frozenset({"ratelimited", "rate_limited", "message_limit_exceeded"})
LOST = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    return without_pings(text).translate(_ESCAPED)


def content(message: ChatText) -> dict[str, object]:
    pings = [f"<@{one.called}>" for one in message.mentions]
    text = "\n".join([" ".join([*pings, escaped(message.text)]), f"<{message.url}>"])
    return {"text": text, "unfurl_links": False, "unfurl_media": False}


def by_webhook(message: ChatText, writing: Writing) -> Request:
    return posted(writing.secret.url, content(message))


def by_bot(message: ChatText, writing: Writing) -> Request:
    body = {"channel": writing.secret.room, **content(message), "link_names": False}
    bearer = {
        "Authorization": f"Bearer {writing.secret.token}",
        "Content-Type": "application/json; charset=utf-8",
    }
    if writing.edits:
        return posted(f"{API}/chat.update", {**body, "ts": writing.edits}, bearer)
    return posted(f"{API}/chat.postMessage", body, bearer)


def receipt(answer: HttpAnswer, writing: Writing) -> str:
    return short(told(answer).get("ts"))


def verdict(answer: HttpAnswer) -> CarrierOutcome | None:
    """Read what the API says: its status is 200 for errors too."""
    body = told(answer)
    if answer.status != 200 or body.get("ok") is True:
        return None
    error = short(body.get("error")) or "unreadable"
    if error in LATER:
        return CarrierOutcome(Answer.LATER, error="too_many", pause=A_MINUTE)
    if error in LOST:
        return CarrierOutcome(Answer.REFUSED, error="message_lost")
    return CarrierOutcome(Answer.GONE if error in GONE else Answer.FAILED, error=f"slack_{error}"[:40])


WEBHOOK = Service(
    url=URL,
    token=None,
    room=None,
    called=CALLED,
    edits=False,
    host="hooks.slack.com",
    request=by_webhook,
    receipt=no_receipt,
)
BOT = Service(
    url=None,
    token=TOKEN,
    room=CHANNEL,
    called=CALLED,
    edits=True,
    host="slack.com",
    request=by_bot,
    receipt=receipt,
    verdict=verdict,
)
