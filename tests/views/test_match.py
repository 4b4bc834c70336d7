"""The page of a match."""

from __future__ import annotations

import pytest

from games.models import Event, Submission
from tests.views.cast import Page, address, at, browser, match_of, turn_seat

pytestmark = pytest.mark.django_db


def test_it_works():
    found = match_of()
    seat = turn_seat(found)
    client = browser(seat.player)
    with at():
        got = client.get(address(found))
        assert got.status_code == 200, got.content
        page = Page.of(got)
        form = page.asking[0]
        sent = form.values() | {"do": ["mine?"]}
        before = Event.objects.count()
        done = client.post(address(found), sent)
        assert done.status_code == 302, done.content.decode()
        assert Event.objects.count() > before
        assert client.post(address(found), sent)["Location"] == done["Location"]
        assert Submission.objects.filter(door="page").count() == 1
