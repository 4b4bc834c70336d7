"""Connecting a channel, trying it out, saying who is pinged, removing it: by whom it may be done."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest

from games.circles import founding, joining
from games.models import ChatKind, ChatMention, ChatTarget, Lobby, Player
from games.reach.chat import secrets
from tests.kit.cast import NOON, at, browser, match_of, person, turn_seat
from tests.kit.chat_services import CALLED, HOOK, service_of
from tests.kit.chats import carry, nowhere
from tests.kit.recording_server import says

pytestmark = pytest.mark.django_db
MINE = "/chats/"
HOOKS = "https://chat.example.org/hooks/abcdefghijklmnopqrst"


@pytest.fixture(autouse=True)
def now():
    with at():
        yield


@pytest.fixture
def discord(settings):
    with service_of(ChatKind.DISCORD, settings) as found:
        yield found
        assert not found.faults


def post(who: str, page: str = MINE, **said):
    return browser(who).post(page, said, follow=True)


def text_of(got) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", got.content.decode()))


def add(who: str, page: str = MINE, kind: str = "mattermost", **said):
    return post(who, page, say="add", kind=kind, **(said or {"url": HOOKS}))


def circle_of(keeper: str, *others: str):
    made = founding.found(person(keeper), "Club", NOON)
    for name in others:
        joining.enter(made, person(name), made.door, NOON)
    return made


def test_from_the_form_to_a_message_in_the_channel(discord):
    me = str(turn_seat(match_of()).player).lower()
    page = browser(me).get(f"{MINE}?kind=discord").content.decode()
    assert 'name="url"' in page and 'name="token"' not in page
    got = add(me, kind="discord", url=discord.secret.url)
    assert "Send a test message to see" in text_of(got)
    target = ChatTarget.objects.get()
    got = post(me, say="test", chat=target.pk)
    assert "The service took the message" in text_of(got)
    assert "This is a test" in discord.channel.texts[0]
    post(me, say="ping", chat=target.pk, **{f"called-{person(me).pk}": CALLED[ChatKind.DISCORD]})
    carry(NOON + timedelta(minutes=10))
    assert "Your turn" in discord.channel.texts[1]
    assert discord.channel.pinged[1] == [CALLED[ChatKind.DISCORD]]
    assert "The last message arrived on" in text_of(browser(me).get(MINE))
    post(me, say="remove", chat=target.pk)
    assert not ChatTarget.objects.exists()


def test_of_an_address_only_the_end_is_ever_shown(discord):
    pages = [add("alice", kind="discord", url=discord.secret.url)]
    target = ChatTarget.objects.get()
    discord.server.answer(says(500, discord.secret.url))
    pages.append(post("alice", say="test", chat=target.pk))
    pages.append(browser("alice").get(MINE))
    pages.append(add("alice", kind="slack", url=discord.secret.url + " "))
    for page in pages:
        assert HOOK not in page.content.decode() and "t0ken-t0ken" not in page.content.decode()
    assert "127.0.0.1 …LAST" in text_of(pages[2])
    assert HOOK.encode() not in bytes(target.secret) and secrets.opened(target.secret).url.endswith(HOOK)


def test_why_a_test_failed_is_said_in_words(discord):
    add("alice", kind="discord", url=discord.secret.url)
    target = ChatTarget.objects.get()
    discord.server.answer(says(404, {"code": 10015}))
    got = post("alice", say="test", chat=target.pk)
    assert "The service knows no such address" in text_of(got)
    assert "The service knows no such address" in text_of(browser("alice").get(MINE))
    target.refresh_from_db()
    assert target.off_at is None  # a test turns nothing off


def test_a_test_that_arrives_turns_a_channel_on_again(discord):
    add("alice", kind="discord", url=discord.secret.url)
    ChatTarget.objects.update(off_at=NOON, failing_since=NOON, error="status_500")
    assert "Turned off" in text_of(browser("alice").get(MINE))
    post("alice", say="test", chat=ChatTarget.objects.get().pk)
    target = ChatTarget.objects.get()
    assert target.off_at is None and target.error == "" and target.failing_since is None


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("discord", {"url": "https://discord.com/api/webhooks/1/x"}),
        ("discord", {"url": "https://evil.example/api/webhooks/123456789012345678/" + "x" * 60}),
        ("slack", {"url": "https://hooks.slack.com.evil.example/services/T000/B000/xxxxxxxxxxxx"}),
        ("mattermost", {"url": "http://chat.example.org/hooks/abcdefghijkl"}),
        ("mattermost", {"url": "https://127.0.0.1/hooks/abcdefghijkl"}),
        ("mattermost", {"url": "https://2130706433/hooks/abcdefghijkl"}),
        ("mattermost", {"url": "https://chat.example.org:22/hooks/abcdefghijkl"}),
        ("slack_bot", {"token": "xoxp-not-a-bot", "room": "C0123456789"}),
        ("slack_bot", {"token": "xoxb-" + "1" * 30, "room": "#general"}),
        (
            "matrix",
            {"url": "https://matrix.example.org", "token": "syt_" + "b" * 30, "room": "#alias:example.org"},
        ),
        ("telegram", {"token": "not a token", "room": "-100123"}),
        ("telegram", {"token": "123456:" + "A" * 35 + "/../x", "room": "-100123"}),
        ("signed", {"url": "https://program.example.org/", "token": "short"}),
        ("signed", {"url": "https://localhost/", "token": "k" * 20}),
        ("carrier pigeon", {"url": "https://program.example.org/"}),
        ("", {}),
    ],
)
def test_what_cant_be_a_channel_is_refused(kind, said):
    got = post("alice", say="add", kind=kind, **said)
    assert got.status_code == 422 and not ChatTarget.objects.exists()


@pytest.mark.parametrize(
    ("kind", "said", "shown"),
    [
        ("discord", {"url": f"https://discord.com{HOOK}"}, "discord.com …LAST"),
        (
            "slack",
            {"url": "https://hooks.slack.com/services/T000/B000/xxxxxxxxLAST"},
            "hooks.slack.com …LAST",
        ),
        ("slack_bot", {"token": "xoxb-" + "1" * 30, "room": "C0123456789"}, "slack.com …1111"),
        (
            "matrix",
            {"url": "https://matrix.example.org", "token": "syt_" + "b" * 30, "room": "!room:example.org"},
            "matrix.example.org …bbbb",
        ),
        ("telegram", {"token": "123456:" + "A" * 35, "room": "@my_group"}, "api.telegram.org …AAAA"),
        ("mattermost", {"url": HOOKS}, "chat.example.org …qrst"),
        ("signed", {"url": "https://a.example", "token": "k" * 20}, "a.example …mple"),
    ],
)
def test_each_service_is_accepted_in_its_own_form(kind, said, shown):
    assert add("alice", kind=kind, **said).status_code == 200
    assert ChatTarget.objects.get().shown == shown


def test_there_are_so_many_channels_and_no_more():
    for _ in range(5):
        assert add("alice").status_code == 200
    got = add("alice")
    assert got.status_code == 422 and "There are 5 channels here already" in text_of(got)


def test_nobody_reaches_anothers_channel():
    target = nowhere(player=person("alice"))
    for say in ("test", "ping", "remove"):
        post("eve", say=say, chat=target.pk)
    assert ChatTarget.objects.get().tried_at is None and not ChatMention.objects.exists()
    assert "chat.example.org" not in text_of(browser("eve").get(MINE))


@pytest.mark.parametrize("whose", ["match", "circle"])
def test_only_the_host_or_keeper_sets_it_and_the_others_see_that_there_is_one(whose):
    if whose == "match":
        found = match_of()
        Lobby.objects.update_or_create(match=found, defaults={"host": person("alice"), "key": "k"})
        page = f"/m/{found.public_id}/chats/"
    else:
        page = f"/circles/{circle_of('alice', 'bob').public_id}/chats/"
    assert add("bob", page).status_code == 409 and not ChatTarget.objects.exists()
    assert add("alice", page).status_code == 200
    target = ChatTarget.objects.get()
    assert target.set_by == person("alice")
    for say in ("test", "ping", "remove"):
        assert post("bob", page, say=say, chat=target.pk).status_code == 409
    seen = text_of(browser("bob").get(page))
    assert "Mattermost" in seen and "chat.example.org" not in seen and "…qrst" not in seen
    assert browser("eve").get(page).status_code == 404 and add("eve", page).status_code == 404
    assert ChatTarget.objects.filter(pk=target.pk, tried_at=None).exists()


def test_a_ping_needs_a_name_as_its_service_has_it():
    found = match_of()
    Lobby.objects.update_or_create(match=found, defaults={"host": person("alice"), "key": "k"})
    page = f"/m/{found.public_id}/chats/"
    target = nowhere(match=found)
    for called in ("@channel", "channel", "here", "all", "everyone", "<!here>", "a b"):
        got = post("alice", page, say="ping", chat=target.pk, **{f"called-{person('bob').pk}": called})
        assert got.status_code == 422 and not ChatMention.objects.exists()
    post("alice", page, say="ping", chat=target.pk, **{f"called-{person('bob').pk}": "bob.k"})
    post("alice", page, say="ping", chat=target.pk, **{f"called-{person('eve').pk}": "eve"})
    assert not ChatMention.objects.exists()  # the second form took bob's away, and eve doesn't play there


def test_tests_are_limited(discord, settings):
    settings.LIMITS = {**settings.LIMITS, "chat tests of a player": (1, 600)}
    add("alice", kind="discord", url=discord.secret.url)
    target = ChatTarget.objects.get()
    assert "took the message" in text_of(post("alice", say="test", chat=target.pk))
    assert post("alice", say="test", chat=target.pk).status_code == 429
    assert len(discord.server.heard) == 1


@pytest.mark.parametrize("language", ["ru", "pt-br"])
def test_the_page_speaks_the_languages(language):
    Player.objects.filter(pk=person("alice").pk).update(language=language)
    page = text_of(browser("alice").get(f"{MINE}?kind=telegram"))
    assert "Telegram" in page and "Chat apps" not in page and "Add a channel" not in page
