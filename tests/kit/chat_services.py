"""Chat services on loopback: each takes only what its documentation says, and shows a channel."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from games.models import ChatKind
from games.reach.chat.secrets import Secret
from games.reach.chat.services import slack, telegram
from tests.kit.recording_server import Heard, Recording, recording_server, says

HOOK = "/api/webhooks/123456789012345678/" + "t0ken-" * 8 + "LAST"
TOKEN, BOT, ACCESS, KEY = "xoxb-" + "1" * 30, "123456:" + "A" * 35, "syt_" + "b" * 30, "k" * 28 + "LAST"
ROOM, CHANNEL, GROUP = "!room:example.org", "C0123456789", "-1001234567890"
EVERYBODY = re.compile(r"@(everyone|here|channel|all|room)\b")
Told = tuple[int, object]


@dataclass
class Posted:
    """A message as people read it in a channel, and whom it pinged."""

    text: str
    pinged: list[str]
    edits: int = 0


@dataclass
class Channel:
    """What a service shows."""

    messages: dict[str, Posted] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    def post(self, text: str, pinged: list[str], name: str = "") -> str:
        name = name or str(100_000_000_000_000_000 + len(self.order))
        if name not in self.messages:
            self.order.append(name)
            self.messages[name] = Posted(text, pinged)
        return name

    def edit(self, name: str, text: str) -> bool:
        if name not in self.messages:
            return False
        self.messages[name].text = text
        self.messages[name].edits += 1
        return True

    @property
    def texts(self) -> list[str]:
        return [self.messages[name].text for name in self.order]

    @property
    def pinged(self) -> list[list[str]]:
        return [self.messages[name].pinged for name in self.order]


@dataclass
class FakeService:
    """One service: what it is reached by, what is shown there, and what was asked of it."""

    kind: ChatKind
    server: Recording
    channel: Channel
    secret: Secret
    faults: list[str] = field(default_factory=list)  # what wasn't as documented

    def behave(self) -> None:
        """Answer as the service does, from now on."""
        self.server.answer(self._answer)

    def _answer(self, wire: socket.socket, heard: Heard) -> None:
        try:
            status, told = READ[self.kind](self, heard)
        except (AssertionError, KeyError, ValueError, TypeError) as fault:
            self.faults.append(f"{heard.method} {heard.path.split('?')[0][:30]}: {fault!r}")
            status, told = 400, "not as documented"
        says(status, told)(wire, heard)


def _only(body: Mapping[str, Any], *names: str) -> None:
    assert {*body} <= {*names}, {*body} - {*names}


def discord(service: FakeService, heard: Heard) -> Told:
    address, asked = urlsplit(heard.path), parse_qs(urlsplit(heard.path).query)
    body = heard.json
    _only(body, "content", "allowed_mentions", "flags", "username", "tts", "embeds")
    assert heard.headers["content-type"] == "application/json"
    assert 0 < len(body["content"]) <= 2000 and {*asked} <= {"wait", "thread_id"}
    pinged = _pinged_on_discord(body)
    if heard.method == "PATCH":
        name = address.path.removeprefix(f"{HOOK}/messages/")
        return (200, {"id": name}) if service.channel.edit(name, body["content"]) else (404, {"code": 10008})
    assert (heard.method, address.path) == ("POST", HOOK)
    made = service.channel.post(body["content"], pinged)
    return (200, {"id": made}) if asked.get("wait") == ["true"] else (204, "")


def _pinged_on_discord(body: Mapping[str, Any]) -> list[str]:
    """Without `allowed_mentions`, everything in the text pings; with it, what it names."""
    if "allowed_mentions" not in body:
        return [*re.findall(r"<@!?(\d+)>", body["content"]), *EVERYBODY.findall(body["content"])]
    allowed = body["allowed_mentions"]
    assert not (allowed["parse"] and allowed.get("users")), "both at once are refused"
    users = [one for one in re.findall(r"<@!?(\d+)>", body["content"]) if one in allowed["users"]]
    return users + (EVERYBODY.findall(body["content"]) if "everyone" in allowed["parse"] else [])


def _read_by_slack(text: str) -> tuple[str, list[str]]:
    assert not re.search(r"&(?!amp;|lt;|gt;)", text), "an & that isn't escaped"
    pinged = re.findall(r"<@([UW][A-Z0-9]+)>", text) + re.findall(r"<!(\w+)", text)
    shown = re.sub(r"<(https?://[^>|]+)>", r"\1", text)
    return shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"), pinged


def slack_webhook(service: FakeService, heard: Heard) -> Told:
    _only(heard.json, "text", "unfurl_links", "unfurl_media", "blocks")
    assert heard.method == "POST" and heard.headers["content-type"].startswith("application/json")
    service.channel.post(*_read_by_slack(heard.json["text"]))
    return 200, "ok"


def slack_bot(service: FakeService, heard: Heard) -> Told:
    body = heard.json
    _only(body, "channel", "text", "ts", "unfurl_links", "unfurl_media", "link_names", "parse")
    assert heard.method == "POST" and body["channel"] == CHANNEL and body["link_names"] is False
    assert heard.headers["content-type"] == "application/json; charset=utf-8"
    if heard.headers["authorization"] != f"Bearer {TOKEN}":
        return 200, {"ok": False, "error": "invalid_auth"}
    text, pinged = _read_by_slack(body["text"])
    if heard.path == "/api/chat.update":
        was = service.channel.edit(body["ts"], text)
        return 200, {"ok": True, "ts": body["ts"]} if was else {"ok": False, "error": "message_not_found"}
    assert heard.path == "/api/chat.postMessage"
    name = service.channel.post(text, pinged, f"1700000000.{len(service.channel.order):06}")
    return 200, {"ok": True, "channel": CHANNEL, "ts": name}


def matrix(service: FakeService, heard: Heard) -> Told:
    begin, room, rest = re.fullmatch(
        r"(/_matrix/client/v3/rooms)/([^/]+)/send/m\.room\.message/([A-Za-z0-9._~-]+)", heard.path
    ).groups()
    body = heard.json
    assert heard.method == "PUT" and unquote(room) == ROOM and begin
    if heard.headers["authorization"] != f"Bearer {ACCESS}":
        return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unknown token"}
    _only(body, "msgtype", "body", "m.mentions", "m.new_content", "m.relates_to")
    assert body["msgtype"] == "m.text" and {*body["m.mentions"]} <= {"user_ids"}
    if relates := body.get("m.relates_to"):
        assert relates["rel_type"] == "m.replace" and body["body"].startswith("* ")
        assert service.channel.edit(relates["event_id"], body["m.new_content"]["body"])
        return 200, {"event_id": f"$edit-{rest}"}
    name = service.channel.post(body["body"], body["m.mentions"].get("user_ids", []), f"$event-{rest}")
    return 200, {"event_id": name}


def telegram_bot(service: FakeService, heard: Heard) -> Told:
    body = heard.json
    assert heard.method == "POST"
    _only(body, "chat_id", "text", "entities", "link_preview_options", "message_id")
    if not heard.path.startswith(f"/bot{BOT}/"):
        return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
    assert body["chat_id"] == GROUP and 0 < len(body["text"]) <= 4096
    assert body["link_preview_options"] == {"is_disabled": True}
    pinged = re.findall(r"(?<!\w)@([A-Za-z]\w{3,31})", body["text"])
    wide = body["text"].encode("utf-16-le")
    for one in body["entities"]:
        assert one["type"] == "text_mention"
        named = wide[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le")
        pinged.append(f"{one['user']['id']}={named}")
    if heard.path.endswith("/editMessageText"):
        known = service.channel.messages.get(str(body["message_id"]))
        if known is None:
            return 400, {
                "ok": False,
                "error_code": 400,
                "description": "Bad Request: message to edit not found",
            }
        if known.text == body["text"]:
            told = "Bad Request: message is not modified: specified new message content is the same"
            return 400, {"ok": False, "error_code": 400, "description": told}
        service.channel.edit(str(body["message_id"]), body["text"])
        return 200, {"ok": True, "result": {"message_id": body["message_id"]}}
    assert heard.path.endswith("/sendMessage") and "message_id" not in body
    name = service.channel.post(body["text"], pinged, str(len(service.channel.order) + 1))
    return 200, {"ok": True, "result": {"message_id": int(name), "chat": {"id": int(GROUP)}}}


def mattermost(service: FakeService, heard: Heard) -> Told:
    assert heard.method == "POST" and heard.path == "/hooks/xxxgeneratedkeyxxxLAST"
    assert heard.headers["content-type"] == "application/json"
    _only(heard.json, "text", "username", "channel", "icon_url")
    text = heard.json["text"]
    service.channel.post(text, re.findall(r"(?<![\w\\])@([a-z0-9._-]+)", text))
    return 200, "ok"


def signed(service: FakeService, heard: Heard) -> Told:
    assert {"quartz-id", "quartz-timestamp", "quartz-signature"} <= {*heard.headers}
    body = heard.json
    if body["replaces"]:
        assert service.channel.edit(body["replaces"], body["text"])
        return 200, ""
    service.channel.post(body["text"], body["mentions"], heard.headers["quartz-id"])
    return 204, ""


READ: Mapping[ChatKind, Callable[[FakeService, Heard], Told]] = {
    ChatKind.DISCORD: discord,
    ChatKind.SLACK: slack_webhook,
    ChatKind.SLACK_BOT: slack_bot,
    ChatKind.MATRIX: matrix,
    ChatKind.TELEGRAM: telegram_bot,
    ChatKind.MATTERMOST: mattermost,
    ChatKind.SIGNED: signed,
}
#: What somebody is called at each.
CALLED = {
    ChatKind.DISCORD: "222222222222222222",
    ChatKind.SLACK: "U012AB3CD",
    ChatKind.SLACK_BOT: "U012AB3CD",
    ChatKind.MATRIX: "@anna:example.org",
    ChatKind.TELEGRAM: "987654321",
    ChatKind.MATTERMOST: "anna.k",
    ChatKind.SIGNED: "anna",
}


def _secret(kind: ChatKind, server: Recording) -> Secret:
    return {
        ChatKind.DISCORD: Secret(server.url(HOOK)),
        ChatKind.SLACK: Secret(server.url("/services/T000/B000/xxxxxxxxxxxxLAST")),
        ChatKind.SLACK_BOT: Secret(token=TOKEN, room=CHANNEL),
        ChatKind.MATRIX: Secret(server.url(), ACCESS, ROOM),
        ChatKind.TELEGRAM: Secret(token=BOT, room=GROUP),
        ChatKind.MATTERMOST: Secret(server.url("/hooks/xxxgeneratedkeyxxxLAST")),
        ChatKind.SIGNED: Secret(server.url("/quartz/my-program"), KEY),
    }[kind]


@contextmanager
def service_of(kind: ChatKind, settings: Any) -> Iterator[FakeService]:
    """Run a service of this kind on loopback, and let this site reach it."""
    with recording_server() as server, pytest.MonkeyPatch.context() as patch:
        settings.OUTGOING_TEST_PORTS = frozenset({*settings.OUTGOING_TEST_PORTS, server.port})
        patch.setattr(slack, "API", server.url("/api"))
        patch.setattr(telegram, "API", server.url().rstrip("/"))
        found = FakeService(kind, server, Channel(), _secret(kind, server))
        found.behave()
        yield found


def json_of(heard: Heard) -> Any:
    return json.loads(heard.body)
