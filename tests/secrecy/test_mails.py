"""No email depends on what the rules hide: two worlds, every byte, every link, every number of queries.

With the hand in emails, they depend only on what their reader may know. Without it, only on what everyone may
know: a forwarded email reveals no card.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Seat
from games.play import history
from games.play.diff import label, mail_kind
from tests.kit.cast import at
from tests.kit.mail_scenes import finished, row, without_chance
from tests.kit.play_people import open_questions
from tests.secrecy.mail_worlds import PAIRS, each_table, pairs, worlds_of_each_game
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = pytest.mark.django_db
ALWAYS = ("started", "put_off", "done")


@pytest.fixture(autouse=True)
def soon(settings, monkeypatch):
    settings.REPLY_DOMAIN = "reply.example.org"
    worlds_of_each_game(monkeypatch)
    with at():
        yield


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
