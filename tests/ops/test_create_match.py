"""A match is opened whole, or not at all with one sentence why."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clocks import BRISK, DAILY, Bank, FixedHour, Pace
from games.match import clocks
from games.models import Autopilot, Match, MatchStatus, Outbox, Player
from tests.kit.commands import refused, said
from tests.kit.play_people import player

pytestmark = pytest.mark.django_db


def test_it_seats_people_then_robots_and_prints_the_page():
    ana, bo = player("ana"), player("bo")
    printed = said("create_match", "quartz", "--player", ana.email, bo.email.upper(), "--robot", "miner")
    found = Match.objects.get()
    assert printed == f"http://127.0.0.1:8000/m/{found.public_id}/\n"
    assert found.status == MatchStatus.RUNNING and found.version > 5
    assert [seat.player or seat.robot for seat in found.seats.all()] == [ana, bo, "miner"]
    assert clocks.pace_of(found) == DAILY


def test_who_is_invited_is_mailed_and_the_match_waits_for_them():
    ana = player("ana")
    said("create_match", "quartz", "--player", ana.email, "--invite", "guest@example.org", "--robot", "miner")
    found = Match.objects.get()
    assert found.status == MatchStatus.LOBBY and found.version == 0
    assert [(seat.player, seat.invited, seat.robot) for seat in found.seats.all()] == [
        (ana, "", ""),
        (None, "guest@example.org", ""),
        (None, "", "miner"),
    ]
    (mail,) = Outbox.objects.all()
    assert (mail.kind, mail.to) == ("invitation", "guest@example.org")
    assert not Player.objects.filter(email="guest@example.org").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--invite", "a@example.org", "b@example.org", "c@example.org"), "add --player"),
        (("--player", "ANA", "--invite", "ANA", "b@example.org"), "is listed twice"),
        (("--player", "ANA", "--invite", "nobody", "b@example.org"), "isn't an email address"),
    ],
)
def test_an_invitation_that_cannot_be_is_told_and_nothing_is_written(words, told):
    ana = player("ana")
    said_words = [ana.email if word == "ANA" else word for word in words]
    assert told in refused("create_match", "quartz", *said_words)
    assert not Match.objects.exists()


def test_options_pace_and_words_arrive():
    said(
        *("create_match", "quartz", "--robot", "miner", "miner", "miner"),
        *("--options", '{"thrill": true}', "--pace", "brisk", "--words", "one two", "three"),
    )
    found = Match.objects.get()
    assert found.options == {"thrill": True}
    assert clocks.pace_of(found) == BRISK
    assert [seat.words for seat in found.seats.all()] == ["one two", "three", ""]


def test_a_pace_of_ones_own_arrives():
    bank = '{"start": "P2D", "increment": "PT1H", "cap": "P4D"}'
    own = f"""{{"turn": "PT36H", "window": "PT12H", "grace": "PT1H", "bank": {bank},
        "fixed_hour": {{"hour": 20, "zone": "America/Sao_Paulo"}}}}"""
    said("create_match", "quartz", *ROBOTS, "--pace", own)
    day, hour = timedelta(days=1), timedelta(hours=1)
    evening = FixedHour(20, "America/Sao_Paulo")
    expected = Pace(36 * hour, 12 * hour, Bank(2 * day, hour, 4 * day), hour, evening)
    assert clocks.pace_of(Match.objects.get()) == expected


def test_what_becomes_of_those_who_stay_away_is_for_the_table_to_choose():
    said("create_match", "quartz", *ROBOTS)
    said("create_match", "quartz", *ROBOTS, *("--autopilot", "silence", "--silences", "4", "--holidays", "0"))
    chosen = Match.objects.order_by("pk").values_list("autopilot", "silences_allowed", "holidays_allowed")
    assert [*chosen] == [(Autopilot.ROBOT, 2, 7), (Autopilot.SILENCE, 4, 0)]


def test_players_are_created_only_when_told_so():
    words = ("create_match", "quartz", "--player", "new@example.org", "--robot", "miner", "miner")
    assert (
        refused(*words)
        == "there is no player new@example.org; --create adds one who can sign in with a code by email"
    )
    assert not Player.objects.exists() and not Match.objects.exists()
    said(*words, "--create")
    assert not Player.objects.get(email="new@example.org").has_usable_password()


LONG = f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"  # as an address may look, and longer than one is kept
ROBOTS = ("--robot", "miner", "miner", "miner")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess", *ROBOTS), "there is no game 'chess' here; there is "),
        (("quartz", "--robot", "miner"), "Quartz is for 3 to 5 seats"),
        (("quartz",), "Quartz is for 3 to 5 seats"),
        (("quartz", "--robot", "miner", "miner", "hal"), "Quartz has no robot 'hal'; it has miner, random"),
        (
            ("quartz", *ROBOTS, "--pace", "slow"),
            "there is no pace 'slow'; choose one of brisk, daily, relaxed",
        ),
        (("quartz", *ROBOTS, "--pace", "{"), "this pace can't be read: Input data was truncated"),
        (
            ("quartz", *ROBOTS, "--pace", '{"turn": "PT1M", "window": "PT1M"}'),
            "this pace can't be read: Turn time must be",
        ),
        (
            ("quartz", *ROBOTS, "--pace", '{"turn": "PT9H"}'),
            "this pace can't be read: Object missing required field",
        ),
        (
            ("quartz", *ROBOTS, "--autopilot", "hal"),
            "automatic play can't be 'hal'; choose one of robot, silence",
        ),
        (("quartz", *ROBOTS, "--silences", "0"), "--silences must be between 1 and 20, not 0"),
        (("quartz", *ROBOTS, "--holidays", "61"), "A match can allow each player at most 60 days"),
        (("quartz", *ROBOTS, "--options", "{"), "these options are not JSON: '{'"),
        (("quartz", *ROBOTS, "--options", "[]"), "options must be an object, like"),
        (("quartz", *ROBOTS, "--options", '{"fly": 1}'), "Quartz can't be played with these options"),
        (("quartz", *ROBOTS, "--options", '{"bravery_coins": [1]}'), "Quartz can't be played with these"),
        (("quartz", *ROBOTS, "--options", '{"bravery_coins": [0,1,2]}'), "Quartz can't be played with these"),
        (("quartz", *ROBOTS, "--words", *"abcd"), "there are words for 4 players, but only 3 seats"),
        (("quartz", *ROBOTS, "--words", "w" * 201), "a player's words can have at most 200 characters"),
        (("quartz", "--player", "a@b.org", "A@b.org", "--robot", "miner"), "a@b.org is listed twice"),
        (
            ("quartz", "--create", "--player", "nobody", "--robot", "miner", "miner"),
            "'nobody' isn't an email",
        ),
        (("quartz", "--create", "--player", LONG, "--robot", "miner", "miner"), f"{LONG!r} isn't an email"),
        (("quartz", *ROBOTS, "--words", "\udcff"), "what was given is no text in UTF-8"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(words, sentence):
    assert refused("create_match", *words).startswith(sentence)
    assert not Match.objects.exists() and not Player.objects.exists() and not Outbox.objects.exists()


def test_somebody_who_is_no_longer_active_gets_no_seat():
    gone = player("gone")
    Player.objects.update(is_active=False)
    words = ("--player", gone.email, "--robot", "miner", "miner")
    assert refused("create_match", "quartz", *words) == f"the account of {gone.email} is not active"
