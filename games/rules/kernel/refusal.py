"""Refusals, and what is raised when a log or a game is broken."""

from __future__ import annotations

#: The refusals every game shares; a game adds its own in `Rules.refusals`.
CODES = frozenset(
    {
        "malformed",  # not a command of this game at all
        "stale",  # that question is no longer open, or never was
        "not_yours",  # that question is another seat's
        "not_an_answer",  # a command, but not for this question
        "not_offered",  # an answer, but not one of the legal ones
        "seats",  # this game isn't for that many
        "options",  # an option that doesn't exist, or a value it can't have
        "brought",  # a number named when joining, out of bounds
    }
)


class Refused(Exception):
    """Raised when a command isn't allowed; the sender learns why, and nothing has happened."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def plain_details(self) -> dict[str, object]:
        """Give the details in a form that can be stored and shown: short texts and numbers."""
        return {
            name: value if isinstance(value, int) else keepable(str(value), 200)
            for name, value in self.details.items()
        }


def keepable(text: str, most: int) -> str:
    """Shorten a text from outside, and replace what some database can't store."""
    return text[:most].encode(errors="replace").decode().replace("\0", "?")


class HistoryBroken(Exception):
    """Raised when a log can't be right, or a game breaks its contract: a bug, not a bad move."""


#: What the functions of a game may raise for data that the game never wrote; code that reads a log turns
#: these into HistoryBroken.
UNWRITTEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class TooNew(Exception):
    """Raised for an event of a kind or version that only a later program knows."""
