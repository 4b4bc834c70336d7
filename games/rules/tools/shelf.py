"""Find games, seats and options for the commands, and say what is wrong with the arguments."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from games.rules.catalogue import GAMES
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import Refused
from games.rules.kernel.seats import Seat

#: Games by their slug. Commands take this, so that any game can be played, not only the catalogue's.
Games = Mapping[str, AnyRules]

CATALOGUE: Games = {rules.meta.slug: rules for rules in GAMES}


class ToolError(Exception):
    """Raised when a command can't do what was asked; its text is the reason, one sentence."""


def find(games: Games, slug: str) -> AnyRules:
    """Find a game by its slug; raise ToolError."""
    if slug not in games:
        raise ToolError(f"there is no game {slug!r} here; there {_those(sorted(games))}")
    return games[slug]


def _those(slugs: list[str]) -> str:
    return f"is {', '.join(slugs)}" if slugs else "is none yet"


def seat(number: int, seats: int) -> Seat:
    """Turn a number counted from one into a seat; raise ToolError."""
    if not 1 <= number <= seats:
        raise ToolError(f"there is no seat {number}: the match has seats 1 to {seats}")
    return Seat(number - 1)


def options(text: str) -> dict[str, object]:
    """Read options from the command line, or from a file named as `@FILE`; raise ToolError."""
    try:
        read = json.loads(Path(text[1:]).read_text(encoding="utf-8") if text.startswith("@") else text)
    except OSError as error:
        raise ToolError(f"the options can't be read: {error}") from None
    except (ValueError, RecursionError):
        raise ToolError(f"these options are not JSON: {text[:60]!r}") from None
    if not isinstance(read, dict):
        raise ToolError(f'options must be an object, like {{"first": "host"}}, not {text[:60]!r}')
    return read


def refusal(rules: AnyRules, refused: Refused) -> ToolError:
    """Say why a match of that game can't be opened."""
    meta = rules.meta
    if refused.code == "seats":
        return ToolError(f"{meta.title} is for {meta.least_seats} to {meta.most_seats} seats")
    details = ", ".join(map(str, refused.details.values()))
    return ToolError(f"{meta.title} can't be played with these options: {details or refused.code}")
