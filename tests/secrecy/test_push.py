"""No notification depends on what the rules hide: two worlds, every byte, when it is sent, every query."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext

from games.mail.kinds import KINDS
from games.mail.send import outbox
from games.models import Device, Dispatch, Match, Player
from games.play import history
from games.play.diff import label, mail_kind
from games.reach import fan_out, wording
from games.reach.push import carry, message
from tests.kit.cast import NOON, at
from tests.kit.mail_scenes import LATER, row, without_chance
from tests.kit.nightly import more
from tests.kit.play_people import open_questions
from tests.kit.push_service import Browser, push_service
from tests.secrecy.mail_worlds import each_table, pairs, worlds_of_each_game
from tests.titles.quartz.worlds import ONE_PRICE

pytestmark = pytest.mark.django_db
TOLD = sorted(name for name, kind in KINDS.items() if kind.topic and kind.asks.name == "NOTHING")
CARRIED, PAIRS = more(TOLD[::4], TOLD), more(2, 6)


@pytest.fixture(autouse=True)
def soon(monkeypatch) -> Iterator[None]:
    worlds_of_each_game(monkeypatch)
    with at(), push_service():
        yield


def notifications(found: Match, seat: int, browser: Browser) -> dict[str, Any]:
    """Collect what comes of a notice of each kind, with cold caches: whether, when and how it goes."""
    waiting = {name: one for name, one in open_questions(found).items() if one.awaited and name.seat == seat}
    kinds = [(mail_kind(one, found.rules.core.windows), label(name)) for name, one in waiting.items()]
    about = [*((one, "") for one in CARRIED), *kinds]
    return {kind: notification(found, seat, kind, text, browser) for kind, text in about}


def notification(found: Match, seat: int, kind: str, about: str, browser: Browser) -> Any:
    one = row(found, seat, kind, about)
    type(one).objects.filter(pk=one.pk).update(attempts=1)
    history.memo.clear()
    reset_queries()
    with CaptureQueriesContext(connection) as queries:
        (claimed,) = outbox._to_send(one.pk)
        due = fan_out.email_due(claimed, LATER, outbox.is_true if about else lambda *_: True)
    told = [sent(dispatch, found, browser) for dispatch in Dispatch.objects.filter(notice=one)]
    one.delete()
    return due, len(queries), told


def sent(dispatch: Dispatch, found: Match, browser: Browser) -> Any:
    """Read all that is sent, as the browser and as the push service do."""
    dispatch.key = UUID(int=7)
    device = Device.objects.get(pk=dispatch.target)
    with CaptureQueriesContext(connection) as queries:
        made = message.message_of(dispatch, LATER)
        body = carry.encrypted(device, made)
    content = without_chance(browser.opened(body).decode(), found)
    beside = (len(body), len(made.topic), made.keep_for, made.is_urgent)
    return dispatch.send_after, content, beside, len(queries)


def reached(player: Player) -> Browser:
    """Give a player a browser."""
    browser = Browser("https://push.example.org/x")
    told = browser.subscription
    Device.objects.all().delete()
    facts = {"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth, "server_key": ""}
    Device.objects.create(player=player, name="Phone", added_at=NOON, **facts)
    Player.objects.filter(pk=player.pk).update(channels={"push": [*{kind.topic for kind in KINDS.values()}]})
    return browser


@each_table
def test_a_notification_tells_nobody_what_is_hidden(game, options):
    """Not even its own player, if the cards in their hand differ: phones lie on tables."""
    asked = 0
    for found, other, reader in pairs(game, options, PAIRS, hand=True):
        assert reader.player is not None
        for seat in found.seats.select_related("player"):
            browser = reached(seat.player)
            mine, theirs = (notifications(one, seat.number, browser) for one in (found, other))
            assert mine == theirs
            assert all(mine[kind][2] for kind in CARRIED)
            asked += any(told for kind, (_, _, told) in mine.items() if kind not in CARRIED)
    assert asked


def test_a_card_in_a_notification_would_be_found(monkeypatch):
    def telling(notice: Any) -> wording.Wording:
        state = history.load(notice.match)[1].state
        return wording.Wording(str(state), "", "", "/")

    monkeypatch.setattr(message, "wording_of", telling)
    with pytest.raises(AssertionError):
        test_a_notification_tells_nobody_what_is_hidden("quartz", ONE_PRICE)


def test_a_notification_that_comes_sooner_would_be_found(monkeypatch):
    moments = iter(range(10**6))
    monkeypatch.setattr(
        fan_out.channels, "may_ring_at", lambda reader, now: now.replace(microsecond=next(moments))
    )
    with pytest.raises(AssertionError):
        test_a_notification_tells_nobody_what_is_hidden("quartz", ONE_PRICE)
