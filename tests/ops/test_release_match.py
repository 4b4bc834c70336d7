"""A match that a fault stopped is let go on by one command, or one sentence says why not."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import play
from games.models import Match
from games.rules.kernel.refusal import HistoryBroken
from tests.kit.commands import page, refused, said
from tests.kit.play_people import match

pytestmark = pytest.mark.django_db


def stopped() -> Match:
    found = match()
    play.quarantine(found.pk, HistoryBroken("odd"), timezone.now())
    return found


def test_it_goes_on():
    found = stopped()
    assert said("release_match", page(found)) == (
        f"Match {found.public_id} resumes. Its clocks didn't run while it was stopped.\n"
    )
    found.refresh_from_db()
    assert found.is_running


def test_what_can_not_go_on_is_one_sentence():
    found = stopped()
    Match.objects.update(head="00" * 32)
    assert refused("release_match", page(found)) == "the head isn't the last event's digest"
    going = match()
    assert "no fault has stopped match" in refused("release_match", page(going))
    assert refused("release_match", "nothing") == "there is no match nothing"
