"""A link acts for its match, seat, question and generation only, dies at once, and outlives key rotation."""

from __future__ import annotations

import base64
import itertools
from datetime import timedelta

import pytest
from django.test import Client
from django.utils.crypto import get_random_string

from games import play
from games.infra import bell
from games.mail import links, press
from games.mail.press import What
from games.match import seats
from games.models import Door, Event, Link, Match, Order, Outcome, Purpose, SealedAnswer, Seat, Submission
from games.play.diff import label
from games.players import addresses, feeds
from tests.kit.cast import answer, open_questions, play_on, turn_seat
from tests.kit.every_mail import everything, is_link, paths, sent_mails
from tests.kit.mailed_links import NOON, SOON, at, choice, fresh, link_for, match_of, person, table

pytestmark = pytest.mark.django_db(transaction=True)
ACTS = (Purpose.CHOICE, Purpose.SEAT, Purpose.CONFIRM)


def done() -> tuple[int, int, int, int]:
    """Count what was done: what was refused leaves a record of its own, and nothing else."""
    played = Submission.objects.exclude(outcome=Outcome.REFUSED)
    return (
        Event.objects.count(),
        played.count(),
        SealedAnswer.objects.count(),
        Order.objects.count(),
    )


def tables() -> tuple[list[Match], list[str]]:
    """Begin three matches that stand at different moments; give the names of all their questions so far."""
    matches, names = [], set()
    for moves in (0, 4, 9):
        match = match_of(secret=bytes([moves] * 32))
        for seed in range(moves):
            names |= {label(name) for name in open_questions(match)}
            play_on(match, 1, seed=seed)
        names |= {label(name) for name in open_questions(match)}
        matches.append(match)
    return matches, sorted(names)


@pytest.mark.parametrize(
    ("hand", "else_"), [(True, What.REFUSED), (False, What.NEEDS_PAGE)], ids=["with the hand", "without"]
)
def test_no_other_link_than_its_own_answers_a_question(settings, hand, else_):
    settings.LIMITS = settings.LIMITS | {"refusals of a seat": (10_000, 60)}
    matches, names = tables()
    Seat.objects.update(hand_in_mail=hand)
    asked = {(match.pk, label(name)): name.seat for match in matches for name in open_questions(match)}
    everybody = [fresh(seat) for match in matches for seat in match.seats.all()]
    before, crossed, own = done(), 0, []
    for seat, name, generation, purpose in itertools.product(everybody, names, (0, 1, 2), ACTS):
        link = links.of_seat(seat, purpose, question=name, content='{"kind":"mine"}', at=NOON)
        link.generation = generation
        (link,) = links.write([link])
        if generation == 1 and asked.get((seat.match_id, name)) == seat.number:
            own.append(link)
            continue
        pressed = press.press(link, '{"kind":"mine"}', door=Door.LINK, now=SOON)
        was_its_own = generation == 1 and name.endswith(f"-{seat.number}")
        assert pressed.what in (What.STALE, What.DEAD, What.REFUSED) or was_its_own
        crossed += 1
    assert done() == before
    assert crossed > 600
    assert {press.press(link, door=Door.LINK, now=SOON).what for link in own} == {What.PLAYED, else_}
    assert done() > before


def test_the_proof_of_one_link_is_none_for_another():
    _, seat = table()
    made = [link_for(seat, purpose) for purpose in Purpose]
    for one, other in itertools.permutations(made, 2):
        read, borrowed = (base64.b32decode(links.token(link).upper() + "=") for link in (one, other))
        mixed = base64.b32encode(read[: links.NAME] + borrowed[links.NAME :]).decode()
        assert links.find(mixed) is None


def test_the_same_name_has_another_proof_for_each_purpose():
    _, seat = table()
    tokens = set()
    link = link_for(seat, Purpose.MUTE)
    for purpose in Purpose:
        link.purpose = purpose
        tokens.add(links.token(link))
    assert len(tokens) == len(Purpose)


# --- dying at once


def replaced(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(on_autopilot=True)
    seats.substitute(seat.match_id, seat.number, person("eve"), SOON)


def moved_elsewhere(seat: Seat) -> None:
    addresses.confirm(fresh(seat).player, "elsewhere@example.org", SOON)


def had_by_somebody_else(seat: Seat) -> None:
    press.disown(link_for(seat, Purpose.NOT_ME), "", SOON)


@pytest.mark.parametrize("change", [replaced, moved_elsewhere, had_by_somebody_else])
def test_every_link_of_every_mail_dies_with_the_next_request(change):
    with sent_mails(moves=8) as mails:
        seat = mails["turn"].seat
        feed = feeds.renew(seat.player, NOON)
        mine = [one for row in mails.values() if row.seat == seat for one in paths(row) if is_link(one)]
        assert {Client().get(path).status_code for path in mine} == {200}
        with bell.silenced():
            change(fresh(seat))
        before = everything()
        assert {Client().get(path).status_code for path in mine} == {410}
        assert {Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code for path in mine} == {410}
        assert everything() == before
        assert len({Client().get(path).content for path in mine}) == 1
        if change is not replaced:  # the feed of who was replaced goes on, without that match
            assert Client().get(f"/feeds/{links.token(feed)}/deadlines.ics").status_code == 404


def test_links_from_before_a_rewind_do_nothing():
    match, seat = table()
    before = [choice(seat, "mine"), choice(seat, "leave"), link_for(seat, Purpose.SEAT)]
    Link.objects.filter(pk=before[-1].pk).update(question=before[0].question)
    name = next(iter(open_questions(match)))
    answer(match, name, '{"kind":"leave"}', NOON + timedelta(seconds=5))
    with bell.silenced():
        play.take_back(match.pk, seat.number, 1, "a key", NOON + timedelta(seconds=10))
    assert turn_seat(match) == seat  # the same is asked again
    events = Event.objects.count()
    with at():
        for link in before:
            again = links.find(links.token(link))
            for told in ('{"kind":"mine"}', '{"kind":"leave"}'):
                assert press.press(again, told, door=Door.LINK, now=SOON).what == What.STALE
            assert "no longer does anything" in Client().get(f"/t/{links.token(link)}").content.decode()
    assert Event.objects.count() == events


# --- keys


def test_links_outlive_two_rotations_and_a_retired_key_opens_nothing(settings):
    _, seat = table()
    link = choice(seat, "mine")
    first = links.token(link)
    old, settings.SECRET_KEY = settings.SECRET_KEY, get_random_string(60)
    settings.SECRET_KEY_FALLBACKS = [old]
    second = links.token(link)
    middle, settings.SECRET_KEY = settings.SECRET_KEY, get_random_string(60)
    settings.SECRET_KEY_FALLBACKS = [middle, old]
    with at():
        assert {Client().get(f"/t/{one}").status_code for one in (first, second)} == {200}
        settings.SECRET_KEY_FALLBACKS = [middle]
        assert [Client().get(f"/t/{one}").status_code for one in (first, second)] == [410, 200]
        settings.SECRET_KEY_FALLBACKS = []
        assert [Client().get(f"/t/{one}").status_code for one in (first, second)] == [410, 410]
