"""Writes seats, questions, lines and results for programs, from the views that pages are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.api import opaque
from games.models import Deadline, Match, Seat, Talk
from games.play.diff import label
from games.present import choices as choosing
from games.present.chat_lines import visible_lines
from games.present.choices import OfferedChoice
from games.present.match_view import MatchView
from games.present.names import Names, readable
from games.present.ranking import ranking
from games.present.seat_view import SeatView
from games.present.story import StoryLine
from games.rules.kernel.questions import Choice, Field, Question, QuestionName

ASKED = "asked"  # of a view: the questions, which are given by themselves, by names that tell nothing


def spelled_out(thing: Any) -> dict[str, Any]:
    """Write a view, orders or a command with texts for keys."""
    found: dict[str, Any] = msgspec.to_builtins(thing, str_keys=True)
    return found


def view(match_view: MatchView) -> dict[str, Any]:
    """Write the view that pages draw."""
    shown = spelled_out(match_view.view)  # type: ignore[attr-defined]
    shown.pop(ASKED, None)
    return shown


def seats(
    match: Match,
    table: Iterable[Seat],
    names: Mapping[int, str],
    clocks: Mapping[int, Deadline],
    mine: Seat | None,
) -> list[dict[str, Any]]:
    return [
        {
            "number": one.number,
            "name": names.get(one.number),
            "is_robot": one.is_robot,
            "is_me": one == mine,
            "is_awaited": match.is_running and one.number in match.awaited,
            "on_autopilot": one.on_autopilot,
            "due_at": clocks[one.number].due_at if one.number in clocks else None,
        }
        for one in table
    ]


def result(match_view: MatchView) -> list[dict[str, Any]] | None:
    """Write the result of a match that is over."""
    if not match_view.is_over:
        return None
    robots = {one.number for one in match_view.seats if one.is_robot}
    return [
        {
            "seat": one.seat,
            "name": one.name,
            "rank": one.rank,
            "points": one.points,
            "is_me": one.mine,
            "is_robot": one.seat in robots,
        }
        for one in ranking(match_view)
    ]


# --- questions


def questions(seat_view: SeatView) -> list[dict[str, Any]]:
    """Write the questions a seat may answer now, those the match waits for first."""
    return [_question(seat_view, name, one) for name, one in seat_view.mine.items()]


def name_of_question(seat: Seat, name: QuestionName) -> str:
    return opaque.name_of(_whose(seat), name.text().encode())


def question_named(seat: Seat, told: str) -> QuestionName | None:
    """Read the name of a question of this seat and player; None for any other."""
    found = opaque.read(_whose(seat), told)
    return QuestionName.parse(found.decode()) if found else None


def _whose(seat: Seat) -> str:
    return f"question {seat.pk} {seat.generation}"


def _question(seat_view: SeatView, name: QuestionName, question: Question) -> dict[str, Any]:
    names, sealed = seat_view.names, seat_view.sealed.get(label(name))
    offered = seat_view.choices(question)
    drawn = choosing.offers(offered, names)
    has_clock = question.awaited and not sealed
    return {
        "id": name_of_question(seat_view.seat, name),
        "kind": question.kind,
        "title": names.word(f"asked.{question.kind}", otherwise=readable(question.kind)),
        "is_awaited": question.awaited,
        "is_together": bool(question.together),
        "due_at": seat_view.clocks.get(seat_view.seat.number) if has_clock else None,
        "silence": seat_view.silence(question) if question.awaited else None,
        "sealed": sealed,
        "choices": [_choice(names, one, told) for one, told in zip(offered, drawn, strict=True)],
    }


def _choice(names: Names, choice: Choice, drawn: OfferedChoice) -> dict[str, Any]:
    return {
        "kind": choice.command,
        "label": drawn.label,
        "help": drawn.help,
        "exact": choice.exact,
        "fields": [_field(names, one) for one in choice.fields],
    }


def _field(names: Names, blank: Field) -> dict[str, Any]:
    return {
        "name": blank.name,
        "label": names.word(f"field.{blank.name}", otherwise=readable(blank.name)),
        "of": blank.of,
        "values": list(blank.values),
        "many": blank.many,
        "least": blank.least,
        "most": blank.most,
        "ordered": blank.ordered,
    }


# --- lines


def lines(found: Sequence[StoryLine]) -> list[dict[str, Any]]:
    return [{"text": one.text, "kind": one.kind, "seats": sorted(one.who)} for one in found]


def talk(rows: Iterable[Talk], seat: Seat, table: Iterable[Seat], names: Mapping[int, str]) -> Any:
    """Write messages, the oldest first, without those the reader has muted."""
    assert seat.player is not None
    return [
        {"name": one.name, "is_mine": one.mine, "is_private": bool(one.to), "text": one.text, "at": one.at}
        for one in visible_lines(rows, table, names, seat.player)
    ]
