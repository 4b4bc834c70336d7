"""`replay`: describe a match in sentences, as one reader may know it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.rules import logfile, wording
from games.rules.kernel.contract import AnyRules
from games.rules.kernel.events import Record
from games.rules.kernel.fold import fold
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.rules.tools import shelf
from games.rules.tools.logs import as_written, data_of, load, sentences
from games.rules.tools.shelf import Games, ToolError

NAME = "replay"
HELP = "print a match in sentences"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    reader = parser.add_mutually_exclusive_group()
    reader.add_argument("--seat", type=int, help="as that seat sees it (the first is 1)")
    reader.add_argument("--public", action="store_true", help="only what anybody may see during the match")
    parser.add_argument("--to", type=int, metavar="EVENT", help="stop after that event (the first is 1)")


def run(args: argparse.Namespace, games: Games) -> None:
    rules, log = load(data_of(args.file), args.file, games)
    reader = _reader(args, log)
    last = len(log.events) if args.to is None else args.to
    if not 1 <= last <= len(log.events):
        raise ToolError(f"there is no event {last}: the log has events 1 to {len(log.events)}")
    whole = log.reader is AFTERWARDS
    # Read it all before printing: of a log that can't be right, nothing is shown.
    records = logfile.records(rules, log)[:last] if whole else []
    lines = [*_sentences(rules, log, reader, last), *(_position(rules, records) if whole else ())]
    print("\n".join(lines))


def _reader(args: argparse.Namespace, log: logfile.Log) -> Reader:
    if args.public:
        return PUBLIC
    return log.reader if args.seat is None else shelf.seat(args.seat, log.header.seats)


def _sentences(rules: AnyRules, log: logfile.Log, reader: Reader, last: int) -> Iterator[str]:
    for number, text in sentences(rules, log, reader):
        if number <= last:
            yield f"{number:4}  {text}"


def _position(rules: AnyRules, records: list[Record[Any]]) -> Iterator[str]:
    """Say who has to answer, or how the match ended; both are public."""
    with as_written(records[-1].number):
        table = fold(rules, records)
        outcome, questions = rules.core.outcome(table.state) or (), rules.core.open(table.state)
    for place in outcome:
        yield f"{wording.seat_name(place.seat)}: place {place.rank} with {place.points} points."
    for question in questions:
        if question.awaited:
            asked = wording.word(rules, f"asked.{question.kind}", table.options)
            yield f"Waiting for {wording.seat_name(question.seat)}: {asked}"
