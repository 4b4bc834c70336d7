"""No email depends on what the rules hide: two worlds, every byte, every link, every number of queries.

With the hand in emails, they depend only on what their reader may know. Without it, only on what everyone may
know: a forwarded email reveals no card.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.models import Match, Seat
from games.play import history
from games.play.diff import label, mail_kind
from tests.kit import two_matches
from tests.kit.cast import at
from tests.kit.mail_scenes import finished, row, without_chance
from tests.kit.opened import open_table
from tests.kit.play_people import NOON, answer, open_questions, player, remembering, view
from tests.kit.two_matches import other_match
from tests.titles.quartz.worlds import ONE_PRICE
from tests.titles.quartz.worlds import other_world as of_quartz
from tests.titles.quartz_cards.worlds import other_world as of_cards

pytestmark = pytest.mark.django_db
PAIRS = 6
TABLES = [
    ("quartz", ONE_PRICE),
    ("quartz", ONE_PRICE | {"covered_carts": True, "thrill": True}),
    ("quartz_cards", {}),
]
each_table = pytest.mark.parametrize(("game", "options"), TABLES, ids=["open", "covered", "cards"])
ALWAYS = ("started", "put_off", "done")


@pytest.fixture(autouse=True)
def soon(settings, monkeypatch):
    settings.REPLY_DOMAIN = "reply.example.org"
    others = {"quartz": of_quartz, "quartz_cards": of_cards}
    monkeypatch.setattr(two_matches, "other_world", lambda log, *more: others[log[0].event.game](log, *more))
    with at():
        yield


def play_some(found: Match, answers: int, dice: random.Random) -> None:
    with remembering():
        for _ in range(answers):
            waiting = sorted(name for name, one in open_questions(found).items() if one.awaited)
            if waiting:
                name = dice.choice(waiting)
                robot = found.rules.robots[found.rules.automation.sensible]
                command = robot(view(found, name.seat), open_questions(found)[name], dice)
                assert not answer(found, name, command).refused


def pairs(
    game: str, options: dict[str, object], wanted: int, *, hand: bool
) -> Iterator[tuple[Match, Match, Seat]]:
    """Make matches, and their other worlds for a seat that can't tell them apart."""
    made = 0
    for seed in range(20 * wanted):
        found = open_table(
            game, [player() for _ in range(3)], [], now=NOON, options=options, secret=bytes([seed + 1] * 32)
        )
        play.start(found.pk, NOON)
        found.seats.update(hand_in_mail=hand)
        play_some(found, 3 + 5 * (seed % 9), random.Random(seed))
        found.refresh_from_db()
        for reader in found.seats.select_related("player") if found.is_running else ():
            other = other_match(found, reader, random.Random(seed))
            if other is not None:
                yield found, other, reader
                made += 1
            if made == wanted:
                return


def mails(found: Match, seat: int) -> dict[str, Any]:
    """Render an email of each kind that fits, with cold caches; return content, links and queries."""
    waiting = {name: one for name, one in open_questions(found).items() if one.awaited and name.seat == seat}
    kinds = [(mail_kind(one, found.rules.core.windows), label(name)) for name, one in waiting.items()]
    return {kind: mail(found, seat, kind, about) for kind, about in [*((one, "") for one in ALWAYS), *kinds]}


def mail(found: Match, seat: int, kind: str, about: str) -> Any:
    one = row(found, seat, kind, about)
    history.memo.clear()
    with CaptureQueriesContext(connection) as queries:
        done = finished(one)
    one.delete()
    told = without_chance(done.content.decode(), found)
    does = [(link.purpose, link.code, link.words, link.content, link.question) for link in done.links]
    return told, len(done.content), does, len(queries)


@each_table
def test_a_mail_with_the_hand_tells_its_reader_nothing_else(game, options):
    asked = 0
    for found, other, reader in pairs(game, options, PAIRS, hand=True):
        mine, theirs = mails(found, reader.number), mails(other, reader.number)
        assert mine == theirs
        asked += len(mine) > len(ALWAYS)
    assert asked


@each_table
def test_a_mail_without_the_hand_tells_nobody_what_is_hidden(game, options):
    asked = 0
    for found, other, reader in pairs(game, options, PAIRS, hand=False):
        for seat in {0, 1, 2} - {reader.number}:
            mine, theirs = mails(found, seat), mails(other, seat)
            assert mine == theirs
            asked += len(mine) > len(ALWAYS)
    assert asked


def test_the_hand_in_a_mail_without_it_is_found(monkeypatch):
    monkeypatch.setattr(Seat, "hides_hand", False)
    with pytest.raises(AssertionError):
        for found, other, reader in pairs("quartz", ONE_PRICE, 4 * PAIRS, hand=False):
            for seat in {0, 1, 2} - {reader.number}:
                assert mails(found, seat) == mails(other, seat)
