"""`verify`: check what the stand-alone verifier checks, and what takes the rules."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

from games.rules import logfile
from games.rules.kernel.seats import AFTERWARDS
from games.rules.tools import verify_log, walk
from games.rules.tools.logs import data_of, load, sentences
from games.rules.tools.shelf import Games, ToolError

NAME = "verify"
HELP = "check a log: its chain, its draws, and that the rules can read it"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument(
        "--head", default="", help="a fingerprint (digest) that players saw: the last one, or an earlier one"
    )


def run(args: argparse.Namespace, games: Games) -> None:
    data = data_of(args.file)
    lines = _alone(data, args.head)
    rules, log = load(data, args.file, games)
    count = len(list(sentences(rules, log, log.reader)))
    lines.append(f"proved: {rules.meta.title} can read the log and describe {count} of its events")
    if log.reader is AFTERWARDS:
        lines += walk.replay(rules, logfile.records(rules, log))
    print("\n".join(lines))


def _alone(data: bytes, head: str) -> list[str]:
    try:
        return verify_log.check(io.BytesIO(data), head)
    except verify_log.InvalidLog as wrong:
        raise ToolError(str(wrong)) from None
