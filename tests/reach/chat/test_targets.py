"""What becomes of a channel with its owner and its match, and where its address never gets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models

from games.circles import founding
from games.models import ChatKind, ChatMention, ChatTarget, Circle, CircleMatch, Dispatch, Match
from games.players import delete
from games.players.export import everything
from games.reach.chat import saying, targets
from tests.kit.chat_services import HOOK, service_of
from tests.kit.chats import carry, chat, nowhere, only_chat
from tests.kit.play_people import NOON, match, player
from tests.kit.recording_server import says

pytestmark = pytest.mark.django_db


def test_a_deleted_account_takes_its_channels_and_mentions_along():
    gone, stays = player("gone"), player("stays")
    found, circle = match(), founding.found(stays, "Club", NOON)
    nowhere(player=gone)
    nowhere(match=found, set_by=gone)
    kept = nowhere(circle=circle, set_by=stays)
    ChatMention.objects.create(target=kept, player=gone, called="gone")
    delete.farewell(gone, NOON)
    assert [*ChatTarget.objects.all()] == [kept] and not ChatMention.objects.exists()


def test_a_circle_that_ends_takes_its_channels_along():
    circle = founding.found(player(), "Club", NOON)
    nowhere(circle=circle)
    Circle.objects.get().delete()
    assert not ChatTarget.objects.exists()


def test_the_channels_of_a_match_go_a_month_after_its_end():
    found, running = match(), match()
    nowhere(match=found)
    kept = [nowhere(match=running), nowhere(player=player())]
    Match.objects.filter(pk=found.pk).update(ended_at=NOON)
    assert targets.forget(NOON + timedelta(days=29)) == 0
    targets.forget(NOON + timedelta(days=31))
    assert [*ChatTarget.objects.order_by("pk")] == kept


def test_a_notice_goes_where_it_belongs_by_one_statement(django_assert_num_queries):
    ours, others, me = match(), match(), player("me")
    circle = founding.found(me, "Club", NOON)
    CircleMatch.objects.create(match=ours, circle=circle)
    wanted = [nowhere(match=ours), nowhere(circle=circle), nowhere(player=me)]
    nowhere(match=others)
    nowhere(player=player())
    ChatTarget.objects.filter(pk=nowhere(match=ours).pk).update(off_at=NOON)
    with django_assert_num_queries(1):
        assert [*ChatTarget.objects.working().for_match(ours, me)] == wanted
    with django_assert_num_queries(1):
        assert [*ChatTarget.objects.working().for_match(ours, None)] == wanted[:2]


def test_the_file_about_me_shows_of_an_address_what_its_page_shows():
    me = player("me")
    nowhere(player=me)
    nowhere(match=match(), set_by=me)
    chats = everything(me)["chats"]
    assert [one["shown"] for one in chats] == ["chat.example.org …mnop"] * 2
    assert "abcdefgh" not in str(chats)


def texts() -> str:
    """Give every text of every row."""
    found = []
    for model in apps.get_models():
        fields = [
            one.name for one in model._meta.fields if isinstance(one, models.CharField | models.TextField)
        ]
        found += [str(row) for row in model._default_manager.values_list(*fields)]
    return "\n".join(found)


def test_no_log_and_no_row_ever_holds_an_address(settings, log, monkeypatch):
    with only_chat(), service_of(ChatKind.DISCORD, settings) as service:
        found = match()
        chat(service, match=found)
        chat(service, player=found.seats.get(number=found.awaited[0]).player)
        plain, told = saying.said, []

        def poison(target, notice):
            told.append(target)
            if len(told) > 1:
                raise ValueError(service.secret.url)
            return plain(target, notice)

        monkeypatch.setattr(saying, "said", poison)
        service.server.answer(says(500, service.secret.url, {"X-Where": service.secret.url}))
        carry()
    assert len(told) > 1 and "dispatch_put_off" in log.getvalue()
    errors = {*Dispatch.objects.values_list("error", flat=True)}
    assert {"status_500", "ValueError"} <= errors
    for held in (log.getvalue(), texts()):
        assert HOOK not in held and "t0ken" not in held
