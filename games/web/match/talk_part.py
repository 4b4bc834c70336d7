"""Part of a match page: nudges, chat, my notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import QueryDict
from django.shortcuts import resolve_url
from django.utils.translation import gettext

from games.infra.statements import kept
from games.match import chat, nudges
from games.models import LONGEST_NOTE, LONGEST_TALK, Act, Match, Player, Seat, Talk
from games.present.chat_lines import GONE, ChatLine, visible_lines
from games.present.seat_view import SeatView
from games.web.match import pressed

#: How many chat lines a page has, and how many of them are shown at first.
MOST_SAID, OPEN_SAID = 300, 20
MOST_DIGITS = 6  # of the number of a moment


@dataclass(frozen=True)
class Speaker:
    """A player who has said something, and whether I hide it."""

    number: int
    name: str
    is_hushed: bool


@dataclass(frozen=True)
class ChatReader:
    """A player to whom alone I can write."""

    number: int
    name: str
    is_picked: bool


@dataclass(frozen=True)
class TableTalk:
    earlier: Sequence[ChatLine]
    latest: Sequence[ChatLine]
    speakers: Sequence[Speaker]
    written: str  # but refused: the form keeps it
    longest: int
    press: str
    readers: Sequence[ChatReader] = ()  # to whom alone one may write here

    @property
    def hushed(self) -> list[str]:
        return [one.name for one in self.speakers if one.is_hushed]


@dataclass(frozen=True)
class Notes:
    text: str  # in the form
    kept: str  # the saved text, if it has changed meanwhile
    at: datetime | None
    edition: int
    longest: int


@dataclass(frozen=True)
class Nudging:
    """Nudges: whom I can nudge, and who nudged whom."""

    names: Sequence[str]  # of those a nudge would reach now
    unreached: Sequence[str]
    soon: datetime | None
    done_at: datetime | None  # my last nudge within a day
    told: Sequence[tuple[str, str, datetime]]  # who nudged whom
    press: str


# --- chat


def unread(seat: Seat) -> int:
    """Count the messages that are new to a seat's player."""
    return chat.unread(seat) if seat.match.status in chat.OPEN else 0


def chat_context(seat_view: SeatView, sent: QueryDict, moment: str = "") -> dict[str, Any]:
    """Gather the chat for a seat; after a refusal, with what was written; with a moment to show, its link."""
    player = seat_view.seat.player
    assert player is not None
    link = link_to_moment(seat_view.match, moment)
    return {"talk": _talk(seat_view, player, sent, link) if seat_view.match.status in chat.OPEN else None}


def link_to_moment(match: Match, moment: str) -> str:
    """Write the text that shows a moment of the replay to the others; "" unless it is a number."""
    if not (moment.isascii() and moment.isdigit() and len(moment) <= MOST_DIGITS):
        return ""
    return f"{settings.SITE_URL}{resolve_url('replay', match.public_id)}?at={int(moment)} "


def _talk(seat_view: SeatView, player: Player, sent: QueryDict, link: str) -> TableTalk:
    rows = _latest(seat_view.match, player)
    lines = visible_lines(rows, seat_view.seats, seat_view.names.seats, player)
    hushed = {row.player_id for row in rows if getattr(row, "is_hushed", False)}
    return TableTalk(
        earlier=lines[:-OPEN_SAID],
        latest=lines[-OPEN_SAID:],
        speakers=_speakers(seat_view, rows, hushed),
        written=sent.get("said", link),
        longest=LONGEST_TALK,
        press=pressed.draw(seat_view.seat),
        readers=_readers(seat_view, sent.get("to", "")),
    )


def _readers(seat_view: SeatView, picked: str) -> list[ChatReader]:
    """List the other people, where players may write to each other privately."""
    if not seat_view.match.private_messages:
        return []
    others = [one for one in seat_view.seats if one != seat_view.seat and one.player_id]
    return [
        ChatReader(one.number, seat_view.names.seat(one.number), str(one.number) == picked) for one in others
    ]


@kept
def _latest(match: Match, reader: Player) -> QuerySet[Talk]:
    return Talk.objects.at_table(match, reader)[:MOST_SAID]


def _speakers(seat_view: SeatView, rows: Iterable[Talk], hushed: set[Any]) -> list[Speaker]:
    spoke = {row.player_id for row in rows if row.player_id}
    others = [one for one in seat_view.seats if one != seat_view.seat and one.player_id in spoke]
    return [Speaker(one.number, seat_view.names.seat(one.number), one.player_id in hushed) for one in others]


# --- notes


def notes_context(seat_view: SeatView, sent: QueryDict) -> dict[str, Any]:
    """Gather a player's notes; after a refusal, with what was written."""
    player = seat_view.seat.player
    assert player is not None
    return {"notes": _notes(seat_view.match, player, sent)}


def _notes(match: Match, player: Player, sent: QueryDict) -> Notes:
    note = chat.note_of(match, player)
    written = sent.get("note")
    text = note.text if written is None else written
    kept = note.text if text != note.text and sent.get("edition") != str(note.edition) else ""
    return Notes(text, kept, note.at if note.pk else None, note.edition, LONGEST_NOTE)


# --- nudges


def nudges_context(seat_view: SeatView) -> dict[str, Any]:
    return {"nudging": _nudging(seat_view) if seat_view.match.is_running else None}


def _nudging(seat_view: SeatView) -> Nudging | None:
    others = [one for one in seat_view.seats if one != seat_view.seat]
    asked_at = {seat: row.asked_at for seat, row in seat_view.deadlines.items()}
    stand = nudges.stand(seat_view.match, others, asked_at, seat_view.now)
    if not seat_view.match.awaited:
        return None
    given = nudges.latest(seat_view.match, seat_view.now)
    mine = [one.at for one in given if nudges.is_of(one, seat_view.seat)]
    return Nudging(
        names=[seat_view.names.seat(one.number) for one in stand.slow],
        unreached=[seat_view.names.seat(one.number) for one in stand.unreached],
        soon=stand.soon,
        done_at=mine[-1] if mine else None,
        told=[_told(one, seat_view) for one in given],
        press=pressed.draw(seat_view.seat),
    )


def _told(one: Act, seat_view: SeatView) -> tuple[str, str, datetime]:
    giver = seat_view.names.seat(one.seat.number) if _is_there(one, seat_view) else gettext(GONE)
    return giver, ", ".join(seat_view.names.seat(int(number)) for number in one.about.split(",")), one.at


def _is_there(one: Act, seat_view: SeatView) -> bool:
    return any(nudges.is_of(one, seat) for seat in seat_view.seats)
