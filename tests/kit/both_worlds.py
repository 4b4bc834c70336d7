"""Compares two worlds of one match, in its own rows, as a reader who can't know the difference."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, reset_queries, transaction
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.infra import recent, triggers
from games.match import chat
from games.match.actions import Pressed
from games.models import Event, Match, Player, SealedAnswer, Seat, Talk
from games.play import history
from games.play.diff import label
from games.rules.kernel import turn
from games.rules.kernel.codec import canonical, codec
from games.rules.kernel.events import Record
from games.rules.kernel.redaction import seen
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Reader
from tests.kit.cast import NOON, SOON, Page, address, browser
from tests.kit.places import Scene, places
from tests.kit.programs import token
from tests.kit.two_matches import Answer, covered, write_log

Log = Sequence[Record[Any]]
Asks = Callable[[Client], Any]
NOT_ALLOWED = 405


class Differs(AssertionError):
    """Raised when two worlds can be told apart."""


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything that is written in the block, transactions included."""
    before = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        history.memo.clear()


@contextmanager
def in_the_world_of(found: Match, log: Log | None) -> Iterator[None]:
    """Give the match another log for a while; its secret and all names stay the same."""
    with undone():
        if log is not None:
            _replace_log(found, log)
            _seal_otherwise(found)
            _whisper_otherwise(found)
        yield


# --- what two others say to each other alone


def whispering(found: Match, reader: Seat | None) -> None:
    """Let two players whom the reader isn't one of write to each other alone, from now on in both worlds."""
    Match.objects.filter(pk=found.pk).update(private_messages=True)
    found.refresh_from_db()
    one, other = [seat for seat in found.seats.order_by("number") if seat != reader][:2]
    chat.say(found.pk, one.number, "I have an onyx.", NOON, Pressed(key="whisper"), to=other.number)


def _whisper_otherwise(found: Match) -> None:
    """Let them have said something else instead, and more, and later."""
    for row in Talk.objects.filter(match=found, to__isnull=False).select_related("seat", "to"):
        back = found.seats.get(player=row.to)
        Talk.objects.filter(pk=row.pk).update(text="Nothing but quartz here.\nWhat about you? " * 3)
        for number, at in enumerate((NOON, SOON)):
            key = Pressed(key=f"whisper {row.pk} {number}")
            chat.say(found.pk, back.number, f"Onyx, {number}!", at, key, to=row.seat.number)


def _replace_log(found: Match, log: Log) -> None:
    earlier = {row.number: row for row in Event.objects.filter(match=found).defer("payload")}
    triggers.remove()
    # Neither the database nor the model's own manager deletes rows of a log.
    QuerySet(Event).filter(match=found)._raw_delete(connection.alias)
    write_log(found, log, history.secret_of(found), earlier)


def _seal_otherwise(found: Match) -> None:
    """Let what others sealed, and can't be done in this world, be what silence would do."""
    history.memo.clear()
    rules, (_, table) = found.rules, history.load(found)
    asked = {label(name): question for name, question in turn.questions(rules, table).items()}
    for row in SealedAnswer.objects.filter(match=found, question__in=asked):
        question, code = asked[row.question], codec(rules)
        try:
            turn.check(rules, table, question, code.command(row.command))
        except Refused:
            silence = canonical(rules.core.silence(table.state, question)).decode()
            # Neither the database nor the model's own manager changes such a row.
            QuerySet(SealedAnswer).filter(pk=row.pk).update(command=silence)


@dataclass
class Visitor:
    """A visitor with a browser: a signed-in player or an anonymous one."""

    player: Player | None
    tags: dict[str, str] = field(default_factory=dict)  # ETags of the pages in the first world

    def __post_init__(self) -> None:
        self._home = Client()
        if self.player:  # a program of theirs asks too: the API takes the token, and all else the session
            self._home = browser(self.player, HTTP_AUTHORIZATION=f"Bearer {token(self.player)[1]}")

    def ask(self, found: Match, asks: Asks) -> Answer:
        """Make a request with cold caches, undo it, and cover what differs between any two renderings."""
        client = Client(**self._home.defaults)
        client.cookies.load({name: one.value for name, one in self._home.cookies.items()})
        history.memo.clear()
        recent.forget()
        reset_queries()
        with undone(), CaptureQueriesContext(connection) as queries:
            got = asks(client)
        return Answer(
            got.status_code,
            covered(got.content.decode(errors="surrogateescape"), found),  # pictures too
            {name: covered(value, found) for name, value in got.headers.items()} | cookies(got),
            len(queries),
        )

    def everything(self, scene: Scene, *names: str) -> Iterator[tuple[str, Answer]]:
        """Request every URL, or the named ones, with every method, forbidden ones included."""
        for one in places():
            if one.name in (names or [one.name]):
                yield from self._in_every_way(one.path(scene), scene.found)

    def _in_every_way(self, path: str, found: Match) -> Iterator[tuple[str, Answer]]:
        plain = self.ask(found, lambda client: client.get(path))
        yield f"GET {path}", plain
        if "ETag" in plain.headers:
            self.tags.setdefault(path, plain.headers["ETag"])
        looks = self._looks(path) if plain.status != NOT_ALLOWED else {}
        for way, asks in (looks | self._changes(path)).items():
            yield f"{way} {path}", self.ask(found, asks)

    def _looks(self, path: str) -> dict[str, Asks]:
        return {
            "HEAD": lambda client: client.head(path),
            "a fragment of": lambda client: client.get(path, headers={"HX-Request": "true"}),
            "what is new at": lambda client: client.get(
                path, headers={"If-None-Match": self.tags.get(path, '"none"'), "HX-Request": "true"}
            ),
        }

    def _changes(self, path: str) -> dict[str, Asks]:
        return {
            "POST": lambda client: client.post(path, {"press": "none", "do": "fly?"}),
            "PUT": lambda client: client.put(path),
        }

    def moves(self, found: Match, reader: Reader) -> Iterator[tuple[str, tuple[Answer, list[Any]]]]:
        """Send every move on offer; yield the response and what the reader may see of the events."""
        with undone():
            page = Page.of(self._home.get(address(found)))
        for form in page.asking:
            for said in form.radios.get("do") or [value for name, value in form.buttons if name == "do"]:
                yield said, self._moved(found, form.values() | {"do": said}, reader)

    def _moved(self, found: Match, sent: dict[str, Any], reader: Reader) -> tuple[Answer, list[Any]]:
        new: list[Any] = []

        def asks(client: Client) -> Any:
            got = client.post(address(found), sent, follow=True)
            new.extend(seen_since(found, reader))
            return got

        return self.ask(found, asks), new


def cookies(got: Any) -> dict[str, str]:
    return {f"cookie {name}": f"{len(one.value)} letters" for name, one in got.cookies.items()}


def seen_since(found: Match, reader: Reader) -> list[Any]:
    """Return what a reader may see of the events since the match was read."""
    rules, now = found.rules, Match.objects.get(pk=found.pk)
    records, table = history.load(now)
    return [seen(rules, record, reader, table.options) for record in records[found.version :]]


def same(where: str, mine: Answer, theirs: Answer) -> None:
    """Compare two responses in full; raise Differs."""
    if mine == theirs:
        return
    both = zip(mine.content, theirs.content, strict=False)
    place = next((n for n, two in enumerate(both) if len(set(two)) > 1), 0)
    around = slice(max(0, place - 80), place + 80)
    headers = {*mine.headers.items()} ^ {*theirs.headers.items()}
    raise Differs(
        f"{where}: {mine.status}, {theirs.status}; {mine.queries}, {theirs.queries} queries; {headers}; "
        f"{mine.content[around]!r} / {theirs.content[around]!r}"
    )


def compare(scene: Scene, log: Log, visitor: Visitor, *names: str) -> int:
    """Request everything, or the named URLs, in both worlds; raise Differs."""
    found = scene.found
    with in_the_world_of(found, None):
        first = list(visitor.everything(scene, *names))
    with in_the_world_of(found, log):
        second = list(visitor.everything(scene, *names))
    for (where, mine), (_, theirs) in zip(first, second, strict=True):
        same(where, mine, theirs)
    return len(first)


def compare_moves(found: Match, log: Log, visitor: Visitor, reader: Reader) -> int:
    """Make every move in both worlds; if the reader sees the same events in both, pages must be equal too."""
    with in_the_world_of(found, None):
        first = dict(visitor.moves(found, reader))
    with in_the_world_of(found, log):
        second = dict(visitor.moves(found, reader))
    assert first.keys() == second.keys(), "what is offered differs"
    alike = [move for move in first if first[move][1] == second[move][1]]
    for move in alike:
        same(move, first[move][0], second[move][0])
    return len(alike)


def other_log(found: Match, reader: Reader, dice: random.Random, other_world: Any) -> Log | None:
    """Write the log with other hidden things for that reader; None if that is impossible."""
    records, _ = history.load(found)
    log = other_world(records, reader, dice)
    return None if log is None or [one.event for one in log] == [one.event for one in records] else log
