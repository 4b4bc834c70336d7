"""An answer is composed by pointing at things: the choices that name them are left, filled in."""

from __future__ import annotations

import pytest

from games.present.pointing import LONGEST, MOST, Pointing, narrowed, pointed, things
from games.rules.kernel.questions import Choice, Field

PLAY = Choice(
    "play",
    (
        Field("card", "card", ("tavern", "shop")),
        Field("place", "place", ("a", "b")),
        Field("turn", "number", (0, 1)),
    ),
)
PLACE = Choice("place", (Field("place", "place", ("b", "c")),))
GO = Choice("go", (Field("way", "way", ("a>b", "b>c", "c>a")),))
THROW = Choice("throw", (Field("cards", "card", ("tavern",), many=True),))
DONE = Choice("done")
ALL = (PLAY, PLACE, GO, THROW, DONE)


def values(at: str) -> dict[str, list[tuple[int | str, ...]]]:
    """Point at things, and give what each choice that is left leaves open."""
    found, _ = narrowed(ALL, at.split())
    return {one.command: [field.values for field in one.fields] for one in found}


def test_who_points_at_nothing_has_all_choices():
    assert narrowed(ALL, ()) == (ALL, ())


def test_pointing_at_a_thing_leaves_the_choices_that_name_it_filled_in():
    assert values("b") == {
        "play": [("tavern", "shop"), ("b",), (0, 1)],
        "place": [("b",)],
        "go": [("a>b", "b>c")],
    }


def test_pointing_at_more_narrows_what_is_left():
    assert values("tavern b") == {"play": [("tavern",), ("b",), (0, 1)]}
    assert values("c b") == {"go": [("b>c",)]}


def test_what_no_choice_names_is_ignored():
    assert narrowed(ALL, ("nowhere",)) == (ALL, ())
    assert narrowed(ALL, ("tavern", "c", "b"))[1] == ("tavern", "b")


def test_numbers_and_lists_are_not_pointed_at():
    assert set(things(ALL)) == {"tavern", "shop", "a", "b", "c"}
    assert narrowed((THROW, PLACE), ("tavern",))[1] == ()
    assert narrowed((PLAY,), ("1",))[1] == ()


def test_a_link_adds_a_thing_or_takes_it_off():
    pointing = Pointing(("b",), frozenset({"tavern"}))
    assert pointing.link("tavern") == "?at=b&at=tavern"
    assert pointing.link("b") == "?"
    assert pointing.link("c") == ""
    assert pointing.is_at("b") and not pointing.is_at("tavern")


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        (["a", "a", "b"], ("a", "b")),
        ([""], ()),
        (["x" * (LONGEST + 1)], ()),
        ([*"abcdef"], (*"abcdef"[:MOST],)),
    ],
)
def test_an_address_is_read_with_care(sent, heard):
    assert pointed(sent) == heard
