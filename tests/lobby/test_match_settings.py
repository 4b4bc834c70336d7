"""One record says how a match is to be, whether a form, a command or an earlier match fills it in."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest
from django.core.management import load_command_class
from django.http import QueryDict

from games.circles import series
from games.clocks import PRESETS, Holidays, Pace, Unfit
from games.lobby import match_settings
from games.lobby.match_settings import MOST_HOLIDAYS, Away, MatchSettings, settings_of, usual
from games.lobby.setup import open_match
from games.models import Autopilot, Circle, Player
from games.ops.open_match import read_settings
from games.rules.catalogue import GAMES, by_slug
from games.web.lobby import new_match_form as form
from tests.kit.filling_tables import NOON, person, table

QUARTZ = by_slug()["quartz"]
#: Nothing in it is as usual.
CHOSEN = MatchSettings(
    "quartz",
    4,
    robots=("miner", "miner"),
    options={"thrill": True},
    pace=PRESETS["brisk"],
    away=Away(3, 5, Autopilot.SILENCE),
    name="Tuesdays",
    greeting="Bring a lamp!",
    is_open=True,
    has_door=True,
    spectators=True,
    spectators_signed_out=True,
    private_messages=True,
    robot_accounts=True,
    circle="a-circle",
    best_of=5,
)


def test_the_example_leaves_nothing_as_it_is_by_itself():
    plain = MatchSettings("quartz", 3)
    same = [
        one.name for one in fields(MatchSettings) if getattr(CHOSEN, one.name) == getattr(plain, one.name)
    ]
    assert same == ["game"]


def posted(settings: MatchSettings) -> QueryDict:
    """Send the form as a browser does that shows these settings."""
    said = form.typed(settings, by_slug()[settings.game]) | {"hand": "hand"}
    said |= {f"option.{name}": "on" for name in settings.options}
    made = QueryDict(mutable=True)
    made.update(said)
    return made


def read(settings: MatchSettings, earlier: form.NewMatchFields | None = None) -> MatchSettings:
    rules = by_slug()[settings.game]
    host = Player(email="alice@example.org")
    return form.read(form.sent(rules, host, posted(settings), earlier)).settings


@pytest.mark.parametrize("settings", [CHOSEN, *map(usual, GAMES)], ids=lambda one: f"{one.game} {one.name}")
def test_the_form_says_and_reads_all_of_it(settings):
    assert read(settings) == settings


def test_a_pace_of_its_own_stays_with_the_form():
    settings = replace(CHOSEN, pace=Pace(turn=timedelta(hours=7), window=timedelta(hours=5)))
    assert form.typed(settings, QUARTZ)["pace"] == form.OWN_PACE
    assert read(settings) == settings


@pytest.mark.django_db
def test_a_match_that_was_opened_says_how_it_was_opened():
    settings = replace(CHOSEN, is_open=False, greeting="")
    Circle.objects.create(public_id=CHOSEN.circle, name="Tuesday club")
    found = open_match(settings, [person("alice")], NOON)
    series.begin(found, settings.best_of)
    assert settings_of(found, list(found.seats.order_by("number"))) == settings


@pytest.mark.django_db
def test_who_gets_in_is_chosen_again():
    found = table("alice", is_open=True, has_door=False)
    again = settings_of(found, list(found.seats.all()))
    assert (again.is_open, again.has_door) == (False, True)


def typed(*words: str) -> MatchSettings:
    parser = load_command_class("games", "create_match").create_parser("manage.py", "create_match")
    return read_settings(vars(parser.parse_args(["quartz", *words])))


def test_a_command_line_without_a_word_more_is_as_usual():
    assert typed("--robot", "miner", "miner", "miner") == MatchSettings("quartz", 3, ("miner",) * 3)


def test_a_command_line_says_what_it_changes():
    words = ["--player", "a@example.org", "--invite", "b@example.org", "--robot", "miner", "miner"]
    words += ["--options", '{"thrill": true}', "--pace", "brisk", "--name", "Tuesdays"]
    words += ["--holidays", "3", "--silences", "5", "--autopilot", "silence"]
    of_pages = {
        "greeting": "",
        "is_open": False,
        "has_door": False,
        "spectators": False,
        "spectators_signed_out": False,
        "private_messages": False,
        "robot_accounts": False,
        "circle": "",
        "best_of": 1,
    }
    assert typed(*words) == replace(CHOSEN, **of_pages)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_what_is_usual_can_be_played(rules):
    match_settings.check(usual(rules))
    match_settings.check(match_settings.against_robots(rules))
    assert match_settings.against_robots(rules).free(1) == 0


def test_clocks_take_as_many_days_off_as_a_host_may_choose():
    Holidays(MOST_HOLIDAYS)
    with pytest.raises(Unfit):
        Holidays(MOST_HOLIDAYS + 1)


@pytest.mark.django_db
def test_more_people_than_seats_are_a_mistake_of_the_program():
    with pytest.raises(AssertionError):
        open_match(replace(CHOSEN, seats=2), [person("alice")], NOON)
