"""Sessions and players are found as Django finds them, by statements that are kept."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.players.signed_in import SessionStore
from tests.kit.play_people import player

pytestmark = pytest.mark.django_db


def browser(who: Player, backend: str | None = None) -> Client:
    client = Client()
    client.force_login(who, backend)
    return client


def name_in(client: Client) -> str:
    return str(client.get("/").wsgi_request.user)


def test_a_session_that_django_began_goes_on():
    theirs = db.SessionStore()
    theirs["said"] = {"é": [1]}
    theirs.create()
    ours = SessionStore(theirs.session_key)
    assert ours["said"] == {"é": [1]}
    ours["more"] = 1
    ours.save()
    assert db.SessionStore(theirs.session_key)["more"] == 1


@pytest.mark.parametrize("key", [None, "", "k" * 32])
def test_a_session_that_is_none_is_empty_and_has_no_key(key):
    for store in (SessionStore(key), db.SessionStore(key)):
        assert store.load() == {} and store.session_key is None


def test_a_session_that_has_run_out_is_none():
    client = browser(player("ann"))
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert name_in(client) == "AnonymousUser"


@pytest.mark.parametrize("backend", settings.AUTHENTICATION_BACKENDS)
def test_whoever_signed_in_is_known_until_they_are_shut_out(backend):
    ann, bob = player("ann"), player("bob")
    clients = [browser(one, backend) for one in (ann, bob)]
    for _ in range(2):
        assert [name_in(one) for one in clients] == [str(ann), str(bob)]
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    assert [name_in(one) for one in clients] == ["AnonymousUser", str(bob)]
    Player.objects.filter(pk=bob.pk).delete()
    assert name_in(clients[1]) == "AnonymousUser"


def test_new_sessions_begin_with_the_kept_one():
    assert browser(player()).session[BACKEND_SESSION_KEY] == "games.players.signed_in.Known"
