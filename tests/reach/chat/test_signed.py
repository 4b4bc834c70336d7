"""The ten lines in docs/chat.md tell what we sent from what we didn't."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.models import ChatKind, ChatTarget
from games.reach.chat import carrier, secrets
from games.reach.chat.message import ChatText
from tests.kit.chat_services import KEY, service_of
from tests.kit.play_people import NOON

DOC = Path(__file__).parents[3] / "docs" / "chat.md"
NAMES = ("Quartz-Timestamp", "Quartz-Id", "Quartz-Signature")
TURN = ChatText("It's Анна's turn", "https://play.example.org/m/abc/", ["0@noon"], (), {"kind": "turn"})


@pytest.fixture
def code():
    (found,) = re.findall(r"```python\n(.*?)```", DOC.read_text(), re.DOTALL)
    return found


@pytest.fixture
def is_genuine(code):
    names: dict[str, Any] = {}
    exec(code, names)
    with time_machine.travel(NOON, tick=False):
        yield names["is_genuine"]


@pytest.fixture
def heard(settings):
    with service_of(ChatKind.SIGNED, settings) as service:
        target = ChatTarget(kind=ChatKind.SIGNED, secret=secrets.locked(service.secret))
        carrier.prepared(target, TURN, "an id", NOON)()
        (found,) = service.server.heard
        return replace(found, headers={name: found.headers[name.lower()] for name in NAMES})


def test_it_has_ten_lines(code):
    assert len([line for line in code.splitlines() if line.strip()]) == 10


def test_what_we_sent_is_genuine_once(is_genuine, heard):
    assert heard.json["text"] == TURN.text and heard.json["kind"] == "turn" and heard.json["replaces"] is None
    assert is_genuine(KEY, heard.headers, heard.body)
    assert not is_genuine(KEY, heard.headers, heard.body)


@pytest.mark.parametrize("header", NAMES)
def test_nothing_else_is(is_genuine, heard, header):
    assert not is_genuine("another key of some length", heard.headers, heard.body)
    assert not is_genuine(KEY, heard.headers, heard.body + b" ")
    changed = {"Quartz-Timestamp": "1772452801", "Quartz-Id": "another", "Quartz-Signature": "v1=00"}
    assert not is_genuine(KEY, {**heard.headers, header: changed[header]}, heard.body)
    assert is_genuine(KEY, heard.headers, heard.body)


def test_nor_is_what_is_old(is_genuine, heard):
    with time_machine.travel(NOON.timestamp() + 301, tick=False):
        assert not is_genuine(KEY, heard.headers, heard.body)
