"""A session alone shows no hand either, since browsers keep it for months. A code opens one's own."""

from __future__ import annotations

import secrets
from types import SimpleNamespace

import pytest
from django.test import Client

from games.mail import links
from games.players import feeds
from games.web.match import players_only
from tests.kit.both_worlds import Differs, Log, Visitor, compare
from tests.kit.cast import NOON
from tests.kit.places import Scene
from tests.secrecy.forwarded.both import seated
from tests.secrecy.forwarded.mailbox import Mailbox
from tests.secrecy.forwarded.tables import TABLES, telling

pytestmark = pytest.mark.django_db


class Remembered(Visitor):
    """A player who is signed in but has opened no hand."""

    def __post_init__(self) -> None:
        assert self.player is not None
        self._home = Client(REMOTE_ADDR="10.7.0.2")
        self._home.force_login(self.player)


@pytest.fixture(autouse=True)
def one_secret(monkeypatch):
    """Use the same secret for new matches and for the QR code of a second factor."""
    known = SimpleNamespace(token_bytes=bytes, token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("games.lobby.setup.secrets", known)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.generate_totp_secret", lambda: "A" * 32)


def look(box: Mailbox, log: Log, *names: str) -> int:
    player = box.seat.player
    assert player is not None
    feed = links.token(feeds.renew(player, NOON))
    return compare(Scene(box.found, feed=feed), log, Remembered(player), *names)


@pytest.mark.parametrize("table", ["quartz, covered", "cards, light"])
def test_no_page_shows_ones_own_hand_before_it_was_opened(table):
    moment = telling(TABLES[table])[0]
    assert look(seated(moment), moment.other) > 200


def test_a_hand_that_is_open_to_any_session_is_found(monkeypatch):
    moment = telling(TABLES["quartz, covered"])[0]
    monkeypatch.setattr(players_only, "may_show_hand", lambda session, seat, now: True)
    with pytest.raises(Differs):
        look(seated(moment), moment.other, "match")
