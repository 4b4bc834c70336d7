"""`python -m games.rules`: play, replay and verify games without a server."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.rules.tools import bench, lessons, list_games, play, replay, verify
from games.rules.tools.shelf import CATALOGUE, Games, ToolError

#: What was typed may be of any length, and is repeated in the sentence on it.
LONGEST = 500

COMMANDS = (list_games, play, replay, verify, bench, lessons)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ToolError(message)


def main(argv: Sequence[str] | None = None, games: Games = CATALOGUE) -> int:
    """Run one command and return its exit code; anything that goes wrong is one sentence and a 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every letter
    try:
        args = _parser().parse_args(argv)
        args.run(args, games)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # nobody reads any more
        _say_no_more()
        return 141
    except (ToolError, HistoryBroken, TooNew, OSError) as error:
        print(_sentence(error), file=sys.stderr)
        if isinstance(error, OSError) and error.filename is None:  # the output itself, as on a full disk
            _say_no_more()
        return 2
    return 0


def _say_no_more() -> None:
    """Drop output that can't be written: Python would try, and complain, again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m games.rules", description="The games without a server.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        one = commands.add_parser(command.NAME, help=command.HELP, description=command.HELP)
        command.arguments(one)
        one.set_defaults(run=command.run)
    return parser


def _sentence(error: Exception) -> str:
    said = " ".join(str(error).split())
    if isinstance(error, OSError):
        said = f"{error.filename or 'the output'}: {error.strerror}"
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


if __name__ == "__main__":
    sys.exit(main())
