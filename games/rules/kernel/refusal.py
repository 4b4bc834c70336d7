"""Everything that can go wrong here, in one file."""

from __future__ import annotations

#: The refusals every game shares; a game adds its own in `Rules.refusals`.
CODES = frozenset(
    {
        "malformed",  # not a command of this game at all
        "stale",  # that question is no longer open, or never was
        "not_yours",  # that question is another seat's
        "not_an_answer",  # a command, but not one that answers this question
        "not_offered",  # an answer, but not one of the legal ones
        "seats",  # this game isn't for that many
        "options",  # an option that doesn't exist, or a value it can't have
        "brought",  # a number said when sitting down, out of bounds
    }
)


class Refused(Exception):
    """Raised when a command can't be done; its sender is told why, and nothing has happened."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def plain_details(self) -> dict[str, object]:
        """Give the details as they can be kept and shown: short, and nothing but text and numbers."""
        return {
            name: value if isinstance(value, int) else keepable(str(value), 200)
            for name, value in self.details.items()
        }


def keepable(text: str, most: int) -> str:
    """Shorten what came from outside, and write it as every database can keep it."""
    return text[:most].encode(errors="replace").decode().replace("\0", "?")


class HistoryBroken(Exception):
    """Raised when a log can't be what was written, or a game does what no game may: a bug, not a move."""


#: What a game's function may raise when it is handed what that game never wrote: whoever reads a log
#: turns these into HistoryBroken.
UNWRITTEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class TooNew(Exception):
    """Raised when a log holds an event of a kind or version that a later program wrote."""
