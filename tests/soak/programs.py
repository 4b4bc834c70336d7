"""Programs that act for a player through the API, host matches and take seats."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.soak.browser import Answer, Browser
from tests.soak.people import Person

#: Games of an hour: few rounds, or robots would play most of it.
GAMES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("quartz", {}),
    ("quartz_cards", {"windows": "full"}),
    ("gnomes", {"rounds": 10}),
    ("gem_edge", {"rounds": 10}),
    ("quartz_cards", {"windows": "light"}),
)
CREATED, OK, UNPROCESSABLE = 201, 200, 422
TRIES = 6


@dataclass
class Program(Person):
    """Somebody's program, which looks every few seconds whether it is asked."""

    secret: str = field(default="", repr=False)
    cursor: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        facts = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
        self.own = Browser(self.ports, self.home, self.book, facts)
        self.book.canary(self.secret)

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        data = b"" if body is None else json.dumps(body).encode()
        return self.own.ask(method, f"/api/v1/{path}", data)

    def got(self, path: str) -> Any:
        answer = self.call("GET", path)
        return json.loads(answer.content) if answer.status_code == OK else {}

    def work(self) -> None:
        """Take every seat it is invited to, and answer wherever it is asked."""
        if not self.busy.acquire(blocking=False):
            return
        self.inbox.clear()
        try:
            self.round()
        except Exception as fault:
            self.book.fault(f"Program: {type(fault).__name__} {str(fault)[:80]}")
        finally:
            self.busy.release()

    def round(self) -> None:
        for seat in self.got("seats").get("seats", []):
            if seat["is_invited"]:
                joined = self.call("POST", f"matches/{seat['id']}/join", {})
                self.book.count("joined", str(joined.status_code))
        for match in self.got("matches").get("matches", []):
            if match["waits_for_me"]:
                self.answer(match["id"])
        self.hear()

    def hear(self) -> None:
        told = self.got(f"news?since={self.cursor}" if self.cursor else "news")
        self.cursor = told.get("cursor", self.cursor)

    def answer(self, match: str) -> None:
        """Fill in a choice at random until one is accepted; else do what silence would."""
        asked = self.got(f"matches/{match}/questions").get("questions", [])
        for question in [one for one in asked if one["is_awaited"]][:1]:
            tries = [fill_in(self.dice.choice(question["choices"]), self.dice) for _ in range(TRIES)]
            for command in (*tries, question["silence"]):
                if command and self.play(match, question["id"], command) != UNPROCESSABLE:
                    return

    def play(self, match: str, question: str, command: Mapping[str, Any]) -> int:
        key = str(uuid.uuid4())
        said = {"question": question, "command": command, "key": key}
        answer = self.sent_twice("api", lambda: self.call("POST", f"matches/{match}/answers", said), outcome)
        if answer.status_code == OK:
            self.book.acknowledge("api", match, key, self.address)
        return answer.status_code

    def host(self, guests: list[str], game: str, options: Mapping[str, object], robots: int) -> str:
        """Open a match and invite; give its id, or "" if that was refused."""
        said = {"game": game, "seats": 1 + len(guests) + robots, "robots": robots, "options": options}
        more = {"invite": guests, "hand_in_mail": True, "words": "dig", "key": str(uuid.uuid4())}
        answer = self.call("POST", "matches", said | more)
        told = json.loads(answer.content)
        if answer.status_code != CREATED:
            self.book.fault(f"not opened: {answer.status_code} {json.dumps(told)[:120]}")
        return str(told.get("id", ""))


def outcome(answer: Answer) -> str:
    return f"{answer.status_code} {json.loads(answer.content).get('outcome', '')}"


def fill_in(choice: Mapping[str, Any], dice: random.Random) -> dict[str, Any]:
    """Make a command of a choice: one value for each field, or as many as it takes."""
    command = {"kind": choice["kind"]}
    for one in choice["fields"]:
        picked = dice.sample(one["values"], dice.randint(one["least"], min(one["most"], len(one["values"]))))
        command[one["name"]] = picked if one["many"] else picked[0]
    return command
