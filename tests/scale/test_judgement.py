"""What is lost, late or wrong after all is found: a rig that notices nothing would prove nothing."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Submission
from tests.chaos.books import Mails, Watch
from tests.kit.mail_server import Box
from tests.kit.play_people import match, play_on
from tests.scale import judgement
from tests.scale.faults import Fault, Spell
from tests.scale.wire import Wire

NOW = timezone.now()


def noted(*keys: str, match: str = "", left: int = 0) -> list[dict[str, object]]:
    heard: list[dict[str, object]] = [{"what": "acknowledged", "match": match, "key": key} for key in keys]
    return [*heard, {"what": "answered", "took": 0.1}, {"what": "left", "waiting": left}]


def kept(verdicts) -> list[bool]:
    return [one.kept for one in verdicts]


@pytest.mark.django_db
def test_a_move_that_is_in_the_log_is_kept_and_one_that_is_not_is_lost():
    found = match()
    play_on(found, 3)
    keys = list(Submission.objects.values_list("key", flat=True))
    assert all(kept(judgement.moves(noted(*keys, match=found.public_id))))
    assert not kept(judgement.moves(noted(*keys, "never heard of", match=found.public_id)))[0]
    Submission.objects.filter(key=keys[-1]).update(last_event=999)
    assert not kept(judgement.moves(noted(*keys, match=found.public_id)))[0]


@pytest.mark.django_db
def test_somebody_who_is_never_answered_is_found_and_so_is_a_run_in_which_nobody_moved():
    assert kept(judgement.moves(noted(left=2)))[:2] == [False, False]


def watched(*late: float, due: float = 0, still_open: int = 0) -> Watch:
    at = {number: NOW + timedelta(seconds=due) for number in range(len(late) + still_open)}
    return Watch(at, dict(enumerate(late)))


def spell(began: float, ended: float, *, stops_everything: bool) -> Spell:
    fault = Fault("it broke", ended - began, print, print, stops_everything)
    return Spell(fault, NOW.timestamp() + began, NOW.timestamp() + ended)


@pytest.mark.parametrize(
    ("watch", "expected"),
    [
        (watched(1, 2, 14.9), [True, True, True]),
        (watched(1, 2, 15.1), [True, False, True]),
        (watched(1, 2, 30.1), [True, False, False]),
        (watched(1, 2, still_open=1), [False, True, True]),
    ],
)
def test_windows_are_to_close_in_time(watch, expected):
    assert kept(judgement.windows(watch, [])) == expected


@pytest.mark.parametrize(
    ("stops_everything", "late", "expected"),
    [(True, 69.0, [True, True, True]), (True, 71.0, [True, True, False]), (False, 69.0, [True, False, True])],
)
def test_while_nobody_can_close_windows_they_have_until_half_a_minute_after(stops_everything, late, expected):
    broken = spell(-5, 40, stops_everything=stops_everything)
    assert kept(judgement.windows(watched(late), [broken])) == expected


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("sent", [False, True, True]),
        ("superseded", [True, True, True]),
        ("queued", [False, True, False]),
        ("failed", [True, True, False]),
    ],
)
def test_a_notice_without_a_letter_is_lost_unless_it_is_said_why(state, expected):
    assert kept(judgement.emails(Mails({"name": state}, Box()))) == expected


@pytest.mark.django_db
def test_a_match_whose_rows_do_not_fit_is_found():
    found = match()
    assert kept(judgement.stored()) == [True, True]
    found.seats.update(silences=0)
    type(found).objects.filter(pk=found.pk).update(awaited=[])
    assert kept(judgement.stored()) == [False, True]


def test_a_wire_loses_about_as_many_packets_as_it_is_told(tmp_path):
    """Its ends are files here; what is read from one is written to the other."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"x" * 10_000_000)
    wire = Wire.__new__(Wire)
    wire.delay, wire.loss, wire.carried, wire.lost, wire.dice = 0.0, 0.3, 0, 0, random.Random(1)
    loop = asyncio.new_event_loop()
    with closing(loop), one.open("rb") as near, other.open("wb") as far:
        for _ in range(100):
            wire._take(loop, near.fileno(), far.fileno())
    assert 20 <= wire.lost <= 40 and wire.carried + wire.lost == 100
