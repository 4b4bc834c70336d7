"""Two worlds for programs: every byte they read from the API, and whatever comes of what they send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.api import matches, news
from games.models import Match, Player, Subject
from tests.kit.both_worlds import Differs, Visitor, in_the_world_of, same, seen_since
from tests.kit.cast import person, turn_seat
from tests.kit.nightly import more
from tests.kit.programs import first_command
from tests.kit.two_matches import Answer
from tests.secrecy.pairs import GAMES, is_the_other, nobody, pairs, reader_of, sitting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("soon")]
PAIRS = more(1, 12)
READ = ("", "/questions", "/log", "/talk", "/orders", "/actions")


class Asking:
    """A visitor whose program asks for everything in one world."""

    def __init__(self, player: Player) -> None:
        self.player, self.visitor = player, Visitor(player)

    def send(self, found: Match, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        data = "" if body is None else json.dumps(body)

        def asks(client: Client) -> Any:
            return client.generic(method, f"/api/v1/{path}", data, "application/json", headers=headers)

        return self.visitor.ask(found, asks)

    def reads(self, found: Match) -> Iterator[tuple[str, Answer]]:
        """Read everything there is, the log and the news from their beginning."""
        begun = news._cursor(self.player, {})
        paths = [f"matches/{found.public_id}{part}" for part in READ]
        for path in (*paths, "matches", "deadlines", "results", "news", f"news?since={begun}"):
            yield path, (got := self.send(found, "GET", path))
            if "ETag" in got.headers:
                known = {"If-None-Match": got.headers["ETag"]}
                yield f"what is new at {path}", self.send(found, "GET", path, **known)

    def sends(self, found: Match) -> Iterator[tuple[str, Answer]]:
        """Send what is refused, and orders."""
        here = f"matches/{found.public_id}"
        stale = {"question": "none", "command": {"kind": "mine"}, "key": "k"}
        yield "a stale answer", self.send(found, "POST", f"{here}/answers", stale)
        for plan in found.rules.automation.ready_made:
            yield f"the plan {plan}", self.send(found, "PUT", f"{here}/orders", {"plan": plan})
        yield "other orders", self.send(found, "PUT", f"{here}/orders", {"orders": {"none": 1}})
        yield "no orders", self.send(found, "DELETE", f"{here}/orders")
        yield "talk", self.send(found, "POST", f"{here}/talk", {"text": "Dig!", "key": "k"})
        for what in ("undo", "nudge", "leave"):
            yield what, self.send(found, "POST", f"{here}/{what}", {"key": "k"})
        for subject in Subject.values:
            vote = {"subject": subject, "key": "k"}
            yield f"a vote to {subject}", self.send(found, "POST", f"{here}/votes", vote)
        moment = json.loads(self.send(found, "GET", f"{here}/actions").content).get("moments", [])[-1:]
        back = {"subject": "rewind", "moment": moment[0]["id"], "key": "k"} if moment else {"key": "k"}
        yield "a vote to go back", self.send(found, "POST", f"{here}/votes", back)

    def everything(self, found: Match) -> dict[str, Answer]:
        return dict([*self.reads(found), *self.sends(found)])


def compare(one: Any, asking: Asking) -> int:
    """Ask for everything in both worlds; raise Differs."""
    with in_the_world_of(one.found, None):
        mine = asking.everything(one.found)
    with in_the_world_of(one.found, one.log):
        theirs = asking.everything(one.found)
    for where, got in mine.items():
        same(where, got, theirs[where])
    return len(mine)


@pytest.mark.parametrize("which", [sitting(0), turn_seat], ids=["first", "awaited"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_a_program_gets_hangs_on_what_is_hidden_from_its_player(game, which):
    found = pairs(game, which)
    for _ in range(PAIRS):
        one = next(found)
        assert compare(one, Asking(one.seat.player)) > 15


def test_nor_for_an_onlooker():
    one = next(pairs("quartz", nobody))
    assert compare(one, Asking(person("eve"))) > 15


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_of_an_answer_hangs_on_it_only_where_the_rules_say_so(game):
    compared = 0
    for one in pairs(game, turn_seat):
        both = [answered(one, log) for log in (None, one.log)]
        assert both[0].keys() == both[1].keys(), "what is offered differs"
        for said, (seen, got) in both[0].items():
            if seen == both[1][said][0]:
                same(said, got, both[1][said][1])
                compared += 1
        if compared > 3:
            return
    raise AssertionError(f"only {compared} answers could be compared")


def answered(one: Any, log: Any) -> dict[str, tuple[list[Any], Answer]]:
    """Give every answer on offer; return what the reader may see of its events, and the response."""
    found, asking, reader = one.found, Asking(one.seat.player), reader_of(one.seat)
    here, told = f"matches/{one.found.public_id}", {}
    with in_the_world_of(found, log):
        asked = json.loads(asking.send(found, "GET", f"{here}/questions").content)["questions"]
        for question in asked:
            for choice in question["choices"]:
                command = first_command({"choices": [choice]})
                new: list[Any] = []

                def asks(client: Client, command=command, question=question, new=new) -> Any:
                    said = {"question": question["id"], "command": command, "key": json.dumps(command)}
                    got = client.post(f"/api/v1/{here}/answers", json.dumps(said), "application/json")
                    new.extend(seen_since(found, reader))
                    return got

                told[json.dumps(command)] = new, asking.visitor.ask(found, asks)
    return told


def test_a_leak_in_the_api_is_found(monkeypatch):
    one = next(pairs("quartz", sitting(0)))
    asking, plain = Asking(one.seat.player), matches.open_questions

    def leaky(seat: Any, now: Any) -> list[Any]:
        """Say one question more in the other world."""
        return [*plain(seat, now), *[SECRET for _ in range(is_the_other(one.found))]]

    compare(one, asking)
    monkeypatch.setattr(matches, "open_questions", leaky)
    with pytest.raises(Differs):
        compare(one, asking)


SECRET = {
    **{"id": "0", "kind": "leak", "title": "", "is_awaited": False, "is_together": False},
    **{"due_at": None, "silence": None, "sealed": None, "choices": []},
}
