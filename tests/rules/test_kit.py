"""The kit and the dice of tests turn red themselves where they should."""

from __future__ import annotations

import pytest

from games.rules.kernel.chance import item_at
from games.rules.kernel.seats import Seat
from games.rules.match_in_memory import MatchInMemory
from tests.kit.dice import CannotEcho, Echo, Scripted
from tests.kit.given import opened, refused
from tests.toy import MAGPIES
from tests.toy import rules as t

URN = {"bead": 2, "caw": 1, "ring": 3}
OPENING = ("0", "1", "bead", "caw", "bead", "ring")


def test_what_is_expected_must_come() -> None:
    scene = opened(MAGPIES, 2, *OPENING).when(0, t.Hide("bead"))
    with pytest.raises(AssertionError, match="expected"):
        scene.then(t.Hid(Seat(0), "bead"))
    with pytest.raises(AssertionError, match="expected"):
        scene.then(refused("not_offered"))


def test_a_refusal_is_compared_with_its_details() -> None:
    scene = opened(MAGPIES, 2, *OPENING).when(0, t.Hide("spoon"), asked="hide")
    scene.then(refused("not_offered", asked="hide"))
    with pytest.raises(AssertionError, match="expected"):
        scene.then(refused("not_offered", asked="turn"))


def test_what_is_written_down_must_be_drawn() -> None:
    with pytest.raises(AssertionError, match="never drawn"):
        opened(MAGPIES, 2, *OPENING, "caw")


def test_what_is_drawn_must_be_written_down() -> None:
    with pytest.raises(AssertionError, match="not in the script"):
        opened(MAGPIES, 2, *OPENING[:-1])
    with pytest.raises(AssertionError, match="the urn holds"):
        Scripted("spoon").index(1, URN, 6)


def test_scripted_dice_bring_out_what_they_are_told() -> None:
    dice = Scripted("ring", "bead", "caw")
    assert [item_at(URN, dice.index(number, URN, 6)) for number in (1, 2, 3)] == ["ring", "bead", "caw"]


def test_an_echo_repeats_what_it_can_and_says_where_it_cannot() -> None:
    echo = Echo(["caw", "spoon"], Scripted("ring"))
    assert item_at(URN, echo.index(1, URN, 6)) == "caw"
    with pytest.raises(CannotEcho):
        echo.index(2, URN, 6)
    assert item_at(URN, echo.index(3, URN, 6)) == "ring"


def test_a_scene_is_a_log_like_any_other() -> None:
    scene = opened(MAGPIES, 2, *OPENING)
    again = MatchInMemory(MAGPIES, bytes(32), [], scene.table.records)
    assert again.view(Seat(0)) == scene.view(0)
