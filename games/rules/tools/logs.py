"""Read logs from files, for the commands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.rules import logfile, wording
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.refusal import UNWRITTEN, HistoryBroken, Refused
from games.rules.kernel.seats import EventNumber, Reader
from games.rules.tools import shelf
from games.rules.tools.shelf import Games, ToolError

#: The longest match there will be is a hundred times smaller.
MOST_BYTES = 1 << 26


def data_of(path: Path) -> bytes:
    """Read a file just once, as it may be a pipe; raise ToolError or OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ToolError(f"{path} is too long to be the log of a match")
    return data


def load(data: bytes, path: Path, games: Games) -> tuple[AnyRules, logfile.Log]:
    """Read the log in a file and find its game; raise ToolError, HistoryBroken or TooNew."""
    log = logfile.read(line + b"\n" for line in data.split(b"\n")[:-1])
    if data[-1:] != b"\n":
        raise ToolError(f"{path} is cut off, or isn't a log")
    return shelf.find(games, log.header.game), log


def sentences(rules: AnyRules, log: logfile.Log, reader: Reader) -> Iterator[tuple[EventNumber, str]]:
    """Describe a log in English; raise HistoryBroken if an event makes no sentence."""
    options = logfile.options_of(rules, logfile.opening(rules, log))
    for number, event in logfile.told(rules, log, reader):
        with as_written(number):
            text = wording.tell(rules, event, options=options)
        if text:
            yield number, text


@contextmanager
def as_written(number: EventNumber) -> Iterator[None]:
    """Raise HistoryBroken for anything that goes wrong inside: the game never wrote such an event.

    The functions of a game may trust what its rules wrote. A file may hold anything, and the chain doesn't
    protect what is shown in place of a covered record.
    """
    try:
        yield
    except (Refused, *UNWRITTEN) as error:
        found = f"{type(error).__name__} {error}"
        raise HistoryBroken(f"event {number} isn't one that this game can have there: {found}") from error
