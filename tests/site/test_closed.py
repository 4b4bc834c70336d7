"""The site is closed by default, and says so in its headers."""

from __future__ import annotations

import sys
import types

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import path

from games.urls import urlpatterns
from tests.kit.cast import match_of
from tests.kit.places import Scene, places


@pytest.fixture
def forgetful(settings, monkeypatch):
    """A site with one more page, whose author forgot to think about logins."""
    module = types.ModuleType("forgetful_urls")
    vars(module)["urlpatterns"] = [*urlpatterns, path("forgotten", lambda request: HttpResponse("secret"))]
    monkeypatch.setitem(sys.modules, "forgetful_urls", module)
    settings.ROOT_URLCONF = "forgetful_urls"


def test_a_page_that_does_not_say_it_is_open_is_closed(client, forgetful):
    answer = client.get("/forgotten")
    assert answer.status_code == 302
    assert b"secret" not in answer.content


@pytest.mark.parametrize("address", ["/", "/healthz", "/nowhere", "/static/games/nothing.css"])
def test_every_answer_is_kept_from_search_engines_and_frames(client, address):
    answer = client.get(address)
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("address", ["/", "/healthz", "/nowhere"])
def test_the_policy_allows_our_own_files_only(client, address):
    policy = dict(
        part.strip().split(" ", 1) for part in client.get(address)["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in str(policy)


@pytest.mark.django_db
def test_trace_is_answered_by_nothing(client):
    """An answer to it would show a script what a browser sends and hides from scripts."""
    scene = Scene(match_of())
    for one in places():
        answer = client.generic("TRACE", one.path(scene), HTTP_X_CANARY="canary")
        assert b"canary" not in answer.content and answer.status_code in (302, 400, 404, 405), one.name


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/nowhere"])
def test_a_cookie_that_no_database_can_look_for_is_as_good_as_none(client, address):
    told = r'"a session with a \000 in it"'
    answer = client.get(address, HTTP_COOKIE=f"session={told}; csrf={told}; known={told}; messages={told}")
    assert answer.status_code == client.get(address).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/accounts/login/", "/t/abc", "/nowhere", "/mail/mailgun/tracking/"])
def test_nothing_of_a_file_is_kept_on_the_way(client, address):
    sent = {"email": "a@example.org", "file": SimpleUploadedFile("x", b"x" * 3_000_000), "after": "it"}
    answer = client.post(address, sent)
    assert answer.status_code < 500
    asked = answer.wsgi_request
    assert not asked.FILES and list(asked.POST) == ["email"]
