"""Find a secret for a guided match: one by which the lessons of the game come in their order.

python -m games.rules lessons quartz --tries 5000
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator

from games.rules.guided_match import GuidedStep, guided
from games.rules.kernel.contract import AnyRules
from games.rules.tools import shelf
from games.rules.tools.shelf import Games, ToolError

NAME = "lessons"
HELP = "find a secret for a game's guided match, by which its lessons come"
MORE = 6  # answers beyond one for each lesson


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--tries", type=int, default=2000)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first try")
    parser.add_argument("--show", type=int, default=1, help="how many to print, the shortest first")


def run(args: argparse.Namespace, games: Games) -> None:
    """Print the best secret found, and its lessons; raise ToolError if there is none."""
    rules = shelf.find(games, args.game)
    if not rules.alone.lessons:
        raise ToolError(f"{rules.meta.title} has no lessons")
    tried = range(args.first, args.first + args.tries)
    found = ((secret, steps) for secret, steps in play(rules, tried) if is_fit(rules, steps))
    best = sorted(found, key=lambda one: len(one[1]))[: args.show]
    if not best:
        raise ToolError(f"no secret among {args.tries} brings the lessons; try more with --tries")
    for secret, steps in best:
        print(secret.hex())
        for step in steps:
            assert step.told is not None
            print(f"  {step.told.message.key}: {step.told.message.params} -> {step.told.command}")


def play(rules: AnyRules, tried: range) -> Iterator[tuple[bytes, list[GuidedStep]]]:
    most = len(rules.alone.order) + MORE
    for number in tried:
        secret = hashlib.sha256(f"{rules.meta.slug} {number}".encode()).digest()
        steps: list[GuidedStep] = []
        for step in guided(rules, secret):
            steps.append(step)
            if step.told is None or len(steps) > most:
                break
        yield secret, steps


def is_fit(rules: AnyRules, steps: list[GuidedStep]) -> bool:
    """Tell whether the lessons are told in order, nothing is asked without one, and the last one ends it."""
    told = [step.told.lesson for step in steps if step.told]
    first_told = list(dict.fromkeys(one.key for one in told))
    in_order = [key for key in first_told if key in rules.alone.order]
    is_whole = len(told) == len(steps) and in_order == [*rules.alone.order]
    return is_whole and told[-1].ends
