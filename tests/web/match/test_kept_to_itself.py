"""What a seat keeps to itself: the salt of its links, and whom it waits for."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.mail.send import outbox
from games.match import seats
from games.models import Seat
from games.models.seat import new_salt
from games.ops import sweep
from tests.kit.cast import NOON, Page, address, at, browser, match_of, person, play_on, press, turn_seat
from tests.kit.commands import said

pytestmark = pytest.mark.django_db
INVITED = "canary@nowhere.example"
DAY = timedelta(days=1)


def test_a_salt_is_drawn_anew_for_each_seat_however_seats_are_made():
    found = [match_of() for _ in range(20)]
    Seat.objects.create(match=found[0], number=7)
    Seat.objects.bulk_create([Seat(match=found[0], number=8), Seat(match=found[0], number=9)])
    salts = [*Seat.objects.values_list("salt", flat=True), *(new_salt() for _ in range(1000))]
    assert len({*salts}) == len(salts) == 1063
    assert all(re.fullmatch(r"[0-9a-f]{32}", salt) for salt in salts), "128 bits"
    bits = "".join(f"{int(salt, 16):0128b}" for salt in salts)
    assert abs(bits.count("1") / len(bits) - 0.5) < 0.01


def test_it_stays_as_it_is_when_the_seat_changes_hands_and_the_generation_tells_links_apart():
    found = match_of()
    seat = found.seats.get(number=1)
    seats.give_up(found.pk, 1, NOON)
    seats.substitute(found.pk, 1, person("eve"), NOON)
    after = found.seats.get(number=1)
    assert after.salt == seat.salt and after.generation > seat.generation


def test_neither_is_ever_shown(mailoutbox, log, capsys):
    found = match_of()
    found.seats.update(invited=INVITED)
    shown: list[str] = []
    with at():
        for step in range(3):
            client = browser(turn_seat(found).player)
            page = client.get(address(found))
            done = press(client, found, Page.of(page).asking[0])
            shown += [page.content.decode(), done.content.decode(), str(done.headers), str(page.headers)]
            play_on(found, 5, seed=step)
    with at(NOON + 3 * DAY):
        sweep.sweep(NOON + 3 * DAY)
        play_on(found, 2000, now=NOON + 3 * DAY)
        for rest in ("", "leave/"):
            shown += [browser(name).get(address(found, rest)).content.decode() for name in ("alice", "bob")]
        shown += [browser("alice").get(path).content.decode() for path in ("/", "/hours/")]
        outbox.send_due(NOON + 4 * DAY)
    assert mailoutbox, "mails went out"
    shown += [mail.message().as_string() for mail in mailoutbox]
    shown += [said("show_match", found.public_id), said("verify_matches"), log.getvalue()]
    shown += [f"{seat!r} {seat}" for seat in found.seats.all()]
    for secret in (INVITED, *found.seats.values_list("salt", flat=True)):
        assert not [one[:80] for one in shown if secret in one]
