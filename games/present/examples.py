"""Examples for the rules pages: real positions, from the guided match played as its lessons say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.present.names import Names
from games.present.words import word
from games.rules.guided_match import LEARNER, GuidedStep, seats_of, steps
from games.rules.kernel.contract import AnyRules


@dataclass(frozen=True)
class ExamplePosition:
    """A position of the guided match as its player saw it, and what the lesson there says."""

    view: Any
    text: str


def examples(rules: AnyRules) -> Mapping[str, ExamplePosition]:
    """Give the first position of each lesson, by the lesson's key."""
    names, found = example_names(rules), dict[str, ExamplePosition]()
    for step in steps(rules):
        if step.told and step.told.lesson.key not in found:
            found[step.told.lesson.key] = _example(step, names)
    return found


def _example(step: GuidedStep, names: Names) -> ExamplePosition:
    assert step.told is not None
    return ExamplePosition(step.view, names.said(step.told.message))


def example_names(rules: AnyRules) -> Names:
    """Name the seats of an example: the reader, and robots by the first names of their game."""
    names = Names(rules, ())
    robots = [word(rules, f"dwarf.{key}") for key in rules.automation.names]
    called = {
        seat: robots[seat] if seat < len(robots) else gettext("Robot") for seat in range(seats_of(rules))
    }
    names.seats = called | {LEARNER: gettext("You")}
    return names
