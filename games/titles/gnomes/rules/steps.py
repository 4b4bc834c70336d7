"""The steps of a whole turn as a text: "tavern@2/0:1 +0/0 0/0>1/0"."""

from __future__ import annotations

from typing import cast

from games.titles.gnomes.rules import commands as c

Action = c.PlayKingdom | c.PlaceDwarf | c.MoveDwarf


def commands_of(steps: str) -> list[Action]:
    """Read the steps of a whole turn."""
    return [command_of(step) for step in steps.split()]


def command_of(step: str) -> Action:
    """Read a step."""
    if step.startswith("+"):
        return c.PlaceDwarf(step[1:])
    if ">" in step:
        return c.MoveDwarf(step)
    card, _, rest = step.partition("@")
    place, _, turn = rest.partition(":")
    return c.PlayKingdom(cast("c.KingdomCard", card), place, int(turn))
