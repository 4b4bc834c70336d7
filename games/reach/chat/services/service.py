"""What every service has: how it is reached, how a message is written for it, how its answers are read."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games.infra.outgoing import HttpAnswer
from games.reach.carrier import Answer, CarrierOutcome
from games.reach.chat.message import ChatText
from games.reach.chat.secrets import Secret

SHORTEST_REST, LONGEST_REST = timedelta(seconds=1), timedelta(hours=1)
A_MINUTE = timedelta(minutes=1)
JSON = {"Content-Type": "application/json"}
OK, REDIRECTS, TOO_MANY, SERVER_FAULT = range(200, 300), range(300, 400), 429, 500
GONE = frozenset({404, 410})


@dataclass(frozen=True, repr=False)  # it holds an address
class Request:
    """One request as it is to be sent."""

    method: str
    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Writing:
    """What a message is sent with besides its text."""

    secret: Secret
    now: datetime
    key: str  # the same for each try of one message
    edits: str = ""  # what the service calls the message this one replaces


@dataclass(frozen=True)
class Service:
    """One service. It asks for an address, a token, a room, or several of these."""

    url: re.Pattern[str] | None  # what its addresses look like; None if it has one address for all
    token: re.Pattern[str] | None
    room: re.Pattern[str] | None
    called: re.Pattern[str] | None  # what it calls people; None if it can't ping anybody
    edits: bool
    host: str  # shown of it if it has one address for all
    request: Callable[[ChatText, Writing], Request]
    receipt: Callable[[HttpAnswer, Writing], str]  # reads what the service calls the message
    verdict: Callable[[HttpAnswer], CarrierOutcome | None] = lambda answer: None  # its own way to say no

    def outcome(self, answer: HttpAnswer, writing: Writing) -> CarrierOutcome:
        """Say what an answer means. A message that was edited keeps its name."""
        found = self._read(answer, writing)
        is_edited = bool(writing.edits) and found.answer == Answer.ACCEPTED
        return replace(found, receipt=writing.edits) if is_edited else found

    def _read(self, answer: HttpAnswer, writing: Writing) -> CarrierOutcome:
        if answer.status == TOO_MANY:
            return CarrierOutcome(Answer.LATER, error="too_many", pause=rest_of(answer))
        if found := self.verdict(answer):
            return found
        if answer.status in OK:
            return CarrierOutcome(Answer.ACCEPTED, receipt=self.receipt(answer, writing))
        return by_status(answer.status)


def by_status(status: int) -> CarrierOutcome:
    """Say what a status means at any service. What may be a passing fault is tried again."""
    if status in GONE:
        return CarrierOutcome(Answer.GONE, error=f"status_{status}")
    if status in REDIRECTS:
        return CarrierOutcome(Answer.FAILED, error="redirect")
    kind = Answer.FAILED if status >= SERVER_FAULT else Answer.REFUSED
    return CarrierOutcome(kind, error=f"status_{status}")


def posted(url: str, told: object, headers: Mapping[str, str] | None = None, method: str = "POST") -> Request:
    """Make a request with a JSON body."""
    return Request(method, url, json.dumps(told, ensure_ascii=False).encode(), {**JSON, **(headers or {})})


def told(answer: HttpAnswer) -> dict[str, Any]:
    """Read a JSON object from an answer; an empty one if there is none."""
    try:
        found = json.loads(answer.body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def no_receipt(answer: HttpAnswer, writing: Writing) -> str:
    return ""


def short(receipt: object) -> str:
    """Keep what a service calls a message, if it is a number or a text of a sensible length."""
    text = str(receipt) if isinstance(receipt, str | int) else ""
    return text if len(text) <= 100 and text.isprintable() else ""


def rest_of(answer: HttpAnswer) -> timedelta:
    """Read how long a service takes nothing, as the header or the body says."""
    body = told(answer)
    parameters = body.get("parameters")
    in_parameters = parameters.get("retry_after") if isinstance(parameters, dict) else None
    millis = body.get("retry_after_ms")
    said = (
        answer.headers.get("retry-after"),
        body.get("retry_after"),
        in_parameters,
        millis / 1000 if isinstance(millis, int | float) else None,
    )
    found = [seconds for seconds in map(_seconds, said) if seconds is not None]
    rest = timedelta(seconds=math.ceil(max(found))) if found else A_MINUTE
    return min(max(rest, SHORTEST_REST), LONGEST_REST)


def _seconds(said: object) -> float | None:
    try:
        seconds = float(said) if isinstance(said, str | int | float) else math.nan
    except ValueError:
        return None
    return min(seconds, LONGEST_REST.total_seconds()) if seconds >= 0 else None
