"""The secret behind all draws of a match is found only by code that asks for it by name."""

from __future__ import annotations

import base64
import io

import pytest
from django.apps import apps
from django.core import serializers
from django.core.management import call_command

from games.models import MatchSecret
from games.ops.verification.rows import read
from games.play import history, loading
from games.present.seat_view import SeatView
from tests.kit.play_people import NOON, answer, match, play_on
from tests.kit.play_people import open_questions as asked

pytestmark = pytest.mark.django_db
SECRET = bytes(range(100, 132))


def spelled() -> list[str]:
    """Write the secret in each way a program might have written it."""
    return [SECRET.hex(), repr(SECRET)[2:-1], base64.b64encode(SECRET).decode(), str(list(SECRET))]


def holds_it(text: str) -> bool:
    return any(spelling in text for spelling in spelled())


def test_it_would_be_noticed():
    assert holds_it(f"Workspace(secret={SECRET!r})") and holds_it(repr(SECRET))


@pytest.mark.parametrize("words", [(), ("--all",), ("--all", "--natural-primary")])
def test_no_dump_holds_it(words):
    match(secret=SECRET)
    out = io.StringIO()
    call_command("dumpdata", *words, exclude=["contenttypes", "auth"], stdout=out)
    assert '"games.match"' in out.getvalue()
    assert "games.matchsecret" not in out.getvalue() and not holds_it(out.getvalue())


def test_no_careless_query_finds_it_and_no_admin_shows_it():
    found = match(secret=SECRET)
    assert not MatchSecret.objects.exists() and not MatchSecret._base_manager.exists()
    if apps.is_installed("django.contrib.admin"):
        from django.contrib import admin

        assert not admin.site.is_registered(MatchSecret)
    assert not [name for name in dir(found) if "secret" in name.lower()]
    assert not holds_it(serializers.serialize("json", [found, *found.seats.all()]))


def test_nothing_that_works_with_it_shows_it_in_a_traceback_or_a_log():
    found = match(secret=SECRET)
    play_on(found, 5)
    found.refresh_from_db()
    work, rows = loading.load(found, NOON), read(found.pk)
    seat = found.seats.select_related("match", "player").get(number=0)
    assert work.secret == rows.secret == history.secret_of(found) == SECRET
    kept = MatchSecret.kept.get(match=found)
    receipt = answer(found, next(iter(asked(found))), "{")
    for thing in (work, rows, SeatView.of(seat, NOON), kept, work.draft, history.memo, receipt, found, seat):
        assert not holds_it(f"{thing!r} {thing!s}"), type(thing).__name__
        assert "hands" not in repr(thing) and "payload" not in repr(thing), type(thing).__name__
