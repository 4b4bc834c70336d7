"""Programs that act for a player: a client with a token, and what it says."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.test import Client

from games.models import ApiToken, Player, Scope
from games.players import api_tokens
from tests.kit.cast import NOON, person

ALL = tuple(Scope.values)
_numbers = itertools.count()


def token(
    who: Player | str, *scopes: str, days: int | None = None, now: datetime = NOON
) -> tuple[ApiToken, str]:
    """Make a token with these scopes, or with all; return it with its secret."""
    player = who if isinstance(who, Player) else person(who)
    return api_tokens.make(player, "my program", scopes or ALL, days, f"form {next(_numbers)}", now)


def program(who: Player | str, *scopes: str, **facts: Any) -> Program:
    return Program(token(who, *scopes)[1], **facts)


class Program:
    """Somebody's program: it sends JSON with its token, and gets JSON."""

    def __init__(self, secret: str, **facts: Any) -> None:
        self.client = Client(**({"HTTP_AUTHORIZATION": f"Bearer {secret}"} if secret else {}), **facts)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request; underscores in the names of headers stand for dashes."""
        data = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(method, f"/api/v1/{path}", data, "application/json", headers=named)

    def get(self, path: str, **headers: str) -> Any:
        """Get something that is there."""
        got = self.ask("GET", path, **headers)
        assert got.status_code == 200, got.content
        return got.json()

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Ask for something that is refused; return its status and code."""
        got = self.ask(method, path, body, **headers)
        error = got.json()["error"]
        assert {*error} <= {"code", "message", "details", "open"} and error["message"]
        return got.status_code, error["code"]

    def questions(self, match: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(f"matches/{match}/questions")["questions"]
        return found

    def answer(self, match: str, question: str, command: Any, key: str = "") -> Any:
        said = {"question": question, "command": command, "key": key or f"key {next(_numbers)}"}
        return self.ask("POST", f"matches/{match}/answers", said)


def first_command(question: dict[str, Any], kinds: Sequence[str] = ()) -> dict[str, Any]:
    """Fill in the first choice of a question, or the first of these kinds, with the first values."""
    choice = next(one for one in question["choices"] if not kinds or one["kind"] in kinds)
    command = {"kind": choice["kind"]}
    for field in choice["fields"]:
        some = field["values"][: max(field["least"], 1)]
        command[field["name"]] = some if field["many"] else some[0]
    return command
