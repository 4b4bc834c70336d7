"""Choices: which commands they stand for."""

from __future__ import annotations

import pytest

from games.rules.kernel.questions import Choice, Field

SWAP = Choice("swap", (Field("give", "gem", ("ruby",)), Field("take", "gem", ("amber", "quartz"))))
STORE = Choice("store", (Field("gems", "gem", ("ruby", "ruby", "amber"), 0, 2, many=True),))


@pytest.mark.parametrize(
    ("choice", "command"),
    [
        (SWAP, {"kind": "swap", "give": "ruby", "take": "amber"}),
        (SWAP, {"kind": "swap", "give": "ruby"}),
        (SWAP, {"kind": "swap", "take": None}),
        (STORE, {"kind": "store"}),
        (STORE, {"kind": "store", "gems": []}),
        (STORE, {"kind": "store", "gems": ["amber", "ruby"]}),
        (STORE, {"kind": "store", "gems": ["ruby", "ruby"]}),
    ],
)
def test_a_choice_covers_what_it_names_filled_in_or_not(choice: Choice, command: dict[str, object]) -> None:
    assert choice.covers(command)


@pytest.mark.parametrize(
    ("choice", "command"),
    [
        (SWAP, {"kind": "store"}),
        (SWAP, {}),
        (SWAP, {"kind": "swap", "give": "amber"}),
        (SWAP, {"kind": "swap", "give": ["ruby", "ruby"]}),
        (SWAP, {"kind": "swap", "card": "eureka"}),
        (SWAP, {"kind": "swap", "give": {"ruby": 1}}),
        (STORE, {"kind": "store", "gems": ["amber", "amber"]}),
        (STORE, {"kind": "store", "gems": ["sapphire"]}),
    ],
)
def test_a_choice_covers_nothing_else(choice: Choice, command: dict[str, object]) -> None:
    assert not choice.covers(command)
