"""A match in words, as one reader may see it: for the terminal. Never its state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.mail import delivery
from games.models import Match, MatchStatus
from games.play import history
from games.present import generic_view
from games.present.names import Names as PageNames
from games.present.words import describe_event, word
from games.rules.kernel.events import Record
from games.rules.kernel.fold import fold
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Onlooker, Reader
from games.rules.kernel.table import Table, questions
from games.rules.tools import shelf
from games.rules.tools.shelf import ToolError

Records = tuple[Record[Any], ...]
Names = dict[int, str]


def find_row(public_id: str) -> tuple[int, str]:
    """Find a match's row by its id or the address of its page, whatever its game; raise ToolError."""
    public_id = public_id.rstrip("/").rpartition("/")[2]
    found = Match.objects.filter(public_id=public_id).values_list("pk", "public_id").first()
    if found is None:
        raise ToolError(f"there is no match {public_id}")
    return found


def find(public_id: str) -> Match:
    """Find a match by its public id; raise ToolError."""
    match = Match.objects.get(pk=find_row(public_id)[0])
    if match.game not in shelf.CATALOGUE:
        raise ToolError(
            f"match {match.public_id} is a match of {match.game!r}, a game this site doesn't have"
        )
    return match


def reader_of(match: Match, seat: int | None, public: bool) -> Reader:
    """Choose the reader: a seat (from 1), the public, or everyone once it is over; raise ToolError."""
    if seat is not None:
        return shelf.seat(seat, match.seats.count())
    over = match.status == MatchStatus.OVER
    return AFTERWARDS if over and not public else PUBLIC


def names(match: Match) -> Names:
    """Name seats by player, and by number if there is no name or two are the same."""
    sitting = {seat.number: seat for seat in match.seats.select_related("player")}
    called = {n: one.name for n, one in sitting.items() if one.player_id or one.robot}
    unclear = {name for name in called.values() if [*called.values()].count(name) > 1}
    return {n: f"Seat {n + 1}" if called.get(n, "") in {"", *unclear} else called[n] for n in sorted(sitting)}


def title(match: Match) -> str:
    scratch = " [scratch: imported to look at, never to play]" if match.is_scratch else ""
    named = f" {match.name!r}" if match.name else ""
    return f"{match.rules.meta.title} {match.public_id}{named}, {match.get_status_display()}{scratch}"


def show(match: Match, reader: Reader, as_of: int | None = None) -> Iterator[str]:
    """Describe match and table as that reader may see them; raise ToolError, HistoryBroken or TooNew."""
    yield title(match)
    if match.version == 0:
        yield "The match hasn't started."
        return
    records, table = _at(match, as_of)
    called = names(match)
    yield from story(match, records, table, reader, called)
    yield f"\nThe table, as {said(reader)} may see it:"
    yield from as_lists(board(match, table, reader, called))
    yield ""
    yield from standing(match, table, called)
    for number in sorted(delivery.cut_off(match.seats.select_related("player"))):
        yield f"Emails to {called[number]} don't arrive."


def _at(match: Match, as_of: int | None) -> tuple[Records, Table[Any, Any]]:
    records, table = history.load(match)
    if as_of is None:
        return records, table
    if not 1 <= as_of <= len(records):
        raise ToolError(f"there is no event {as_of}: the log has events 1 to {len(records)}")
    return records[:as_of], fold(match.rules, records[:as_of])


def story(
    match: Match, records: Iterable[Record[Any]], table: Table[Any, Any], reader: Reader, called: Names
) -> Iterator[str]:
    """Describe what happened, each event with its number in the log."""
    for record in records:
        event = seen(match.rules, record, reader, table.options)
        text = describe_event(match.rules, event, lambda seat: called[seat], table.options) if event else None
        if text:
            yield f"{record.number:4}  {text}"


def standing(match: Match, table: Table[Any, Any], called: Names) -> Iterator[str]:
    """Say whose turn it is, or how it ended; both are public."""
    for place in match.rules.core.outcome(table.state) or ():
        yield f"{called[place.seat]}: place {place.rank} with {place.points} points."
    for question in questions(match.rules, table).values():
        if question.awaited and not table.is_timed_out(question):
            asked = word(match.rules, f"asked.{question.kind}", table.options)
            yield f"Waiting for {called[question.seat]}: {asked}"


def said(reader: Reader) -> str:
    """Name a reader in a sentence."""
    if reader is PUBLIC:
        return "anybody"
    return "everybody" if reader is AFTERWARDS else f"seat {int(reader) + 1}"


def board(match: Match, table: Table[Any, Any], reader: Reader, called: Names) -> generic_view.Node:
    """Draw the table as its page does, with only what this reader may see."""
    words = PageNames(match.rules, (), table.options)
    words.seats = called
    seat = None if isinstance(reader, Onlooker) else reader
    return generic_view.board(match.rules.core.view(table.state, reader), words, seat)


def as_lists(node: generic_view.Node, indent: str = "  ") -> Iterator[str]:
    """Render a drawing as indented lines."""
    for part in node.parts:
        yield f"{indent}{part.label.removesuffix('.')}:{' ' * bool(part.text)}{part.text}"
        yield from as_lists(part, f"{indent}  ")


def is_private(reader: Reader) -> bool:
    """Tell whether this reader sees what only one seat may see."""
    return reader not in (PUBLIC, AFTERWARDS)
