"""A table with something of everything on it."""

from __future__ import annotations

from games.titles.quartz_cards.rules import commands as c
from tests.kit.given import Scene
from tests.titles.quartz_cards.scenes import table


def furnished() -> Scene:
    """Set a table with something of everything, at which two are asked whether they attack."""
    scene = table(
        "ruby ruby",
        "quartz",
        "",
        hands=("what_a_beauty get_lost", "may_i_help no_chance", "little_present"),
        chests={0: "emerald", 1: "amber amber"},
        waiting={2: 1},
        used="hand_it_over",
        line="ruby 0, little_present, sapphire",
        windows="full",
    )
    return scene.when(0, c.StopAndProtect(["ruby", "sapphire"]))
