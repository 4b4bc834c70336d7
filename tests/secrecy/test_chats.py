"""No byte that goes to a chat depends on what the rules hide, nor whether, when and to whom one goes.

The chat of a match is read by everybody, so whichever worlds one of its players or an onlooker can't tell
apart, it doesn't either. A player's own chat is compared as its owner.
"""

from __future__ import annotations

import itertools
import random
import re
import uuid
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext

from games.infra import recent
from games.models import ChatKind, ChatMention, MailState, Match, Outbox, Player, Seat
from games.play import history
from games.reach import fan_out
from games.reach.chat import saying
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.seats import Seat as SeatNumber
from tests.kit.both_worlds import in_the_world_of, other_log
from tests.kit.chat_services import CALLED, FakeService, service_of
from tests.kit.chats import carry, chat, only_chat
from tests.kit.nightly import more
from tests.kit.play_people import NOON
from tests.kit.recording_server import Heard
from tests.secrecy.pairs import GAMES, running

pytestmark = pytest.mark.django_db
NOW = NOON + timedelta(minutes=20)
#: A few in a test, and so in a transaction: the database slows down in a long one.
BATCHES = more([range(3)], [range(first, first + 4) for first in range(0, 40, 4)])
READERS = (None, 0, 1, 2)
#: Changes with each sending, by chance or by the clock of the machine.
CHANCE = re.compile(rb"v1=[0-9a-f]{64}")


@pytest.fixture(autouse=True)
def chat_alone():
    with only_chat():
        yield


@pytest.fixture
def services(settings):
    with ExitStack() as stack:
        yield [stack.enter_context(service_of(kind, settings)) for kind in ChatKind]


def connect(found: Match, services: list[FakeService], reader: Seat | None) -> None:
    """Let every service be a chat of the match, and one a chat of the reader's own; nothing else is due."""
    Outbox.objects.exclude(match=found).update(state=MailState.SUPERSEDED)
    for service in services:
        target = chat(service, match=found)
        for one in Player.objects.filter(seats__match=found):
            ChatMention.objects.create(target=target, player=one, called=CALLED[service.kind])
    if reader is not None:
        chat(services[-1], player=reader.player)


def as_sent(one: Heard) -> tuple[Any, ...]:
    return one.method, one.path, sorted(one.headers.items()), CHANCE.sub(b"", one.body)


def heard(found: Match, log: Any, services: list[FakeService], monkeypatch: Any) -> Any:
    """Send what is due in one world; return all that came to the services, and the number of statements."""
    counter = itertools.count(1)
    history.memo.clear()
    recent.forget()
    reset_queries()
    for service in services:
        service.server.heard.clear()
        service.channel.messages.clear()
        service.channel.order.clear()
    with monkeypatch.context() as patch, in_the_world_of(found, log):
        patch.setattr(fan_out, "uuid4", lambda: uuid.UUID(int=next(counter)))
        with CaptureQueriesContext(connection) as queries:
            carry(NOW)
        states = [*Outbox.objects.order_by("pk").values_list("kind", "state", "send_after", "fanned_out_at")]
    # Two chats of one service are written to at the same time.
    told = [sorted(map(as_sent, service.server.heard)) for service in services]
    return told, states, len(queries)


def pairs(game: str, seeds: range) -> Any:
    """Yield matches with mail to send, a reader, and the log of another world for that reader."""
    for seed in seeds:
        for number in READERS:
            found = running(game, seed)
            if not found.is_running:
                break
            seat = found.seats.select_related("player").get(number=number) if number is not None else None
            eyes = SeatNumber(number) if number is not None else PUBLIC
            log = other_log(found, eyes, random.Random(seed), GAMES[game][2])
            if log is not None:
                yield found, seat, log


def compared(game: str, seeds: range, services: list[FakeService], monkeypatch: Any) -> tuple[int, int]:
    """Compare both worlds of each pair; return how many pairs there were, and how many messages."""
    count, messages = 0, 0
    for found, seat, log in pairs(game, seeds):
        connect(found, services, seat)
        here = heard(found, None, services, monkeypatch)
        assert here == heard(found, log, services, monkeypatch)
        count, messages = count + 1, messages + sum(map(len, here[0]))
    return count, messages


@pytest.mark.parametrize("seeds", BATCHES, ids=lambda seeds: f"from {seeds.start}")
@pytest.mark.parametrize("game", GAMES)
def test_every_byte_of_chat_is_the_same_in_both_worlds(game, seeds, services, monkeypatch):
    count, messages = compared(game, seeds, services, monkeypatch)
    assert count >= len(seeds) // 2 and messages >= len(ChatKind) * count // 2


def in_the_text(patch):
    plain = saying._whose_turn
    patch.setattr(saying, "_whose_turn", lambda match, names: plain(match, names) + match.head[:6])


def in_whether_it_is_sent(patch):
    plain = saying._for_all
    patch.setattr(
        saying, "_for_all", lambda match, called: None if match.head < "8" else plain(match, called)
    )


def in_statements(patch):
    plain = saying._for_all

    def leaky(match, called):
        for _ in range(int(match.head[:1], 16)):
            Match.objects.filter(pk=match.pk).exists()
        return plain(match, called)

    patch.setattr(saying, "_for_all", leaky)


@pytest.mark.parametrize("leak", [in_the_text, in_whether_it_is_sent, in_statements])
def test_a_planted_leak_is_found(services, monkeypatch, leak):
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        compared("quartz", BATCHES[0], services, monkeypatch)
