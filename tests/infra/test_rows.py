"""What rows promise by themselves, whoever writes them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction

from games import play
from games.models import Deadline, DeadlineKind, Door, Match, Outcome, Seat, Submission
from games.models.match import new_public_id
from tests.kit.play_people import NOON, match, open_questions, player
from tests.kit.written_rows import rows

SOON = NOON + timedelta(minutes=5)


def test_the_id_of_a_match_can_neither_be_guessed_nor_counted():
    made = [new_public_id() for _ in range(2000)]
    assert len({*made}) == len(made)
    assert {len(one) for one in made} == {16}, "96 bits"
    assert not [one for one in made if one.startswith("-")], "no command line takes it for an option"
    letters = {letter for one in made for letter in one}
    assert len(letters) == 64 and made != sorted(made)


@pytest.mark.django_db
def test_one_person_has_one_seat_in_a_match_and_as_many_matches_as_they_like():
    found, other, person = match(), match(), player()
    found.seats.filter(number=0).update(player=person)
    other.seats.filter(number=0).update(player=person)
    with pytest.raises(IntegrityError, match=r"one_seat_a_person|player_id"), transaction.atomic():
        found.seats.filter(number=1).update(player=person)
    assert found.seats.update(player=None) == 3, "seats without a person are no twins"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "twin", [Seat(number=0), Submission(key="k", door=Door.PAGE, outcome=Outcome.PLAYED)], ids=["seat", "key"]
)
def test_a_number_and_a_key_are_there_once_in_a_match(twin):
    found = match()
    Submission.objects.create(match=found, key="k", door=Door.PAGE, outcome=Outcome.PLAYED)
    twin.match, twin.pk = found, None
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


def test_nothing_that_a_log_leads_to_can_be_deleted_away_from_under_it():
    """A player can be forgotten: an event holds no name."""
    links = [
        field
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.remote_field is not None
    ]
    loose = {str(one) for one in links if one.remote_field.on_delete is not models.PROTECT}
    # What became of an email goes with it, and what people say, keep for themselves, or would rather not see
    # goes with them, and what was changed about their account; what was disputed and judged stays without
    # them. No event leads to any of these.
    beside = {"Link", "Delivery", "Inbound", "Block", "Talk", "Hush", "Note", "StandIn"}
    beside |= {
        "Device",
        "Dispatch",
        "ChatTarget",
        "ChatMessage",
        "ChatMention",
        "AccountChange",
        "ApiToken",
        "Case",
        "CaseWord",
        "Ruling",
        "Look",
    }
    who = {"games.Seat.player", "games.Lobby.host", "games.Invitation.sender", "games.Invitation.by_name"}
    who |= {"games.DailyTry.player"}
    # Circles only name players and matches, and what is worked out from logs can be worked out again.
    beside |= {"Circle", "CircleMatch", "Membership", "Series", "SeriesMatch", "Departure"}
    beside |= {"MatchRecord", "SeatRecord", "Rating", "RatingPool"}
    # A canary's match may go; what was measured in it stays.
    beside |= {"CanaryRun"}
    assert {name for name in loose if name.split(".")[1] not in beside} == who
    assert {"games.Event.match", "games.Event.submission", "games.Submission.order"} <= {*map(str, links)}


@pytest.mark.django_db
def test_somebody_elses_question_and_a_turn_that_is_not_ones_own_are_refused_and_only_that_is_written():
    found = match()
    name = next(iter(open_questions(found)))
    other = next(seat for seat in found.seats.all() if seat.number != name.seat)
    mine = name._replace(seat=other.number)
    for number, (question, code) in enumerate([(name, "not_yours"), (mine, "stale")]):
        *before, _, submissions, _, _ = rows()
        wish = play.Wish(found.pk, other.number, 1, question, '{"kind":"mine"}', f"k{number}", Door.PAGE)
        assert play.submit(wish, SOON).code == code
        *after, _, now, _, _ = rows()
        assert after == before and len(now) == len(submissions) + 1


@pytest.mark.django_db
def test_a_seat_left_to_the_autopilot_is_marked_and_plays_at_once():
    found = match()
    Match.objects.filter(pk=found.pk).update(silences_allowed=1)
    clock = Deadline.objects.get(match=found)
    assert play.close(clock.pk, clock.due_at)
    seat = found.seats.get(number=clock.seat or 0)
    assert seat.on_autopilot and not seat.robot
    found.refresh_from_db()
    assert seat.number not in found.awaited
    assert not Deadline.objects.filter(match=found, kind=DeadlineKind.CARRY_ON).exists()
