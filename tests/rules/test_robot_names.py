"""Robots have names of their own: by match and seat, and no name twice in a match."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.utils.translation import override

from games.models import Match, Seat
from games.rules.catalogue import GAMES
from games.rules.kernel.robots import robot_name
from tests.toy.rules import MAGPIES

named = pytest.mark.parametrize(
    "rules", [one for one in GAMES if one.automation.names], ids=lambda rules: rules.meta.slug
)
TABLES = [f"match {number}" for number in range(200)]


def table(game: str, match: str) -> list[str]:
    found = Match(game=game, public_id=match)
    return [Seat(match=found, number=number, robot="random").name for number in range(5)]


@named
def test_no_name_comes_twice_in_a_match(rules):
    tables = [table(rules.meta.slug, match) for match in TABLES]
    assert all(
        len(set(names)) == rules.meta.most_seats
        for names in (each[: rules.meta.most_seats] for each in tables)
    )
    assert {name for names in tables for name in names} == {
        rules.core.words[f"dwarf.{key}"].text for key in rules.automation.names
    }, "and in time everybody plays"


@named
def test_a_name_stays(rules):
    one, other = (table(rules.meta.slug, "one match") for _ in range(2))
    assert one == other


def test_seats_do_not_always_have_the_same_names():
    assert len({tuple(table("quartz", match)) for match in TABLES}) > len(TABLES) // 2


def test_the_public_id_and_the_seat_decide_and_nothing_else():
    plain = Match(game="quartz", public_id="here")
    played = Match(
        game="quartz", public_id="here", pk=7, version=99, head="f" * 64, commitment="c" * 64, name="x"
    )
    for number in range(5):
        one = Seat(match=plain, number=number, robot="miner")
        assert one.name == Seat(match=played, number=number, robot="random", salt="s", generation=3).name


def test_a_longer_list_renames_only_whom_a_new_name_displaces():
    names = [f"name {number}" for number in range(12)]
    for match in TABLES:
        longer = [robot_name([*names, "new"], match, seat) for seat in range(5)]
        assert [name for name in longer if name != "new"] == [
            robot_name(names, match, seat) for seat in range(5)
        ][: 5 - ("new" in longer)]


@pytest.mark.parametrize(
    ("game", "language", "said"), [("magpies", "en", "Robot 2"), ("unknown", "ru", "Робот 2")]
)
def test_without_a_list_a_robot_is_called_by_its_seat(game, language, said):
    assert not MAGPIES.automation.names
    with override(language):
        assert Seat(match=Match(game=game, public_id="x"), number=1, robot="random").name == said


def test_names_are_written_in_the_letters_of_the_language():
    with override("ru"):
        names = table("quartz", "x")
    assert not any(letter.isascii() for name in names for letter in name)


def test_names_look_different_from_each_other():
    for rules in GAMES:
        for one, other in combinations(rules.automation.names, 2):
            assert one[:3] != other[:3]
