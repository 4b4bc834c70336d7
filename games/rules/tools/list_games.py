"""`list`: the games, their options and their robots."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules.kernel.contract import AnyRules
from games.rules.kernel.meta import Meta
from games.rules.tools.shelf import Games
from games.rules.wording import word

NAME = "list"
HELP = "list the games with their seats, options and robots"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(args: argparse.Namespace, games: Games) -> None:
    for rules in games.values():
        print("\n".join(_game(rules)))


def _title(meta: Meta) -> str:
    return f"{meta.slug}: {meta.title}, {meta.least_seats} to {meta.most_seats} seats. {meta.about}"


def _game(rules: AnyRules) -> Iterator[str]:
    yield _title(rules.meta)
    for name, about in option_fields(rules).items():
        default = json.dumps(about.get("default"))
        yield f"  option {name}: {values(about)} (default: {default}){_word(rules, name)}"
        for value in about.get("enum", ()):
            if word := _word(rules, name, str(value)):
                yield f"    {json.dumps(value)}{word}"
    yield f"  robots: {', '.join(sorted(rules.robots))}"


def option_fields(rules: AnyRules) -> dict[str, dict[str, Any]]:
    """Describe each option of a game as a JSON schema."""
    _, parts = msgspec.json.schema_components([rules.core.options])
    properties: dict[str, dict[str, Any]] = parts[rules.core.options.__name__]["properties"]
    return properties


def values(about: dict[str, Any]) -> str:
    """Describe the values an option can have."""
    if "enum" in about:
        return " or ".join(json.dumps(value) for value in about["enum"])
    if "anyOf" in about:
        return " or ".join(values(one) for one in about["anyOf"])
    least, most = about.get("minimum"), about.get("maximum")
    limits = f" from {least}" * (least is not None) + f" up to {most}" * (most is not None)
    kind = str(about["type"])
    return {"boolean": "true or false", "integer": f"a number{limits}"}.get(kind, kind)


def _word(rules: AnyRules, *names: str) -> str:
    """Give the game's own text for an option or one of its values."""
    text = word(rules, ".".join(("option", *names)))
    return f": {text}" if text else ""
