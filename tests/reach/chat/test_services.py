"""Each service gets what its documentation says, pings only whom it should, and says no in its own way."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import ChatKind, ChatTarget
from games.reach.carrier import Answer
from games.reach.chat import carrier, secrets
from games.reach.chat.message import ChatText, Mention
from games.reach.chat.services import SERVICES
from tests.kit.chat_services import CALLED, service_of
from tests.kit.play_people import NOON
from tests.kit.recording_server import hangs, says, sends

PAGE = "https://play.example.org/m/abc/"
TURN = ChatText("It's Anna's turn in “Tuesday mine”, until Wednesday", PAGE, ["0@noon"])
#: What somebody might be called who wants to be noticed.
HOSTILE = (
    "@everyone @here @channel @all @room <!channel> <!here|here> <@222222222222222222> <@U012AB3CD> "
    "**bold** __u__ `code` [free](https://evil.example) https://evil.example <https://evil.example> "
    "# big ~~no~~ ||spoiler|| &lt;!channel&gt; @victim ＠everyone"
)
EDITING = [kind for kind in ChatKind if SERVICES[kind].edits]
every_kind = pytest.mark.parametrize("kind", ChatKind)


@pytest.fixture
def service(kind, settings):
    with service_of(kind, settings) as found:
        yield found
        assert not found.faults


def send(service, message=TURN, key="k1", edits=""):
    target = ChatTarget(kind=service.kind, secret=secrets.locked(service.secret))
    return carrier.prepared(target, message, key, NOON, edits)()


@every_kind
def test_a_message_arrives_with_its_text_and_link(service, kind):
    outcome = send(service)
    assert outcome.answer == Answer.ACCEPTED
    (text,) = service.channel.texts
    assert "Tuesday mine" in text and (PAGE in text or kind == ChatKind.SIGNED)
    assert bool(outcome.receipt) == SERVICES[kind].edits


@every_kind
def test_only_who_is_mentioned_is_pinged(service, kind):
    send(service, replace(TURN, mentions=[Mention("Anna 🎲", CALLED[kind])]))
    send(service, key="k2")
    (first, second) = service.channel.pinged
    assert [one.partition("=")[0] for one in first] == [CALLED[kind]] and second == []
    if kind == ChatKind.TELEGRAM:
        assert first == [f"{CALLED[kind]}=Anna 🎲"]


@every_kind
def test_no_name_pings_anybody(service, kind):
    mine = Mention(HOSTILE, CALLED[kind])
    send(service, replace(TURN, text=f"It's {HOSTILE}'s turn in “{HOSTILE}”"))
    send(service, replace(TURN, text=f"It's {HOSTILE}'s turn", mentions=[mine]), key="k2")
    (first, second) = service.channel.pinged
    assert first == [] and [one.partition("=")[0] for one in second] == [CALLED[kind]]


@pytest.mark.parametrize("kind", [ChatKind.DISCORD, ChatKind.MATTERMOST])
def test_no_name_is_read_as_markdown(service):
    send(service, replace(TURN, text=f"It's {HOSTILE}'s turn"))
    text = service.channel.texts[0].rpartition("\n")[0]
    assert not re.search(r"(?<!\\)[*_~`|>\[\]()#]", text)
    assert "https://" not in text and not re.search(r"<[@!h]", text)


@pytest.mark.parametrize("kind", EDITING)
def test_a_message_is_edited_and_pings_nobody_again(service, kind):
    anna = [Mention("Anna", CALLED[kind])]
    first = send(service, replace(TURN, mentions=anna))
    later = replace(TURN, text="It's Anna's turn in “Tuesday mine”, until Thursday", mentions=anna)
    outcome = send(service, later, "k2", first.receipt)
    assert outcome.answer == Answer.ACCEPTED and outcome.receipt == first.receipt
    (text,) = service.channel.texts
    assert "Thursday" in text and len(service.channel.pinged[0]) == 1
    again = send(service, later, "k3", outcome.receipt)
    assert again.answer == Answer.ACCEPTED and again.receipt == first.receipt


@pytest.mark.parametrize("kind", [ChatKind.DISCORD, ChatKind.SLACK_BOT, ChatKind.TELEGRAM])
def test_a_message_that_was_deleted_there_is_sent_anew(service):
    first = send(service)
    service.channel.messages.clear()
    service.channel.order.clear()
    outcome = send(service, replace(TURN, text="Later"), "k2", first.receipt)
    assert outcome.answer == Answer.ACCEPTED and "Later" in service.channel.texts[0]


@pytest.mark.parametrize("kind", [ChatKind.MATRIX])
def test_sent_again_it_is_the_same_message(service):
    send(service)
    send(service)
    assert len(service.server.heard) == 2 and len(service.channel.texts) == 1


@pytest.mark.parametrize("kind", [ChatKind.DISCORD])
def test_a_thread_is_kept(service):
    service = replace(service, secret=secrets.Secret(f"{service.secret.url}?thread_id=333333333333333333"))
    first = send(service)
    send(service, replace(TURN, text="Later"), "k2", first.receipt)
    assert all("thread_id=333333333333333333" in one.path for one in service.server.heard)


@pytest.mark.parametrize(
    ("kind", "answer", "seconds"),
    [
        (ChatKind.DISCORD, says(429, {"retry_after": 64.57}, {"Retry-After": "65"}), 65),
        (ChatKind.DISCORD, says(429, {"message": "You are being rate limited.", "retry_after": 0.3}), 1),
        (ChatKind.SLACK, says(429, "", {"Retry-After": "30"}), 30),
        (ChatKind.SLACK_BOT, says(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": "30"}), 30),
        (ChatKind.SLACK_BOT, says(200, {"ok": False, "error": "rate_limited"}), 60),
        (ChatKind.MATRIX, says(429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2000}), 2),
        (ChatKind.TELEGRAM, says(429, {"ok": False, "parameters": {"retry_after": 35}}), 35),
        (ChatKind.MATTERMOST, says(429, ""), 60),
        (ChatKind.SIGNED, says(429, "", {"Retry-After": "999999999"}), 3600),
        (ChatKind.SIGNED, says(429, "", {"Retry-After": "Fri, 20 Nov 2026 10:00:00 GMT"}), 60),
        (ChatKind.SIGNED, says(429, "", {"Retry-After": "nan"}), 60),
        (ChatKind.SIGNED, says(429, "", {"Retry-After": "-5"}), 60),
    ],
)
def test_a_service_that_wants_fewer_messages_gets_none_for_so_long(service, answer, seconds):
    service.server.answer(answer)
    outcome = send(service)
    assert (outcome.answer, outcome.pause) == (Answer.LATER, timedelta(seconds=seconds))


@pytest.mark.parametrize(
    ("kind", "answer", "expected"),
    [
        (ChatKind.DISCORD, says(404, {"code": 10015, "message": "Unknown Webhook"}), Answer.GONE),
        (ChatKind.SLACK, says(404, "no_service"), Answer.GONE),
        (ChatKind.SLACK, says(410, "channel_is_archived"), Answer.GONE),
        (ChatKind.SLACK, says(403, "action_prohibited"), Answer.REFUSED),
        (ChatKind.SLACK, says(400, "invalid_payload"), Answer.REFUSED),
        (ChatKind.SLACK_BOT, says(200, {"ok": False, "error": "channel_not_found"}), Answer.GONE),
        (ChatKind.SLACK_BOT, says(200, {"ok": False, "error": "internal_error"}), Answer.FAILED),
        (ChatKind.SLACK_BOT, says(200, "<html>hello</html>"), Answer.FAILED),
        (ChatKind.MATRIX, says(401, {"errcode": "M_UNKNOWN_TOKEN"}), Answer.GONE),
        (ChatKind.MATRIX, says(403, {"errcode": "M_FORBIDDEN"}), Answer.GONE),
        (ChatKind.MATRIX, says(502, "<html>bad gateway</html>"), Answer.FAILED),
        (ChatKind.TELEGRAM, says(401, {"ok": False, "description": "Unauthorized"}), Answer.GONE),
        (
            ChatKind.TELEGRAM,
            says(403, {"ok": False, "description": "Forbidden: bot was kicked from the group chat"}),
            Answer.GONE,
        ),
        (
            ChatKind.TELEGRAM,
            says(400, {"ok": False, "description": "Bad Request: chat not found"}),
            Answer.GONE,
        ),
        (ChatKind.MATTERMOST, says(500, ""), Answer.FAILED),
        (ChatKind.SIGNED, says(302, "", {"Location": "https://elsewhere.example/"}), Answer.FAILED),
        (ChatKind.SIGNED, sends(b"SSH-2.0-OpenSSH_9.6\r\n"), Answer.FAILED),
    ],
)
def test_each_way_to_say_no_is_understood(service, answer, expected):
    service.server.answer(answer)
    outcome = send(service)
    assert outcome.answer == expected and outcome.error and len(outcome.error) <= 40


@every_kind
def test_what_hangs_is_given_up_and_1_gb_is_cut(service, kind, monkeypatch):
    monkeypatch.setattr(carrier, "TIME_LIMIT", 0.3)
    service.server.answer(hangs)
    assert send(service).answer == Answer.FAILED
    huge = b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n"
    service.server.answer(sends(huge, endless=b"y" * 65536))
    outcome = send(service)
    expected = Answer.FAILED if kind == ChatKind.SLACK_BOT else Answer.ACCEPTED
    assert outcome.answer == expected and outcome.receipt in ("", "k1")


@every_kind
def test_no_outcome_or_error_holds_an_address_or_token(service, kind, caplog):
    service.server.answer(says(500, f"{service.secret.url} {service.secret.token}"))
    outcome = send(service)
    held = f"{outcome!r} {caplog.text} {service.secret!r}"
    for one in (service.secret.url, service.secret.token, service.secret.room):
        assert not one or one not in held


def test_a_secret_is_opened_after_two_rotations_and_refused_once_its_key_is_retired(settings):
    kept = secrets.locked(secrets.Secret("https://hooks.example.org/canary"))
    assert b"canary" not in kept
    first, settings.SECRET_KEY = settings.SECRET_KEY, "a second key " * 5
    settings.SECRET_KEY_FALLBACKS = [first]
    assert secrets.opened(kept).url.endswith("canary")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = ["a second key " * 5, first], "a third key " * 5
    assert secrets.opened(kept).url.endswith("canary")
    settings.SECRET_KEY_FALLBACKS = ["a second key " * 5]
    with pytest.raises(secrets.KeyLost):
        secrets.opened(kept)
    target = ChatTarget(kind=ChatKind.DISCORD, secret=kept)
    assert carrier.prepared(target, TURN, "k", NOON)().error == "key"
