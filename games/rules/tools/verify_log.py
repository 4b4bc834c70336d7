#!/usr/bin/env python3
"""Check the log of a match with nothing but Python: no project, no library, no network.

    python verify_log.py FILE [--head DIGEST] [--secret HEX] [--words FILE]

Prints in a few lines what was proved and what could not be, or in one sentence which event is wrong.
Exit code 0: nothing is wrong with what could be checked. Exit code 2: something is.
docs/log-format.md describes the file byte for byte. This program shares no code with the service on
purpose: if you don't trust the service, you can read it all. It parses lines that may hold anything, follows
the chain, the urns and the dice, and reports what that proves.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
from typing import BinaryIO, NamedTuple, TypeVar

FORMAT = 1
LONGEST_LINE = 1 << 20
MOST = 1 << 53  # no count, size or number in a log comes near it

_HEX = r"([0-9a-f]{64})"
_START = r'\{"number":([1-9][0-9]{0,8}),"digest":"' + _HEX + '",'
WHOLE = re.compile((_START + r'"blind":"' + _HEX + r'","record":(\{.*\})\}\n').encode())
COVERED = re.compile((_START + r'"leaf":"' + _HEX + r'","seen":(null|\{.*\})\}\n').encode())
FOOTER = re.compile((r'\{"end":([1-9][0-9]{0,8}),"digest":"' + _HEX + r'"\}\n').encode())
HEX_OR_NOTHING = re.compile(_HEX + "?")
ONCE = re.compile(r"once ([1-9][0-9]{0,15})")

EVERYBODY = "everybody"
NO_HEAD = "that this is the log whose head players saw (give a head with --head)"
NO_SECRET = "that the secret is the one committed to (the log doesn't contain it)"
NO_WORDS = "that the players' words belong to this match (the log doesn't contain them)"
NO_URNS = "that every draw fits its urn"
NO_DICE = "that secret and words give the index of every draw"
REQUIRED = {"format", "game", "rules", "seats", "commitment", "reader"}

T = TypeVar("T")
Urn = dict[str, int]
Draw = tuple[int, str, int, int, str]
Put = tuple[str, Urn]


class InvalidLog(Exception):
    """Raised when a log can't be right; its text is the reason, one sentence."""


# --- parse lines that may hold anything


def parse(data: bytes, what: str) -> dict[str, object]:
    """Read one JSON object."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_no_doubles)
    except (ValueError, RecursionError):
        raise InvalidLog(f"{what} is not JSON") from None
    if not isinstance(value, dict):
        raise InvalidLog(f"{what} is not a JSON object")
    return value


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has the same name twice")
    return found


def get(holder: dict[str, object], name: str, kind: type[T]) -> T:
    """Give the value of a name; raise InvalidLog unless it is of exactly that type."""
    value = holder.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidLog(f"{name!r} is {short(value) if name in holder else 'missing'}")
    return value


def number_in(holder: dict[str, object], name: str) -> int:
    value = get(holder, name, int)
    if not 0 <= value < MOST:
        raise InvalidLog(f"{name!r} is {short(value)}, not a valid number")
    return value


def list_in(holder: dict[str, object], name: str, kind: type[T]) -> list[T]:
    return [get({name: value}, name, kind) for value in get(holder, name, list)]


def urn_in(holder: dict[str, object], name: str) -> Urn:
    items = get(holder, name, dict)
    return {item: number_in(items, item) for item in items}


def unhex(text: str, what: str) -> bytes:
    """Parse 32 bytes, written as 64 hexadecimal digits; raise InvalidLog."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise InvalidLog(f"{what} is not 64 hexadecimal digits")
    return bytes.fromhex(text)


def short(value: object) -> str:
    """Shorten a value of any size and alphabet for a sentence on any terminal."""
    if isinstance(value, int) and value.bit_length() > 99:
        return "a huge number"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    shown = ascii(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


# --- header and events


class Header(NamedTuple):
    game: str
    rules: int
    seats: int
    commitment: bytes
    reader: str
    secret: bytes | None
    words: list[str] | None


class EventLine(NamedTuple):
    """The line of one event: with its record, or with what is shown in its place."""

    number: int
    digest: str
    leaf: bytes
    blind: bytes | None
    record: bytes | None


def read_header(data: bytes) -> Header:
    raw = parse(data, "the first line")
    if number_in(raw, "format") != FORMAT:
        raise InvalidLog(f"the log has format {raw['format']}, but this program reads format {FORMAT}")
    odd = sorted((REQUIRED ^ set(raw)) - {"secret", "words"})
    if odd:
        raise InvalidLog(f"the header lacks, or should not have, {short(odd[0])}")
    return Header(
        game=get(raw, "game", str),
        rules=number_in(raw, "rules"),
        seats=number_in(raw, "seats"),
        commitment=unhex(get(raw, "commitment", str), "the commitment"),
        reader=_reader(raw),
        secret=unhex(get(raw, "secret", str), "the secret") if "secret" in raw else None,
        words=list_in(raw, "words", str) if "words" in raw else None,
    )


def _reader(raw: dict[str, object]) -> str:
    reader = raw["reader"]
    if type(reader) is int and 0 <= reader < number_in(raw, "seats"):
        return f"the seat with number {reader}"
    if reader not in (EVERYBODY, "public"):
        raise InvalidLog(f"the header names {short(reader)} as reader, but there is no such reader")
    return EVERYBODY if reader == EVERYBODY else "the public"


def read_line(data: bytes, number: int, header: Header) -> EventLine:
    """Read the line of event `number`."""
    whole, covered = WHOLE.fullmatch(data), COVERED.fullmatch(data)
    if whole:
        blinding, record = bytes.fromhex(whole[3].decode()), whole[4]
        line = EventLine(int(whole[1]), whole[2].decode(), leaf(blinding, record), blinding, record)
    elif covered:
        _check_seen(covered[4])
        line = EventLine(int(covered[1]), covered[2].decode(), bytes.fromhex(covered[3].decode()), None, None)
    else:
        raise InvalidLog("its line is not in the form of a log")
    if line.number != number:
        raise InvalidLog(f"event {line.number} is in its place")
    if line.record is None and (number == 1 or header.reader == EVERYBODY):
        raise InvalidLog("its record is hidden, but this reader may see it")
    return line


def _check_seen(data: bytes) -> None:
    if data != b"null":
        seen = parse(data, "what was seen of it")
        get(seen, "kind", str)
        get(seen, "fields", dict)


def _puts(record: dict[str, object]) -> list[Put]:
    return [(get(put, "urn", str), urn_in(put, "items")) for put in list_in(record, "puts", dict)]


def _draws(record: dict[str, object]) -> list[Draw]:
    return [_read_draw(raw) for raw in list_in(record, "draws", dict)]


def _read_draw(raw: dict[str, object]) -> Draw:
    number, size, index = (number_in(raw, name) for name in ("number", "size", "index"))
    return number, get(raw, "urn", str), size, index, get(raw, "item", str)


# --- the chain


def blind(secret: bytes, number: int) -> bytes:
    return hmac.new(secret, b"blind" + number.to_bytes(8, "big"), hashlib.sha256).digest()


def leaf(blinding: bytes, record: bytes) -> bytes:
    return hashlib.sha256(blinding + record).digest()


def link(before: bytes, leaf_: bytes) -> bytes:
    return hashlib.sha256(before + leaf_).digest()


# --- the urns, followed through puts and draws


class Urns:
    """The contents of every urn, and all changes to them, so that they can be undone."""

    def __init__(self, first: dict[str, Urn]) -> None:
        self.contents = first
        self.draws = 0
        self.done: list[tuple[int, list[Put], list[Draw]]] = []

    def follow(self, number: int, puts: list[Put], draws: list[Draw], dice: DrawIndexes | None) -> None:
        """Apply event `number`: fill urns that are used once, draw, then put things back."""
        once: dict[str, Urn] = {}
        for urn, items in puts:
            if urn.startswith("once "):
                self._fill(urn, items, once)
        for draw in draws:
            self._draw(draw, once, dice)
        for urn, items in puts:
            if not urn.startswith("once "):
                self._put_back(urn, items)
        if once:
            raise InvalidLog(f"the urn {short(min(once))} is filled but never drawn from")
        self.done.append((number, puts, draws))

    def _fill(self, urn: str, items: Urn, once: dict[str, Urn]) -> None:
        if not ONCE.fullmatch(urn) or urn in once:
            raise InvalidLog(f"the one-use urn {short(urn)} is filled twice or badly named")
        once[urn] = dict(items)

    def _put_back(self, urn: str, items: Urn) -> None:
        into = self.contents.setdefault(urn, {})
        for item, count in items.items():
            into[item] = into.get(item, 0) + count

    def _draw(self, draw: Draw, once: dict[str, Urn], dice: DrawIndexes | None) -> None:
        number, name, size, index, item = draw
        self.draws += 1
        if number != self.draws:
            raise InvalidLog(f"draw {number} is where draw {self.draws} should be")
        urn = self._urn(name, number, once)
        if size != sum(urn.values()):
            raise InvalidLog(f"draw {number} is out of {size}, but {short(name)} holds {sum(urn.values())}")
        if index >= size:
            raise InvalidLog(f"draw {number} takes index {index} out of {size}")
        if item != item_at(urn, index):
            raise InvalidLog(
                f"draw {number} gives {short(item)}; index {index} is {short(item_at(urn, index))}"
            )
        if dice and index != dice.index(number, size):
            raise InvalidLog(
                f"draw {number} has index {index}, but secret and words give {dice.index(number, size)}"
            )
        urn[item] -= 1

    def _urn(self, name: str, number: int, once: dict[str, Urn]) -> Urn:
        if not name.startswith("once "):
            return self.contents.get(name, {})
        if name != f"once {number}" or name not in once:
            raise InvalidLog(f"draw {number} is from {short(name)}, which was not filled for it")
        return once.pop(name)

    def go_back(self, to: int) -> None:
        """Undo every change after event `to`; draws keep their count."""
        while self.done and self.done[-1][0] > to:
            _, puts, draws = self.done.pop()
            for _, urn, _, _, item in draws:
                self._change(urn, item, 1)
            for urn, items in puts:
                for item in items:
                    self._change(urn, item, -items[item])
        if not self.done or self.done[-1][0] != to:
            raise InvalidLog(f"it goes back to event {to}, which isn't a moment to go back to")

    def _change(self, urn: str, item: str, count: int) -> None:
        if not urn.startswith("once "):
            self.contents[urn][item] += count


def item_at(urn: Urn, index: int) -> str:
    """Find the thing at `index`, counting by name."""
    for item in sorted(urn):
        index -= urn[item]
        if index < 0:
            return item
    raise InvalidLog("an index is beyond the end of its urn")


# --- the dice


class DrawIndexes:
    """Computes the index of each draw from secret and words."""

    def __init__(self, secret: bytes, words: list[str]) -> None:
        self.secret = secret
        self.label = b"draw" + hashlib.sha256("\n".join(words).encode()).digest()

    def index(self, number: int, size: int) -> int:
        bound = 2**64 - 2**64 % size
        for attempt in range(256):
            message = self.label + number.to_bytes(8, "big") + bytes([attempt])
            value = int.from_bytes(hmac.new(self.secret, message, hashlib.sha256).digest()[:8], "big")
            if value < bound:
                return value % size
        raise InvalidLog(f"draw {number} finds no index in 256 attempts")


# --- the checks


class Checker:
    """Follows a log from its header to its last line."""

    def __init__(self, header: Header, head: str, secret: bytes | None, words: list[str] | None) -> None:
        self.header = header
        self.head, self.head_at = head.lower(), 0
        self.secret = secret or header.secret
        self.words = header.words if words is None else words
        self.digest = header.commitment
        self.events = self.whole = 0
        self.urns = Urns({})
        self.dice: DrawIndexes | None = None
        for one in (secret, header.secret):
            if one and hashlib.sha256(b"commitment" + one).digest() != header.commitment:
                raise InvalidLog("the secret is not the one that this match committed to")

    def event(self, data: bytes) -> None:
        """Check the line of the next event; raise InvalidLog, naming it."""
        number = self.events + 1
        try:
            line = read_line(data, number, self.header)
            self.digest = link(self.digest, line.leaf)
            if line.digest != self.digest.hex():
                raise InvalidLog("it doesn't match the chain")
            if line.record is not None:
                self._record(line, line.record)
        except InvalidLog as wrong:
            raise InvalidLog(f"event {number} is wrong: {wrong}") from None
        self.events = number
        if line.digest == self.head:
            self.head_at = number

    def _record(self, line: EventLine, data: bytes) -> None:
        if self.secret and line.blind != blind(self.secret, line.number):
            raise InvalidLog("its blind is not made from the secret")
        record = parse(data, "its record")
        if number_in(record, "number") != line.number:
            raise InvalidLog(f"it holds the record of event {record['number']}")
        self.whole += 1
        event = get(record, "event", dict)
        kind = get(event, "kind", str)
        if (kind == "opened") != (line.number == 1):
            raise InvalidLog("a log must have one opening, as its first event")
        self._chance(line.number, kind, event, record)

    def _chance(self, number: int, kind: str, event: dict[str, object], record: dict[str, object]) -> None:
        puts, draws = _puts(record), _draws(record)
        if kind in ("opened", "rewound") and (puts or draws):
            raise InvalidLog(f"a {kind!r} must not fill or draw from urns, but this one does")
        if kind == "opened":
            self._open(event)
        if self.header.reader != EVERYBODY:
            return  # the draws are hidden, so the urns can't be followed
        if kind == "rewound":
            self.urns.go_back(number_in(event, "to"))
        else:
            self.urns.follow(number, puts, draws, self.dice)

    def _open(self, event: dict[str, object]) -> None:
        header = self.header
        claimed = (get(event, "game", str), number_in(event, "rules"), number_in(event, "seats"))
        if claimed != (header.game, header.rules, header.seats):
            raise InvalidLog("the opening has a different game, version or number of seats from the header")
        if get(event, "commitment", str) != header.commitment.hex():
            raise InvalidLog("the opening has a different commitment from the header")
        digests = list_in(event, "words", str)
        if len(digests) != header.seats:
            raise InvalidLog("the opening doesn't record every seat's words, or that there are none")
        if not all(HEX_OR_NOTHING.fullmatch(digest) for digest in digests):
            raise InvalidLog("the opening records a seat's words as something that isn't a digest")
        if self.words is not None:
            check_words(self.words, digests)
        urns = get(event, "urns", dict)
        self.urns = Urns({name: urn_in(urns, name) for name in urns})
        if any(name.startswith("once ") for name in urns):
            raise InvalidLog("the opening fills an urn with the name of a one-use urn")
        self.dice = DrawIndexes(self.secret, digests) if self.secret else None

    def end(self, data: bytes) -> None:
        found = FOOTER.fullmatch(data)
        if not found or int(found[1]) != self.events or found[2].decode() != self.digest.hex():
            raise InvalidLog(f"the last line doesn't fit a log that ends with event {self.events}")
        if self.head and not self.head_at:
            raise InvalidLog(f"none of the {self.events} events has the head you gave")

    def report(self) -> list[str]:
        """List what was proved and what could not be."""
        full, draws, covered = self.header.reader == EVERYBODY, self.urns.draws, self.events - self.whole
        return [
            f"{short(self.header.game)}, {self.header.seats} seats, {self.events} events,"
            f" as {self.header.reader} may see them; head {self.digest.hex()}",
            "proved: all events form one chain from the commitment: none changed, missing or added",
            _said(self.head, f"up to event {self.head_at} this is the log with the head you gave", NO_HEAD),
            _said(self.secret, "the secret is the one committed to before anyone joined", NO_SECRET),
            _said(self.words is not None, "the players' words are those the match was opened with", NO_WORDS),
            _said(
                full,
                f"all {draws} draws are numbered without gaps, fit their urns and give the items they name",
                NO_URNS,
            )
            + (
                ""
                if full
                else f" ({covered} events are hidden, and what is shown in their place can't be checked)"
            ),
            _said(
                full and self.secret, f"the secret and the words give the index of all {draws} draws", NO_DICE
            ),
        ]


def _said(is_proved: object, what: str, what_not: str) -> str:
    return f"proved: {what}" if is_proved else f"NOT proved: {what_not}"


def check_words(words: list[str], digests: list[str]) -> None:
    """Raise InvalidLog unless these are the digests of the words; no words have an empty digest."""
    if len(words) != len(digests):
        raise InvalidLog(f"there are words for {len(words)} seats, but {len(digests)} seats")
    for seat, (text, digest) in enumerate(zip(words, digests, strict=True)):
        data = text.encode("utf-8", "surrogatepass")
        if digest != (hashlib.sha256(data).hexdigest() if text else ""):
            raise InvalidLog(
                f"the words of the seat with number {seat} are not those the match was opened with"
            )


def check(
    file: BinaryIO, head: str = "", secret: bytes | None = None, words: list[str] | None = None
) -> list[str]:
    """Check a whole file and report; raise InvalidLog."""
    checker = Checker(read_header(_next(file)), head, secret, words)
    line = _next(file)
    while line and not line.startswith(b'{"end":'):
        checker.event(line)
        line = _next(file)
    if not line:
        raise InvalidLog(f"the file is cut off after event {checker.events}: its last line is missing")
    checker.end(line)
    if _next(file):
        raise InvalidLog(f"something follows the last line, after event {checker.events}")
    return checker.report()


def _next(file: BinaryIO) -> bytes:
    line = file.readline(LONGEST_LINE)
    if len(line) == LONGEST_LINE:
        raise InvalidLog("a line is longer than any line of a log")
    return line


# --- the command


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the log of a match.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--head", default="", help="a fingerprint (digest) that players saw: the last one, or an earlier one"
    )
    parser.add_argument("--secret", default="", help="the match's secret, if the file doesn't contain it")
    parser.add_argument("--words", help="a file with the players' words: a JSON list with one text per seat")
    args = parser.parse_args(argv)
    try:
        report = _run(args)
    except KeyboardInterrupt:
        return 130
    except (InvalidLog, OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        print(f"{ascii(args.file)[1:-1]}: {reason}", file=sys.stderr)
        return 2
    return _tell(report)


def _tell(report: list[str]) -> int:
    """Print the report; if that fails, keep Python from trying again when it exits."""
    try:
        print("\n".join(report), flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        print(f"the report can't be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _run(args: argparse.Namespace) -> list[str]:
    words = None
    if args.words is not None:
        with open(args.words, "rb") as file:
            holder = parse(b'{"words":' + file.read(LONGEST_LINE) + b"}", "the file of words")
        words = list_in(holder, "words", str)
    secret = unhex(args.secret, "the secret") if args.secret else None
    if args.head:
        unhex(args.head, "the head")
    with open(args.file, "rb") as file:
        return check(file, args.head, secret, words)


if __name__ == "__main__":
    sys.exit(main())
